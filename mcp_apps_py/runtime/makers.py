"""The programs that run the maker: Node, or a Chromium."""

import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Literal

from ..errors import McpAppsError
from .chromium import BROWSER_VARIABLE, find_browser, run_in_browser

Kind = Literal["node", "chromium"]
OLDEST_NODE = 20
PATIENCE = 900.0
"""Seconds that making may take, on a slow and busy machine."""


class MakerError(McpAppsError, RuntimeError):
    """A fast start could not be made."""


@dataclass(frozen=True)
class Maker:
    """A program that makes fast starts.

    Attributes:
        kind: What it is.
        program: Where it is.
    """

    kind: Kind
    program: Path

    def run(self, folder: Path, tell: Callable[[str], None] = lambda _doing: None) -> None:
        """Make what the job in a folder asks for, and put it there.

        Args:
            folder: What `job.lay_out` has filled.
            tell: Is told what is being done, in a few words.

        Raises:
            MakerError: It failed; the message says why, as far as possible in Python's words.
        """
        try:
            run = _run_in_node if self.kind == "node" else run_in_browser
            problem = run(self.program, folder, tell, PATIENCE)
        except OSError as error:
            raise MakerError(f"{self.program} could not be started: {error}") from error
        if problem:
            raise MakerError(f"making a fast start failed: {problem}")


def find_maker(kind: Literal["auto", "node", "chromium"] = "auto", browser: Path | None = None) -> Maker:
    """Find a program that can make fast starts.

    Args:
        kind: Which one; "auto" takes Node if it is there, and else a Chromium.
        browser: The Chromium to take, instead of that in MCP_APPS_BROWSER or under one of the usual names.

    Raises:
        MakerError: There is none; the message says what to install.
    """
    problems: list[str] = []
    if kind in {"auto", "node"} and not (kind == "auto" and browser):
        node = which("node")
        problem = _node_problem(node)
        if node and not problem:
            return Maker("node", Path(node))
        problems.append(problem)
    if kind in {"auto", "chromium"}:
        try:
            found = find_browser(browser)
        except FileNotFoundError as error:
            raise MakerError(str(error)) from error
        if found:
            return Maker("chromium", found)
        problems.append(f"no Chromium or Chrome was found; set {BROWSER_VARIABLE} to its path")
    advice = f"install Node {OLDEST_NODE} or later" + (", or Chromium" if kind == "auto" else "")
    if kind == "chromium":
        advice = "install Chromium"
    raise MakerError(f"a fast start is made by a program that is not here: {'; '.join(problems)} ({advice})")


def _node_problem(node: str | None) -> str:
    if node is None:
        return "there is no `node` on the path"
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError) as error:
        return f"{node} does not run: {error}"
    version = re.match(r"v(\d+)\.", said)
    if version is None or int(version[1]) < OLDEST_NODE:
        return f"{node} is version {said.strip()}"
    return ""


def _run_in_node(node: Path, folder: Path, tell: Callable[[str], None], patience: float) -> str:
    """Run the maker in Node; gives what went wrong, "" if nothing did."""
    command = [str(node), str(folder / "node.mjs"), str(folder)]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            encoding="utf-8",
            env=surroundings(),
        ) as process:
            late = threading.Timer(patience, process.kill)
            late.start()
            try:
                assert process.stdout
                for line in process.stdout:
                    tell(line.strip())
                process.wait()
            finally:
                in_time = late.is_alive()
                late.cancel()
                process.kill()
        errors.seek(0)
        said = errors.read().strip()
    if not in_time:
        return f"Node did not end within {patience:.0f} s"
    return (said or f"Node ended with code {process.returncode}") if process.returncode else ""


def surroundings() -> dict[str, str]:
    """Give the environment that a maker runs in: the same time zone and language everywhere."""
    return {**os.environ, "TZ": "UTC", "LANG": "C", "LC_ALL": "C"}
