"""The snippets of the docs that need a page run in a browser, all in one page that has started Python once."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from mcp_apps_py.bundle import write_page
from mcp_apps_py.bundle.header import read_header
from mcp_apps_py.testing.browser import Stage, ViewPage
from mcp_apps_py.testing.server import StubHostServer
from tools.docs.snippets import Snippet, pages, snippets

INDEX = Path(__file__).parent / "views" / "docs" / "index.html"
PANEL = "#mcp-app-errors"
SNIPPETS = [
    pytest.param(snippet, id=f"{snippet.page}-{number}")
    for page in pages()
    for number, snippet in enumerate(each for each in snippets(page) if each.info == "python view")
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def started(whole_stage: Stage, server: StubHostServer) -> AsyncIterator[ViewPage]:
    page = await whole_stage.open_view(write_page(INDEX, runtime=server.runtime))
    await page.view_frame.wait_for_function("() => window.runSnippet", timeout=page.patience * 1000)
    yield page
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def view(started: ViewPage) -> AsyncIterator[ViewPage]:
    """The page, empty again afterwards."""
    started.errors.clear()
    yield started
    await started.view_frame.evaluate(
        "() => { document.body.replaceChildren(); document.body.removeAttribute('style'); }"
    )


async def run(view: ViewPage, source: str, place: str, *, whole: bool) -> str:
    """Run a snippet in the page; give the traceback if it fails."""
    arguments = [source, place, whole]
    return await view.view_frame.evaluate("(given) => runSnippet(...given)", arguments)


@pytest.mark.parametrize("snippet", SNIPPETS)
async def test_a_snippet_does_in_a_page_what_the_docs_say(snippet: Snippet, view: ViewPage, tmp_path: Path) -> None:
    whole = "\nrun(app)" in snippet.text
    (tmp_path / "view.py").write_text(snippet.text, encoding="utf-8")
    about = json.dumps(read_header(tmp_path / "view.py").in_page())
    await view.view_frame.evaluate("text => { document.getElementById('mcp-app').textContent = text; }", about)
    before = len(await view.frames())
    assert await run(view, snippet.text, snippet.place, whole=whole) == ""
    if whole:
        await view.wait_for_frame({"method": "ui/notifications/initialized"}, after=before)
        await try_view(snippet, view)
        assert (await view.request("ui/resource-teardown"))["result"] == {}
    elif snippet.trial:
        pytest.fail(f"{snippet.place}: only a whole view can be tried with a result")
    if not snippet.trial.get("fails"):
        assert view.errors == []


async def try_view(snippet: Snippet, view: ViewPage) -> None:
    """Send the result that the page names, and look at what is shown."""
    trial = snippet.trial
    assert "shows" in trial, f"{snippet.place}: say in a comment before it what the view shows"
    result = {"content": [], "structuredContent": trial["result"], "_meta": trial.get("meta", {})}
    await view.notify("ui/notifications/tool-result", result)
    await view.view_frame.get_by_text(trial["shows"]).first.wait_for()
    assert await view.view_frame.locator(PANEL).count() == bool(trial.get("fails"))


async def test_a_snippet_that_is_wrong_is_found(view: ViewPage) -> None:
    assert "AssertionError: no" in await run(view, "assert False, 'no'", "page.md:1", whole=False)
