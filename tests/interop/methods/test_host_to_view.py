"""What the official AppBridge asks and tells, as a view takes it."""

from typing import Any

import pytest

from tests.cases import case
from tests.interop.methods.probe_host import Failure, ProbeHost

pytestmark = pytest.mark.asyncio(loop_scope="session")

STOPS = [{"city": "Rome"}, {"city": "Oslo", "nights": 3}]


async def call_tool(host: ProbeHost, name: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
    """Call a tool of the view as the model would; an error is a dict, too."""
    script = "(params) => bridge.callTool(params).catch(({ code, message }) => ({ code, message }))"
    return await host.run(script, {"name": name} | ({} if arguments is None else {"arguments": arguments}))


def text_of(result: dict[str, Any]) -> str:
    [block] = result["content"]
    return block["text"]


# Requests


async def test_the_view_answers_a_ping(host: ProbeHost) -> None:
    assert await host.run("bridge.request({ method: 'ping' })") == {}


async def test_a_teardown_is_answered_and_ends_the_view(host: ProbeHost) -> None:
    await host.run("() => { bridge.fallbackRequestHandler = () => new Promise(() => {}); }")
    await host.begin("call", "request", method="test/never")
    assert await host.run("bridge.teardownResource({ reason: 'enough' })") == {}
    assert await host.heard_by_view("teardown") == {"reason": "enough"}
    assert await host.heard_by_view("close") is None
    with pytest.raises(Failure, match="test/never: the connection to the host closed"):
        await host.end("call")
    await host.run("() => { bridge.fallbackRequestHandler = undefined; }")


@case("APP-105", "A2")
async def test_tools_are_listed_with_their_schemas(host: ProbeHost) -> None:
    tools = {tool["name"]: tool for tool in (await host.run("bridge.listTools({})"))["tools"]}
    assert set(tools) == {"double", "forecast", "wait", "break", "refuse", "say", "progress", "plan"}
    plan = tools["plan"]
    assert (plan["title"], plan["description"]) == ("Plan a journey", "Plan a journey.")
    schema = plan["inputSchema"]
    assert (schema["type"], schema["required"]) == ("object", ["stops"])
    assert schema["properties"]["by"]["enum"] == ["train", "boat"]
    assert schema["properties"]["by"]["default"] == "train"
    assert schema["properties"]["stops"]["description"] == "Where to."
    assert schema["$defs"]["Stop"]["properties"]["nights"]["default"] == 1
    assert plan["outputSchema"]["type"] == "object"
    assert tools["wait"]["inputSchema"] == {"type": "object", "properties": {}}


async def test_a_tool_is_called_with_defaults_and_nested_models(host: ProbeHost) -> None:
    result = await call_tool(host, "plan", {"stops": STOPS})
    stops = [{"city": "Rome", "nights": 1}, {"city": "Oslo", "nights": 3}]
    assert result["structuredContent"] == {"stops": stops, "by": "train", "budget": None}
    result = await call_tool(host, "plan", {"stops": [], "by": "boat", "budget": 9.5})
    assert result["structuredContent"] == {"stops": [], "by": "boat", "budget": 9.5}


async def test_a_tool_gives_text_or_a_whole_result(host: ProbeHost) -> None:
    assert await call_tool(host, "double", {"n": 21, "note": None}) == {"content": [{"type": "text", "text": "42"}]}
    result = await call_tool(host, "say", {"text": "no", "is_error": True})
    assert result == {"content": [{"type": "text", "text": "no"}], "isError": True}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (None, "plan: stops: it is missing"),
        ({"stops": [{"nights": 2}]}, "plan: stops.0.city: it is missing"),
        ({"stops": [], "by": "car"}, "plan: by: input should be 'train' or 'boat'"),
        ({"stops": [], "budget": -1}, "plan: budget"),
    ],
)
async def test_wrong_arguments_fail_and_name_tool_and_field(
    host: ProbeHost, arguments: dict[str, Any] | None, problem: str
) -> None:
    result = await call_tool(host, "plan", arguments)
    assert result["isError"] is True
    assert text_of(result).startswith(problem)


async def test_a_tool_fails_on_purpose_or_by_mistake(host: ProbeHost) -> None:
    result = await call_tool(host, "refuse")
    assert (result["isError"], text_of(result)) == (True, "not today")
    result = await call_tool(host, "break")
    assert (result["isError"], text_of(result)) == (True, "break failed: a wheel came off")
    assert (await host.heard_by_view("error"))["message"] == "a wheel came off"


async def test_a_tool_that_there_is_not_is_an_error(host: ProbeHost) -> None:
    error = await call_tool(host, "triple")
    assert error["code"] == -32602
    assert "'triple' is not a tool of this view; tools: double, forecast" in error["message"]


async def test_a_disabled_tool_is_neither_listed_nor_called(host: ProbeHost) -> None:
    await host.do("update_tool", name="double", enabled=False)
    names = [tool["name"] for tool in (await host.run("bridge.listTools({})"))["tools"]]
    assert "double" not in names
    assert "'double' is disabled" in (await call_tool(host, "double", {"n": 1}))["message"]
    await host.do("update_tool", name="double", enabled=True)
    assert text_of(await call_tool(host, "double", {"n": 1})) == "2"


