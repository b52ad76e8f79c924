"""What a view answers to a host that asks: always something, once, and only if it is still wanted."""

import asyncio
from typing import Any

import pytest

from mcp_apps_py import (
    LocalProtocolError,
    RequestContext,
    RequestError,
)
from mcp_apps_py.transport import settle
from tests.cases import case
from tests.connected import connected


@case("I7")
async def test_a_cancelled_request_is_not_answered_even_if_its_handler_goes_on() -> None:
    async with connected() as (app, host):

        async def stubborn() -> dict[str, Any]:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                return {"still": "here"}
            return {}

        app.add_request_handler("x/wait", stubborn)
        assert await host.request("x/wait", id=0) is None
        host.cancel(0)
        await settle()
        assert [frame for frame in host.posted() if "method" not in frame] == []


@case("H1")
@pytest.mark.parametrize(
    "error", [ValueError("bad"), SystemExit("bad"), asyncio.CancelledError("bad"), KeyError("bad")]
)
async def test_a_handler_may_raise_anything_and_the_host_gets_an_answer(error: BaseException) -> None:
    async with connected() as (app, host):
        reported: list[BaseException] = []
        app.on_error(reported.append)

        async def fail() -> None:
            raise error

        app.add_request_handler("x/fail", fail)
        answer = await host.request("x/fail", id=1)
        assert answer is not None
        assert answer["error"]["code"] == -32603
        assert "bad" in answer["error"]["message"]
        assert "Traceback" not in str(answer)
        assert reported == [error]
        assert reported[0].__traceback__ is not None
        await host.ping()


@case("H1")
@pytest.mark.parametrize("outcome", [{"x": object()}, RequestError(1, "no", data=object()), "text", 5, {"n": 2**60}])
async def test_a_handler_that_gives_what_is_no_result_is_an_internal_error(outcome: Any) -> None:
    async with connected() as (app, host):
        reported: list[BaseException] = []
        app.on_error(reported.append)

        def answer() -> Any:
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        app.add_request_handler("x/odd", answer)
        frame = await host.request("x/odd", id=1)
        assert frame is not None
        assert frame["error"]["code"] == -32603
        assert any(isinstance(error, LocalProtocolError) for error in reported)


@case("H2", "L12")
async def test_a_second_teardown_does_not_clean_up_again() -> None:
    async with connected() as (app, host):
        cleaned = asyncio.Event()
        started: list[str] = []

        @app.on_teardown
        async def clean_up() -> None:
            started.append("cleaning")
            await cleaned.wait()

        host.post({"jsonrpc": "2.0", "id": "a", "method": "ui/resource-teardown"})
        host.post({"jsonrpc": "2.0", "id": "b", "method": "ui/resource-teardown"})
        await settle()
        cleaned.set()
        await settle()
        assert [frame["id"] for frame in host.posted() if "method" not in frame] == ["a"]
        assert started == ["cleaning"]
        assert not app.connected


@case("I1")
async def test_two_requests_under_one_id_are_both_served() -> None:
    async with connected() as (app, host):
        app.add_request_handler("x/a", lambda: {"a": 1})
        app.add_request_handler("x/b", lambda: {"b": 1})
        host.post({"jsonrpc": "2.0", "id": 1, "method": "x/a"})
        host.post({"jsonrpc": "2.0", "id": 1, "method": "x/b"})
        await settle()
        assert [frame["result"] for frame in host.posted() if "method" not in frame] == [{"a": 1}, {"b": 1}]


async def test_a_handler_learns_of_the_request_it_serves() -> None:
    async with connected() as (app, host):
        contexts: list[RequestContext] = []

        async def serve(_params: Any, context: RequestContext) -> None:
            contexts.append(context)
            await context.progress(0.5, 1)

        app.fallback_request_handler = serve
        await host.request("x/one", {"_meta": {"progressToken": "t", "k": 1}}, id="one")
        await host.request("x/two", id=0)
        await host.request("x/three", {"_meta": None}, id=1)
        assert [(c.method, c.request_id) for c in contexts] == [("x/one", "one"), ("x/two", 0), ("x/three", 1)]
        assert contexts[0].meta == {"progressToken": "t", "k": 1}
        assert contexts[1].meta == contexts[2].meta == {}
        assert [frame["params"] for frame in host.posted("notifications/progress")] == [
            {"progressToken": "t", "progress": 0.5, "total": 1}
        ]
