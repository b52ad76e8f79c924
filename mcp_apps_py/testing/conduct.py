"""Whether a view behaves: every frame of a connection, checked against the rules of the protocol.

It watches frames and nothing else, so that the same check holds in memory and for what a host
page has recorded in a browser. What a view may post when stands in one table, `LEGAL`.
"""

from collections.abc import Collection
from enum import Enum
from typing import Any, cast

from pydantic import ValidationError

from ..methods import TO_HOST, TO_VIEW
from ..protocol import CANCELLED, INITIALIZE, INITIALIZED
from ..validation import describe

PROGRESS = "notifications/progress"


class Stage(Enum):
    """How far a connection is, as the host sees it."""

    SILENT = "before ui/initialize"
    WAITING = "before the answer to ui/initialize"
    ANSWERED = "before ui/notifications/initialized"
    OPEN = "after ui/notifications/initialized"
    ENDED = "after the answer to ui/resource-teardown"


class Kind(Enum):
    """What a view can post."""

    INITIALIZE = INITIALIZE
    INITIALIZED = INITIALIZED
    REQUEST = "a request"
    NOTIFICATION = "a notification"
    ANSWER = "an answer"


LEGAL: dict[Stage, frozenset[Kind]] = {
    Stage.SILENT: frozenset({Kind.INITIALIZE, Kind.ANSWER}),
    Stage.WAITING: frozenset({Kind.INITIALIZE, Kind.ANSWER}),
    Stage.ANSWERED: frozenset({Kind.INITIALIZE, Kind.INITIALIZED, Kind.ANSWER}),
    Stage.OPEN: frozenset({Kind.INITIALIZE, Kind.REQUEST, Kind.NOTIFICATION, Kind.ANSWER}),
    Stage.ENDED: frozenset({Kind.INITIALIZE}),
}
"""What a view may post when. It may begin anew at any time: a host does not see a view close."""

_KINDS = {INITIALIZE: Kind.INITIALIZE, INITIALIZED: Kind.INITIALIZED}


class Conduct:
    """Watches one view.

    Args:
        allowed: Methods that the view may use besides those of the protocol.

    Attributes:
        violations: What the view did wrong, a sentence each.
    """

    def __init__(self, allowed: Collection[str] = ()) -> None:
        self.violations: list[str] = []
        self._allowed = set(allowed)
        self._stage = Stage.SILENT
        self._ids: set[int | str] = set()
        self._of_view: dict[str, str] = {}  # by id as text: a host may turn numbers into strings
        self._of_host: dict[Any, list[str]] = {}
        self._tokens: list[Any] = []

    def allow(self, method: str) -> None:
        """Let the view use one more method."""
        self._allowed.add(method)

    def host_posted(self, frame: Any) -> None:
        """Take note of what the host posted; it may be anything."""
        if not isinstance(frame, dict):
            return
        fields = cast("dict[str, Any]", frame)
        key = _key(fields.get("id"))
        method = fields.get("method")
        if isinstance(method, str):
            params = fields.get("params")
            meta = cast("dict[str, Any]", params).get("_meta") if isinstance(params, dict) else None
            if isinstance(meta, dict):
                self._tokens.append(cast("dict[str, Any]", meta).get("progressToken"))
            if key is not None:
                self._of_host.setdefault(key, []).append(method)
            return
        answered = self._of_view.pop(str(fields["id"]), None) if key is not None else None
        if answered == INITIALIZE and fields.get("error") is None:
            self._stage = Stage.ANSWERED

    def view_posted(self, frame: Any) -> None:
        """Check a frame of the view."""
        problem = _shape(frame)
        if problem is not None:
            self._blame(problem, frame)
            return
        kind = _kind(frame)
        if kind not in LEGAL[self._stage]:
            self._blame(f"{kind.value} must not be posted {self._stage.value}", frame)
        if kind is Kind.ANSWER:
            self._check_answer(frame)
        else:
            self._check_call(frame, kind)

    def _check_call(self, frame: dict[str, Any], kind: Kind) -> None:
        method, params = frame["method"], frame.get("params", {})
        self._check_params(frame, method, params)
        if kind is Kind.INITIALIZE:
            self._stage = Stage.WAITING
            self._of_view.clear()
        elif kind is Kind.INITIALIZED:
            self._stage = Stage.OPEN
        elif method == CANCELLED:
            self._check_cancelled(frame, params)
        elif method == PROGRESS and params.get("progressToken") not in self._tokens:
            self._blame("there is no progress to tell of: the host gave no such token", frame)
        if "id" in frame:
            if frame["id"] in self._ids:
                self._blame(f"the id {frame['id']!r} was used before", frame)
            self._ids.add(frame["id"])
            self._of_view[str(frame["id"])] = method

    def _check_params(self, frame: dict[str, Any], method: str, params: Any) -> None:
        spec = TO_HOST.get(method)
        if spec is None:
            if method not in self._allowed:
                self._blame(f"{method} is no method of a view", frame)
            return
        if ("id" in frame) != (spec.result is not None):
            self._blame(f"{method} is a {'request' if spec.result else 'notification'}", frame)
        try:
            spec.params.model_validate(params)
        except ValidationError as error:
            self._blame(f"params of {method}: {describe(error)}", frame)

    def _check_cancelled(self, frame: dict[str, Any], params: dict[str, Any]) -> None:
        request_id = params.get("requestId")
        method = self._of_view.pop(str(request_id), None)
        if method is None:
            self._blame("it cancels a request that is not pending", frame)
        elif method == INITIALIZE:
            self._blame(f"{INITIALIZE} must not be cancelled", frame)

    def _check_answer(self, frame: dict[str, Any]) -> None:
        asked = self._of_host.get(_key(frame["id"]))
        if not asked:
            self._blame("it answers a request that is not pending", frame)
            return
        method = asked.pop(0)
        spec = TO_VIEW.get(method)
        if "result" not in frame or spec is None or spec.result is None:
            return
        try:
            spec.result.model_validate(frame["result"])
        except ValidationError as error:
            self._blame(f"the answer to {method}: {describe(error)}", frame)
        if spec.closes:
            self._stage = Stage.ENDED

    def _blame(self, problem: str, frame: Any) -> None:
        self.violations.append(f"{problem}: {frame!r:.200}")


