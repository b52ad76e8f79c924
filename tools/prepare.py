"""Set up everything that the demo, the tests and the benchmarks need. Needs Python 3.11, Node and npm, nothing else.

Each step leaves a stamp with the fingerprint of what it was made from. A step whose stamp still fits is skipped,
so a second run takes a moment and no network.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "error: Python 3.11 or later is needed, this is %s.\nTry make PYTHON=python3.13 ..." % sys.version.split()[0]
    )

import fcntl
import hashlib
import json
import re
import shutil
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from browser_config import browser_path
from console import ROOT, CommandError, give_up, run, say
from machine import ENGINES, check_programs, find_browser, find_engines, make_venv

VENV = ROOT / ".venv"
OLDEST_VENV = ROOT / ".venv-oldest-pydantic"
RUNTIME = ROOT / ".runtime"
CACHE = ROOT / ".cache"
PAGE_WHEELS = CACHE / "wheels"
TEST_WHEELS = RUNTIME / "test-wheels"
DEV_LOCK = ROOT / "requirements" / "dev.txt"
OLDEST_LOCK = ROOT / "requirements" / "oldest-pydantic.txt"
PYODIDE_LOCK = ROOT / "requirements" / "pyodide-tests.txt"
PINS = ROOT / "mcp_apps_py" / "runtime" / "pins.json"
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")


@dataclass(frozen=True)
class Step:
    """One thing to set up.

    Attributes:
        title: What is said of it.
        stamp: The file that keeps the fingerprint; it lies inside the product, so that both vanish together.
        sources: The files and facts that the product depends on.
        make: Makes the product; may return what to say of it.
    """

    title: str
    stamp: Path
    sources: Callable[[], Iterable[Path | str]]
    make: Callable[[], str | None]

    def fingerprint(self) -> str:
        """Return a text that changes with the sources, and when the project's folder is moved."""
        digest = hashlib.sha256(f"{ROOT}\n".encode())
        for source in self.sources():
            digest.update(f"{source}\n".encode())
            digest.update(source.read_bytes() if isinstance(source, Path) else b"")
        return digest.hexdigest()


def python_of(venv: Path) -> Path:
    """Return the interpreter of a virtual environment."""
    return venv / "bin" / "python"


def pip_install(venv: Path, lock: Path) -> None:
    """Make an environment that holds exactly what a lock file names."""
    make_venv(venv)
    run([python_of(venv), *PIP, "install", "--require-hashes", "--only-binary=:all:", "-r", lock])


def make_dev_venv() -> None:
    """Make .venv."""
    pip_install(VENV, DEV_LOCK)


def install_this_tree() -> None:
    """Put this source tree on the path of .venv, with its metadata."""
    run([python_of(VENV), *PIP, "install", "--no-deps", "--no-build-isolation", "--no-index", "-e", ROOT])


def make_oldest_venv() -> None:
    """Make the environment with the lowest pydantic."""
    pip_install(OLDEST_VENV, OLDEST_LOCK)
    [site] = OLDEST_VENV.glob("lib/python*/site-packages")
    (site / "this_source_tree.pth").write_text(f"{ROOT}\n", encoding="utf-8")


def install_npm_packages() -> None:
    """Install what package-lock.json names."""
    run(["npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"])


def download_page_wheels() -> None:
    """Download the wheels that a page loads."""
    wheels = json.loads(PINS.read_text(encoding="utf-8"))["wheels"]
    lines = [f"{wheel['name']}=={wheel['version']} --hash=sha256:{wheel['sha256']}\n" for wheel in wheels]
    lock = CACHE / "page-wheels.txt"
    lock.write_text("".join(lines), encoding="utf-8")
    download_for_pyodide(lock, PAGE_WHEELS)


def download_test_wheels() -> None:
    """Download the wheels with which the unit tests run inside Pyodide."""
    download_for_pyodide(PYODIDE_LOCK, TEST_WHEELS)


