"""What depends on the engine in the page itself, under hosts that give it an opaque origin or storage of its own."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mcp_apps_py.bundle import write_page
from tests.e2e.bench import INDEX, INITIALIZED, SIZE_CHANGED, Bench

from .engine_view import EngineStage, EngineView

MINIMAL = Path(__file__).parent.parent / "e2e" / "views" / "minimal" / "index.html"
RESULT = {"content": [{"type": "text", "text": "As text"}], "structuredContent": {"text": "Hello"}}
CALL = {"toolInfo": {"id": "call-1", "tool": {"name": "count", "inputSchema": {"type": "object"}}}}
ECHO = {"answers": {"tools/call": {"result": {"content": []}}}}
ROWS = 20_000
STATE = """
from pydantic import BaseModel
class Counter(BaseModel):
    clicks: int = 0
state = app.use_state(Counter)
await state.load()
"""


async def open_bench(stage: EngineStage, profile: str, **options: Any) -> Bench:
    page = write_page(INDEX, runtime=stage.server.runtime)
    bench = Bench(await stage.open_view(page, profile=profile, **options))
    await bench.sent(INITIALIZED)
    await bench.view.view_frame.wait_for_function("() => globalThis.python")
    return bench


def view_of(bench: Bench) -> EngineView:
    assert isinstance(bench.view, EngineView)
    return bench.view


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bench(stage: EngineStage) -> AsyncIterator[Bench]:
    """A view in an opaque origin; every test leaves it without errors."""
    yield await open_bench(stage, "opaque", rules=ECHO)


async def test_in_an_opaque_origin_storage_and_addresses_have_stand_ins(bench: Bench) -> None:
    assert await bench.js("origin") == "null"
    denied = "(() => { try { return String(localStorage.length); } catch { return 'denied'; } })()"
    assert await bench.js(denied) == "denied"
    stored = """async () => {
      const asked = (request) => new Promise((resolve) => (request.onsuccess = (e) => resolve(e.target.result)));
      const open = async () => (await asked(indexedDB.open("a"))).transaction("e", "readwrite").objectStore("e");
      await asked((await open()).put({ deep: [1] }, "k"));
      return asked((await open()).get("k"));
    }"""
    assert await bench.js(stored) == {"deep": [1]}
    assert await bench.js("new URL('./a', location.href).href") == "https://view.invalid/a"
    assert await bench.python(STATE + "state.persistent") is False


async def test_a_result_of_megabytes_arrives_whole_and_as_much_is_sent(bench: Bench) -> None:
    await bench.python(
        """
        from asyncio import get_running_loop
        got = get_running_loop().create_future()
        def take(result):
            got.set_result(result.structured_content)
        app.on_tool_result.handler = take
        """
    )
    await bench.host(
        """rows => {
          const row = (n) => ({ id: n, name: "row \\u00e9\\u{1f600} " + n, at: { x: n / 2 } });
          const structuredContent = { rows: Array.from({ length: rows }, (_, n) => row(n)) };
          stubHost.notify("ui/notifications/tool-result", { content: [], structuredContent });
        }""",
        ROWS,
    )
    assert await bench.python("rows = (await got)['rows']; [len(rows), rows[7]]") == [
        ROWS,
        {"id": 7, "name": "row é😀 7", "at": {"x": 3.5}},
    ]
    await bench.mark()
    assert await bench.python("(await app.call_server_tool('keep', {'rows': rows})).is_error") in {False, None}
    call = await bench.sent({"method": "tools/call"})
    assert call["params"]["arguments"]["rows"][ROWS - 1] == {
        "id": ROWS - 1,
        "name": f"row é😀 {ROWS - 1}",
        "at": {"x": 9999.5},
    }
    await bench.python("app.on_tool_result.handler = None; del rows, got")


async def test_content_that_grows_and_shrinks_is_reported_each_time(bench: Bench) -> None:
    await bench.reconnect(css="body { margin: 0 }", html="<div id='box' style='height: 120px'></div>")
    assert (await bench.sent({"method": SIZE_CHANGED}))["params"]["height"] == 120
    for height in (480, 90):
        await bench.mark()
        await bench.js("height => { document.getElementById('box').style.height = `${height}px`; }", height)
        assert (await bench.sent({"method": SIZE_CHANGED}))["params"]["height"] == height


async def test_a_page_that_is_stretched_to_its_frame_reports_its_content(bench: Bench) -> None:
    css = "html, body { height: 100%; margin: 0 }"
    await bench.reconnect(css=css, html="<div id='box' style='height: 150px'></div>")
    report = {"method": SIZE_CHANGED, "params": {"height": 150}}
    await bench.sent(report)
    await bench.mark()
    await bench.js("document.getElementById('box').style.height = '310px'")
    await bench.sent({"method": SIZE_CHANGED, "params": {"height": 310}})


async def test_a_listener_that_raises_is_shown_in_the_page_and_told_to_the_host(bench: Bench) -> None:
    await bench.reconnect(html="<h1>Weather</h1>")
    await bench.python(
        """
        def fail(result):
            raise ValueError("the wheel came off")
        app.on_tool_result.handler = fail
        """
    )
    await bench.view.notify("ui/notifications/tool-result", RESULT)
    log = await bench.sent({"method": "notifications/message"})
    assert "the wheel came off" in log["params"]["data"]
    shown = "document.getElementById('mcp-app-errors')?.textContent ?? ''"
    await bench.view.view_frame.wait_for_function(f"() => {shown}".replace(" ?? ''", ""))
    assert "ValueError: the wheel came off" in await bench.js(shown)
    await bench.python("app.on_tool_result.handler = None")


async def test_a_view_without_a_name_for_its_storage_keeps_state_over_a_reload(stage: EngineStage) -> None:
    bench = await open_bench(stage, "spec-wasm", rules={"initialize": {"hostContext": CALL}})
    assert await bench.python(STATE + "state.persistent") is True
    await bench.python("state.value.clicks = 3; await state.save()")
    await bench.mark()
    await bench.js("void setTimeout(() => location.reload())")
    await bench.sent(INITIALIZED)
    await bench.view.view_frame.wait_for_function("() => globalThis.python")
    assert await bench.python(STATE + "state.value.clicks") == 3
    await bench.python("await state.clear()")
    assert await view_of(bench).problems() == []


@pytest.mark.parametrize("profile", ["spec", "librechat"])
async def test_without_webassembly_the_page_says_so_and_shows_the_result(profile: str, stage: EngineStage) -> None:
    page = write_page(MINIMAL, runtime=stage.server.runtime)
    view = await stage.open_view(page, profile=profile, rules={"tool": {"result": RESULT}})
    await view.wait_for_frame(INITIALIZED)
    shown = "document.getElementById('mcp-apps-failure')?.innerText ?? ''"
    await view.view_frame.wait_for_function(f"() => ({shown}).includes('As text')")
    assert "needs WebAssembly" in await view.view_frame.evaluate(shown)
    log = await view.wait_for_frame({"method": "notifications/message"})
    assert "WebAssembly" in log["data"]["params"]["data"]
