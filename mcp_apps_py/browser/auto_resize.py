"""Reports the view's size to its host."""

import math
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ..types import HostContext
from . import _js
from .size_policy import Measure, SizePolicy

if TYPE_CHECKING:
    from ..app import App

_TOO_LOW = 50  # pixels: so low is a page whose content is taken out of the flow
_PINNED = 1  # pixels: as close to the frame's height is a page that is stretched to it


class AutoResize:
    """Reports the page's size whenever it changes, as a context manager.

    At most one report an animation frame, none when the height did not change, and none in
    fullscreen, where the host decides; a fresh one on the way back. The width is the frame's
    own: a host that applies what is reported must not make the view wander.

    Args:
        app: A connected app.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self._policy = SizePolicy()
        self._mutated = False
        self._stack = ExitStack()
        self._ask: Callable[[], None] = _nothing

    def __enter__(self) -> Self:
        document = _js.document
        frame = _js.FrameCallback(self._report)
        self._ask = frame.ask
        self._stack.callback(frame.close)
        self._stack.callback(_js.observe_sizes([document.documentElement, document.body], frame.ask))
        self._stack.callback(_js.observe_mutations(document.body, self._on_mutation))
        self._stack.callback(_js.listen(_js.window, "resize", lambda _event: frame.ask()))
        self._app.on_host_context_changed.add(self._on_context)
        self._stack.callback(self._app.on_host_context_changed.remove, self._on_context)
        # At once: a host may keep the frame hidden, without animation frames, until it knows.
        self._report()
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _on_mutation(self) -> None:
        self._mutated = True
        self._ask()

    def _on_context(self, changes: HostContext) -> None:
        if changes.display_mode is not None or changes.container_dimensions is not None:
            self._policy.reset()
            self._ask()

    def _report(self) -> None:
        if not self._app.connected or self._app.host.context.display_mode == "fullscreen":
            return
        mutated, self._mutated = self._mutated, False
        size = self._policy.report(measure(), mutated=mutated)
        if size is not None:
            self._app.tell("ui/notifications/size-changed", width=size[0], height=size[1])


def measure() -> Measure:
    """Look at the page: how large the frame is, and how high the content wants to be."""
    window = _js.window
    return Measure(
        math.ceil(window.innerWidth), math.ceil(window.innerHeight), math.ceil(content_height(window.innerHeight))
    )


def content_height(frame_height: float) -> float:
    """Give the height that the content wants, in CSS pixels, whatever height the frame has."""
    root = _js.document.documentElement
    height = root.getBoundingClientRect().height
    if height < _TOO_LOW:
        return max(height, _extent())
    if abs(height - frame_height) > _PINNED:
        return height
    # It may be stretched to the frame (`html, body { height: 100% }`): ask it without that.
    style, before = root.style, root.style.height
    style.height = "max-content"
    free = root.getBoundingClientRect().height
    style.height = before
    if free >= height:
        return free
    return height if _extent() >= height - _PINNED else free


def _extent() -> float:
    """Where the content of the body ends, be it in the flow or not."""
    contents = _js.document.createRange()
    contents.selectNodeContents(_js.document.body)
    return contents.getBoundingClientRect().bottom


def _nothing() -> None:
    """What a page does that is not observed."""
