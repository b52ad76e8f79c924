"""Check a frame that a view or a host has posted against the official definitions.

MCP Apps messages are held against the specification's JSON schema, core MCP messages against the
official `mcp-types` where that is installed. An `AssertionError` names the place of the fault.
"""

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from tests.official_schema import definitions

try:
    from mcp_types import methods as core_methods
except ImportError:  # inside Pyodide, and under old versions of pydantic
    core_methods = None

CORE_VERSION = "2025-11-25"
"""The version of core MCP whose shapes a view's messages have."""

DEFINITIONS = {
    "ui/initialize": "McpUiInitialize",
    "ui/open-link": "McpUiOpenLink",
    "ui/download-file": "McpUiDownloadFile",
    "ui/message": "McpUiMessage",
    "ui/update-model-context": "McpUiUpdateModelContext",
    "ui/request-display-mode": "McpUiRequestDisplayMode",
    "ui/resource-teardown": "McpUiResourceTeardown",
    "ui/notifications/initialized": "McpUiInitialized",
    "ui/notifications/size-changed": "McpUiSizeChanged",
    "ui/notifications/request-teardown": "McpUiRequestTeardown",
    "ui/notifications/tool-input": "McpUiToolInput",
    "ui/notifications/tool-input-partial": "McpUiToolInputPartial",
    "ui/notifications/tool-result": "McpUiToolResult",
    "ui/notifications/tool-cancelled": "McpUiToolCancelled",
    "ui/notifications/host-context-changed": "McpUiHostContextChanged",
    "ui/notifications/sandbox-proxy-ready": "McpUiSandboxProxyReady",
    "ui/notifications/sandbox-resource-ready": "McpUiSandboxResourceReady",
}
"""MCP Apps methods, and how the names of their definitions begin."""

CORE_REQUESTS = (
    "ping",
    "tools/call",
    "tools/list",
    "resources/read",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
    "sampling/createMessage",
)
CORE_NOTIFICATIONS = (
    "notifications/message",
    "notifications/progress",
    "notifications/cancelled",
    "notifications/tools/list_changed",
    "notifications/resources/list_changed",
    "notifications/prompts/list_changed",
)


def check_frame(frame: Any, *, answers: str | None = None, known_only: bool = True) -> None:
    """Check one posted frame.

    Args:
        frame: The JSON value that was posted.
        answers: The method of the request that the frame answers, if it is an answer.
        known_only: Whether a method that neither specification has is a fault.

    Raises:
        AssertionError: If the frame breaks a definition; the text names the place.
    """
    _expect(isinstance(frame, dict), "$", "a frame is an object", frame)
    _expect(frame.get("jsonrpc") == "2.0", "$.jsonrpc", 'must be "2.0"', frame)
    if "method" in frame:
        _check_call(frame, known_only=known_only)
    else:
        _check_answer(frame, answers)


def _check_call(frame: dict[str, Any], *, known_only: bool) -> None:
    method = frame["method"]
    is_request = "id" in frame
    _only(frame, {"jsonrpc", "id", "method", "params"})
    _expect(isinstance(method, str), "$.method", "must be a string", frame)
    if is_request:
        _check_id(frame)
    if method in DEFINITIONS:
        is_declared_request = not method.startswith("ui/notifications/")
        _expect(is_request == is_declared_request, "$.id", f"{method}: a request has one, a notification none", frame)
        definition = DEFINITIONS[method] + ("Request" if is_request else "Notification")
        _check_schema(definition, {key: frame[key] for key in ("method", "params") if key in frame})
    elif method in (CORE_REQUESTS if is_request else CORE_NOTIFICATIONS):
        _check_core_call(frame)
    else:
        kind = "request" if is_request else "notification"
        _expect(not known_only, "$.method", f"no {kind} of MCP Apps", frame)


def _check_answer(frame: dict[str, Any], answers: str | None) -> None:
    _only(frame, {"jsonrpc", "id", "result", "error"})
    _check_id(frame)
    _expect(("result" in frame) != ("error" in frame), "$", "has either a result or an error", frame)
    if "error" in frame:
        _check_error(frame)
        return
    _expect(isinstance(frame["result"], dict), "$.result", "must be an object", frame)
    if answers in DEFINITIONS:
        name = DEFINITIONS[answers] + "Result"
        if name in definitions():
            _check_schema(name, frame["result"], at="$.result")
    elif answers is not None and core_methods is not None:
        _check_core_result(answers, frame)


def _check_error(frame: dict[str, Any]) -> None:
    error = frame["error"]
    _expect(isinstance(error, dict), "$.error", "must be an object", frame)
    _expect(type(error.get("code")) is int, "$.error.code", "must be a whole number", frame)
    _expect(isinstance(error.get("message"), str), "$.error.message", "must be a string", frame)
    _expect(set(error) <= {"code", "message", "data"}, "$.error", "has other members", frame)


def _check_id(frame: dict[str, Any]) -> None:
    _expect(type(frame.get("id")) in (int, str), "$.id", "must be a whole number or a string", frame)


def _check_schema(definition: str, value: Any, *, at: str = "$") -> None:
    error = best_match(_validator(definition).iter_errors(value))
    if error is not None:
        place = at + error.json_path.removeprefix("$")
        raise AssertionError(f"{place}: {error.message} ({definition})")


@cache
def _validator(definition: str) -> Any:
    return Draft202012Validator(definitions()[definition])


def _check_core_call(frame: dict[str, Any]) -> None:
    if core_methods is None:
        return
    method, key = frame["method"], (frame["method"], CORE_VERSION)
    tables = (
        (core_methods.CLIENT_REQUESTS, core_methods.SERVER_REQUESTS)
        if "id" in frame
        else (core_methods.CLIENT_NOTIFICATIONS, core_methods.SERVER_NOTIFICATIONS)
    )
    shape = next(table[key] for table in tables if key in table)
    _check_core(shape, frame, method)


def _check_core_result(method: str, frame: dict[str, Any]) -> None:
    assert core_methods is not None
    # The tables by version would admit an object alone as a tool's structured content.
    shape = core_methods.MONOLITH_RESULTS.get(method)
    if shape is not None:
        _check_core(shape, frame["result"], f"answer to {method}", at="$.result")


def _check_core(shape: Any, value: Any, what: str, at: str = "$") -> None:
    from pydantic import TypeAdapter, ValidationError

    try:
        TypeAdapter(shape).validate_python(value)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = ".".join([at, *map(str, fault["loc"])])
        raise AssertionError(f"{place}: {fault['msg']} ({what})") from error


def _only(frame: dict[str, Any], members: set[str]) -> None:
    others = sorted(set(frame) - members)
    _expect(not others, "$", f"has other members: {', '.join(others)}", frame)


def _expect(holds: bool, place: str, message: str, frame: Any) -> None:
    if not holds:
        raise AssertionError(f"{place}: {message}, in {frame!r}")
