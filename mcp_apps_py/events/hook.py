"""Event hooks: how authors hear of what the host tells.

One hook an event. A hook is a decorator that adds a listener; it also has one replaceable
handler, as the counterpart's `on…` setters do, and can be awaited and iterated.
"""

import asyncio
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any, Generic, TypeVar

from ..errors import ConnectionClosedError
from ..tasks import Tasks
from .binding import Select, bind

T = TypeVar("T")
ListenerT = TypeVar("ListenerT", bound=Callable[..., Any])

_NOTHING: Any = object()


class EventHook(Generic[T]):
    """The listeners of one event whose value is a `T`.

    Listeners may be sync or async and are called with the value, or with nothing if they take
    no parameter. A parameter annotated with a model, dataclass or TypedDict of the author's
    gets the payload of the event, validated.

    Args:
        name: The event's name, for error texts.
        tasks: Runs the listeners.
        replay: Whether a listener that is added late gets the last value, in the next turn of
            the event loop.
        newest: Whether iteration skips to the newest value when the reader is slow.
        select: Takes the payload out of a value, for typed listeners; see `binding.bind`.
        whole: Whether the payload is complete, so that models may be asked for.
    """

    def __init__(
        self,
        name: str,
        tasks: Tasks,
        *,
        replay: bool = False,
        newest: bool = False,
        select: Select | None = None,
        whole: bool = True,
    ) -> None:
        self.name = name
        self._tasks = tasks
        self._replay = replay
        self._newest = newest
        self._select = select
        self._whole = whole
        self._handler: Callable[..., Any] | None = None
        self._bound_handler: Callable[[T], Any] | None = None
        self._listeners: dict[Any, Callable[[T], Any]] = {}
        self._last: T = _NOTHING
        self._subscriptions: weakref.WeakSet[Subscription[T]] = weakref.WeakSet()

    def __call__(self, listener: ListenerT) -> ListenerT:
        """Add a listener, as a decorator; gives the listener back."""
        self.add(listener)
        return listener

    def add(self, listener: Callable[..., Any]) -> None:
        """Add a listener; adding one twice changes nothing.

        Raises:
            LocalProtocolError: If the listener's signature can't take the event.
        """
        if listener not in self._listeners:
            bound = self._bind(listener)
            self._listeners[listener] = bound
            self._deliver_late(bound)

    def remove(self, listener: Callable[..., Any]) -> None:
        """Remove a listener; it is no error if it was not there."""
        self._listeners.pop(listener, None)

    @property
    def handler(self) -> Callable[..., Any] | None:
        """The one replaceable listener, called before the others; None clears it."""
        return self._handler

    @handler.setter
    def handler(self, function: Callable[..., Any] | None) -> None:
        self._bound_handler = None if function is None else self._bind(function)
        self._handler = function
        if self._bound_handler is not None:
            self._deliver_late(self._bound_handler)

    def _bind(self, function: Callable[..., Any]) -> Callable[[T], Any]:
        return bind(function, event=self.name, select=self._select, whole=self._whole)

    def _targets(self) -> list[Callable[[T], Any]]:
        first = [] if self._bound_handler is None else [self._bound_handler]
        return [*first, *self._listeners.values()]

    def _deliver_late(self, bound: Callable[[T], Any]) -> None:
        value = self._last
        if value is _NOTHING:
            return

        def deliver() -> None:
            if self._last is value and bound in self._targets():
                self._tasks.start(bound, value)

        asyncio.get_event_loop().call_soon(deliver)

    def emit(self, value: T) -> None:
        """Tell everybody who listens now; a listener that fails does not stop the others."""
        if self._replay:
            self._last = value
        for bound in self._targets():
            self._tasks.start(bound, value)
        for subscription in list(self._subscriptions):
            subscription.put(value)

    def forget(self) -> None:
        """Forget the last value, so that nobody gets it late."""
        self._last = _NOTHING

    def end(self) -> None:
        """The connection is over: iterations end, and who awaits `next` learns of it."""
        self.forget()
        for subscription in list(self._subscriptions):
            subscription.end()

    @property
    def last(self) -> T | None:
        """The value that a late listener would get, or None."""
        return None if self._last is _NOTHING else self._last

    @property
    def listened(self) -> bool:
        """Whether anybody would hear an event now."""
        return bool(self._targets() or self._subscriptions)

    async def next(self) -> T:
        """Wait for the next value; one that came before does not count.

        Raises:
            ConnectionClosedError: If the connection ends first.
        """
        subscription = self._subscribe()
        try:
            return await anext(subscription)
        except StopAsyncIteration:
            raise ConnectionClosedError(f"no {self.name} came before the end") from None

    def __aiter__(self) -> AsyncIterator[T]:
        """Iterate over the values, from a remembered one on, until the connection ends."""
        subscription = self._subscribe()
        if self._last is not _NOTHING:
            subscription.put(self._last)
        return subscription

    def _subscribe(self) -> "Subscription[T]":
        subscription = Subscription[T](1 if self._newest else None)
        self._subscriptions.add(subscription)
        return subscription


class Subscription(AsyncIterator[T]):
    """One reader of a hook. The hook holds it weakly: a reader that leaves costs nothing."""

    def __init__(self, limit: int | None) -> None:
        self._values: deque[T] = deque(maxlen=limit)
        self._news = asyncio.Event()
        self._ended = False

    def put(self, value: T) -> None:
        """Add a value for the reader."""
        self._values.append(value)
        self._news.set()

    def end(self) -> None:
        """Let the reader come to an end after what is there."""
        self._ended = True
        self._news.set()

    async def __anext__(self) -> T:
        while not self._values:
            if self._ended:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._values.popleft()
