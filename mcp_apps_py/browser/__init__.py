"""The page's side: `run` a view, the postMessage transport, theming, auto-resize.

It can be imported anywhere; off the page, `run` does nothing.
"""

import logging

from ..app.place import place
from . import _js
from .auto_resize import AutoResize
from .console import ConsoleHandler
from .layout import apply_container_dimensions, apply_safe_area_insets
from .life import run
from .metadata import page_metadata
from .post_message import PostMessageTransport
from .storage import page_storage
from .theming import (
    apply_document_theme,
    apply_host_context,
    apply_host_fonts,
    apply_host_style_variables,
    get_document_theme,
)

__all__ = [
    "AutoResize",
    "PostMessageTransport",
    "apply_container_dimensions",
    "apply_document_theme",
    "apply_host_context",
    "apply_host_fonts",
    "apply_host_style_variables",
    "apply_safe_area_insets",
    "get_document_theme",
    "run",
]


def arrive() -> None:
    """Take in where this runs: at import, and again when a snapshot of the memory was restored in a page."""
    _js.meet()
    if not _js.in_page:
        return
    place.make_transport = PostMessageTransport
    place.find_storage = page_storage
    place.find_metadata = page_metadata
    log = logging.getLogger("mcp_apps_py")
    if not any(isinstance(handler, ConsoleHandler) for handler in log.handlers):
        log.addHandler(ConsoleHandler())


arrive()
