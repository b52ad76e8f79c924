"""What the set-up needs of the machine: programs, their versions, a virtual environment, a browser."""

import os
import re
import shutil
import sys
from pathlib import Path

from browser_config import browser_path
from console import ROOT, CommandError, give_up, run, say

OLDEST = {"node": (20, 0), "npm": (9, 0)}
ENGINES = {
    "firefox-esr": ("firefox-esr", "firefox"),
    "webkit2gtk-driver": ("WebKitWebDriver",),
    "xvfb": ("Xvfb",),
}
"""Debian's packages of the other engines, and a program by which each is known."""
BROWSER_DOWNLOAD_S = 600.0
BROWSER_START_S = 120.0


def check_programs() -> str:
    """Check Node and npm, and return a line that names what was found."""
    found = [f"Python {sys.version.split()[0]}"]
    for program, oldest in OLDEST.items():
        found.append(f"{program} {_version(program, oldest)}")
    return ", ".join(found)


def _version(program: str, oldest: tuple[int, int]) -> str:
    wanted = f"{program} {oldest[0]} or later"
    if not shutil.which(program):
        give_up(f"{program} was not found. Install {wanted} (Node.js brings npm along) and run this again.")
    text = run([program, "--version"]).strip().lstrip("v")
    numbers = re.match(r"(\d+)\.(\d+)", text)
    if not numbers or (int(numbers[1]), int(numbers[2])) < oldest:
        give_up(f"{program} is {text}, but {wanted} is needed. Install a newer Node.js and run this again.")
    return text


def install_with_apt(package: str, why: str) -> None:
    """Install a Debian package, or say which command does it."""
    if problem := _try_apt(package, why):
        give_up(problem)


def _try_apt(packages: str, why: str) -> str | None:
    """Install Debian packages; gives what is to be done by hand where that is not possible."""
    command = f"apt-get install -y --no-install-recommends {packages}"
    if not shutil.which("apt-get"):
        return f"{why}\nThere is no apt-get here: install {packages} with this system's own means and run this again."
    prefix = _root_prefix()
    if prefix is None:
        return f"{why}\nRun this, then run this again:\n\n    sudo apt-get update && sudo {command}\n"
    say(f"      {why}\n      {command}")
    env = {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        run([*prefix, "apt-get", "update"], env=env)
        run([*prefix, *command.split()], env=env)
    except CommandError as error:
        return f"{error.output}\n{error}\n{why}\nInstall {packages} by hand and run this again."
    return None


def _root_prefix() -> list[str] | None:
    if os.geteuid() == 0:
        return []
    try:
        run(["sudo", "-n", "true"])
    except CommandError:
        return None
    return ["sudo", "-n"]


def make_venv(folder: Path) -> None:
    """Make an empty virtual environment with pip in it; on Debian, with the package that this takes."""
    # The interpreter itself, since this may run in the very environment that is about to be removed.
    command = [os.path.realpath(sys.executable), "-m", "venv", folder]
    if folder.exists():
        shutil.rmtree(folder)
    try:
        run(command)
    except CommandError as error:
        if "ensurepip" not in error.output:
            raise
        name = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        install_with_apt(name, f"This Python cannot make virtual environments: {name} is missing.")
        shutil.rmtree(folder, ignore_errors=True)
        run(command)


def find_browser(python: Path) -> str:
    """Make sure that a browser starts, and return its path and version; get one if there is none."""
    try:
        return _start_browser(python)
    except CommandError as error:
        if browser_path():
            give_up(f"{error.output}\n\n{browser_path()} does not start. Set MCP_APPS_BROWSER to another Chromium.")
    say("      no Chromium here: trying Playwright's own download")
    try:
        run([python, "-m", "playwright", "install", "chromium"], timeout=BROWSER_DOWNLOAD_S)
        return _start_browser(python)
    except CommandError as error:
        reasons = [line for line in error.output.splitlines() if "rror" in line]
        say(f"      that did not work: {[str(error), *reasons][-1].strip()}")
    install_with_apt("chromium", "The tests and the demo's check need Chromium.")
    return _start_browser(python)


def _start_browser(python: Path) -> str:
    command = [python, ROOT / "tools" / "try_browser.py"]
    try:
        return run(command, timeout=BROWSER_START_S)
    except CommandError as error:
        # Without a browser the next step is to install one, which brings the library along.
        if "libatomic" not in error.output or not browser_path():
            raise
    install_with_apt("libatomic1", "Playwright's driver needs a library that is missing.")
    return run(command, timeout=BROWSER_START_S)


def find_engines() -> str:
    """Get Firefox and WebKit where that is possible; where it is not, their tests are skipped, and say why."""
    missing = [package for package, programs in ENGINES.items() if not any(map(shutil.which, programs))]
    if missing and (problem := _try_apt(" ".join(missing), "Some tests need Firefox and WebKit.")):
        say(problem)
        return f"without {', '.join(missing)}: tests that need them are skipped"
    return "Firefox and WebKit"
