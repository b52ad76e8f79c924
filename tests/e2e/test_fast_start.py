"""Views start from a snapshot or from compiled archives, by PyScript or without it, and are as fresh as any other."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mcp_apps_py.bundle import write_page
from mcp_apps_py.runtime import Runtime
from mcp_apps_py.testing.browser import Stage, ViewPage

from .bench import INITIALIZED, Bench, open_bench

VIEWS = Path(__file__).parent / "views"
KINDS = [(loader, snapshot) for loader in ("pyscript", "direct") for snapshot in (True, False)]
ELSEWHERE = {"locale": "de-AT", "timezone_id": "Asia/Kolkata"}
STATE = """
import os, random, sys, time, uuid
from datetime import datetime
{
    "random": random.random(), "uuid": str(uuid.uuid4()), "bytes": os.urandom(8).hex(),
    "hash": hash("abc"), "off": time.time() - js.Date.now() / 1000, "clock": time.monotonic(),
    "zone": [time.timezone, *time.tzname], "offset": str(datetime.now().astimezone().utcoffset()),
    "environment": dict(os.environ), "argv": sys.argv, "folder": os.getcwd(), "executable": sys.executable,
}
"""


def runtime_of(stage: Stage, *, snapshot: bool) -> Runtime:
    return stage.server.runtime if snapshot else stage.server.runtime.without_snapshot()


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
async def bench(request: pytest.FixtureRequest, whole_stage: Stage) -> AsyncIterator[Bench]:
    loader, snapshot = request.param
    options = {"loader": loader, "runtime": runtime_of(whole_stage, snapshot=snapshot)}
    async with open_bench(whole_stage, profile="opaque", browser_context=ELSEWHERE, **options) as started:
        assert await started.js("mcpAppsLoader.wasRestored()") == snapshot
        yield started


async def test_time_zone_language_and_environment_are_those_of_the_browser(bench: Bench):
    state = await bench.python(STATE)
    assert state["zone"] == [-19800, "UTC+0530", "UTC+0530"]
    assert state["offset"] == "5:30:00"
    assert abs(state["off"]) < 5
    assert state["environment"]["LANG"] == "de_AT.UTF-8"
    assert state["environment"]["HOME"] == state["folder"] == "/home/pyodide"
    assert "PYTHONHASHSEED" not in state["environment"]


async def test_modules_that_are_not_in_the_page_are_fetched_when_they_are_imported(bench: Bench):
    source = """
        from importlib import import_module
        names = ["difflib", "xml.etree.ElementTree", "email.mime.text", "statistics", "pydantic.alias_generators"]
        [import_module(name).__name__ for name in names] + [import_module("pydantic.v1").VERSION[:2]]
    """
    names = ["difflib", "xml.etree.ElementTree", "email.mime.text", "statistics", "pydantic.alias_generators"]
    assert await bench.python(source) == [*names, "1."]


async def test_a_module_that_does_not_exist_is_still_not_found(bench: Bench):
    source = """
        try:
            import no_such_module
        except ModuleNotFoundError as error:
            problem = [str(error), error.name]
        problem
    """
    assert await bench.python(source) == ["No module named 'no_such_module'", "no_such_module"]


async def test_models_schemas_tasks_and_tracebacks_work(bench: Bench):
    source = """
        import asyncio, traceback
        from datetime import datetime
        from decimal import Decimal
        from uuid import UUID
        from pydantic import BaseModel, ValidationError, field_validator
        class Thing(BaseModel):
            id: UUID
            when: datetime
            price: Decimal
            @field_validator("price")
            def positive(cls, price):
                if price <= 0:
                    raise ValueError("must be positive")
                return price
        good = Thing.model_validate_json(
            '{"id": "12345678123456781234567812345678", "when": "2026-01-26T10:00:00Z", "price": "1.50"}')
        try:
            Thing(id=UUID(int=1), when=0, price=-1)
        except ValidationError as error:
            problem = traceback.format_exc()
        async def double(number):
            await asyncio.sleep(0)
            return 2 * number
        doubled = await asyncio.gather(double(1), double(2))
        [good.model_dump(mode="json"), "must be positive" in problem, doubled, sorted(Thing.model_json_schema())]
    """
    thing = {"id": "12345678-1234-5678-1234-567812345678", "when": "2026-01-26T10:00:00Z", "price": "1.50"}
    assert await bench.python(source) == [thing, True, [2, 4], ["properties", "required", "title", "type"]]


async def test_further_wheels_native_ones_too_can_be_loaded(bench: Bench, whole_stage: Stage):
    folder = f"{whole_stage.server.runtime.base}test-wheels/"
    root = Path(whole_stage.server.folder) / "test-wheels"
    wheels = [f"{folder}{path.name}" for path in root.glob("*.whl") if path.name.startswith(("hypothesis", "sorted"))]
    source = f"""
        import pyodide_js
        await pyodide_js.loadPackage(js.JSON.parse({str(wheels).replace("'", '"')!r}))
        import hypothesis, sortedcontainers
        list(sortedcontainers.SortedSet([2, 1]))
    """
    assert await bench.python(source) == [1, 2]


async def test_no_two_views_share_what_is_random(stage: Stage):
    states: list[dict[str, Any]] = []
    for _ in range(2):
        async with open_bench(stage, loader="direct", profile="opaque") as started:
            assert await started.js("mcpAppsLoader.wasRestored()")
            states.append(await started.python(STATE))
    one, other = states
    assert one["random"] != other["random"]
    assert one["uuid"] != other["uuid"]
    assert one["bytes"] != other["bytes"]
    # The seed of string hashes is in the snapshot, and can't be changed.
    assert one["hash"] == other["hash"]


async def open_with(stage: Stage, runtime: Runtime, page: str = "minimal", **options: Any) -> ViewPage:
    view = await stage.open_view(write_page(VIEWS / page / "index.html", runtime=runtime, **options))
    await view.wait_for_frame(INITIALIZED)
    await view.view_frame.evaluate("mcpAppsLoader.begun().then(() => null)")
    return view


SPOILED: dict[str, tuple[dict[str, Any], str]] = {
    "is missing": ({"assets": {"snapshot": {"path": "fast/gone.bin", "size": 1, "packed": True}}}, "answer was 404"),
    "belongs to another runtime": ({"id": "other"}, "it belongs to another runtime"),
    "is no snapshot": (
        {"assets": {"snapshot": {"path": "fast/library.bin", "size": 1, "packed": True}}},
        "no snapshot",
    ),
    "does not fit the function table": ({"tableBase": 5000}, "function table has"),
}


@pytest.mark.parametrize("how", SPOILED)
async def test_a_snapshot_that_cannot_be_used_is_done_without_and_one_line_says_so(how: str, stage: Stage):
    change, reason = SPOILED[how]
    fast = stage.server.runtime.fast
    assert fast
    assets = {**fast["assets"], **change.get("assets", {})}
    view = await open_with(stage, replace(stage.server.runtime, fast={**fast, **change, "assets": assets}))
    assert not await view.view_frame.evaluate("mcpAppsLoader.wasRestored()")
    lines = [line for line in view.console if "without its snapshot" in line]
    assert len(lines) == 1
    assert reason in lines[0]


async def test_what_the_view_imports_is_there_before_it_runs(stage: Stage):
    view = await open_with(stage, stage.server.runtime, "imports")
    fetched = await view.view_frame.evaluate(
        "performance.getEntriesByType('resource').map((entry) => [entry.initiatorType, entry.name.split('/').pop()])"
    )
    assert ["fetch", "rest.bin"] in fetched
    assert not [name for kind, name in fetched if kind == "xmlhttprequest"]


async def test_pyscript_does_all_that_it_does_elsewhere(stage: Stage):
    for snapshot in (True, False):
        view = await open_with(stage, runtime_of(stage, snapshot=snapshot), "pyscript")
        frame = view.view_frame
        await frame.get_by_role("button", name="Press").click()
        await frame.get_by_text("pressed, and awaited").wait_for()
        assert await frame.locator("#log").inner_text() == "first\nsecond"
        assert await frame.locator("#shown").inner_text() == "displayed"
        assert await frame.locator("#kept").inner_text() == "kept: 1"
        assert view.errors == []
