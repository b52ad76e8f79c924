"""Drives a `ViewProtocol` over a transport: futures, tasks, time-outs, cancellation, progress.

The only place where an exception becomes a JSON-RPC error. A session is one connection: it is
made for a `connect` and thrown away when the connection ends.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Protocol

from ..context import RequestContext
from ..errors import (
    ConnectionClosedError,
    LocalProtocolError,
    RemoteProtocolError,
    RequestError,
    RequestTimeoutError,
    error_to_wire,
)
from ..methods import TO_HOST, TO_VIEW, Method
from ..protocol import (
    INITIALIZE,
    Act,
    ErrorReceived,
    Ignored,
    Malformed,
    NotificationReceived,
    RequestReceived,
    ResultReceived,
    State,
    ViewProtocol,
    own_id,
)
from ..tasks import Tasks, raise_if_cancelled
from ..transport import Transport
from ..types import (
    CancelledParams,
    InitializeParams,
    ProgressParams,
    RequestId,
)
from .params import meta_of, read_params
from .pending import DEFAULT_TIMEOUT, PendingCall, RequestOptions, check_options

logger = logging.getLogger("mcp_apps_py")


Served = dict[str, Any] | Coroutine[Any, Any, dict[str, Any]]
"""The result of a request of the host, or the coroutine that will give it."""


class Owner(Protocol):
    """Whom a session serves."""

    def serve(self, method: str, params: Any, context: RequestContext) -> Served:
        """Carry out a request of the host; raises MethodNotFoundError if nobody can."""
        ...

    def hear(self, method: str, params: Any) -> None:
        """Take a notification of the host."""
        ...

    def report(self, error: BaseException) -> None:
        """Take an error that no call of the author's would learn of."""
        ...

    def ended(self, reason: Exception | None) -> None:
        """Learn that the connection is over; `reason` is None if that was wanted."""
        ...


