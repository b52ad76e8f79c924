"""Keeps the view clear of what covers its edges."""

from typing import Any

from ..types import HostContext
from . import _js

_EDGES = ("top", "right", "bottom", "left")


def apply_safe_area_insets(context: HostContext, element: Any = None) -> None:
    """Pad an element by the safe area insets of a context, or of a change of it.

    Args:
        context: `app.host.context`, or what `on_host_context_changed` gives. Without insets
            nothing changes.
        element: What is padded; the body by default.
    """
    insets = context.safe_area_insets
    if insets is None:
        return
    style = (_js.document.body if element is None else element).style
    for edge in _EDGES:
        style.setProperty(f"padding-{edge}", f"{getattr(insets, edge)}px")
