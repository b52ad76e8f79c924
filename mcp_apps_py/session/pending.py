"""A request on its way: its options, its answer to come, and its clocks."""

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any, TypedDict, TypeVar

from ..errors import LocalProtocolError
from ..tasks import is_running
from ..transport import Timer
from ..types import ProgressParams

T = TypeVar("T")
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


class Answer(asyncio.Future[T]):
    """A future that wakes who awaits it at once, if it is settled outside of any task.

    asyncio would do so in the next turn of the loop, and in a page a turn takes about as long as all the rest of a
    small call. And what follows the answer comes before the next message is heard.
    """

    def __init__(self) -> None:
        super().__init__(loop=asyncio.get_running_loop())
        self._waiting: list[tuple[Callable[[Any], object], Context]] = []

    def add_done_callback(self, fn: Callable[[Any], object], /, *, context: Context | None = None) -> None:
        """Call a function when there is an answer."""
        if self.done():
            super().add_done_callback(fn, context=context)
        else:
            self._waiting.append((fn, context or copy_context()))

    def remove_done_callback(self, fn: Callable[[Any], object], /) -> int:
        """Do not call it after all; gives how often it is taken out."""
        before = len(self._waiting)
        self._waiting = [(function, context) for function, context in self._waiting if function != fn]
        return before - len(self._waiting) + super().remove_done_callback(fn)

    def set_result(self, result: T, /) -> None:
        """Give the answer."""
        super().set_result(result)
        at_once = is_running(self.get_loop()) and asyncio.current_task() is None
        for function, context in self._take_waiting():
            if at_once:
                self._wake(function, context)
            else:
                self.get_loop().call_soon(function, self, context=context)

    def _wake(self, function: Callable[[Any], object], context: Context) -> None:
        try:
            context.run(function, self)
        except (SystemExit, KeyboardInterrupt) as error:  # asyncio lets these two out, and they concern the loop
            self.get_loop().call_soon(_raise, error)

    def set_exception(self, exception: type[BaseException] | BaseException, /) -> None:
        """Fail; who waits learns of it in the next turn of the loop."""
        super().set_exception(exception)
        self._wake_soon()

    def cancel(self, msg: Any | None = None) -> bool:
        """Give up; who waits learns of it in the next turn of the loop."""
        cancelled = super().cancel(msg)
        if cancelled:
            self._wake_soon()
        return cancelled

    def _wake_soon(self) -> None:
        for function, context in self._take_waiting():
            self.get_loop().call_soon(function, self, context=context)

    def _take_waiting(self) -> list[tuple[Callable[[Any], object], Context]]:
        waiting, self._waiting = self._waiting, []
        return waiting


def _raise(error: BaseException) -> None:
    raise error


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
        self.answer = Answer[dict[str, Any]]()
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
