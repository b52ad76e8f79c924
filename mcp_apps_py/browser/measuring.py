"""How high the content of the page wants to be, whatever height the frame has."""

from typing import Any

from . import _js

_TOO_LOW = 50  # pixels: so low is a page whose content is taken out of the flow
_NEAR = 1  # pixels: what rounding makes of the frame's height
_SAME = 0.1  # pixels: what layout makes of equal heights


def content_height(*, may_squeeze: bool) -> float | None:
    """Give the height that the content wants, in CSS pixels; None if that can't be told now.

    A page that is stretched to its frame (`html, body { height: 100% }`) has to be asked without
    that, which nobody sees, but which takes lists that scroll back to their beginning.

    Args:
        may_squeeze: Whether nothing would lose its scroll position.
    """
    root = _js.document.documentElement
    height, frame = root.getBoundingClientRect().height, root.clientHeight
    # A scroll bar at the bottom covers a part of what the host gives.
    bar = _js.window.innerHeight - frame
    if height < _TOO_LOW:
        return max(height, _content_end()) + bar
    if abs(height - frame) > _NEAR:
        return height + bar
    overflow = root.scrollHeight if root.scrollHeight > frame + _NEAR else 0
    filled = abs(_content_end() - _room_end()) < _SAME
    if filled and not overflow:
        return height + bar
    if not may_squeeze:
        return overflow + bar if overflow else None
    free = _squeezed_height(root)
    return (max(free, height) if filled or overflow else free) + bar


def _content_end() -> float:
    """Where the content of the body ends, be it in the flow or not."""
    contents = _js.document.createRange()
    contents.selectNodeContents(_js.document.body)
    return contents.getBoundingClientRect().bottom + _js.window.scrollY


def _room_end() -> float:
    """Where the room for the content of the body ends."""
    body = _js.document.body
    style = _js.window.getComputedStyle(body)
    below = _pixels(style.paddingBottom) + _pixels(style.borderBottomWidth)
    return body.getBoundingClientRect().bottom + _js.window.scrollY - below


def _squeezed_height(root: Any) -> float:
    style = root.style
    before = style.getPropertyValue("height"), style.getPropertyPriority("height")
    style.setProperty("height", "max-content", "important")
    height = root.getBoundingClientRect().height
    style.setProperty("height", *before)
    return height


def _pixels(length: str) -> float:
    return float(length.removesuffix("px"))
