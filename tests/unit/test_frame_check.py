"""The frame check that other tests rely on lets good frames pass and stops bad ones."""

from typing import Any

import pytest

from mcp_apps_py import types
from tests import frame_check
from tests.frame_check import check_frame

INFO = types.Implementation(name="a", version="1")


def request(method: str, params: Any = None, id: Any = 1) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method} | ({} if params is None else {"params": params})


def notification(method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method} | ({} if params is None else {"params": params})


def result(value: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": "a", "result": value}


TEXT = types.TextContent(text="a")
GOOD: list[tuple[dict[str, Any], str | None]] = [
    (request("ui/initialize", types.InitializeParams(app_info=INFO).to_wire()), None),
    (notification("ui/notifications/initialized"), None),
    (notification("ui/notifications/size-changed", {"height": 3.5}), None),
    (request("ping", id=0), None),
    (request("tools/call", types.CallToolParams(name="t", arguments={"a": None}).to_wire()), None),
    (request("tools/call", types.CallToolParams(name="t", meta={"progressToken": 3}).to_wire()), None),
    (request("tools/list", types.ListToolsParams(cursor="c").to_wire()), None),
    (request("resources/read", types.ReadResourceParams(uri="ui://a").to_wire()), None),
    (request("resources/list"), None),
    (
        request(
            "sampling/createMessage",
            types.CreateMessageParams(
                messages=[types.SamplingMessage(role="user", content=[TEXT])],
                max_tokens=5,
                tools=[types.Tool(name="t")],
                tool_choice=types.ToolChoice(mode="auto"),
                model_preferences=types.ModelPreferences(hints=[types.ModelHint(name="m")], cost_priority=1),
            ).to_wire(),
        ),
        None,
    ),
    (notification("notifications/message", types.LogMessageParams(level="info", data=None).to_wire()), None),
    (notification("notifications/cancelled", types.CancelledParams(request_id=1, reason="r").to_wire()), None),
    (notification("notifications/tools/list_changed"), None),
    (result(types.ListToolsResult(tools=[types.Tool(name="t")]).to_wire()), "tools/list"),
    (result(types.CallToolResult(content=[TEXT], structured_content=[1]).to_wire()), "tools/call"),
    (result({}), "ui/resource-teardown"),
    (result({}), "ping"),
    (result({"anything": 1}), None),
    ({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "m", "data": None}}, "tools/call"),
]

BAD: list[tuple[Any, str | None, str]] = [
    ("text", None, r"^\$: "),
    ({"id": 1, "method": "ping"}, None, r"^\$\.jsonrpc"),
    (request("ping", id=None), None, r"^\$\.id"),
    (request("ping", id=True), None, r"^\$\.id"),
    (request("ping", id=1.5), None, r"^\$\.id"),
    (request("ui/nothing"), None, r"^\$\.method"),
    (notification("ping"), None, r"^\$\.method"),
    (request("ui/notifications/initialized"), None, r"^\$\.id"),
    (notification("ui/open-link", {"url": "a"}), None, r"^\$\.id"),
    (request("ui/open-link", {"url": 3}), None, r"^\$\.params\.url: 3 is not of type 'string'"),
    (request("ui/open-link", {"url": "a", "_meta": {}}), None, r"^\$\.params: "),
    (request("ui/open-link"), None, r"^\$: 'params' is a required property"),
    (request("ui/message", {"role": "user", "content": "a"}), None, r"^\$\.params\.content"),
    (notification("ui/notifications/size-changed", {"width": "3"}), None, r"^\$\.params\.width"),
    (notification("ui/notifications/size-changed", {"width": None}), None, r"^\$\.params\.width"),
    ({**request("ping"), "result": {}}, None, r"other members: result"),
    ({"jsonrpc": "2.0", "id": 1}, None, r"either a result or an error"),
    ({"jsonrpc": "2.0", "id": 1, "result": {}, "error": {}}, None, r"either a result or an error"),
    ({"jsonrpc": "2.0", "id": 1, "error": {"code": "x", "message": "m"}}, None, r"^\$\.error\.code"),
    ({"jsonrpc": "2.0", "id": 1, "error": {"code": 1}}, None, r"^\$\.error\.message"),
    (result(None), None, r"^\$\.result"),
    (result({"mode": "modal"}), "ui/request-display-mode", r"^\$\.result\.mode"),
]

BAD_CORE: list[tuple[Any, str | None, str]] = [
    (request("tools/call", {"arguments": {}}), None, r"^\$\.params\.name: Field required"),
    (request("tools/call", {"name": "t", "arguments": []}), None, r"^\$\.params\.arguments"),
    (notification("notifications/message", {"level": "loud", "data": 1}), None, r"^\$\.params\.level"),
    (result({"content": [{"type": "text"}]}), "tools/call", r"^\$\.result\."),
    (result({"tools": [{"inputSchema": {}}]}), "tools/list", r"^\$\.result\.tools\.0\.name"),
]


@pytest.mark.parametrize(("frame", "answers"), GOOD)
def test_a_good_frame_passes(frame: dict[str, Any], answers: str | None) -> None:
    check_frame(frame, answers=answers)


@pytest.mark.parametrize(("frame", "answers", "message"), BAD)
def test_a_bad_frame_is_stopped_with_the_place_of_its_fault(frame: Any, answers: str | None, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_frame(frame, answers=answers)


@pytest.mark.skipif(frame_check.core_methods is None, reason="the official mcp-types are not installed")
@pytest.mark.parametrize(("frame", "answers", "message"), BAD_CORE)
def test_a_bad_core_frame_is_stopped_too(frame: Any, answers: str | None, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_frame(frame, answers=answers)


def test_an_unknown_method_passes_where_it_is_meant() -> None:
    check_frame(request("x/own", {"a": 1}), known_only=False)
    check_frame(notification("x/own"), known_only=False)
