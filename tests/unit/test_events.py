"""Event hooks: who hears what, when, and in which form."""

import asyncio
import gc
from typing import Any

import pytest
from pydantic import BaseModel

from mcp_apps_py import ConnectionClosedError, EventHook, LocalProtocolError
from mcp_apps_py.app.hooks import Hooks
from mcp_apps_py.tasks import Tasks
from mcp_apps_py.transport import settle
from mcp_apps_py.types import CallToolResult, TextContent, ToolInputParams
from tests.cases import case
from tests.connected import connected


class City(BaseModel):
    city: str
    zip: int | None = None


def hook(errors: list[BaseException] | None = None, **options: Any) -> EventHook[Any]:
    return EventHook[Any]("thing", Tasks((errors if errors is not None else []).append), **options)


# Who hears


def test_a_decorated_listener_stays_the_function_it_was() -> None:
    def listener(value: int) -> None: ...

    assert hook()(listener) is listener


def test_a_listener_that_is_added_twice_hears_once() -> None:
    heard: list[int] = []
    thing = hook()
    thing.add(heard.append)
    thing.add(heard.append)
    thing.emit(1)
    assert heard == [1]


def test_a_removed_listener_hears_nothing_and_may_be_removed_again() -> None:
    heard: list[int] = []
    thing = hook()
    thing.add(heard.append)
    thing.remove(heard.append)
    thing.remove(heard.append)
    thing.emit(1)
    assert heard == []


def test_a_bound_method_can_be_removed() -> None:
    class View:
        def __init__(self) -> None:
            self.heard: list[int] = []

        def hear(self, value: int) -> None:
            self.heard.append(value)

    view, thing = View(), hook()
    thing.add(view.hear)
    thing.remove(view.hear)
    thing.emit(1)
    assert view.heard == []


@case("S2")
def test_the_handler_comes_first_and_is_replaced_or_cleared() -> None:
    order: list[str] = []
    thing = hook()
    thing.add(lambda: order.append("listener"))
    thing.handler = lambda: order.append("first")
    thing.handler = lambda: order.append("handler")
    thing.emit(1)
    thing.handler = None
    thing.emit(2)
    assert order == ["handler", "listener", "listener"]
    assert thing.handler is None


@case("S2")
def test_a_dispatch_runs_over_a_snapshot() -> None:
    order: list[str] = []
    thing = hook()

    def second() -> None:
        order.append("second")

    def first() -> None:
        order.append("first")
        thing.remove(second)
        thing.add(third)

    def third() -> None:
        order.append("third")

    thing.add(first)
    thing.add(second)
    thing.emit(1)
    thing.emit(2)
    assert order == ["first", "second", "first", "third"]


@case("S2", "H1")
@pytest.mark.parametrize("error", [ValueError(), SystemExit(), asyncio.CancelledError()])
async def test_a_listener_that_raises_is_reported_and_the_rest_hear(error: BaseException) -> None:
    errors: list[BaseException] = []
    heard: list[int] = []

    def fail() -> None:
        raise error

    async def fail_later() -> None:
        await asyncio.sleep(0)
        raise error

    thing = hook(errors)
    for listener in (fail, fail_later, heard.append):
        thing.add(listener)
    thing.emit(1)
    await settle()
    assert heard == [1]
    assert errors == [error, error]


# Late listeners


@case("L8")
async def test_a_late_listener_hears_the_last_value_in_a_later_turn() -> None:
    heard: list[int] = []
    thing = hook(replay=True)
    thing.emit(1)
    thing.emit(2)
    thing.add(heard.append)
    assert heard == []
    await settle()
    assert heard == [2]


@case("L8")
async def test_a_late_value_is_not_delivered_if_a_newer_one_came_first() -> None:
    heard: list[int] = []
    thing = hook(replay=True)
    thing.emit(1)
    thing.add(heard.append)
    thing.emit(2)
    await settle()
    assert heard == [2]


