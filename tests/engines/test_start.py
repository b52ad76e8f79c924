"""Python starts from its snapshot in the other engines too, or says why not and starts all the same."""

from dataclasses import replace
from typing import Any, Literal

import pytest

from mcp_apps_py.bundle import write_page
from mcp_apps_py.runtime import Runtime
from tests.e2e.bench import INDEX, INITIALIZED, Bench
from tests.e2e.test_fast_start import STATE

from .engine_view import EngineStage, EngineView

RESTORED = "mcpAppsLoader.wasRestored()"
REFUSED = "starts without its snapshot"
THING = """
from datetime import datetime
from decimal import Decimal
from uuid import UUID
from pydantic import BaseModel, ValidationError
class Thing(BaseModel):
    id: UUID
    when: datetime
    price: Decimal
thing = Thing.model_validate_json(
    '{"id": "12345678123456781234567812345678", "when": "2026-01-26T10:00:00Z", "price": "1.50"}')
try:
    Thing(id="x", when=0, price=1)
except ValidationError as error:
    problem = str(error)
import difflib
[thing.model_dump(mode="json"), "valid UUID" in problem, difflib.get_close_matches("ab", ["abc"])]
"""
GIVES = [{"id": "12345678-1234-5678-1234-567812345678", "when": "2026-01-26T10:00:00Z", "price": "1.50"}, True, ["abc"]]


async def start(
    stage: EngineStage, runtime: Runtime, loader: Literal["pyscript", "direct"]
) -> tuple[Bench, EngineView]:
    view = await stage.open_view(write_page(INDEX, runtime=runtime, loader=loader), profile="opaque")
    await view.wait_for_frame(INITIALIZED)
    await view.view_frame.wait_for_function("() => globalThis.python", timeout=view.patience * 1000)
    return Bench(view), view


@pytest.mark.parametrize("loader", ["pyscript", "direct"])
async def test_a_snapshot_is_restored(loader: Literal["pyscript", "direct"], stage: EngineStage) -> None:
    bench, view = await start(stage, stage.server.runtime, loader)
    assert await bench.js(RESTORED) is True
    assert await bench.python(THING) == GIVES
    assert [line for line in await view.lines() if REFUSED in line] == []
    assert await view.problems() == []


async def test_restored_views_share_nothing_that_is_random_and_have_the_right_time(stage: EngineStage) -> None:
    states: list[dict[str, Any]] = []
    for _ in range(2):
        bench, _view = await start(stage, stage.server.runtime, "direct")
        assert await bench.js(RESTORED) is True
        states.append(await bench.python(STATE))
        assert abs(states[-1]["off"]) < 5
        assert states[-1]["zone"][0] == -19800
        assert states[-1]["offset"] == "5:30:00"
        language = (await bench.js("navigator.language")).replace("-", "_")
        assert states[-1]["environment"]["LANG"] == f"{language}.UTF-8"
    one, other = states
    assert all(one[name] != other[name] for name in ("random", "uuid", "bytes"))


async def test_a_snapshot_that_does_not_fit_is_done_without_and_one_line_says_so(stage: EngineStage) -> None:
    fast = stage.server.runtime.fast
    assert fast
    bench, view = await start(stage, replace(stage.server.runtime, fast={**fast, "tableBase": 5000}), "pyscript")
    assert await bench.js(RESTORED) is False
    assert await bench.python(THING) == GIVES
    [line] = [line for line in await view.lines() if REFUSED in line]
    assert "function table has" in line
    assert await view.problems() == []
