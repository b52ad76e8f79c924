"""State of a view, that survives a reload where there is a place for it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import BaseModel, Field

from mcp_apps_py import App, LocalProtocolError
from mcp_apps_py.app import MemoryStorage
from mcp_apps_py.app.place import place
from mcp_apps_py.transport import settle
from mcp_apps_py.types import CallToolResult
from tests.connected import connected


class Counter(BaseModel):
    clicks: int = Field(default=0, alias="clickCount")


@dataclass
class Trip:
    cities: list[str] = field(default_factory=list[str])


class Needy(BaseModel):
    must: int


class Blocked(MemoryStorage):
    """A storage that the page has taken away."""

    def get(self, key: str) -> str | None:
        raise OSError("access denied")

    def put(self, key: str, text: str) -> None:
        raise OSError("access denied")

    def remove(self, key: str) -> None:
        raise OSError("access denied")


@pytest.fixture
def storage() -> Iterator[MemoryStorage]:
    """A storage that outlives every app of a test."""
    kept, before = MemoryStorage(), place.find_storage
    place.find_storage = lambda: kept
    yield kept
    place.find_storage = before


def make_app() -> App:
    return App("test", "1.0")


def tool_call(call_id: int | str) -> dict[str, Any]:
    return {"toolInfo": {"id": call_id, "tool": {"name": "t", "inputSchema": {"type": "object"}}}}


async def test_without_a_storage_state_lives_as_long_as_the_app() -> None:
    async with connected(context=tool_call(1)) as (app, _host):
        assert not app.state.persistent
        assert await app.state.load() == {}
        app.state.value["city"] = "Rome"
        await app.state.save()
        app.state.value = {}
        assert await app.state.load() == {"city": "Rome"}
        await app.state.clear()
        assert await app.state.load() == {}


@pytest.mark.parametrize("call_id", [7, "seven"])
async def test_state_belongs_to_the_tool_call(storage: MemoryStorage, call_id: int | str) -> None:
    async with connected(context=tool_call(call_id)) as (app, _host):
        state = app.use_state(Counter)
        assert state.persistent
        state.value.clicks = 5
        await state.save()
    async with connected(make_app(), context=tool_call(call_id)) as (again, _host):
        assert (await again.use_state(Counter).load()).clicks == 5
    async with connected(make_app(), context=tool_call("another")) as (other, _host):
        assert (await other.use_state(Counter).load()).clicks == 0


async def test_the_view_s_own_id_comes_first_and_the_call_s_id_is_the_second_best(storage: MemoryStorage) -> None:
    result = CallToolResult(meta={"viewUUID": "u-1"})
    async with connected(context=tool_call(1)) as (app, host):
        await app.state.save()
        app.state.value["before"] = True
        await app.state.save()
        host.notify("ui/notifications/tool-result", result.to_wire())
        await settle()
        assert await app.state.load() == {"before": True}
        app.state.value = {"after": True}
        await app.state.save()
    async with connected(make_app(), context=tool_call(2)) as (again, host):
        host.notify("ui/notifications/tool-result", result.to_wire())
        await settle()
        assert await again.state.load() == {"after": True}
        await again.state.clear()
        assert await again.state.load() == {}


async def test_without_any_id_state_is_kept_in_memory_only(storage: MemoryStorage) -> None:
    async with connected() as (app, _host):
        app.state.value["a"] = 1
        await app.state.save()
        assert not app.state.persistent
        assert await app.state.load() == {"a": 1}
    async with connected(make_app()) as (again, _host):
        assert await again.state.load() == {}


@pytest.mark.parametrize(
    ("type_", "value"), [(Trip, Trip(["Rome"])), (list[int], [1]), (Counter, Counter(clickCount=2))]
)
async def test_state_is_of_any_type_that_pydantic_knows(storage: MemoryStorage, type_: Any, value: Any) -> None:
    async with connected(context=tool_call(1)) as (app, _host):
        state = app.use_state(type_)
        state.value = value
        await state.save()
    async with connected(make_app(), context=tool_call(1)) as (again, _host):
        assert await again.use_state(type_).load() == value


async def test_saved_state_that_does_not_fit_any_more_is_left_and_named(
    storage: MemoryStorage, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(context=tool_call(1)) as (app, _host):
        app.state.value["clickCount"] = "many"
        await app.state.save()
        assert await app.use_state(Counter).load() == Counter()
    assert "the saved state of the view does not fit: clickCount: input should be a valid integer" in caplog.text


async def test_a_storage_that_is_taken_away_leaves_the_memory(
    storage: MemoryStorage, caplog: pytest.LogCaptureFixture
) -> None:
    place.find_storage = Blocked
    async with connected(context=tool_call(1)) as (app, _host):
        assert await app.state.load() == {}
        app.state.value["a"] = 1
        await app.state.save()
        assert await app.state.load() == {"a": 1}
        await app.state.clear()
        assert await app.state.load() == {}
    assert "the view's state is kept in memory only: access denied" in caplog.text
    assert "the view's state could not be removed: access denied" in caplog.text


async def test_state_that_can_not_begin_empty_says_what_is_missing() -> None:
    app = App("test", "1.0")
    state = app.use_state(Needy)
    with pytest.raises(LocalProtocolError, match=r"Needy.* can't be made without arguments \(must: it is missing\)"):
        _ = state.value
    with pytest.raises(LocalProtocolError, match="give its fields defaults, or set"):
        await state.load()
    state.value = Needy(must=1)
    await state.save()
    assert await state.load() == Needy(must=1)


def test_a_type_that_pydantic_does_not_know_is_refused() -> None:
    with pytest.raises(LocalProtocolError, match="the view's state: pydantic can't validate into"):
        App("test", "1.0").use_state(MemoryStorage)


async def test_state_that_is_not_json_or_not_of_its_type_is_not_saved(storage: MemoryStorage) -> None:
    async with connected(context=tool_call(1)) as (app, _host):
        app.state.value["a"] = object()
        with pytest.raises(LocalProtocolError, match="the view's state can't be written as JSON"):
            await app.state.save()
        app.state.value = {"a": 2**60}
        with pytest.raises(LocalProtocolError, match="state"):
            await app.state.save()
        counter = app.use_state(Counter)
        counter.value = {"clickCount": 1}  # type: ignore[assignment]
        with pytest.raises(LocalProtocolError, match="Expected `Counter`"):
            await counter.save()
        assert await counter.load() is counter.value
