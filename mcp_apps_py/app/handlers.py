"""Request handlers: at most one a method, replaced only on purpose."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from ..context import RequestContext
from ..errors import LocalProtocolError, MethodNotFoundError
from ..session import Served
from ..types import WireModel

Handler = Callable[..., Any]
HandlerT = TypeVar("HandlerT", bound=Handler)


class RequestHandlers:
    """Who answers which request of the host.

    A handler is sync or async, takes nothing, the params, or the params and a
    `RequestContext`, and gives a model, a dict, or None for an empty result.
    """

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}
        self.fallback: Handler | None = None

    def add(self, method: str, handler: Handler) -> None:
        """Let `handler` answer requests for `method`.

        Raises:
            LocalProtocolError: If there is a handler already.
        """
        if method in self._handlers:
            raise LocalProtocolError(f"{method} has a handler already; remove it first, or replace it on purpose")
        self._handlers[method] = handler

    def replace(self, method: str, handler: Handler | None) -> None:
        """Let `handler` answer requests for `method` from now on; None clears it."""
        self._handlers.pop(method, None)
        if handler is not None:
            self._handlers[method] = handler

    def get(self, method: str) -> Handler | None:
        """The handler of a method, or None."""
        return self._handlers.get(method)

    def serve(self, method: str, params: Any, context: RequestContext) -> Served:
        """Have a request answered; the result is there at once if the handler is sync.

        Raises:
            MethodNotFoundError: If there is neither a handler nor a fallback.
            LocalProtocolError: If the handler gives something that is no result.
        """
        handler = self._handlers.get(method) or self.fallback
        if handler is None:
            raise MethodNotFoundError(f"Method not found: {method}")
        outcome = handler(*[params, context][: _arity(handler)])
        return _later(outcome, method) if inspect.isawaitable(outcome) else _result_to_wire(outcome, method)


class RequestHook:
    """The handler of one method, as a decorator and as a replaceable property."""

    def __init__(self, handlers: RequestHandlers, method: str) -> None:
        self._handlers = handlers
        self._method = method

    def __call__(self, handler: HandlerT) -> HandlerT:
        """Set the handler, as a decorator; gives it back.

        Raises:
            LocalProtocolError: If there is one already.
        """
        self._handlers.add(self._method, handler)
        return handler

    @property
    def handler(self) -> Handler | None:
        """The handler; setting it replaces the one before, None clears it."""
        return self._handlers.get(self._method)

    @handler.setter
    def handler(self, handler: Handler | None) -> None:
        self._handlers.replace(self._method, handler)


def _arity(handler: Handler) -> int:
    """How many of (params, context) a handler takes."""
    try:
        parameters = inspect.signature(handler).parameters.values()
    except (TypeError, ValueError):
        return 1
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return 2
    return sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)


async def _later(outcome: Awaitable[Any], method: str) -> dict[str, Any]:
    return _result_to_wire(await outcome, method)


def _result_to_wire(outcome: Any, method: str) -> dict[str, Any]:
    if outcome is None:
        return {}
    if isinstance(outcome, WireModel):
        return outcome.wire_members()
    if isinstance(outcome, BaseModel):
        return outcome.model_dump(mode="json", by_alias=True)
    if isinstance(outcome, dict):
        return cast("dict[str, Any]", outcome)
    raise LocalProtocolError(f"the handler for {method} must give a model, a dict or None, not {outcome!r:.60}")
