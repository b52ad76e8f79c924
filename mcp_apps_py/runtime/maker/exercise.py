"""Runs inside Pyodide: uses the SDK as a view does, so that what is loaded or built on first use is there."""

from pydantic import BaseModel, TypeAdapter

import mcp_apps_py.browser
from mcp_apps_py import App
from mcp_apps_py.types import WireModel


def build(model: type[BaseModel]) -> None:
    """Build a model and everything that inherits from it."""
    model.model_rebuild()
    for heir in model.__subclasses__():
        build(heir)


class Something(BaseModel):
    """What an author's model is like."""

    text: str
    numbers: list[float] = []
    more: dict[str, int] | None = None


def offer(day: int, note: str = "") -> Something:
    """Be a tool."""
    return Something(text=f"{day} {note}")


build(WireModel)
app = App("exercise", "1")
app.tool(offer)
app.tools.list().to_wire()
TypeAdapter(list[Something]).validate_json('[{"text": "a", "numbers": [1, 2.5]}]')
try:
    Something.model_validate({"text": 1})
except ValueError as error:
    str(error)
Something(text="a").model_dump_json()
assert mcp_apps_py.browser.run
