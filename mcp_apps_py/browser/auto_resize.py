"""Reports the view's size to its host."""

import math
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from . import _js

if TYPE_CHECKING:
    from ..app import App


class AutoResize:
    """Reports the page's size whenever it changes, as a context manager.

    At most one report an animation frame, and none when nothing changed. The width is the
    frame's own: a host that applies what is reported must not make the view wander. The height
    is that of the content, whatever height the frame has just now.

    Args:
        app: A connected app.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self._last: tuple[int, int] | None = None
        self._frame: _js.FrameCallback | None = None
        self._stop: Callable[[], None] | None = None

    def __enter__(self) -> Self:
        document = _js.document
        self._frame = _js.FrameCallback(self._report)
        self._stop = _js.observe_sizes([document.documentElement, document.body], self._frame.ask)
        self._frame.ask()
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if self._stop is not None and self._frame is not None:
            self._stop()
            self._frame.close()
            self._stop = self._frame = None

    def _report(self) -> None:
        size = measure()
        if size != self._last and self._app.connected:
            self._last = size
            self._app.tell("ui/notifications/size-changed", width=size[0], height=size[1])


def measure() -> tuple[int, int]:
    """Give the frame's width and the content's height, in whole CSS pixels."""
    root = _js.document.documentElement
    height = root.style.height
    root.style.height = "max-content"
    content = root.getBoundingClientRect().height
    root.style.height = height
    return math.ceil(_js.window.innerWidth), math.ceil(content)
