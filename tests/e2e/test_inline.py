"""A page with everything in it starts under a policy that lets it load nothing, however it is delivered."""

from dataclasses import replace
from pathlib import Path

import pytest

from mcp_apps_py import hosts
from mcp_apps_py.bundle import Page, write_page
from mcp_apps_py.runtime import Runtime
from mcp_apps_py.testing.browser import Stage

from .bench import INITIALIZED

VIEWS = Path(__file__).parent / "views"
RESULT = {"content": [], "structuredContent": {"text": "Hello"}}
# In millions of bytes; clients that read a resource from a pipe take no more than 10 MiB.
LARGEST = {False: 8.5, True: 12.5}
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'"
)


def inline(stage: Stage, *, snapshot: bool, view: str = "minimal", **options: str) -> Page:
    runtime = Runtime.inline(stage.server.folder, snapshot=snapshot)
    return write_page(VIEWS / view / "index.html", runtime=runtime, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("snapshot", [False, True])
async def test_it_shows_the_result_and_loads_nothing(snapshot: bool, stage: Stage):
    page = inline(stage, snapshot=snapshot)
    assert len(page.html) < LARGEST[snapshot] * 1e6
    assert page.html.isascii()
    assert page.meta == {"csp": {"connectDomains": [], "resourceDomains": [], "wasmUnsafeEval": True}}
    view = await stage.open_view(page, profile="spec-wasm", rules={"tool": {"result": RESULT}})
    await view.view_frame.locator("#shown").get_by_text("Hello").wait_for(timeout=view.patience * 1000)
    assert await view.view_frame.evaluate("mcpAppsLoader.wasRestored()") == snapshot
    assert await view.view_frame.evaluate("performance.getEntriesByType('resource').map(({name}) => name)") == []
    assert view.errors == []


async def test_it_starts_without_pyscript_too(stage: Stage):
    view = await stage.open_view(inline(stage, snapshot=True, view="bench", loader="direct"))
    await view.view_frame.evaluate(
        "new Promise((resolve) => { const look = () => globalThis.python ? resolve() : setTimeout(look, 50); look(); })"
    )
    assert await view.view_frame.evaluate("python('1 + 1')") == "2"
    assert view.errors == []


async def test_a_snapshot_that_is_refused_leaves_a_card_that_says_why(stage: Stage):
    page = inline(stage, snapshot=True)
    spoiled = replace(page, html=page.html.replace('"tableBase": 16384', '"tableBase": 5000'))
    view = await stage.open_view(spoiled)
    card = view.view_frame.locator("#mcp-apps-failure")
    await card.wait_for(timeout=view.patience * 1000)
    assert "library is not in this page" in await card.inner_text()


@pytest.mark.parametrize("profile", ["opaque", "claude", "sunpeak"])
async def test_it_starts_under_the_strictest_policy_however_it_is_delivered(profile: str, stage: Stage):
    page = inline(stage, snapshot=False)
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    strict = replace(page, html=page.html.replace('<meta charset="utf-8">', f'<meta charset="utf-8">{head}'))
    view = await stage.open_view(strict, profile=profile)
    await view.wait_for_frame(INITIALIZED)
    assert await view.view_frame.evaluate("mcpAppsLoader.begun().then(() => mcpAppsLoader.wasRestored())") is False
    assert view.errors == []


async def test_it_starts_in_the_body_of_another_document(stage: Stage):
    opaque = hosts.load("opaque")
    frame = opaque.frame.model_copy(update={"in_body": True})
    view = await stage.open_view(
        inline(stage, snapshot=True), profile=opaque.model_copy(update={"name": "in-body", "frame": frame})
    )
    await view.wait_for_frame(INITIALIZED)
    assert await view.view_frame.evaluate("mcpAppsLoader.begun().then(() => mcpAppsLoader.wasRestored())")
    assert view.errors == []


async def test_what_the_view_imports_is_in_it_and_what_is_not_says_how_to_get_it_there(stage: Stage):
    view = await stage.open_view(inline(stage, snapshot=True, view="imports"))
    await view.wait_for_frame(INITIALIZED)
    assert await view.view_frame.evaluate("mcpAppsLoader.begun().then(() => mcpAppsLoader.wasRestored())")
    assert view.errors == []
    problem = await view.view_frame.evaluate(
        """async () => {
          const python = await mcpAppsLoader.begun();
          try { python.runPython("import calendar, pydoc") } catch (error) { return error.message }
        }"""
    )
    assert "'pydoc' is not in this page" in problem
    assert "under `modules` in the view's header" in problem
