"""The page's clock: many timers over one time-out."""

import heapq
import itertools
import time
from collections.abc import Callable
from typing import Any

from . import _js

_MAX_TIMEOUT_MS = 2**31 - 1  # what setTimeout can count
_FEW = 16


class PageClock:
    """Runs functions after some time.

    There is one time-out of the page for all of them: one for each call, which mostly ends long before its time is
    over, would cost as much as the call's JSON.
    """

    def __init__(self) -> None:
        self._timers: list[tuple[float, int, PageTimer]] = []
        self._order = itertools.count()
        self._cancelled = 0
        self._proxy: Any = None
        self._due: float | None = None
        self._timeout: Any = None

    def call_later(self, delay: float, callback: Callable[[], None]) -> "PageTimer":
        """Run `callback` after `delay` seconds, unless the timer is cancelled."""
        timer = PageTimer(self, callback)
        due = time.monotonic() + delay
        heapq.heappush(self._timers, (due, next(self._order), timer))
        if self._due is None or due < self._due:
            self._arm()
        return timer

    def close(self) -> None:
        """Forget all timers, and release what the page holds of this clock."""
        self._disarm()
        self._timers.clear()
        self._cancelled = 0
        if self._proxy is not None:
            self._proxy.destroy()
            self._proxy = None

    def forget_one(self) -> None:
        """Learn that a timer was cancelled; it is thrown away when there are more such than others."""
        self._cancelled += 1
        if self._cancelled > _FEW and self._cancelled * 2 > len(self._timers):
            self._timers = [entry for entry in self._timers if entry[2].callback is not None]
            heapq.heapify(self._timers)
            self._cancelled = 0

    def _arm(self) -> None:
        """Have the page call when the first timer is due; a cancelled one does no harm."""
        self._disarm()
        if not self._timers:
            return
        if self._proxy is None:
            self._proxy = _js.ffi.create_proxy(self._fire)
        self._due = self._timers[0][0]
        # A time-out may come a little early.
        delay = (self._due - time.monotonic()) * 1000 + 1
        self._timeout = _js.window.setTimeout(self._proxy, min(delay, _MAX_TIMEOUT_MS))

    def _disarm(self) -> None:
        if self._due is not None:
            _js.window.clearTimeout(self._timeout)
            self._due = None

    def _fire(self) -> None:
        self._due = None
        now = time.monotonic()
        while self._timers and self._timers[0][0] <= now:
            _, _, timer = heapq.heappop(self._timers)
            callback, timer.callback = timer.callback, None
            if callback is not None:
                callback()
        if self._due is None:
            self._arm()


class PageTimer:
    """A timer of a `PageClock`."""

    __slots__ = ("_clock", "callback")

    def __init__(self, clock: PageClock, callback: Callable[[], None]) -> None:
        self._clock = clock
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        """Make sure that the callback does not run, and release it. Idempotent."""
        if self.callback is not None:
            self.callback = None
            self._clock.forget_one()
