"""The view's side of the protocol without I/O: text in, event out; call in, text out.

Everything that depends on the state of the connection stands in one table, `TRANSITIONS`.
Every inbound message comes through `ViewProtocol.receive`, every outbound one leaves through
`ViewProtocol._post`.

    IDLE ──initialize──▶ OPENING ──acceptance──▶ ACCEPTED ──initialized──▶ OPEN
      └──────────────────────┴──────── close ────────┴─────────────────────┴──▶ CLOSED
"""

import itertools
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, cast

from .codec import MAX_SAFE_INTEGER, decode, encode, excerpt
from .errors import (
    METHOD_NOT_FOUND,
    ConnectionClosedError,
    LocalProtocolError,
    McpAppsError,
    RemoteProtocolError,
    RequestError,
)
from .types import RequestId

INITIALIZE = "ui/initialize"
INITIALIZED = "ui/notifications/initialized"
CANCELLED = "notifications/cancelled"

_MOST_DIGITS = len(str(MAX_SAFE_INTEGER))


class State(Enum):
    """Where a connection stands."""

    IDLE = auto()
    OPENING = auto()
    ACCEPTED = auto()
    OPEN = auto()
    CLOSED = auto()


class Act(Enum):
    """What can happen to a connection."""

    INITIALIZE = "send ui/initialize"
    ACCEPTANCE = "receive the answer to ui/initialize"
    INITIALIZED = "send ui/notifications/initialized"
    REQUEST = "send a request"
    NOTIFY = "send a notification"
    ANSWER = "answer a request"
    CLOSE = "close"


TRANSITIONS: dict[State, dict[Act, State]] = {
    State.IDLE: {Act.INITIALIZE: State.OPENING, Act.CLOSE: State.CLOSED},
    State.OPENING: {
        Act.ACCEPTANCE: State.ACCEPTED,
        Act.ANSWER: State.OPENING,
        Act.CLOSE: State.CLOSED,
    },
    State.ACCEPTED: {
        Act.INITIALIZED: State.OPEN,
        Act.ANSWER: State.ACCEPTED,
        Act.CLOSE: State.CLOSED,
    },
    State.OPEN: {
        Act.REQUEST: State.OPEN,
        Act.NOTIFY: State.OPEN,
        Act.ANSWER: State.OPEN,
        Act.CLOSE: State.CLOSED,
    },
    State.CLOSED: {Act.CLOSE: State.CLOSED},
}
"""What may happen in which state, and the state that follows; what is missing is illegal."""

_OF_HANDSHAKE = {INITIALIZE: Act.INITIALIZE, INITIALIZED: Act.INITIALIZED}


@dataclass(frozen=True, slots=True)
class RequestReceived:
    """The host asks for something; `params` is whatever it sent, {} if nothing or an empty list."""

    id: RequestId
    method: str
    params: Any


@dataclass(frozen=True, slots=True)
class NotificationReceived:
    """The host tells something; `params` is whatever it sent, {} if nothing or an empty list."""

    method: str
    params: Any


@dataclass(frozen=True, slots=True)
class ResultReceived:
    """The host answered one of our requests."""

    id: int
    result: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ErrorReceived:
    """One of our requests failed: the host refused it, or its answer makes no sense."""

    id: int
    error: McpAppsError


@dataclass(frozen=True, slots=True)
class Malformed:
    """A message that claims to be JSON-RPC and breaks it."""

    error: RemoteProtocolError


@dataclass(frozen=True, slots=True)
class Ignored:
    """Noise on the window, or an answer to nobody."""

    reason: str


Event = RequestReceived | NotificationReceived | ResultReceived | ErrorReceived | Malformed | Ignored


def message_ids() -> Iterator[int]:
    """Count up from a random start, which is drawn when the first is needed.

    Helpers of a host or of another library may do a handshake of their own in the same frame,
    counting from 0 or 1; their answers must not be taken for ours. A view's app may be part of a
    snapshot, and views that come out of one must not begin alike.
    """
    yield from itertools.count(int.from_bytes(os.urandom(3)) + 1000)