@case("L8")
async def test_a_late_value_is_not_delivered_to_who_left_or_once_it_is_forgotten() -> None:
    heard: list[int] = []
    thing = hook(replay=True)
    thing.emit(1)
    thing.add(heard.append)
    thing.remove(heard.append)
    thing.handler = heard.append
    thing.forget()
    await settle()
    assert heard == []


@case("L8")
async def test_a_late_handler_and_a_late_typed_listener_hear_it_too() -> None:
    heard: list[Any] = []
    async with connected() as (app, host):
        host.send_tool_input({"city": "Rome"})
        await settle()

        def typed(value: City) -> None:
            heard.append(value)

        app.on_tool_input.handler = heard.append
        app.on_tool_input(typed)
        await settle()
    assert [type(value) for value in heard] == [ToolInputParams, City]


async def test_an_event_without_replay_is_gone() -> None:
    heard: list[int] = []
    thing = hook()
    thing.emit(1)
    thing.add(heard.append)
    await settle()
    assert heard == []


# Waiting and iterating


async def test_next_means_a_value_to_come() -> None:
    thing = hook(replay=True)
    thing.emit(1)
    waiting = asyncio.ensure_future(thing.next())
    await settle()
    assert not waiting.done()
    thing.emit(2)
    assert await waiting == 2


async def test_iterating_begins_with_a_remembered_value_and_skips_none() -> None:
    thing = hook(replay=True)
    thing.emit(1)
    values = aiter(thing)
    for value in (2, 3):
        thing.emit(value)
    assert [await anext(values) for _ in range(3)] == [1, 2, 3]


@case("D3")
async def test_a_slow_reader_of_partials_gets_the_newest() -> None:
    thing = hook(newest=True)
    values = aiter(thing)
    for value in range(100):
        thing.emit(value)
    assert await anext(values) == 99


async def test_the_end_ends_iterations_and_waits() -> None:
    thing = hook()
    waiting = asyncio.ensure_future(thing.next())
    values = aiter(thing)
    await settle()
    thing.emit("last")
    thing.end()
    assert await waiting == "last"
    assert [value async for value in values] == ["last"]
    waiting = asyncio.ensure_future(thing.next())
    await settle()
    thing.end()
    with pytest.raises(ConnectionClosedError, match="no thing came"):
        await waiting


@case("J8")
async def test_a_reader_that_left_costs_nothing() -> None:
    thing = hook()
    for _ in range(10):
        values = aiter(thing)
        del values
        waiting = asyncio.ensure_future(thing.next())
        await settle()
        waiting.cancel()
        await asyncio.wait([waiting])
        del waiting
    gc.collect()
    assert len(thing._subscriptions) == 0


# Names


@pytest.mark.parametrize("name", ["toolresult", "tool_result"])
async def test_hooks_can_be_found_by_the_counterparts_names(name: str) -> None:
    heard: list[CallToolResult] = []
    async with connected() as (app, host):
        app.add_event_listener(name, heard.append)
        host.send_tool_result(content=[TextContent(text="a")])
        await settle()
        app.remove_event_listener(name, heard.append)
        host.send_tool_result()
        await settle()
    assert [result.text for result in heard] == ["a"]


def test_an_unknown_event_names_those_there_are() -> None:
    with pytest.raises(LocalProtocolError, match=r"no event 'toolresults'; events: .*toolinput.*toolresult"):
        Hooks().add_event_listener("toolresults", print)


@case("T9")
async def test_notification_handlers_take_what_has_no_hook() -> None:
    heard: list[Any] = []
    async with connected() as (app, host):
        app.add_notification_handler("x/note", heard.append)
        with pytest.raises(LocalProtocolError, match="x/note has a handler already"):
            app.add_notification_handler("x/note", print)
        with pytest.raises(LocalProtocolError, match="has an event hook"):
            app.add_notification_handler("ui/notifications/tool-input", print)
        host.notify("x/note", {"n": None})
        await settle()
        app.remove_notification_handler("x/note")
        app.remove_notification_handler("x/note")
        host.notify("x/note")
        await settle()
    assert heard == [{"n": None}]
