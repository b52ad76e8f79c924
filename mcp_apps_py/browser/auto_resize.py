"""Reports the view's size to its host."""

import math
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ..types import HostContext
from . import _js
from .clock import PageClock, PageTimer
from .measuring import content_height
from .size_policy import Measure, Size, SizePolicy

if TYPE_CHECKING:
    from ..app import App

_QUIET_S = 0.3

# What may change the content's height without changing the document, or the size of its body.
_EVENTS = ("load", "toggle", "transitionend", "animationend")


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
        self._mode: str | None = None
        self._measure: Measure | None = None
        self._scrolled: list[Any] = []
        self._clock = PageClock()
        self._quiet: PageTimer | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        document, window, stack = _js.document, _js.window, self._stack
        frame = self._frame = _js.FrameCallback(self._look)
        self._mode = self._app.host.context.display_mode
        stack.callback(frame.close)
        stack.callback(self._clock.close)
        stack.callback(self._stop_waiting)
        stack.callback(_js.observe_sizes([document.documentElement, document.body], frame.ask))
        stack.callback(_js.observe_mutations(document.body, frame.ask))
        # Of the root, its children only: measuring changes its style.
        stack.callback(_js.observe_mutations(document.documentElement, frame.ask, below=False))
        stack.callback(_js.listen(window, "resize", lambda _event: frame.ask()))
        stack.callback(_js.listen(document, "scroll", self._on_scroll, capture=True))
        for event in _EVENTS:
            stack.callback(_js.listen(document, event, lambda _event: frame.ask(), capture=True))
        self._app.on_host_context_changed.add(self._on_context)
        stack.callback(self._app.on_host_context_changed.remove, self._on_context)
        # At once: a host may keep the frame hidden, without animation frames, until it knows.
        self._look()
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _on_context(self, _changes: HostContext) -> None:
        mode = self._app.host.context.display_mode
        if mode != self._mode:
            self._mode = mode
            self._policy.reset()
            # Not at once: the message may be here before the frame has its new size.
            self._measure = None
            self._wait()

    def _on_scroll(self, event: Any) -> None:
        target = event.target
        if target != _js.document and target not in self._scrolled:
            self._scrolled.append(target)

    def _look(self) -> None:
        if not self._app.connected or self._mode == "fullscreen":
            return
        measure = self._measured()
        if measure is None or measure == self._measure:
            return
        self._measure = measure
        self._report(self._policy.look(measure))
        self._wait()

    def _measured(self) -> Measure | None:
        self._scrolled = [element for element in self._scrolled if element.isConnected and element.scrollTop]
        height = content_height(may_squeeze=not self._scrolled)
        if height is None:
            return None
        window = _js.window
        return Measure(math.ceil(window.innerWidth), math.ceil(window.innerHeight), math.ceil(height))

    def _report(self, size: Size | None) -> None:
        if size is not None:
            self._app.tell("ui/notifications/size-changed", width=size[0], height=size[1])

    def _wait(self) -> None:
        self._stop_waiting()
        self._quiet = self._clock.call_later(_QUIET_S, self._on_quiet)

    def _stop_waiting(self) -> None:
        if self._quiet is not None:
            self._quiet.cancel()
            self._quiet = None

    def _on_quiet(self) -> None:
        self._quiet = None
        self._look()
        if self._quiet is None and self._app.connected and self._mode != "fullscreen":
            self._report(self._policy.quiet())