def download_for_pyodide(lock: Path, folder: Path) -> None:
    """Fill a folder with exactly the wheels that a lock file names, as Pyodide needs them."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.whl"):
        old.unlink()
    pins = json.loads(PINS.read_text(encoding="utf-8"))
    version = pins["python"]
    tags = ["--platform", pins["platform"], "--python-version", version, "--implementation", "cp"]
    tags += ["--abi", "cp" + version.replace(".", ""), "--only-binary=:all:", "--no-deps"]
    run([python_of(VENV), *PIP, "download", "--require-hashes", *tags, "-d", folder, "-r", lock])


def package_files() -> list[Path]:
    """Return the files that end up in our own wheel."""
    files = sorted(p for p in (ROOT / "mcp_apps_py").rglob("*") if "__pycache__" not in p.parts)
    return [*(p for p in files if p.is_file()), ROOT / "pyproject.toml", ROOT / "README.md", ROOT / "LICENSE"]


def assemble_runtime() -> None:
    """Build our own wheel and lay out .runtime/."""
    run([python_of(VENV), ROOT / "tools" / "assemble_runtime.py"])


def browser() -> str:
    """Find a browser, or get one."""
    return find_browser(python_of(VENV))


def programs() -> list[str]:
    """Return what tells another Node or npm from the one that was checked."""
    paths = (shutil.which(name) for name in ("node", "npm"))
    return [f"{path} {Path(path).stat().st_mtime_ns}" if path else "missing" for path in paths]


def runtime_sources() -> list[Path | str]:
    """Return what .runtime/ is made from."""
    return [*package_files(), ROOT / "package-lock.json", ROOT / "tools" / "assemble_runtime.py"]


STEPS = (
    Step("Node and npm", CACHE / "programs.stamp", programs, check_programs),
    Step("Python packages (.venv)", VENV / "stamp", lambda: [sys.version, DEV_LOCK], make_dev_venv),
    Step("this source tree, in .venv", VENV / "tree-stamp", lambda: [ROOT / "pyproject.toml"], install_this_tree),
    Step(
        "lowest supported pydantic (.venv-oldest-pydantic)",
        OLDEST_VENV / "stamp",
        lambda: [sys.version, OLDEST_LOCK],
        make_oldest_venv,
    ),
    Step(
        "npm packages (node_modules)",
        ROOT / "node_modules" / ".stamp",
        lambda: [ROOT / "package.json", ROOT / "package-lock.json"],
        install_npm_packages,
    ),
    Step("wheels of the page", PAGE_WHEELS / "stamp", lambda: [PINS], download_page_wheels),
    Step("wheels of the tests in Pyodide", TEST_WHEELS / "stamp", lambda: [PINS, PYODIDE_LOCK], download_test_wheels),
    Step("our own wheel, and .runtime", RUNTIME / "stamp", runtime_sources, assemble_runtime),
    Step("browser", CACHE / "browser.stamp", lambda: [DEV_LOCK, str(browser_path())], browser),
    Step("other engines", CACHE / "engines.stamp", lambda: ENGINES, find_engines),
)


def bring_up_to_date(number: int, step: Step) -> bool:
    """Make a step's product unless its stamp says that it is there; return whether it was made."""
    head = f"[{number}/{len(STEPS)}] {step.title}"
    fingerprint = step.fingerprint()
    if step.stamp.exists() and step.stamp.read_text(encoding="utf-8") == fingerprint:
        return False
    say(f"{head} …")
    started = time.monotonic()
    step.stamp.unlink(missing_ok=True)
    try:
        note = step.make()
    except CommandError as error:
        give_up(f"{error.output}\n\nerror: {step.title}: {error}{_hint(error.output)}")
    step.stamp.parent.mkdir(parents=True, exist_ok=True)
    step.stamp.write_text(fingerprint, encoding="utf-8")
    say(f"{head}: {note or 'done'} ({time.monotonic() - started:.1f} s)")
    return True


def _hint(output: str) -> str:
    if re.search(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|NewConnectionError|Name or service|resolve", output):
        return "\nThis step needs the network, once. Connect and run this again."
    return ""


def main() -> None:
    """Bring every step up to date; one run at a time."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "prepare.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            made = [bring_up_to_date(number, step) for number, step in enumerate(STEPS, 1)]
        except FileNotFoundError as error:
            give_up(str(error))
    if not any(made):
        say("set-up: everything is there")


if __name__ == "__main__":
    main()
