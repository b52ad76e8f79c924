"""The command `mcp-apps-py`. CPython only, with the extra `cli`."""

import sys

OF_THE_EXTRA = frozenset({"click", "rich", "typer"})


def main() -> None:
    """Run the command line; it ends with code 2 if something that was given is wrong."""
    try:
        from .commands import app  # noqa: PLC0415 - without the extra there is something to say
    except ModuleNotFoundError as error:
        if error.name not in OF_THE_EXTRA:
            raise
        sys.stderr.write(f"error: the command line needs {error.name}: pip install 'mcp-apps-py[cli]'\n")
        raise SystemExit(2) from None
    app()
