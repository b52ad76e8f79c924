"""The stub host in memory: what it plays, what it records, and what it holds against a view."""

import asyncio
import importlib.util
from typing import Any

import pytest
from pydantic import BaseModel

from mcp_apps_py import App, ManualClock, RequestError, RequestTimeoutError, testing
from mcp_apps_py.hosts import ProfileError, ToolData, names
from mcp_apps_py.testing import StubHost
from mcp_apps_py.transport import settle
from mcp_apps_py.types import CallToolResult, TextContent
from tests.cases import case
from tests.connected import connected

TOOL: ToolData = {"arguments": {"city": "Rome"}, "result": {"content": [], "structuredContent": {"day": 1}}}


class City(BaseModel):
    city: str


# Presets and rules


@case("L3", "L7")
@pytest.mark.parametrize("preset", names())
async def test_a_view_lives_under_every_preset(preset: str) -> None:
    app = App("test", "1.0")
    heard: list[str] = []
    app.on_tool_result(lambda: heard.append("result"))
    async with connected(app, preset=preset) as (_, host):
        host.send_tool_result()
        await settle()
        assert heard == ["result"]
        await host.teardown()
        assert not app.connected


@case("L3", "L8")
@pytest.mark.parametrize(("preset", "results"), [("spec", 1), ("vscode", 1), ("decocms", 2), ("mcp-use", 2)])
async def test_presets_tell_of_the_tool_when_those_hosts_do(preset: str, results: int) -> None:
    app = App("test", "1.0")
    heard: list[Any] = []
    app.on_tool_input(lambda params: heard.append(params.arguments))
    app.on_tool_result(lambda result: heard.append(result.structured_content))
    clock = ManualClock()
    with StubHost(preset, clock=clock) as host:
        host.rules["tool"] = TOOL
        await app.connect(host.transport)
        await settle()
        assert heard == [{"city": "Rome"}, {"day": 1}] * results
        await app.close()


@case("I4")
async def test_goose_answers_what_it_does_not_know_with_a_result() -> None:
    async with connected(preset="goose") as (app, _host):
        with pytest.raises(RequestError, match="Unhandled method") as caught:
            await app.list_server_resources()
        assert caught.value.code == -32601


async def test_an_unknown_preset_and_malformed_rules_are_refused_by_name() -> None:
    with pytest.raises(ProfileError, match="there is no host profile 'clod'"):
        StubHost("clod")
    with pytest.raises(ProfileError, match="the rules of a stub host: answer"):
        StubHost({"answer": {}})


async def test_rules_change_those_of_the_specification() -> None:
    rules: dict[str, Any] = {
        "initialize": {"hostInfo": {"name": "mine", "version": "2"}},
        "answers": {
            "ui/message": {"result": {"isError": True}},
            "x/y": {"frames": [{"jsonrpc": "2.0", "id": "$id", "result": {"a": "$id"}}]},
        },
        "onload": ["noise", {"$undefined": True}],
        "teardown": "notification",
    }
    async with connected(preset=rules, context={"theme": "dark"}, capabilities={"message": {}}) as (app, host):
        assert app.host.info.name == "mine"
        assert app.host.context.theme == "dark"
        assert app.host.context.locale == "en-US"
        assert app.host.supports("message")
        assert not app.host.supports("open_links")
        assert (await app.send_message("x")).is_error
        assert (await app.request("x/y"))["a"] == host.posted("x/y")[0]["id"]
        assert host.frames[1].data == "noise"
        assert await host.teardown() is None
        assert not app.connected


@case("I5")
async def test_answers_may_take_their_time_and_frames_may_wait() -> None:
    clock = ManualClock()
    rules: dict[str, Any] = {
        "answers": {"ping": {"delay": 5, "result": {}}},
        "after_initialized": [{"$wait": 2}, "$tool-input", {"$wait": 1}, "$tool-result"],
        "tool": TOOL,
    }
    async with connected(preset=rules, clock=clock) as (app, host):
        inputs = asyncio.ensure_future(app.on_tool_input.next())
        results = asyncio.ensure_future(app.on_tool_result.next())
        await clock.advance(1.9)
        assert not inputs.done()
        await clock.advance(0.1)
        assert inputs.done()
        assert not results.done()
        await clock.advance(1)
        assert results.done()
        ping = asyncio.ensure_future(app.ping(timeout=6))
        await clock.advance(5)
        await ping
        late = asyncio.ensure_future(app.ping(timeout=4))
        await clock.advance(4)
        with pytest.raises(RequestTimeoutError):
            await late
        await clock.advance(10)
        assert len(host.posted("notifications/cancelled")) == 1


async def test_what_a_host_still_meant_to_post_is_dropped_at_the_end() -> None:
    clock = ManualClock()
    async with connected(preset={"after_initialized": [{"$wait": 9}, "late"]}, clock=clock):
        assert clock.pending == 1
    assert clock.pending == 0


# What it says and hears


async def test_each_call_of_the_view_is_received_once_and_in_order() -> None:
    async with connected() as (app, host):
        for n in range(3):
            await app.send_log("info", n)
        assert [(await host.received("notifications/message"))["params"]["data"] for _ in range(3)] == [0, 1, 2]
        waiting = asyncio.ensure_future(host.received("notifications/message"))
        await settle()
        assert not waiting.done()
        await app.send_log("info", 3)
        assert (await waiting)["params"]["data"] == 3


