"""Keeps the view clear of what covers its edges, and within the room that the host gives."""

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


def apply_container_dimensions(context: HostContext, element: Any = None) -> None:
    """Give an element the room that the host has for the view.

    Where the host decides on the size the element fills the frame, where there is a maximum it
    stays within that, and else it is as large as its content.

    Args:
        context: `app.host.context`, or what `on_host_context_changed` gives. Without container
            dimensions nothing changes.
        element: What is sized; the root element by default.
    """
    room = context.container_dimensions
    if room is None:
        return
    style = (_js.document.documentElement if element is None else element).style
    style.width = "100vw" if room.width_extent == "fixed" else ""
    style.height = "100vh" if room.height_extent == "fixed" else ""
    style.maxWidth = f"{room.max_width}px" if room.width_extent == "flexible" else ""
    style.maxHeight = f"{room.max_height}px" if room.height_extent == "flexible" else ""
