"""Tools, of a server or of a view, and their calls."""

from typing import Any, Literal

from pydantic import Field

from ._base import Defaulted, Json, Params, Result, WireModel
from .content import ContentBlock, Icon, joined_text


class ToolAnnotations(WireModel):
    """Hints on what a tool does; not to be trusted (TypeScript: ToolAnnotations)."""

    title: str | None = None
    read_only_hint: bool | None = None
    destructive_hint: bool | None = None
    idempotent_hint: bool | None = None
    open_world_hint: bool | None = None


class ToolExecution(WireModel):
    """How a tool may be run (TypeScript: ToolExecution)."""

    task_support: Literal["forbidden", "optional", "required"] | str | None = None


def _any_object() -> Json:
    return {"type": "object"}


class Tool(WireModel):
    """A tool and the JSON schemas of its input and output (TypeScript: Tool)."""

    name: str
    title: str | None = None
    description: str | None = None
    input_schema: Defaulted[Json] = Field(default_factory=_any_object)
    output_schema: Json | None = None
    annotations: ToolAnnotations | None = None
    execution: ToolExecution | None = None
    icons: list[Icon] | None = None
    meta: Json | None = None


class ArgumentsParams(Params):
    """Params with a tool's arguments, which are {} for the reader if they were not sent."""

    _sent_if_given = ("arguments",)

    arguments: Defaulted[Json] = Field(default_factory=dict)


class CallToolParams(ArgumentsParams):
    """Params of `tools/call` (TypeScript: CallToolRequestParams)."""

    name: str


class CallToolResult(Result):
    """What a tool gave (TypeScript: CallToolResult).

    Attributes:
        structured_content: The JSON value of the result, or None if there is none. A null that
            was given, as `structured_content=None`, is sent; one that was not is absent.
        is_error: True if the tool ran and failed; `content` says why.
    """

    _sent_if_given = ("structured_content",)

    content: Defaulted[list[ContentBlock]] = Field(default_factory=list[ContentBlock])
    structured_content: Any = None
    is_error: bool | None = None

    @property
    def text(self) -> str:
        """The text of all text blocks, one below the other."""
        return joined_text(self.content)


class PaginatedParams(Params):
    """Params of a request for one page of a list; no cursor asks for the first."""

    cursor: str | None = None


class PaginatedResult(Result):
    """One page of a list; no `next_cursor` says that it is the last."""

    next_cursor: str | None = None


class ListToolsParams(PaginatedParams):
    """Params of `tools/list` (TypeScript: ListToolsRequest)."""


class ListToolsResult(PaginatedResult):
    """Result of `tools/list` (TypeScript: ListToolsResult)."""

    tools: list[Tool]
