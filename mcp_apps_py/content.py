"""Content blocks from what authors have at hand."""

import base64
import mimetypes
from collections.abc import Iterable
from typing import Any, cast

from pydantic import BaseModel

from .errors import LocalProtocolError
from .types import (
    AudioContent,
    BlobResourceContents,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
    ToolResultContent,
    ToolUseContent,
    UnknownContent,
)

_BLOCKS = (
    TextContent,
    ImageContent,
    AudioContent,
    EmbeddedResource,
    ResourceLink,
    ToolUseContent,
    ToolResultContent,
    UnknownContent,
)

Content = str | ContentBlock | Iterable[str | ContentBlock]
"""What may be given where content is wanted: text, a block, or several of them."""


def is_content_block(value: Any) -> bool:
    """Whether a value is a content block of the SDK."""
    return isinstance(value, _BLOCKS)


def content_blocks(content: Content | object) -> list[ContentBlock]:
    """Make a list of content blocks.

    Raises:
        LocalProtocolError: If something in it is neither text nor a block.
    """
    if isinstance(content, Iterable) and not isinstance(content, str | BaseModel):
        return [_block(item) for item in cast("Iterable[object]", content)]
    return [_block(content)]


def _block(item: Any) -> ContentBlock:
    if isinstance(item, str):
        return TextContent(text=item)
    if is_content_block(item):
        return item
    raise LocalProtocolError(f"content is text or content blocks such as TextContent, not {type(item).__name__}")


def file_resource(data: str | bytes, name: str, mime_type: str | None) -> EmbeddedResource:
    """Wrap a file's data as an embedded resource.

    Args:
        data: Text, or bytes.
        name: The file's name; a MIME type is guessed from it if none is given.
        mime_type: For instance "text/csv".
    """
    kind = mime_type or mimetypes.guess_type(name)[0]
    uri = f"file:///{name.lstrip('/')}"
    if isinstance(data, str):
        text = TextResourceContents(uri=uri, text=data, mime_type=kind or "text/plain")
        return EmbeddedResource(resource=text)
    blob = base64.b64encode(data).decode()
    binary = BlobResourceContents(uri=uri, blob=blob, mime_type=kind or "application/octet-stream")
    return EmbeddedResource(resource=binary)
