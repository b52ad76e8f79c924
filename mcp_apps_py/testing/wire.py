"""What tests write, as what goes on the wire."""

from typing import Any

from pydantic_core import to_jsonable_python

from ..codec import encode
from ..content import Content, content_blocks
from ..types import CallToolResult, TextContent, WireModel


def to_wire(value: Any) -> Any:
    """Make a JSON value out of a model, a dataclass or a JSON value."""
    if isinstance(value, WireModel):
        return value.to_wire()
    return to_jsonable_python(value, by_alias=True)


def tool_result(structured: Any, content: Content | None, *, is_error: bool = False) -> dict[str, Any]:
    """Make a tool's result.

    Args:
        structured: A model, dataclass or JSON value; None for none.
        content: Text or content blocks; the structured content as text if there is none.
        is_error: Whether the tool failed.
    """
    result = CallToolResult()
    if structured is not None:
        result.structured_content = to_wire(structured)
        result.content = [TextContent(text=encode(result.structured_content))]
    if content is not None:
        result.content = content_blocks(content)
    if is_error:
        result.is_error = True
    return result.to_wire()