def _kind(frame: dict[str, Any]) -> Kind:
    if "method" not in frame:
        return Kind.ANSWER
    return _KINDS.get(frame["method"], Kind.REQUEST if "id" in frame else Kind.NOTIFICATION)


def _key(value: Any) -> tuple[str, int | str] | None:
    """An id under which 1 and "1" are two things; None for what is no id."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return type(value).__name__, value


def _shape(frame: Any) -> str | None:
    """Say how a frame breaks JSON-RPC, if it does."""
    if not isinstance(frame, dict):
        return "it is not an object"
    fields = cast("dict[str, Any]", frame)
    if fields.get("jsonrpc") != "2.0":
        return 'jsonrpc is not "2.0"'
    if "id" in fields and _key(fields["id"]) is None:
        return "id is neither a whole number nor a string"
    return _shape_of_call(fields) if "method" in fields else _shape_of_answer(fields)


def _shape_of_call(fields: dict[str, Any]) -> str | None:
    if not isinstance(fields["method"], str):
        return "method is not a string"
    if "params" in fields and not isinstance(fields["params"], dict):
        return "params is not an object"
    return _others(fields, {"jsonrpc", "id", "method", "params"})


def _shape_of_answer(fields: dict[str, Any]) -> str | None:
    if "id" not in fields:
        return "it has neither method nor id"
    if ("result" in fields) == ("error" in fields):
        return "an answer has either result or error"
    if "error" in fields:
        return _shape_of_error(fields["error"])
    if not isinstance(fields["result"], dict):
        return "result is not an object"
    return _others(fields, {"jsonrpc", "id", "result"})


def _shape_of_error(error: Any) -> str | None:
    members = cast("dict[str, Any]", error) if isinstance(error, dict) else {}
    if type(members.get("code")) is not int or not isinstance(members.get("message"), str):
        return "error has no whole code and message"
    return _others(members, {"code", "message", "data"})


def _others(fields: dict[str, Any], known: set[str]) -> str | None:
    others = sorted(fields.keys() - known)
    return f"it has other members: {', '.join(others)}" if others else None