async def test_a_slow_tool_is_waited_for(host: ProbeHost) -> None:
    await host.run("() => { window.outcome = bridge.callTool({ name: 'wait' }); }")
    await host.heard_by_view("wait")
    assert await host.run("bridge.request({ method: 'ping' })") == {}
    await host.do("open_gate")
    assert text_of(await host.run("outcome")) == "waited"


async def test_a_slow_tool_that_the_host_cancels_stops_and_is_not_answered(host: ProbeHost) -> None:
    await host.run(
        """() => {
          window.stop = new AbortController();
          window.outcome = bridge.callTool({ name: "wait" }, { signal: stop.signal }).catch(() => "cancelled");
        }"""
    )
    request_id = await host.heard_by_view("wait")
    await host.run("stop.abort('changed my mind')")
    assert await host.run("outcome") == "cancelled"
    assert await host.heard_by_view("wait cancelled") == request_id
    assert await host.run("bridge.request({ method: 'ping' })") == {}
    answers = "(id) => recorded.filter(({ sender, frame }) => sender === 'view' && !frame.method && frame.id === id)"
    assert await host.run(answers, request_id) == []


async def test_a_tool_tells_of_its_progress(host: ProbeHost) -> None:
    result = await host.run(
        """async () => {
          const told = [];
          const result = await bridge.callTool({ name: "progress" }, { onprogress: (progress) => told.push(progress) });
          return { told, content: result.content };
        }"""
    )
    assert result["told"] == [{"progress": 1, "total": 2, "message": "half"}]
    assert text_of(result) == "done"


# Notifications


async def test_input_result_and_cancellation_are_heard(host: ProbeHost) -> None:
    await host.notify("ui/notifications/tool-input-partial", {"arguments": {"city": "Ro"}})
    assert await host.heard_by_view("tool_input_partial") == {"arguments": {"city": "Ro"}}
    await host.notify("ui/notifications/tool-input", {"arguments": {"city": "Rome", "day": None}})
    assert await host.heard_by_view("tool_input") == {"arguments": {"city": "Rome", "day": None}}
    result = {"content": [{"type": "text", "text": "a"}], "structuredContent": {"city": "Rome"}, "_meta": {"b": 1}}
    await host.notify("ui/notifications/tool-result", result)
    assert await host.heard_by_view("tool_result") == result
    await host.notify("ui/notifications/tool-input", {})
    assert await host.heard_by_view("tool_input") == {}
    await host.notify("ui/notifications/tool-cancelled", {"reason": "stop"})
    assert await host.heard_by_view("tool_cancelled") == {"reason": "stop"}


async def test_listeners_get_their_type_and_late_ones_the_last_value(host: ProbeHost) -> None:
    await host.notify("ui/notifications/tool-result", {"content": [], "structuredContent": {"city": "Rome"}})
    await host.heard_by_view("tool_result")
    await host.do("listen_typed", event="tool_result", label="typed")
    assert await host.heard_by_view("typed") == {"city": "Rome", "days": []}
    await host.notify("ui/notifications/tool-result", {"content": [], "structuredContent": {"days": []}})
    error = await host.heard_by_view("error")
    assert error["message"] == "tool_result: city: it is missing"
    await host.do("unlisten", event="tool_result", label="typed")


async def test_a_change_of_the_context_is_merged_and_heard(host: ProbeHost) -> None:
    await host.change_context({"theme": "light", "locale": "it"})
    assert await host.heard_by_view("host_context_changed") == {"theme": "light", "locale": "it"}
    context = await host.do("context")
    assert (context["theme"], context["locale"], context["displayMode"]) == ("light", "it", "inline")


@pytest.mark.parametrize("what", ["Tool", "Resource", "Prompt"])
async def test_changes_of_the_server_s_lists_are_heard(host: ProbeHost, what: str) -> None:
    await host.run("(name) => bridge[name]()", f"send{what}ListChanged")
    assert await host.heard_by_view(f"server_{what.lower()}s_changed") == {}


# Methods of one's own


async def test_methods_of_one_s_own_are_answered_and_heard(host: ProbeHost) -> None:
    await host.do("serve", method="test/ask")
    ask = "(params) => bridge.request({ method: 'test/ask', params }, anything)"
    assert await host.run(ask, {"a": [None]}) == {"asked": {"a": [None]}}
    await host.do("hear", method="test/tell")
    await host.run("bridge.notification({ method: 'test/tell', params: { b: 1 } })")
    assert await host.heard_by_view("test/tell") == {"b": 1}


async def test_a_method_that_nobody_serves_is_refused_until_there_is_a_fallback(host: ProbeHost) -> None:
    ask = "bridge.request({ method: 'test/any', params: { a: 1 } }, anything).catch(({ code }) => code)"
    assert await host.run(ask) == -32601
    await host.do("set_fallbacks")
    assert await host.run(ask) == {"echo": {"a": 1}}
    await host.run("bridge.notification({ method: 'test/note', params: { b: 1 } })")
    assert await host.heard_by_view("fallback") == ["test/note", {"b": 1}]
    await host.do("clear_fallbacks")
    assert await host.run(ask) == -32601
