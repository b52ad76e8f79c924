"""The life of a connection: pending calls, clocks, closing, and what is left afterwards."""

import asyncio
import gc
import weakref
from typing import Any

import pytest

from mcp_apps_py import (
    App,
    ConnectionClosedError,
    LocalProtocolError,
    ManualClock,
    RemoteProtocolError,
    RequestError,
    RequestTimeoutError,
)
from mcp_apps_py.testing import StubHost
from mcp_apps_py.transport import settle
from tests.cases import case
from tests.connected import connected


async def ended(call: "asyncio.Future[Any]") -> BaseException | None:
    """Let a call come to its end, and give what it raised."""
    await settle()
    assert call.done(), "the call is still pending"
    return None if call.cancelled() else call.exception()


# Every call ends, on every path


@case("I3", "I5", "L12")
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("answer", None),
        ("error", RequestError),
        ("nonsense", RemoteProtocolError),
        ("time-out", RequestTimeoutError),
        ("close", ConnectionClosedError),
        ("hang up", ConnectionClosedError),
        ("teardown", ConnectionClosedError),
        ("cancel", None),
    ],
)
async def test_a_pending_call_ends_on_every_path_and_leaves_nothing(
    path: str, expected: type[Exception] | None
) -> None:
    clock = ManualClock()
    async with connected(clock=clock) as (app, host):
        host.silence("ping")
        call = asyncio.ensure_future(app.ping(max_total_timeout=100))
        asked = await host.received("ping")
        assert clock.pending == 2
        answer = {"jsonrpc": "2.0", "id": asked["id"]}
        match path:
            case "answer":
                host.post({**answer, "result": {}})
            case "error":
                host.post({**answer, "error": {"code": 1, "message": "no"}})
            case "nonsense":
                host.post(answer)
            case "time-out":
                await clock.advance(60)
            case "close":
                await app.close()
            case "hang up":
                host.hang_up()
            case "teardown":
                await host.teardown()
            case _:
                call.cancel()
        error = await ended(call)
        assert error is None if expected is None else isinstance(error, expected)
        assert call.cancelled() is (path == "cancel")
        assert clock.pending == 0


@case("I5")
async def test_a_time_out_and_a_cancellation_in_one_turn_are_told_once() -> None:
    clock = ManualClock()
    async with connected(clock=clock) as (app, host):
        host.silence("ping")
        call = asyncio.ensure_future(app.ping(timeout=1))
        await host.received("ping")
        asyncio.get_running_loop().call_soon(call.cancel)
        await clock.advance(1)
        await asyncio.wait([call])
        assert len(host.posted("notifications/cancelled")) == 1


@case("I5")
@pytest.mark.parametrize("late", ["answer", "close"])
async def test_a_cancellation_in_the_same_turn_as_the_end_leaves_no_unseen_error(
    late: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected() as (app, host):
        host.silence("ping")
        call = asyncio.ensure_future(app.ping())
        asked = await host.received("ping")
        assert app._session is not None
        if late == "close":
            app._session.end()
        else:
            app._session.receive(f'{{"jsonrpc":"2.0","id":{asked["id"]},"error":{{"code":1,"message":"no"}}}}')
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()
    del call
    gc.collect()
    assert caplog.records == []


@case("I5")
async def test_a_time_out_of_nothing_and_no_time_out_at_all() -> None:
    clock = ManualClock()
    async with connected(clock=clock) as (app, host):
        host.silence("ping")
        soon = asyncio.ensure_future(app.ping(timeout=0))
        never = asyncio.ensure_future(app.ping(timeout=None))
        await settle()
        assert clock.pending == 1
        await clock.advance(0)
        assert isinstance(await ended(soon), TimeoutError)
        await clock.advance(1e9)
        assert not never.done()
        never.cancel()
        await asyncio.wait([never])


@case("I5")
async def test_asyncio_time_outs_work_as_well() -> None:
    async with connected() as (app, host):
        host.silence("ping")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(app.ping(), 0.01)
        await settle()
        assert len(host.posted("notifications/cancelled")) == 1


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"timout": 5}, "ping takes no timout; the options of a call are timeout, on_progress"),
        ({"timeout": "5"}, "ping: timeout is a number of seconds or None, not '5'"),
        ({"max_total_timeout": [1]}, "ping: max_total_timeout is a number"),
    ],
)
async def test_an_option_that_no_call_has_is_refused_before_anything_is_posted(options: Any, problem: str) -> None:
    async with connected() as (app, host):
        with pytest.raises(LocalProtocolError, match=problem):
            await app.ping(**options)
        assert host.posted("ping") == []


# Closing, and connecting again


@case("L9", "J8")
async def test_fifty_connections_leave_nothing_behind() -> None:
    clock = ManualClock()
    app = App("test", "1.0")
    heard: list[Any] = []
    app.on_tool_input(heard.append)
    app.on_teardown(lambda: None)
    host = StubHost(clock=clock)
    host.silence("ping")
    for round_ in range(50):
        await app.connect(host.transport)
        call = asyncio.ensure_future(app.ping())
        host.send_tool_input({"round": round_})
        await host.request("x/unknown")
        if round_ % 2:
            await app.close()
        else:
            await host.teardown()
        assert isinstance(await ended(call), ConnectionClosedError)
        assert clock.pending == 0
        assert len(app._tasks) == 0
        assert len(heard) == round_ + 1
    assert len(app.on_tool_input._listeners) == 1
    assert len(host.posted("ui/initialize")) == len(host.posted("ui/notifications/initialized")) == 50
    host.check()


