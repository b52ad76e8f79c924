"""Write the lock files in requirements/ anew: exact versions and hashes, without an address.

Run it with `make lock` after changing pyproject.toml or a requirements/*.in file; it needs the network.
"""

import json
import re
import shutil
import sys
from pathlib import Path

from console import ROOT, run, say
from machine import make_venv

UV = "uv==0.13.9"
OLDEST_PYTHON = "3.11"
LOCKS = ROOT / "requirements"
TOOL_VENV = ROOT / ".cache" / "lock-venv"
HEADER = "# Made by `make lock` from {source}. Do not edit.\n"


def uv_compile(*arguments: str | Path) -> str:
    """Resolve requirements and return the lines of a lock file."""
    options = ["--generate-hashes", "--no-header", "--no-annotate", "--quiet"]
    target = ROOT / ".cache" / "lock.txt"
    target.unlink(missing_ok=True)
    run([TOOL_VENV / "bin" / "uv", "pip", "compile", *arguments, *options, "-o", target])
    return target.read_text(encoding="utf-8")


def entries(lock: str) -> dict[str, str]:
    """Split a lock file into one text for each package."""
    found = re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)
    return {text.split("==")[0]: text for text in found if text.strip()}


def universal(name: str, source: Path, *arguments: str) -> dict[str, str]:
    """Write a lock file that holds for every supported Python and system."""
    lock = uv_compile(source, *arguments, "--universal", "--python-version", OLDEST_PYTHON)
    write(name, source, lock)
    return entries(lock)


def for_pyodide(dev: dict[str, str]) -> None:
    """Write the lock file of the unit tests inside Pyodide: versions of the dev lock, without the page's wheels."""
    source = LOCKS / "pyodide-tests.in"
    pins = json.loads((ROOT / "mcp_apps_py" / "runtime" / "pins.json").read_text(encoding="utf-8"))
    constraints = ROOT / ".cache" / "lock-constraints.txt"
    exact = (re.split(r"[ ;\\]", text)[0] for name, text in dev.items() if name != "jsonschema")
    constraints.write_text("\n".join(exact), encoding="utf-8")
    lock = entries(uv_compile(source, "-c", constraints, "--python-version", pins["python"]))
    in_page = {wheel["name"] for wheel in pins["wheels"]}
    write("pyodide-tests.txt", source, "".join(text for name, text in lock.items() if name not in in_page))


def write(name: str, source: Path, lock: str) -> None:
    """Write one lock file."""
    text = HEADER.format(source=source.relative_to(ROOT)) + lock.rstrip() + "\n"
    (LOCKS / name).write_text(text, encoding="utf-8")
    say(f"requirements/{name}: {len(entries(lock))} packages")


def main() -> None:
    """Make a throw-away environment with the resolver and write every lock file."""
    (ROOT / ".cache").mkdir(exist_ok=True)
    make_venv(TOOL_VENV)
    run([TOOL_VENV / "bin" / "python", "-m", "pip", "install", UV])
    dev = universal("dev.txt", ROOT / "pyproject.toml", "--extra", "dev")
    universal("oldest-pydantic.txt", LOCKS / "oldest-pydantic.in")
    for_pyodide(dev)
    shutil.rmtree(TOOL_VENV)


if __name__ == "__main__":
    sys.exit(main())
