"""All commands."""

from importlib.metadata import version
from typing import Annotated

import typer

from . import runtime
from .terminal import say

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False)
app.add_typer(runtime.app, name="runtime")


def _show_version(wanted: bool) -> None:  # noqa: FBT001 - Typer calls it
    if wanted:
        say(f"mcp-apps-py {version('mcp-apps-py')}")
        raise typer.Exit


@app.callback()
def _options(  # pyright: ignore[reportUnusedFunction] - Typer calls it
    _version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True)] = False,
) -> None:
    """Write the views of MCP Apps in Python."""
