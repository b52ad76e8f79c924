"""A runtime folder that a browser has made, with an author's packages and the top of a view in its snapshot."""

import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio

from mcp_apps_py.bundle import view_top, write_page
from mcp_apps_py.runtime import Runtime, Wishes, assemble, find_maker, make_fast_start, pins
from mcp_apps_py.testing.browser import Stage, ViewPage
from mcp_apps_py.testing.server import StubHostServer
from tools.browser_config import browser_path

ROOT = Path(__file__).resolve().parent.parent.parent
VIEW = Path(__file__).parent / "views" / "top"
INITIALIZED = {"method": "ui/notifications/initialized"}
RESULT = {"content": [], "structuredContent": {"text": "hello"}}
LOADERS = ("pyscript", "direct")
CANARY = "mcp-apps-py-canary"


def wheels(folder: Path, *prefixes: str) -> list[Path]:
    return [path for prefix in prefixes for path in sorted(folder.glob(f"{prefix}*.whl"))]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A runtime folder, made anew by the browser, from a folder and with a variable that nobody should ever see."""
    page = wheels(ROOT / ".runtime" / "wheels", *(pin.prefix for pin in pins().wheels), "mcp_apps_py-")
    given = wheels(ROOT / ".runtime" / "test-wheels", "hypothesis-", "sortedcontainers-")
    sources = {"pyodide": ROOT / "node_modules/pyodide", "pyscript": ROOT / "node_modules/@pyscript/core/dist"}
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix=CANARY) as made, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CANARY_VARIABLE", CANARY)
        os.chdir(made)
        try:
            assemble(Path(made), wheels=[*page, *given], **sources)
            browser = find_maker("chromium", browser_path())
            make_fast_start(Path(made), Wishes(top=view_top(VIEW / "view.py")), maker=browser)
        finally:
            os.chdir(before)
        yield Path(made)


@pytest.fixture(scope="module")
def own_server(folder: Path) -> Iterator[StubHostServer]:
    with StubHostServer(folder) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def stage(whole_stage: Stage, own_server: StubHostServer) -> AsyncIterator[Stage]:
    own = Stage(whole_stage.browser, own_server, whole_stage.config)
    yield own
    await own.close_views()


async def open_top(stage: Stage, runtime: Runtime, **options: Any) -> ViewPage:
    page = write_page(VIEW / "index.html", runtime=runtime, **options)
    view = await stage.open_view(page, profile="opaque", rules={"tool": {"result": RESULT}})
    await view.wait_for_frame(INITIALIZED)
    return view


async def shown(view: ViewPage, name: str) -> str:
    return await view.view_frame.locator(f"#{name}").inner_text()


def line_of(text: str) -> int:
    lines = (VIEW / "view.py").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


async def check(view: ViewPage, *, restored: bool) -> str:
    """See that top, packages and the rest are there, and that lines have their numbers; gives what the top has made."""
    assert await view.view_frame.evaluate("mcpAppsLoader.wasRestored()") == restored
    await view.view_frame.get_by_text("HELLO!").wait_for()
    problem = await shown(view, "problem")
    call, failure = line_of("        fail()"), line_of("raise ValueError")
    assert f'File "view.py", line {call}, in show_problem\n    fail()\n' in problem
    assert f'File "view.py", line {failure}, in fail\n    raise ValueError("raised above the mark")\n' in problem
    assert view.errors == []
    return await shown(view, "made")


@pytest.mark.parametrize("loader", LOADERS)
async def test_the_top_of_a_view_was_run_once_for_all(loader: Literal["pyscript", "direct"], stage: Stage):
    runtime = stage.server.runtime
    views = [await open_top(stage, runtime, loader=loader) for _ in range(2)]
    one, other = [await check(view, restored=True) for view in views]
    assert len(one) == 32
    assert one == other


@pytest.mark.parametrize("loader", LOADERS)
async def test_where_the_snapshot_is_refused_the_top_is_run_in_the_page(
    loader: Literal["pyscript", "direct"], stage: Stage
):
    fast = stage.server.runtime.fast
    assert fast
    page = write_page(VIEW / "index.html", runtime=stage.server.runtime, loader=loader)
    spoiled = replace(page, html=page.html.replace(f'"id": "{fast["id"]}"', '"id": "other"'))
    view = await stage.open_view(spoiled, profile="opaque", rules={"tool": {"result": RESULT}})
    await view.wait_for_frame(INITIALIZED)
    await check(view, restored=False)