class ViewProtocol:
    """One connection of a view to a host, as a state machine over JSON text.

    Args:
        ids: Where request ids come from; pass the same iterator to the next connection, so
            that a late answer to an old request finds nobody.
    """

    def __init__(self, ids: Iterator[int] | None = None) -> None:
        self.state = State.IDLE
        self._ids = ids if ids is not None else message_ids()
        self._pending: dict[int, str] = {}

    # Outbound

    def initialize(self, params: dict[str, Any]) -> tuple[int, str]:
        """Begin the handshake; gives the request's id and its text."""
        return self._request(Act.INITIALIZE, INITIALIZE, params)

    def initialized(self) -> str:
        """End the handshake."""
        return self._post(Act.INITIALIZED, {"method": INITIALIZED, "params": {}})

    def request(self, method: str, params: dict[str, Any], *, with_progress: bool = False) -> tuple[int, str]:
        """Ask the host for something; gives the request's id and its text.

        With `with_progress` the id is also the request's progress token.
        """
        return self._request(_OF_HANDSHAKE.get(method, Act.REQUEST), method, params, with_progress=with_progress)

    def notify(self, method: str, params: dict[str, Any]) -> str:
        """Tell the host something."""
        return self._post(_OF_HANDSHAKE.get(method, Act.NOTIFY), {"method": method, "params": params})

    def cancel(self, request_id: int, reason: str) -> str | None:
        """Give up a pending request; a late answer to it will be ignored.

        Gives the text that tells the host so, or None where it must not be told: of a
        handshake, or when the connection is closed.
        """
        if not self.forget(request_id) or not self.may(Act.NOTIFY):
            return None
        return self.notify(CANCELLED, {"requestId": request_id, "reason": reason})

    def forget(self, request_id: int) -> bool:
        """Stop waiting for an answer; gives whether one was still due."""
        return self._pending.pop(request_id, None) is not None

    def answer(self, request_id: RequestId, result: dict[str, Any]) -> str:
        """Answer a request of the host."""
        return self._post(Act.ANSWER, {"id": request_id, "result": result})

    def refuse(self, request_id: RequestId, error: dict[str, Any]) -> str:
        """Answer a request of the host with an error."""
        return self._post(Act.ANSWER, {"id": request_id, "error": error})

    def close(self) -> None:
        """End the connection; nothing can be sent or received any more. Idempotent."""
        self._advance(Act.CLOSE, "close")
        self._pending.clear()

    def may(self, act: Act) -> bool:
        """Whether something is legal now."""
        return act in TRANSITIONS[self.state]

    def _request(
        self, act: Act, method: str, params: dict[str, Any], *, with_progress: bool = False
    ) -> tuple[int, str]:
        request_id = next(self._ids)
        if with_progress:
            params = params | {"_meta": {**params.get("_meta", {}), "progressToken": request_id}}
        text = self._post(act, {"id": request_id, "method": method, "params": params})
        self._pending[request_id] = method
        return request_id, text

    def _post(self, act: Act, message: dict[str, Any]) -> str:
        what = message.get("method", "an answer")
        self._check(act, what)
        text = encode({"jsonrpc": "2.0", **message}, where=what)
        self._advance(act, what)
        return text

    def _check(self, act: Act, what: str) -> State:
        following = TRANSITIONS[self.state].get(act)
        if following is not None:
            return following
        if self.state is State.CLOSED:
            raise ConnectionClosedError(f"{what}: the connection to the host is closed")
        if self.state is State.OPEN:
            raise LocalProtocolError(f"{what}: the handshake with the host is over")
        raise LocalProtocolError(f"{what}: the handshake with the host is not over; await connect() first")

    def _advance(self, act: Act, what: str) -> None:
        self.state = self._check(act, what)

    # Inbound

    def receive(self, text: str) -> Event:
        """Take one message from the host, as JSON text.

        Never raises: what breaks the protocol is an event as well.
        """
        if self.state is State.CLOSED:
            return Ignored("the connection is closed")
        try:
            message = decode(text)
        except RemoteProtocolError as error:
            return Malformed(error)
        if not isinstance(message, dict):
            return Ignored("not a JSON-RPC message")
        fields = cast("dict[str, Any]", message)
        if fields.get("jsonrpc") != "2.0":
            return Ignored("not a JSON-RPC 2.0 message")
        if "method" in fields:
            return self._receive_call(fields)
        if "id" in fields or "result" in fields or "error" in fields:
            return self._receive_answer(fields)
        return _malformed("it has neither method nor id", fields)

    def _receive_call(self, fields: dict[str, Any]) -> Event:
        method, params = fields["method"], fields.get("params")
        if not isinstance(method, str):
            return _malformed("method is not a string", fields)
        if params is None or params == []:
            params = {}
        if "id" not in fields:
            return NotificationReceived(method, params)
        if not _is_request_id(fields["id"]):
            return _malformed("id is neither a string nor an integer", fields)
        return RequestReceived(fields["id"], method, params)

    def _receive_answer(self, fields: dict[str, Any]) -> Event:
        request_id = own_id(fields.get("id"))
        if request_id is None and fields.get("id") is None:
            return _malformed("an answer without an id", fields)
        method = self._pending.pop(request_id, None) if request_id is not None else None
        if request_id is None or method is None:
            return Ignored(f"an answer to a request that is not pending: {excerpt(fields['id'])}")
        if method == INITIALIZE:
            self._advance(Act.ACCEPTANCE, method)
        error, result = fields.get("error"), fields.get("result")
        if error is not None:
            return ErrorReceived(request_id, _answered_error(method, error))
        if not isinstance(result, dict):
            problem = f"the host's answer to {method} has no result object: {excerpt(result)}"
            return ErrorReceived(request_id, RemoteProtocolError(problem))
        members = cast("dict[str, Any]", result)
        if set(members) == {"status", "message"}:
            return ErrorReceived(request_id, _disguised_error(method, members))
        return ResultReceived(request_id, members)


def own_id(value: Any) -> int | None:
    """The id, or progress token, as we sent it; hosts that turn numbers into strings are forgiven."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _is_request_id(value: Any) -> bool:
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) <= MAX_SAFE_INTEGER  # a larger one could not be given back as it came
    return isinstance(value, str)


def _malformed(problem: str, fields: dict[str, Any]) -> Malformed:
    return Malformed(RemoteProtocolError(f"a message breaks JSON-RPC ({problem}): {excerpt(fields)}"))


def _answered_error(method: str, error: Any) -> McpAppsError:
    fields = cast("dict[str, Any]", error) if isinstance(error, dict) else {}
    code, message = fields.get("code"), fields.get("message")
    if not isinstance(code, int | float) or not math.isfinite(code):
        return RemoteProtocolError(f"the host refused {method} with an error that has no code: {excerpt(error)}")
    if not isinstance(message, str):
        message = f"the host refused {method} and did not say why"
    return RequestError.from_wire(int(code), message, fields.get("data"))


def _disguised_error(method: str, result: dict[str, Any]) -> McpAppsError:
    """Goose answers what it does not know with a result that only looks like one."""
    return RequestError.from_wire(METHOD_NOT_FOUND, f"{method}: the host answered {excerpt(result)}")
