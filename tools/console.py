"""What the set-up prints: numbered steps, signs of life while a command runs, its whole output when it fails."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
SIGN_OF_LIFE_S = 5.0


def say(text: str) -> None:
    """Print a line at once, also into a pipe."""
    print(text, flush=True)


def give_up(text: str) -> NoReturn:
    """End the program with exit code 1 and say what to do about it."""
    sys.stdout.flush()
    sys.exit("\nerror: " + text)


class CommandError(Exception):
    """A command failed; `output` is what it printed."""

    def __init__(self, command: Sequence[str], code: int, output: str) -> None:
        super().__init__(f"`{' '.join(command)}` ended with exit code {code}")
        self.output = output


def run(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> str:
    """Run a command at the project's root and show that it is alive.

    Args:
        command: The program and its arguments.
        env: Variables to set besides the present ones.
        timeout: Seconds after which the command is ended, or None.

    Returns:
        Everything it printed, standard error included.

    Raises:
        CommandError: It could not be started, ended with another code than 0, or took too long.
    """
    words = [str(word) for word in command]
    lines: list[str] = []
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            words,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise CommandError(words, 127, str(error)) from error
    with process:
        reader = threading.Thread(target=_collect, args=(process, lines), daemon=True)
        reader.start()
        while reader.is_alive():
            reader.join(SIGN_OF_LIFE_S)
            seconds = time.monotonic() - started
            if timeout is not None and seconds > timeout:
                process.kill()
                lines.append(f"ended after {seconds:.0f} s without an end")
            elif reader.is_alive():
                say(f"      … {seconds:3.0f} s  {_latest(lines)[:100]}".rstrip())
    output = "\n".join(lines)
    if process.returncode != 0:
        raise CommandError(words, process.returncode, output)
    return output


def _latest(lines: list[str]) -> str:
    return next((line for line in reversed(lines) if not line.startswith("WARNING")), "")


def _collect(process: "subprocess.Popen[str]", lines: list[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.extend([line.rstrip()] if line.strip() else [])
