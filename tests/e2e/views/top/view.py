"""A view whose top is run once for all, when the snapshot is made."""

from __future__ import annotations

import traceback
import uuid

from hypothesis import _native  # type: ignore[attr-defined]
from pydantic import BaseModel
from sortedcontainers import SortedList
from words import shout

from mcp_apps_py import App
from mcp_apps_py.browser import run

app = App("top", "1.0.0")
made = uuid.uuid4().hex
known = SortedList(["b", "a"])


class Greeting(BaseModel):
    """What the tool gives."""

    text: str


def fail() -> None:
    """Raise, in a line above the mark."""
    raise ValueError("raised above the mark")


# mcp-app: snapshot above

from js import document  # noqa: E402 - it is of the page


@app.on_tool_result
def greet(greeting: Greeting) -> None:
    """Show the result, by what is above and beside."""
    document.getElementById("greeting").textContent = shout(greeting.text)


def show_problem() -> None:
    """Show the traceback of an error that crosses the mark."""
    try:
        fail()
    except ValueError:
        document.getElementById("problem").textContent = traceback.format_exc()


assert list(known) == ["a", "b"]
assert _native.__file__.endswith(".so")
document.getElementById("made").textContent = made
show_problem()
run(app)
