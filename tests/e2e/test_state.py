"""State that survives a reload of the frame where there is storage, and never throws where there is none."""

from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio

from mcp_apps_py.testing.browser import Stage
from tests.e2e.bench import INITIALIZED, Bench, open_bench

COUNTER = """
import logging
from pydantic import BaseModel

class Counter(BaseModel):
    clicks: int = 0
    names: list[str] = []

class Warnings(logging.Handler):
    def emit(self, record):
        warnings.append(record.getMessage())

warnings = []
logger = logging.getLogger("mcp_apps_py")
logger.handlers[:] = [other for other in logger.handlers if type(other).__name__ != "Warnings"]
logger.addHandler(Warnings(logging.WARNING))
"""
CALL = {"toolInfo": {"id": "call-1", "tool": {"name": "count", "inputSchema": {"type": "object"}}}}
FRESH = "state = app.use_state(Counter); (await state.load()).model_dump()"
KEYS = "Object.keys(localStorage).filter((key) => key.startsWith('mcp-app'))"


async def begin(bench: Bench, context: dict[str, Any]) -> None:
    await bench.js("() => { try { localStorage.clear() } catch {} }")
    await bench.reconnect(context=context)
    await bench.python(COUNTER)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bench(whole_stage: Stage) -> AsyncIterator[Bench]:
    async with open_bench(whole_stage) as bench:
        yield bench


async def count(bench: Bench, clicks: int) -> None:
    await bench.python(f"state.value.clicks = {clicks}; state.value.names.append('a'); await state.save()")


async def test_a_model_survives_a_reload_of_the_frame(bench: Bench):
    await begin(bench, CALL)
    assert await bench.python(FRESH) == {"clicks": 0, "names": []}
    assert await bench.python("state.persistent")
    await count(bench, 3)
    await bench.mark()
    await bench.js("location.reload()")
    await bench.sent(INITIALIZED)
    await bench.python(COUNTER)
    assert await bench.python(FRESH) == {"clicks": 3, "names": ["a"]}
    assert await bench.python("warnings") == []


async def test_without_a_model_it_is_a_dict(bench: Bench):
    await begin(bench, CALL)
    await bench.python("app.use_state(dict); app.state.value['tab'] = 'map'; await app.state.save()")
    assert await bench.python("app.use_state(dict); await app.state.load()") == {"tab": "map"}


async def test_each_call_has_a_state_of_its_own_and_the_results_uuid_comes_first(bench: Bench):
    await begin(bench, CALL)
    await bench.python(FRESH)
    await count(bench, 1)
    await bench.view.notify("ui/notifications/tool-result", {"content": [], "_meta": {"viewUUID": "u-1"}})
    await bench.view.request("ping")
    # What was saved before the result came is not lost.
    assert (await bench.python(FRESH))["clicks"] == 1
    await count(bench, 2)
    assert len(await bench.js(KEYS)) == 2

    await bench.reconnect(context={"toolInfo": {**CALL["toolInfo"], "id": 7}})
    assert (await bench.python(FRESH))["clicks"] == 0
    await bench.view.notify("ui/notifications/tool-result", {"content": [], "_meta": {"viewUUID": "u-1"}})
    await bench.view.request("ping")
    assert (await bench.python(FRESH))["clicks"] == 2


async def test_a_call_that_nobody_names_is_kept_in_memory(bench: Bench):
    await begin(bench, {})
    assert await bench.python(FRESH + "; state.persistent") is False
    await count(bench, 4)
    assert (await bench.python("(await state.load()).model_dump()"))["clicks"] == 4
    assert await bench.js(KEYS) == []


async def test_saved_state_that_is_broken_or_outdated_makes_a_fresh_one_and_a_warning(bench: Bench):
    await begin(bench, CALL)
    await bench.python(FRESH)
    await count(bench, 5)
    for text in ("{", "null", '{"clicks": "many"}', '{"clicks": 1, "names": 3}', "\ud800", ""):
        await bench.js(f"text => {{ for (const key of {KEYS}) localStorage.setItem(key, text) }}", text)
        await bench.python("warnings.clear()")
        assert await bench.python(FRESH) == {"clicks": 0, "names": []}
        (warning,) = await bench.python("warnings")
        assert "the saved state of the view does not fit" in warning
    await count(bench, 6)
    assert (await bench.python(FRESH))["clicks"] == 6


async def test_a_storage_that_is_full_is_a_warning(bench: Bench):
    await begin(bench, CALL)
    await bench.python(FRESH)
    await bench.python("warnings.clear(); state.value.names = ['x' * 1_000_000] * 11; await state.save()")
    (warning,) = await bench.python("warnings")
    assert "the view's state is kept in memory only" in warning
    assert await bench.python("len((await state.load()).names)") == 11


async def test_state_that_was_never_saved_is_fresh_without_a_warning(bench: Bench):
    await begin(bench, CALL)
    await bench.js("localStorage.clear()")
    await bench.python("warnings.clear()")
    assert await bench.python(FRESH) == {"clicks": 0, "names": []}
    assert await bench.python("warnings") == []


async def test_clearing_forgets_it_everywhere(bench: Bench):
    await begin(bench, CALL)
    await bench.python(FRESH)
    await count(bench, 8)
    await bench.python("await state.clear()")
    assert await bench.js(KEYS) == []
    assert (await bench.python("(await state.load()).model_dump()"))["clicks"] == 0


async def test_in_an_opaque_origin_it_is_in_memory(whole_stage: Stage):
    async with open_bench(whole_stage, profile="opaque") as bench:
        await begin(bench, CALL)
        assert await bench.python(FRESH + "; state.persistent") is False
        await count(bench, 9)
        assert (await bench.python("(await state.load()).model_dump()"))["clicks"] == 9
        await bench.python("await state.clear()")
        assert (await bench.python("(await state.load()).model_dump()"))["clicks"] == 0
        assert await bench.python("warnings") == []
        assert bench.view.errors == []