async def test_a_call_that_does_not_come_says_what_came_instead() -> None:
    async with connected(patience=0.01) as (_app, host):
        with pytest.raises(
            AssertionError, match=r"no ui/message; it posted: ui/initialize, ui/notifications/initialized"
        ):
            await host.received("ui/message")


async def test_the_tool_call_is_told_from_models_and_plain_values() -> None:
    app = App("test", "1.0")
    seen: list[Any] = []
    app.on_tool_input_partial(lambda params: seen.append(params.arguments))
    app.on_tool_input(lambda params: seen.append(params.arguments))
    app.on_tool_result(lambda result: seen.append((result.structured_content, result.text, result.is_error)))
    app.on_tool_cancelled(lambda params: seen.append(params.reason))
    async with connected(app) as (_, host):
        host.send_partial({"city": "R"})
        host.send_tool_input(City(city="Rome"))
        host.send_tool_input()
        host.send_tool_result(City(city="Rome"))
        host.send_tool_result(content=["a", TextContent(text="b")], is_error=True)
        host.cancel_tool("enough")
        host.cancel_tool()
        await settle()
    assert seen == [
        {"city": "R"},
        {"city": "Rome"},
        {},
        ({"city": "Rome"}, '{"city":"Rome"}', None),
        (None, "a\nb", True),
        "enough",
        None,
    ]


async def test_a_request_gives_the_answer_or_none() -> None:
    async with connected() as (app, host):
        assert await host.request("ping", id="x") == {"jsonrpc": "2.0", "id": "x", "result": {}}
        app.add_request_handler("x/slow", asyncio.Event().wait)
        assert await host.request("x/slow") is None


async def test_answers_are_values_errors_and_functions() -> None:
    async with connected() as (app, host):
        host.answer("x/y", City(city="Rome"))
        assert await app.request("x/y") == {"city": "Rome"}
        host.answer("x/y")
        assert await app.request("x/y") == {}
        host.answer("x/y", RequestError(5, "no"))
        with pytest.raises(RequestError, match="no"):
            await app.request("x/y")

        async def later(params: dict[str, Any]) -> dict[str, Any]:
            await asyncio.sleep(0)
            return {"got": params}

        host.answer("x/y", later)
        assert await app.request("x/y", {"a": 1}) == {"got": {"a": 1}}
        host.answer("x/y", lambda params: params["missing"])
        with pytest.raises(RequestError, match="missing") as caught:
            await app.request("x/y")
        assert caught.value.code == -32603


async def test_tools_of_the_server_are_answered_by_name() -> None:
    async with connected() as (app, host):
        host.answer_tool("static", City(city="Rome"), content="in words")
        host.answer_tool("double", lambda arguments: {"n": 2 * arguments["n"]})
        host.answer_tool("broken", RequestError(-32000, "down"))
        host.answer_tool("failed", CallToolResult(is_error=True))
        result = await app.call_server_tool("static")
        assert (result.text, result.structured_content) == ("in words", {"city": "Rome"})
        assert (await app.call_server_tool("double", {"n": 2})).structured_content == {"n": 4}
        assert (await app.call_server_tool("failed")).is_error
        with pytest.raises(RequestError, match="down"):
            await app.call_server_tool("broken")
        with pytest.raises(RequestError, match="no tool 'other', only: static, double, broken, failed"):
            await app.call_server_tool("other")


async def test_any_value_and_any_text_can_be_posted() -> None:
    async with connected() as (app, host):
        errors: list[BaseException] = []
        app.on_error(errors.append)
        for value in (
            None,
            5,
            "x",
            {"$undefined": True},
            {"$js": "new Map()"},
            float("nan"),
            {"n": {"$number": "NaN"}},
        ):
            host.post(value)
        host.post_text("not json")
        host.post_text("[" * 100_000)
        await host.ping()
        assert [str(error)[:8] for error in errors] == ["not JSON"] * 2
        posted = [frame.data for frame in host.frames if frame.sender == "host"]
        assert {"n": None} in posted
        assert {"$js": "new Map()"} not in posted


# The end


async def misbehave(error: Exception | None = None) -> None:
    async with connected() as (app, host):
        await app.notify("x/y")
        await settle()
        assert len(host.violations) == 1
        if error is not None:
            raise error


async def test_a_breach_is_raised_at_the_end_unless_something_else_went_wrong() -> None:
    with pytest.raises(AssertionError, match="the view broke the protocol:\n- x/y is no method of a view"):
        await misbehave()
    with pytest.raises(KeyError):
        await misbehave(KeyError("x"))


async def test_everything_that_crossed_is_recorded_in_order() -> None:
    async with connected() as (_app, host):
        host.post("noise")
        await host.request("ping", id=0)
        whole = [(frame.sender, frame.data) for frame in host.frames]
        assert [sender for sender, _ in whole] == ["view", "host", "view", "host", "host", "view"]
        assert whole[3:] == [
            ("host", "noise"),
            ("host", {"jsonrpc": "2.0", "id": 0, "method": "ping"}),
            ("view", {"jsonrpc": "2.0", "id": 0, "result": {}}),
        ]
        assert host.posted()[-1] == whole[5][1]


def test_what_needs_the_extra_is_imported_on_demand_and_nothing_else_is_there() -> None:
    loaded = [name for name in testing._ON_DEMAND if name in vars(testing)]
    assert loaded == []
    if importlib.util.find_spec("playwright") and importlib.util.find_spec("uvicorn"):
        assert all(hasattr(testing, name) for name in testing.__all__)
    with pytest.raises(AttributeError, match="no attribute 'StubHots'"):
        testing.StubHots  # noqa: B018
