"""Blocks of content: what messages, tool results and samples are made of."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import Discriminator, Field, Tag

from ._base import Defaulted, Json, Number, WireModel

Role: TypeAlias = Literal["user", "assistant"] | str
"""Who speaks in a conversation (TypeScript: Role)."""


class Icon(WireModel):
    """A picture that stands for something (TypeScript: Icon)."""

    src: str
    mime_type: str | None = None
    sizes: list[str] | None = None
    theme: Literal["light", "dark"] | str | None = None


class Annotations(WireModel):
    """Hints on who content is for and how much it matters (TypeScript: Annotations).

    Attributes:
        priority: From 0, can be left out, to 1, needed.
        last_modified: A moment in ISO 8601 form.
    """

    audience: list[Role] | None = None
    priority: Number | None = None
    last_modified: str | None = None


class ContentBase(WireModel):
    """What every known block of content may carry."""

    annotations: Annotations | None = None
    meta: Json | None = None


class TextContent(ContentBase):
    """Text (TypeScript: TextContent)."""

    type: Literal["text"] = "text"
    text: str


class ImageContent(ContentBase):
    """An image, its bytes in base64 (TypeScript: ImageContent)."""

    type: Literal["image"] = "image"
    data: str
    mime_type: str


class AudioContent(ContentBase):
    """A sound, its bytes in base64 (TypeScript: AudioContent)."""

    type: Literal["audio"] = "audio"
    data: str
    mime_type: str


class ResourceLink(ContentBase):
    """A resource that can be read from the server (TypeScript: ResourceLink)."""

    type: Literal["resource_link"] = "resource_link"
    uri: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    size: Number | None = None
    icons: list[Icon] | None = None


class TextResourceContents(WireModel):
    """What a resource holds, as text (TypeScript: TextResourceContents)."""

    uri: str
    text: str
    mime_type: str | None = None
    meta: Json | None = None


class BlobResourceContents(WireModel):
    """What a resource holds, as bytes in base64 (TypeScript: BlobResourceContents)."""

    uri: str
    blob: str
    mime_type: str | None = None
    meta: Json | None = None


def _resource_tag(contents: Any) -> str:
    if isinstance(contents, dict):
        return "blob" if "blob" in contents else "text"
    return "blob" if isinstance(contents, BlobResourceContents) else "text"


ResourceContents: TypeAlias = Annotated[
    Annotated[TextResourceContents, Tag("text")] | Annotated[BlobResourceContents, Tag("blob")],
    Discriminator(_resource_tag),
]
"""What a resource holds: text, or a blob."""


class EmbeddedResource(ContentBase):
    """A resource with all that it holds (TypeScript: EmbeddedResource)."""

    type: Literal["resource"] = "resource"
    resource: ResourceContents


class ToolUseContent(ContentBase):
    """A model's wish to call a tool, in sampling (TypeScript: ToolUseContent)."""

    type: Literal["tool_use"] = "tool_use"
    id: str
    name: str
    input: Defaulted[Json] = Field(default_factory=dict)


class ToolResultContent(ContentBase):
    """What a tool gave for a `ToolUseContent` (TypeScript: ToolResultContent)."""

    _sent_if_given = ("structured_content",)

    type: Literal["tool_result"] = "tool_result"
    tool_use_id: str
    content: Defaulted[list["ContentBlock"]] = Field(default_factory=list["ContentBlock"])
    structured_content: Any = None
    is_error: bool | None = None


class UnknownContent(WireModel):
    """A block of a type that the SDK does not know, kept whole; `model_extra` holds the rest."""

    type: str


_KNOWN_TYPES = frozenset(("text", "image", "audio", "resource_link", "resource", "tool_use", "tool_result"))


def _block_tag(block: Any) -> str:
    kind: object
    if isinstance(block, dict):
        kind = cast("Json", block).get("type")
    else:
        kind = getattr(block, "type", None)
    return kind if isinstance(kind, str) and kind in _KNOWN_TYPES else "unknown"


ContentBlock: TypeAlias = Annotated[
    Annotated[TextContent, Tag("text")]
    | Annotated[ImageContent, Tag("image")]
    | Annotated[AudioContent, Tag("audio")]
    | Annotated[ResourceLink, Tag("resource_link")]
    | Annotated[EmbeddedResource, Tag("resource")]
    | Annotated[ToolUseContent, Tag("tool_use")]
    | Annotated[ToolResultContent, Tag("tool_result")]
    | Annotated[UnknownContent, Tag("unknown")],
    Discriminator(_block_tag),
]
"""Any block of content. The type decides, so that an error names one field, not eight types."""


def _block_or_list_tag(content: Any) -> str:
    return "list" if isinstance(content, list) else "block"


OneOrMoreBlocks: TypeAlias = Annotated[
    Annotated[ContentBlock, Tag("block")] | Annotated[list[ContentBlock], Tag("list")],
    Discriminator(_block_or_list_tag),
]
"""One block of content, or a list of them, as sampling has it."""


def joined_text(blocks: Iterable[object]) -> str:
    """Give the text of all text blocks, one below the other."""
    return "\n".join(block.text for block in blocks if isinstance(block, TextContent))
