"""What only a window can show: strangers on it, values without a form in JSON, and what is left in memory."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mcp_apps_py.bundle import write_page
from mcp_apps_py.testing.browser import Stage, ViewPage
from tests.cases import case
from tests.e2e.browser_stage import BrowserStage

HERE = Path(__file__).parent
RESULT = {"jsonrpc": "2.0", "method": "ui/notifications/tool-result", "params": {"content": []}}
ACCEPTED = {"protocolVersion": "2026-01-26", "hostInfo": {"name": "h", "version": "1"}, "hostCapabilities": {}}


async def opened(stage: Stage, index: Path, ready: str, **options: Any) -> ViewPage:
    view = await stage.open_view(write_page(index, runtime=stage.server.runtime), **options)
    await view.view_frame.wait_for_function(ready, timeout=stage.config.boot_timeout)
    return view


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def probe(whole_stage: Stage) -> AsyncIterator[BrowserStage]:
    own = Stage(whole_stage.browser, whole_stage.server, whole_stage.config)
    view = await opened(own, HERE.parent / "probe" / "index.html", "() => window.probe")
    yield BrowserStage(view)
    assert view.errors == []
    await own.close_views()


async def connected(probe: BrowserStage) -> None:
    await probe.open({"initialize": ACCEPTED, "answers": {}}, {})
    await probe.do("connect", {}, "connect")
    scene = await probe.look(again=False)
    assert scene.outcomes["connect"] == {"result": None}


async def heard(probe: BrowserStage) -> list[str]:
    return [name for name, _ in (await probe.look(again=False)).events]


# Strangers


@case("T3")
async def test_an_answer_from_the_views_own_window_is_dropped(probe: BrowserStage) -> None:
    await probe.open({"initialize": None, "answers": {}}, {})
    await probe.do("connect", {}, "connect")
    [(_, asked)] = (await probe.look(again=False)).frames
    answer = {"jsonrpc": "2.0", "id": asked["id"], "result": ACCEPTED}
    await probe.view.view_frame.evaluate("answer => window.postMessage(answer, '*')", answer)
    assert (await probe.look(again=False)).outcomes == {}
    await probe.post(answer)
    assert (await probe.look(again=False)).outcomes == {"connect": {"result": None}}


@case("T4")
async def test_a_result_from_a_child_frame_is_dropped(probe: BrowserStage) -> None:
    await connected(probe)
    await probe.view.view_frame.evaluate(
        """result => new Promise((resolve) => {
          addEventListener("message", ({ data }) => data === "done" && resolve(), { capture: true });
          const child = document.body.appendChild(document.createElement("iframe"));
          const post = (value) => `parent.postMessage(${JSON.stringify(value)}, "*");`;
          child.contentDocument.write(`<script>${post(result)} ${post("done")}<` + "/script>");
        })""",
        RESULT,
    )
    assert await heard(probe) == []
    await probe.post(RESULT)
    assert await heard(probe) == ["tool_result"]


# Values


@case("J4", "J6", "T2")
@pytest.mark.parametrize(
    ("expression", "event"),
    [
        ("new Map([['a', 1]])", "tool_input"),
        ("new Date(0)", "error"),
        ("new Uint8Array([1, 2])", "tool_input"),
        ("new ArrayBuffer(8)", "tool_input"),
        ("/x/", "tool_input"),
        ("new Error('x')", "tool_input"),
        ("Array.from({ length: 3 })", "error"),
        ("Object.assign([], { a: 1 })", "error"),
        ("(() => { const a = {}; a.a = a; return a; })()", "error"),
        ("(() => { const a = { n: 1n }; a.a = a; return a; })()", "error"),
        ("JSON.parse('['.repeat(3000) + ']'.repeat(3000))", "error"),
        ("({ deep: JSON.parse('['.repeat(3000) + '1' + ']'.repeat(3000)), n: 5n })", "error"),
    ],
)
async def test_what_is_no_json_is_heard_as_json_or_reported(probe: BrowserStage, expression: str, event: str) -> None:
    await connected(probe)
    await probe.post(
        {"jsonrpc": "2.0", "method": "ui/notifications/tool-input", "params": {"arguments": {"$js": expression}}}
    )
    assert await heard(probe) == [event]
    await probe.post(RESULT)
    assert (await heard(probe))[1:] == ["tool_result"]


@case("D4")
async def test_a_large_result_arrives_whole(probe: BrowserStage) -> None:
    await connected(probe)
    rows = 20_000
    row = "({ id: n, name: 'row ' + n, tags: ['a', null], at: { x: n / 2 } })"
    expression = f"Array.from({{ length: {rows} }}, (_, n) => {row})"
    params = {"content": [], "structuredContent": {"rows": {"$js": expression}}}
    await probe.post({**RESULT, "params": params})
    [(name, value)] = (await probe.look(again=False)).events
    assert name == "tool_result"
    assert len(value["structuredContent"]["rows"]) == rows
    assert value["structuredContent"]["rows"][7] == {"id": 7, "name": "row 7", "tags": ["a", None], "at": {"x": 3.5}}


async def test_a_page_that_forbids_inline_scripts_hears_and_speaks_all_the_same(stage: Stage) -> None:
    written = write_page(HERE.parent / "probe" / "index.html", runtime=stage.server.runtime)
    [origin] = stage.server.runtime.origins
    policy = f"script-src 'nonce-own' 'wasm-unsafe-eval' {origin}"
    html = written.html.replace("<script", '<script nonce="own"').replace(
        '<meta charset="utf-8">',
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">',
    )
    view = await stage.open_view(html, written.meta)
    await view.view_frame.wait_for_function("() => window.probe", timeout=stage.config.boot_timeout)
    probe = BrowserStage(view)
    await connected(probe)
    assert not await view.view_frame.evaluate("'mcpAppsBridge' in globalThis")
    arguments = {"big": {"$js": "2n ** 64n"}, "long": "\u00e9\u0100" * 5000}
    await probe.post({"jsonrpc": "2.0", "method": "ui/notifications/tool-input", "params": {"arguments": arguments}})
    await probe.post({**RESULT, "params": {"a": {"$js": "(() => { const a = {}; a.a = a; return a; })()"}}})
    [(_, value), (failed, _)] = (await probe.look(again=False)).events
    assert value["arguments"] == {"big": str(2**64), "long": arguments["long"]}
    assert failed == "error"


# What is left


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def ledger(whole_stage: Stage) -> AsyncIterator[ViewPage]:
    own = Stage(whole_stage.browser, whole_stage.server, whole_stage.config)
    rules = {"answers": {"ping": {"result": {}}}}
    view = await opened(own, HERE / "views" / "ledger" / "index.html", "() => window.look", rules=rules)
    await view.wait_for_frame({"method": "ui/notifications/initialized"})
    yield view
    await own.close_views()


async def look(view: ViewPage) -> dict[str, int]:
    await view.request("ping")
    return await view.view_frame.evaluate("() => look()")


async def sizes(view: ViewPage) -> int:
    posted = await view.frames("view")
    return sum(frame["data"].get("method") == "ui/notifications/size-changed" for frame in posted)


@case("J7", "APP-104")
async def test_callbacks_live_through_garbage_collections(ledger: ViewPage) -> None:
    session = await ledger.page.context.new_cdp_session(ledger.page)
    before = (await look(ledger))["results"]
    for n in range(3):
        await ledger.post(RESULT)
        reported = len(await ledger.frames("view"))
        height = {"height": 300 + 100 * n}
        await ledger.view_frame.evaluate("({ height }) => { box.style.height = `${height}px`; }", height)
        await ledger.wait_for_frame({"method": "ui/notifications/size-changed"}, after=reported, patience=5)
        await session.send("HeapProfiler.collectGarbage")
    assert (await look(ledger))["results"] == before + 3
    assert await sizes(ledger) >= 3
    await session.detach()


@case("J8")
async def test_thousands_of_messages_and_calls_leave_nothing(ledger: ViewPage) -> None:
    async def flood() -> dict[str, int]:
        await ledger.page.evaluate(
            """() => {
              const params = { arguments: { text: "x".repeat(10_000) } };
              for (let n = 0; n < 5_000; n++) stubHost.notify("ui/notifications/tool-input-partial", params);
              stubHost.frames = [];
            }"""
        )
        await ledger.view_frame.evaluate("() => ask(500)")
        return await look(ledger)

    before = await look(ledger)
    first, second = await flood(), await flood()
    assert second["partials"] == before["partials"] + 10_000
    assert abs(second["living"] - before["living"]) < 5  # a size report may be under way
    assert second["tasks"] == 0
    assert abs(second["objects"] - first["objects"]) < 100


@case("J7", "L12")
async def test_a_teardown_destroys_every_proxy(ledger: ViewPage) -> None:
    assert (await look(ledger))["living"] > 0
    assert (await ledger.request("ui/resource-teardown"))["result"] == {}
    await ledger.view_frame.wait_for_function("() => look().living === 0", timeout=5_000)
    before = len(await ledger.frames())
    await ledger.post(RESULT)
    await ledger.view_frame.evaluate("() => { box.style.height = '1000px'; }")
    await ledger.view_frame.evaluate(
        "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))"
    )
    assert [frame["from"] for frame in (await ledger.frames())[before:]] == ["host"]
    assert ledger.errors == []


# How a script may begin

WAYS = {
    "top-level await": "await app.connect()\n",
    "a block": "async with app.connect():\n    await app.on_close.next()\n",
    "ensure_future": "import asyncio\nasyncio.ensure_future(app.connect())\n",
    "asyncio.run": "import asyncio\nasyncio.run(app.connect())\n",
}


@case("H4")
@pytest.mark.parametrize("way", WAYS)
async def test_a_script_may_connect_in_any_way_that_asyncio_knows(way: str, stage: Stage, tmp_path: Path) -> None:
    begin = "import mcp_apps_py.browser\nfrom mcp_apps_py import App\n\napp = App('x', '1')\n"
    (tmp_path / "view.py").write_text(begin + WAYS[way], encoding="utf-8")
    (tmp_path / "index.html").write_text(
        '<!doctype html><html lang="en"><head><title>x</title></head>'
        '<body><script type="py" src="view.py"></script></body></html>',
        encoding="utf-8",
    )
    view = await stage.open_view(write_page(tmp_path / "index.html", runtime=stage.server.runtime))
    await view.wait_for_frame({"method": "ui/notifications/initialized"})
    assert (await view.request("ping"))["result"] == {}
    assert view.errors == []
