"""What is said on the terminal: results on standard output, the rest on the other."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import NoReturn

import typer
from rich.console import Console
from rich.text import Text

from ..errors import McpAppsError

_out = Console(soft_wrap=True, highlight=False)
_err = Console(stderr=True, soft_wrap=True, highlight=False)


def say(text: str) -> None:
    """Give a result."""
    _out.print(Text(text))


def fail(problem: object) -> NoReturn:
    """Say what is wrong with what was given, and end with code 2."""
    _err.print(Text.assemble(("error: ", "bold red"), str(problem)))
    raise typer.Exit(2)


@contextmanager
def errors_in_words() -> Generator[None]:
    """Turn what can be wrong with files and arguments into one message."""
    try:
        yield
    except (McpAppsError, OSError, ValueError) as error:
        fail(error)


@contextmanager
def progress() -> Generator[Callable[[str], None]]:
    """Show what is being done, one thing after the other; gives the function that is to be told."""
    begin = time.monotonic()
    with _err.status("") as status:

        def tell(doing: str) -> None:
            passed = f"{time.monotonic() - begin:4.0f} s"
            if _err.is_terminal:
                status.update(Text(f"{doing} …"))
            _err.print(Text(f"{passed}  {doing}", style="dim"))

        yield tell
