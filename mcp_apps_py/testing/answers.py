"""How tests say what a stub host answers."""

import inspect
from collections.abc import Callable
from typing import Any

from ..content import Content
from ..errors import INVALID_PARAMS, RequestError, error_to_wire
from ..types import CallToolResult
from .wire import to_wire, tool_result

Answer = Callable[..., Any]
SILENCE: Any = object()


class Answers:
    """The answers of one host, by method; the last one said counts."""

    def __init__(self) -> None:
        self._by_method: dict[str, Answer] = {}
        self._by_tool: dict[str, tuple[Answer, Content | None]] = {}

    def __contains__(self, method: str) -> bool:
        return method in self._by_method

    def set(self, method: str, answer: Any) -> None:
        """Answer with a value, with an error if it is one, or with what a function gives."""
        self._by_method[method] = _function(answer)

    def set_tool(self, name: str, answer: Any, content: Content | None) -> None:
        """Let a tool of the server give a value, or what a function of its arguments gives."""
        self._by_tool[name] = _function(answer), content
        self._by_method["tools/call"] = self._call_tool

    async def make(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """Make the answer to a request; None if there is none."""
        try:
            outcome = await _call(self._by_method[request["method"]], request.get("params", {}))
            if outcome is SILENCE:
                return None
            body: dict[str, Any] = {"result": {}}
            if outcome is not None:
                body = {"result": to_wire(outcome)}
        except Exception as error:  # noqa: BLE001 - a test's function may raise anything
            body = {"error": error_to_wire(error)}
        return {"jsonrpc": "2.0", "id": request["id"], **body}

    async def _call_tool(self, params: dict[str, Any]) -> Any:
        name = params.get("name")
        if name not in self._by_tool:
            names = ", ".join(self._by_tool)
            raise RequestError(INVALID_PARAMS, f"the stub host has no tool {name!r}, only: {names}")
        function, content = self._by_tool[name]
        outcome = await _call(function, params.get("arguments", {}))
        return outcome if isinstance(outcome, CallToolResult) else tool_result(outcome, content)


async def _call(function: Answer, value: Any) -> Any:
    outcome = function(value)
    return await outcome if inspect.isawaitable(outcome) else outcome


def _function(answer: Any) -> Answer:
    def give(_value: Any) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return answer if callable(answer) else give
