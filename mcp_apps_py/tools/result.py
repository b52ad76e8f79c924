"""Turns what an app tool's function gives into a result for the wire."""

import dataclasses
from collections.abc import Sequence
from typing import Any, cast

from pydantic import BaseModel

from ..codec import encode
from ..content import is_content_block
from ..types import CallToolResult, TextContent
from .signature import Signature


def tool_result(outcome: Any, signature: Signature) -> CallToolResult:
    """Make a result: text, content blocks, or structured content with its JSON as text.

    A str is text; a content block or a list of them is content; a model, dataclass or dict is
    structured content; anything else is shown as JSON text. None is an empty result.

    Raises:
        ResultValidationError: If it does not fit the function's return annotation.
        LocalProtocolError: If it can't be written as JSON.
    """
    if isinstance(outcome, CallToolResult):
        return outcome
    blocks = None if signature.structured else _content_blocks(outcome)
    if blocks is not None:
        return CallToolResult(content=blocks)
    checked = signature.validate_output(outcome)
    if checked is None:
        return CallToolResult()
    if isinstance(checked, str):
        return CallToolResult(content=[TextContent(text=checked)])
    text = TextContent(text=encode(checked, where="the tool's result"))
    if isinstance(checked, BaseModel | dict) or dataclasses.is_dataclass(checked):
        return CallToolResult(content=[text], structured_content=checked)
    return CallToolResult(content=[text])


def _content_blocks(outcome: Any) -> list[Any] | None:
    if is_content_block(outcome):
        return [outcome]
    if isinstance(outcome, Sequence) and not isinstance(outcome, bytes):
        blocks = list(cast("Sequence[Any]", outcome))
        return blocks if blocks and all(map(is_content_block, blocks)) else None
    return None