class Session:
    """One connection to a host.

    Args:
        transport: Carries the messages.
        owner: Hears and serves what the host sends.
        tasks: Runs the owner's code.
        ids: Where request ids come from.
    """

    def __init__(self, transport: Transport, owner: Owner, tasks: Tasks, ids: Iterator[int]) -> None:
        self._transport = transport
        self._owner = owner
        self._tasks = tasks
        self._protocol = ViewProtocol(ids)
        self._calls: dict[int, PendingCall] = {}
        self._serving: dict[RequestId, asyncio.Task[Any] | None] = {}
        self._inbox: deque[RequestReceived | NotificationReceived] = deque()
        self._pumping = False
        self._closing = False
        self._reactions: dict[type, Callable[[Any], None]] = {
            RequestReceived: self._take,
            NotificationReceived: self._take,
            ResultReceived: self._settle_result,
            ErrorReceived: self._settle_error,
            Malformed: lambda event: self._owner.report(event.error),
            Ignored: lambda event: logger.debug("ignored a message: %s", event.reason),
        }
        self._own_notifications: dict[str, Callable[[Any], None]] = {
            "notifications/progress": self._progress,
            "notifications/cancelled": self._cancelled,
        }

    @property
    def open(self) -> bool:
        """Whether the handshake is over and the connection has not ended."""
        return self._protocol.state is State.OPEN

    @property
    def catching_up(self) -> bool:
        """Whether messages that have come wait for their listeners."""
        return self._pumping

    # The life of a connection

    async def connect(
        self,
        params: InitializeParams,
        accept: Callable[[dict[str, Any]], None],
        timeout: float | None = DEFAULT_TIMEOUT,
    ) -> None:
        """Start the transport and shake hands.

        Args:
            params: Who the view is.
            accept: Stores the host's answer; called before `initialized` is sent. What it
                raises ends the connection.
            timeout: How long to wait for the answer, in seconds.

        Raises:
            LocalProtocolError: If the transport is in use, or the time is no number.
            RequestTimeoutError: If the host does not answer in time.
            RequestError: If the host refuses.
            RemoteProtocolError: If the answer is not one.
            ConnectionClosedError: If the connection ends meanwhile.
        """
        options = RequestOptions(timeout=timeout)
        check_options(INITIALIZE, options)
        self._transport.start(self)
        try:
            request_id, text = self._protocol.initialize(params.to_wire())
            accept(await self._exchange(request_id, text, INITIALIZE, options))
            self._transport.send(self._protocol.initialized())
        except BaseException:
            self.end()
            raise
        self._pump_soon()  # whoever awaits the connection goes on first

    def end(self, reason: Exception | None = None) -> None:
        """End the connection: every pending call fails, everything is released. Idempotent.

        Args:
            reason: What ended it, if it was not this side.
        """
        if self._protocol.state is State.CLOSED:
            return
        was_open = self.open
        self._protocol.close()
        self._transport.close()
        self._inbox.clear()
        for call in self._calls.values():
            call.stop_clocks()
            call.fail(ConnectionClosedError(f"{call.method}: the connection to the host closed"))
        self._tasks.cancel_soon()
        if was_open:
            self._owner.ended(reason)

    # What the transport tells

    def receive(self, text: str) -> None:
        """Take one message from the transport."""
        event = self._protocol.receive(text)
        self._reactions[type(event)](event)

    def fail(self, error: Exception) -> None:
        """Take an error from the transport."""
        self._owner.report(error)

    def closed(self) -> None:
        """Learn from the transport that the host is gone."""
        self.end(ConnectionClosedError("the host closed the connection"))

    # Outbound

    async def request(self, method: str, params: dict[str, Any], options: RequestOptions) -> dict[str, Any]:
        """Send a request and wait for its result.

        Raises:
            RequestError: If the host answers with an error.
            RequestTimeoutError: If it does not answer in time; it is told that we gave up.
            RemoteProtocolError: If the answer breaks the protocol.
            ConnectionClosedError: If the connection is closed or closes meanwhile.
            LocalProtocolError: If nothing may be asked now, `params` is not JSON, or an
                option is unknown or none.
        """
        check_options(method, options)
        spec = TO_HOST.get(method)
        with_progress = bool(spec and spec.progress) or options.get("on_progress") is not None
        request_id, text = self._protocol.request(method, params, with_progress=with_progress)
        return await self._exchange(request_id, text, method, options)

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification.

        Raises:
            ConnectionClosedError: If the connection is closed.
            LocalProtocolError: If nothing may be told now, or `params` is not JSON.
        """
        self._transport.send(self._protocol.notify(method, params))

    async def _exchange(self, request_id: int, text: str, method: str, options: RequestOptions) -> dict[str, Any]:
        spec = TO_HOST.get(method)
        call = self._calls[request_id] = PendingCall(
            method,
            options,
            restarts=bool(spec and spec.progress),
            clock=self._transport.call_later,
            give_up=lambda limit: self._time_out(request_id, limit),
        )
        try:
            self._transport.send(text)
            call.start_clocks()
            return await call.answer
        except asyncio.CancelledError:
            self._give_up(request_id, "cancelled by the view")
            raise
        finally:
            call.stop_clocks()
            self._calls.pop(request_id, None)
            self._protocol.forget(request_id)

    def _time_out(self, request_id: int, limit: float) -> None:
        call = self._calls[request_id]
        self._give_up(request_id, f"timed out after {limit:g} s")
        call.fail(RequestTimeoutError(f"the host did not answer {call.method} within {limit:g} s"))

    def _give_up(self, request_id: int, reason: str) -> None:
        """Tell the host, unless the request is settled already."""
        text = self._protocol.cancel(request_id, reason)
        if text is not None:
            self._transport.send(text)

    # Answers to our requests

    def _settle_result(self, event: ResultReceived) -> None:
        self._calls[event.id].settle(event.result)

    def _settle_error(self, event: ErrorReceived) -> None:
        self._calls[event.id].fail(event.error)

    def _progress(self, params: ProgressParams) -> None:
        request_id = own_id(params.progress_token)
        call = self._calls.get(request_id) if request_id is not None else None
        if call is None or call.answer.done():
            return
        call.progressed()
        if call.on_progress is not None:
            self._tasks.start(call.on_progress, params)

    # Requests and notifications of the host, in wire order

    def _take(self, event: RequestReceived | NotificationReceived) -> None:
        spec = TO_VIEW.get(event.method)
        if spec is not None and spec.at_once:
            self._dispatch(event)
            return
        self._inbox.append(event)
        if not self._pumping:
            self._pump()

    def _pump(self) -> None:
        """Dispatch what waits. Hosts speak before the handshake is over; that is kept.

        Where a dispatch began a task whose first step is still to come, the next one waits for that, so that sync and
        async listeners start in wire order.
        """
        self._pumping = False
        while self._inbox and self.open:
            deferred = self._tasks.deferred
            self._dispatch(self._inbox.popleft())
            if self._tasks.deferred != deferred:
                self._pump_soon()
                return

    def _pump_soon(self) -> None:
        self._pumping = True
        asyncio.get_event_loop().call_soon(self._pump)

    def _dispatch(self, event: RequestReceived | NotificationReceived) -> None:
        spec = TO_VIEW.get(event.method)
        if isinstance(event, RequestReceived):
            self._serve(event, event.id)
        elif spec is not None and spec.result is not None:
            self._serve(event, None)  # mcp-cli sends teardown as a notification
        else:
            self._hear(event, spec)

    def _hear(self, event: NotificationReceived, spec: Method | None) -> None:
        try:
            params = read_params(event, spec, self._owner.report)
        except RequestError as error:
            self._owner.report(RemoteProtocolError(error.message))
            return
        own = self._own_notifications.get(event.method)
        try:
            own(params) if own is not None else self._owner.hear(event.method, params)
        except Exception as error:  # noqa: BLE001 - one bad message must not end the others
            self._owner.report(error)

    def _serve(self, event: RequestReceived | NotificationReceived, id: RequestId | None) -> None:
        """Answer at once if that can be; else a task does it as soon as the answer is there."""
        spec = TO_VIEW.get(event.method)
        closes = spec is not None and spec.closes
        if closes and self._closing:  # a host that says it twice; one clean-up and one answer are enough
            return
        self._closing = self._closing or closes
        if id is not None:
            self._serving[id] = None
        try:
            outcome = self._carry_out(event, id, spec)
            if isinstance(outcome, dict):
                self._reply(id, self._protocol.answer, outcome)
            else:
                self._await(outcome, id, closes=closes)
                return
        except (Exception, SystemExit, asyncio.CancelledError) as error:  # noqa: BLE001 - authors' code may raise anything
            self._fail(id, error)
        self._forget_serving(id)
        if closes:
            self.end()

    def _await(self, outcome: Coroutine[Any, Any, dict[str, Any]], id: RequestId | None, *, closes: bool) -> None:
        task = self._tasks.run(self._answer(outcome, id, closes=closes))
        if id is not None and task.done():
            self._forget_serving(id)
        elif id is not None:
            self._serving[id] = task

    async def _answer(
        self, outcome: Coroutine[Any, Any, dict[str, Any]], id: RequestId | None, *, closes: bool
    ) -> None:
        try:
            self._reply(id, self._protocol.answer, await outcome)
        except (Exception, SystemExit, asyncio.CancelledError) as error:  # noqa: BLE001 - authors' code may raise anything
            raise_if_cancelled(error)
            self._fail(id, error)
        finally:
            self._forget_serving(id, asyncio.current_task())
            if closes:
                self.end()

    def _forget_serving(self, id: RequestId | None, task: asyncio.Task[Any] | None = None) -> None:
        if id is not None and self._serving.get(id) is task:
            self._serving.pop(id, None)

    def _carry_out(
        self, event: RequestReceived | NotificationReceived, id: RequestId | None, spec: Method | None
    ) -> Served:
        try:
            params = read_params(event, spec, self._owner.report)
        except RequestError as error:
            self._owner.report(RemoteProtocolError(error.message))
            raise
        return self._owner.serve(event.method, params, RequestContext(self, id, event.method, meta_of(event.params)))

    def _fail(self, id: RequestId | None, error: BaseException) -> None:
        if not isinstance(error, RequestError):
            self._owner.report(error)
        self._refuse(id, error)

    def _refuse(self, id: RequestId | None, error: BaseException) -> None:
        try:
            self._reply(id, self._protocol.refuse, error_to_wire(error))
        except LocalProtocolError as problem:  # the data of the error is not JSON
            self._owner.report(problem)
            self._reply(id, self._protocol.refuse, error_to_wire(problem))

    def _reply(
        self, id: RequestId | None, write: Callable[[RequestId, dict[str, Any]], str], body: dict[str, Any]
    ) -> None:
        # A handler may have caught its cancellation and gone on; nobody waits for the answer then.
        if id is not None and id in self._serving and self._protocol.may(Act.ANSWER):
            self._transport.send(write(id, body))

    def _cancelled(self, params: CancelledParams) -> None:
        task = self._serving.pop(params.request_id, None) if params.request_id is not None else None
        if task is not None:
            task.cancel()
