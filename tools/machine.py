"""What the set-up needs of the machine: programs, their versions, a virtual environment, a browser."""

import os
import re
import shutil
import sys
from pathlib import Path

from browser_config import browser_path
from console import CommandError, give_up, run, say

OLDEST = {"node": (20, 0), "npm": (9, 0)}
BROWSER_DOWNLOAD_S = 600.0


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
    command = f"apt-get install -y --no-install-recommends {package}"
    if not shutil.which("apt-get"):
        give_up(f"{why}\nThere is no apt-get here: install {package} with this system's own means and run this again.")
    prefix = _root_prefix()
    if prefix is None:
        give_up(f"{why}\nRun this, then run this again:\n\n    sudo apt-get update && sudo {command}\n")
    say(f"      {why}\n      {command}")
    env = {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        run([*prefix, "apt-get", "update"], env=env)
        run([*prefix, *command.split()], env=env)
    except CommandError as error:
        give_up(f"{error.output}\n{error}\n{why}\nInstall {package} by hand and run this again.")


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
    if folder.exists():
        shutil.rmtree(folder)
    # The interpreter itself, since this may run in the very environment that was just removed.
    command = [os.path.realpath(sys.executable), "-m", "venv", folder]
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
    """Return a name for the browser that the tests will use; get one if there is none."""
    path = browser_path() or _playwright_browser(python)
    if path:
        return str(path)
    say("      no Chromium here: trying Playwright's own download")
    try:
        run([python, "-m", "playwright", "install", "chromium"], timeout=BROWSER_DOWNLOAD_S)
    except CommandError as error:
        say(f"      that did not work: {(error.output.splitlines() or [str(error)])[-1]}")
    if path := _playwright_browser(python):
        return path
    install_with_apt("chromium", "The tests and the demo's check need Chromium.")
    path = browser_path()
    if not path:
        give_up("chromium was installed but is nowhere to be found. Set MCP_APPS_BROWSER to its path.")
    return str(path)


def _playwright_browser(python: Path) -> str | None:
    """Return the browser that Playwright has downloaded for itself, if it can be started."""
    code = (
        "from playwright.sync_api import sync_playwright as p\n"
        "with p() as play: path = play.chromium.executable_path; play.chromium.launch().close(); print(path)"
    )
    try:
        return run([python, "-c", code]).splitlines()[-1]
    except CommandError:
        return None