@case("L9")
async def test_a_closed_app_can_be_forgotten() -> None:
    app = App("test", "1.0")
    async with connected(app) as (_, host):
        await host.ping()
    gone = weakref.ref(app)
    del app, _, host
    await settle()
    gc.collect()
    assert gone() is None


@case("L5")
async def test_a_failed_attempt_leaves_the_transport_free_and_no_timer() -> None:
    clock = ManualClock()
    app = App("test", "1.0")
    with StubHost({"initialize": None}, clock=clock) as host:
        attempt = asyncio.ensure_future(app.connect(host.transport))
        await host.received("ui/initialize")
        await clock.advance(60)
        assert isinstance(await ended(attempt), RequestTimeoutError)
        assert clock.pending == 0
        host.transport.start(host)
        host.transport.close()


@case("L9")
async def test_a_transport_in_use_is_left_alone() -> None:
    async with connected() as (app, host):
        other = App("other", "1.0")
        with pytest.raises(LocalProtocolError, match="started already"):
            await other.connect(host.transport)
        await host.ping()
        assert app.connected
        assert not other.connected


@case("L12")
async def test_on_close_tells_what_ended_the_connection() -> None:
    reasons: list[Exception | None] = []
    app = App("test", "1.0")
    app.on_close(reasons.append)
    async with connected(app):
        pass
    assert reasons == [None]
    async with connected(app) as (_, host):
        host.hang_up()
        assert not app.connected
    assert isinstance(reasons[1], ConnectionClosedError)
    assert len(reasons) == 2


@case("L9")
async def test_a_listener_of_on_close_may_connect_again() -> None:
    app = App("test", "1.0")
    with StubHost(clock=ManualClock()) as host:
        await app.connect(host.transport)

        async def again(_reason: Exception | None) -> None:
            await app.connect(host.transport)

        app.on_close(again)
        await host.teardown()
        await settle()
        assert app.connected
        app.on_close.remove(again)
        await app.close()
        assert len(host.posted("ui/initialize")) == 2


@case("L12", "H3")
async def test_a_sync_listener_may_end_the_connection() -> None:
    async with connected() as (app, host):
        session = app._session
        assert session is not None
        app.on_tool_input(lambda _params: session.end())
        host.send_tool_input()
        await settle()
        assert not app.connected


@case("L12", "H3")
async def test_an_async_listener_may_close_and_go_on() -> None:
    steps: list[str] = []
    async with connected() as (app, host):

        @app.on_tool_input
        async def close() -> None:
            await app.close()
            await asyncio.sleep(0)
            steps.append(app.host.info.name)

        host.send_tool_input()
        await settle()
        assert not app.connected
    assert steps == ["stub-host"]


@case("L12", "H3")
async def test_a_request_handler_may_close_and_its_request_gets_no_answer() -> None:
    async with connected() as (app, host):
        app.add_request_handler("x/close", app.close)
        assert await host.request("x/close") is None
        assert not app.connected


@case("L12")
async def test_what_an_author_started_is_cancelled_at_the_end() -> None:
    seen: list[str] = []
    async with connected() as (app, host):

        @app.on_tool_input
        async def wait() -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                seen.append("cancelled")
                raise

        host.send_tool_input()
        await settle()
        await app.close()
        await settle()
        assert seen == ["cancelled"]


@case("L1")
async def test_a_handshake_that_is_refused_after_the_answer_sends_no_initialized() -> None:
    app = App("test", "1.0")
    with StubHost({"initialize": {"result": {"protocolVersion": None}}}, clock=ManualClock()) as host:
        with pytest.raises(RemoteProtocolError, match="protocolVersion"):
            await app.connect(host.transport)
        await settle()
        assert host.posted("ui/notifications/initialized") == []
        with pytest.raises(LocalProtocolError, match=r"await app\.connect"):
            app.host.info  # noqa: B018


@case("L2")
async def test_an_unknown_version_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    async with connected(preset={"initialize": {"protocolVersion": "2027-01-01"}}) as (app, _host):
        assert app.host.protocol_version == "2027-01-01"
    assert "'2027-01-01'" in caplog.text


# Order


@case("H2", "D2")
async def test_sync_and_async_listeners_start_in_wire_order() -> None:
    order: list[str] = []
    async with connected() as (app, host):

        async def slow(params: Any) -> None:
            order.append(f"async {params.arguments}")
            await asyncio.sleep(0)
            await asyncio.sleep(0)

        app.on_tool_input(slow)
        app.on_tool_input(lambda params: order.append(f"sync {params.arguments}"))
        app.on_tool_result(lambda: order.append("result"))
        for n in range(3):
            host.send_tool_input({"n": n})
            host.send_tool_result(n)
        await settle(40)
    for n in range(3):
        *listened, result = order[3 * n : 3 * n + 3]
        # Which of the two is first depends on the Python: see `Tasks.run`.
        assert sorted(listened) == [f"async {{'n': {n}}}", f"sync {{'n': {n}}}"]
        assert result == "result"


@case("H2", "D4")
async def test_ten_thousand_notifications_and_a_thousand_calls_leave_nothing() -> None:
    clock = ManualClock()
    async with connected(clock=clock) as (app, host):
        count = 0

        def hear() -> None:
            nonlocal count
            count += 1

        app.on_tool_input_partial(hear)
        host.answer_tool("t", 1)
        for _ in range(100):
            for _ in range(100):
                host.send_partial({"text": "x" * 100})
            await asyncio.gather(*(app.call_server_tool("t") for _ in range(10)))
        assert count == 10_000
        assert clock.pending == 0
        assert app._session is not None
        assert not app._session._calls
        assert not app._session._inbox
        assert not app._session._protocol._pending
