"""A request on its way: its options, its answer to come, and its clocks."""

import asyncio
from collections.abc import Callable
from typing import Any, TypedDict

from ..errors import LocalProtocolError
from ..transport import Timer
from ..types import ProgressParams

OnProgress = Callable[[ProgressParams], Any]

DEFAULT_TIMEOUT = 60.0
"""How long a request waits for its answer, in seconds, unless it is told otherwise."""


class RequestOptions(TypedDict, total=False):
    """What every call to the host takes as keywords besides its own.

    Attributes:
        timeout: Seconds until the call ends with RequestTimeoutError; None waits for ever.
            Default 60.
        on_progress: Is called with each ProgressParams; sync or async.
        reset_timeout_on_progress: Whether each progress restarts the clock. Default: yes for
            server tools, no otherwise.
        max_total_timeout: Seconds after which the call ends whatever progress there was.
    """

    timeout: float | None
    on_progress: OnProgress | None
    reset_timeout_on_progress: bool
    max_total_timeout: float | None


def check_options(method: str, options: RequestOptions) -> None:
    """Raise LocalProtocolError if there is an option that no call has, or a time that is no number."""
    unknown = options.keys() - RequestOptions.__annotations__.keys()
    if unknown:
        known = ", ".join(RequestOptions.__annotations__)
        raise LocalProtocolError(f"{method} takes no {', '.join(sorted(unknown))}; the options of a call are {known}")
    for name in ("timeout", "max_total_timeout"):
        seconds = options.get(name)
        if seconds is not None and not isinstance(seconds, int | float):
            raise LocalProtocolError(f"{method}: {name} is a number of seconds or None, not {seconds!r}")


class PendingCall:
    """A request that waits for its answer, while its clocks run.

    Args:
        method: The request's method.
        options: How long to wait, and who hears of progress.
        restarts: Whether each progress restarts the clock, unless the options say otherwise.
        clock: Runs a function after some seconds.
        give_up: Is called with a limit in seconds when that has passed without an answer.

    Attributes:
        answer: The result to come.
        on_progress: Who hears of progress, or None.
    """

    def __init__(
        self,
        method: str,
        options: RequestOptions,
        *,
        restarts: bool,
        clock: Callable[[float, Callable[[], None]], Timer],
        give_up: Callable[[float], None],
    ) -> None:
        self.method = method
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.on_progress = options.get("on_progress")
        self._restarts = options.get("reset_timeout_on_progress", restarts)
        self._timeout = options.get("timeout", DEFAULT_TIMEOUT)
        self._total = options.get("max_total_timeout")
        self._clock = clock
        self._give_up = give_up
        self._timer: Timer | None = None
        self._total_timer: Timer | None = None

    def start_clocks(self) -> None:
        """Begin to count the time."""
        self._timer = self._limit(self._timeout)
        self._total_timer = self._limit(self._total)

    def progressed(self) -> None:
        """Count from the beginning, if progress does that for this call."""
        if self._restarts and self._timer is not None:
            self._timer.cancel()
            self._timer = self._limit(self._timeout)

    def stop_clocks(self) -> None:
        """Stop counting, and release the timers."""
        for timer in (self._timer, self._total_timer):
            if timer is not None:
                timer.cancel()

    def settle(self, result: dict[str, Any]) -> None:
        """Give the result to who waits, unless the call has ended already."""
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, error: Exception) -> None:
        """Raise an error where somebody waits, unless the call has ended already."""
        if not self.answer.done():
            self.answer.set_exception(error)

    def _limit(self, seconds: float | None) -> Timer | None:
        return None if seconds is None else self._clock(seconds, lambda: self._give_up(seconds))
