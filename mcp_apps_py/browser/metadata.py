"""What the page says of its app."""

from ..app.place import METADATA_ID
from . import _js


def page_metadata() -> str | None:
    """Give the text of the page's metadata block, or None if there is none."""
    block = _js.document.getElementById(METADATA_ID)
    return str(block.textContent) if block else None
