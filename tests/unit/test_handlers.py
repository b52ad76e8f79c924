"""Request handlers: who answers, and with what."""

from typing import Any

import pytest

from mcp_apps_py import LocalProtocolError, RequestContext, RequestError
from mcp_apps_py.types import CallToolParams, CallToolResult, ListToolsParams, ResourceTeardownParams
from tests.cases import case
from tests.connected import connected


def result_of(answer: dict[str, Any] | None) -> Any:
    assert answer is not None
    return answer["result"]


async def test_a_handler_takes_nothing_the_params_or_the_context_too() -> None:
    seen: list[Any] = []
    async with connected() as (app, host):

        def one(params: Any) -> None:
            seen.append(params)

        async def both(params: Any, context: RequestContext) -> None:
            seen.append((params, context.method))

        def any_number(*values: Any) -> None:
            seen.append(len(values))

        for name, handler in {"x/0": lambda: seen.append(0), "x/1": one, "x/2": both, "x/3": any_number}.items():
            app.add_request_handler(name, handler)
            assert result_of(await host.request(name, {"a": 1})) == {}
    assert seen == [0, {"a": 1}, ({"a": 1}, "x/2"), 2]


async def test_known_methods_come_with_their_params_model() -> None:
    seen: list[type] = []
    async with connected() as (app, host):
        app.call_tool.handler = lambda params: seen.append(type(params)) or CallToolResult()
        app.list_tools.handler = lambda params: seen.append(type(params)) or {"tools": []}
        app.on_teardown.handler = lambda params: seen.append(type(params))
        await host.call_tool("x")
        await host.list_tools()
        await host.teardown("enough")
    assert seen == [CallToolParams, ListToolsParams, ResourceTeardownParams]


async def test_there_is_one_handler_a_method_and_replacing_it_is_explicit() -> None:
    async with connected() as (app, host):
        app.add_request_handler("x/y", lambda: {"n": 1})
        with pytest.raises(LocalProtocolError, match="x/y has a handler already"):
            app.add_request_handler("x/y", dict)
        app.remove_request_handler("x/y")
        app.remove_request_handler("x/y")
        app.add_request_handler("x/y", lambda: {"n": 2})
        assert result_of(await host.request("x/y")) == {"n": 2}
        with pytest.raises(LocalProtocolError, match="tools/call has a handler already"):
            app.add_request_handler("tools/call", app.call_tool(CallToolResult))


async def test_a_handler_may_take_over_what_the_sdk_answers_by_itself() -> None:
    async with connected() as (app, host):
        app.add_request_handler("ping", lambda: {"pong": True})
        assert result_of(await host.request("ping")) == {"pong": True}
        app.remove_request_handler("ping")
        assert result_of(await host.request("ping")) == {}


async def test_handlers_go_before_registered_tools() -> None:
    async with connected() as (app, host):
        app.register_tool("real", lambda: "real")
        app.call_tool(lambda: CallToolResult(structured_content="by hand"))
        assert (await host.call_tool("real")).structured_content == "by hand"
        app.call_tool.handler = None
        assert (await host.call_tool("real")).text == "real"


@case("I4", "I9")
async def test_the_fallback_answers_what_nobody_else_does() -> None:
    async with connected() as (app, host):
        with pytest.raises(RequestError, match="Method not found: tools/list"):
            await host.list_tools()

        def fallback(_params: Any, context: RequestContext) -> dict[str, Any]:
            if context.method == "tools/list":
                return {"tools": []}
            raise RequestError(-32601, f"no {context.method}")

        app.fallback_request_handler = fallback
        assert (await host.list_tools()).tools == []
        answer = await host.request("x/y")
        assert answer is not None
        assert answer["error"] == {"code": -32601, "message": "no x/y"}
        app.fallback_request_handler = None
        with pytest.raises(RequestError, match="Method not found"):
            await host.list_tools()
