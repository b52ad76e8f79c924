"""What the tests here need of a browser, whichever it is: open, evaluate, take a picture.

An expression may be a promise. Values cross as JSON text, because each browser's protocol has its own idea of them.
"""

import json
from pathlib import Path
from typing import Any, Protocol

from mcp_apps_py.errors import McpAppsError

TIME_ZONE = {"TZ": "Asia/Kolkata"}
"""The browsers' environment: somewhere else than where snapshots are made."""
INSTALL = "Install it with `apt-get install {}`, or this system's own means."


class EngineMissingError(McpAppsError):
    """A browser, or what drives it, is not installed; the message says how to get it."""


class PageError(McpAppsError):
    """What was evaluated in a page has thrown."""


class Engine(Protocol):
    """A browser with one page.

    Attributes:
        name: What people call the browser, with its version.
    """

    name: str

    def open(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""
        ...

    def evaluate(self, expression: str, *, depth: int = 0, patience: float = 15) -> Any:
        """Evaluate JavaScript and give its value.

        Args:
            expression: An expression, or `await`ed ones.
            depth: 0 for the page itself, 1 for the frame in it, 2 for the frame in that.
            patience: Seconds to wait for a promise.

        Raises:
            PageError: It threw, or took too long.
        """
        ...

    def resize(self, width: int, height: int) -> None:
        """Give the page a size, in CSS pixels."""
        ...

    def screenshot(self, path: Path) -> None:
        """Save a picture of the page as PNG."""
        ...

    def close(self) -> None:
        """End the browser."""
        ...


def as_text(expression: str) -> str:
    """Return JavaScript for a promise that gives an expression's value as JSON text, or what it threw."""
    return (
        f"(async () => ({expression}))().then((value) => JSON.stringify({{ value }}), "
        '(error) => JSON.stringify({ error: `${error?.name ?? ""}: ${error?.message ?? error}` }))'
    )


def from_text(text: str) -> Any:
    """Return the value that `as_text` stands for.

    Raises:
        PageError: The expression threw.
    """
    outcome = json.loads(text)
    if "error" in outcome:
        raise PageError(outcome["error"])
    return outcome.get("value")
