"""The narrow edge between the SDK and whatever carries its messages.

A transport moves JSON text, one JSON-RPC message a call, and owns the clock of the place it
runs in. The page's transport is `mcp_apps_py.browser.PostMessageTransport`; the pair in this
module joins a view and a host inside one process, for tests.
"""

import asyncio
import heapq
import itertools
from collections.abc import Callable
from typing import Protocol

from .errors import ConnectionClosedError, LocalProtocolError


class Timer(Protocol):
    """Something that will happen unless it is cancelled; what `Transport.call_later` gives."""

    def cancel(self) -> None:
        """Make sure that the callback does not run, and release it. Idempotent."""
        ...


class Receiver(Protocol):
    """What a transport tells the side that started it."""

    def receive(self, text: str) -> None:
        """Take one message, as JSON text. Called in the order of arrival; must not raise."""
        ...

    def fail(self, error: Exception) -> None:
        """Learn of something that could not be made into a message; the transport lives on."""
        ...

    def closed(self) -> None:
        """Learn that the other side is gone. Not called after the receiver's own `close`."""
        ...


class Transport(Protocol):
    """Carries messages between a view and its host."""

    def start(self, receiver: Receiver) -> None:
        """Begin to deliver messages to `receiver`.

        Raises:
            LocalProtocolError: If it is started already.
        """
        ...

    def send(self, text: str) -> None:
        """Post one message, given as JSON text.

        Raises:
            ConnectionClosedError: If the transport is not started or is closed.
        """
        ...

    def close(self) -> None:
        """Stop delivering and release everything. Idempotent; it may be started again."""
        ...

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Run `callback` after `delay` seconds, unless the returned timer is cancelled."""
        ...


class ManualClock:
    """A clock that stands still until it is told to advance, so that tests never wait.

    Times are seconds since the clock was made.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._timers: list[tuple[float, int, ManualTimer]] = []
        self._order = itertools.count()

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Run `callback` as soon as the clock has advanced by `delay` seconds."""
        timer = ManualTimer(callback)
        heapq.heappush(self._timers, (self.now + delay, next(self._order), timer))
        return timer

    @property
    def pending(self) -> int:
        """How many timers would still fire."""
        return sum(timer.callback is not None for _, _, timer in self._timers)

    async def advance(self, seconds: float) -> None:
        """Let `seconds` pass: fire what falls due, in order, and let tasks run in between."""
        end = self.now + seconds
        await settle()
        while self._timers and self._timers[0][0] <= end:
            self.now, _, timer = heapq.heappop(self._timers)
            callback, timer.callback = timer.callback, None
            if callback is not None:
                callback()
                await settle()
        self.now = end


class ManualTimer:
    """A timer of a `ManualClock`."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        """Forget the callback."""
        self.callback = None


async def settle(turns: int = 20) -> None:
    """Let the event loop turn, so that messages and tasks that are under way come through."""
    for _ in range(turns):
        await asyncio.sleep(0)


class MemoryTransport:
    """One end of `memory_pair`: what it sends, the other end receives in a later turn."""

    def __init__(self, clock: ManualClock | None = None) -> None:
        self._clock = clock
        self.peer: MemoryTransport | None = None
        self._receiver: Receiver | None = None

    def start(self, receiver: Receiver) -> None:
        """Begin to deliver.

        Raises:
            LocalProtocolError: If it is started already.
        """
        if self._receiver is not None:
            raise LocalProtocolError("this transport is started already")
        self._receiver = receiver

    def send(self, text: str) -> None:
        """Post one message to the other end; lost, as in a page, if nobody listens there.

        Raises:
            ConnectionClosedError: If this end is not started or is closed.
        """
        if self._receiver is None or self.peer is None:
            raise ConnectionClosedError("this transport is closed")
        asyncio.get_running_loop().call_soon(self.peer._deliver, text)

    def _deliver(self, text: str) -> None:
        if self._receiver is not None:
            self._receiver.receive(text)

    def close(self) -> None:
        """Stop delivering. A page is not told that its listener left, so neither is the peer."""
        self._receiver = None

    def hang_up(self) -> None:
        """Close, and let the other end know: what a transport with a real connection does."""
        self.close()
        if self.peer is not None and self.peer._receiver is not None:
            receiver, self.peer._receiver = self.peer._receiver, None
            receiver.closed()

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Run `callback` later, by the manual clock if there is one, else by the loop's."""
        if self._clock is not None:
            return self._clock.call_later(delay, callback)
        return asyncio.get_running_loop().call_later(delay, callback)


def memory_pair(clock: ManualClock | None = None) -> tuple[MemoryTransport, MemoryTransport]:
    """Make a view's end and a host's end that are joined in memory."""
    view, host = MemoryTransport(clock), MemoryTransport(clock)
    view.peer, host.peer = host, view
    return view, host
