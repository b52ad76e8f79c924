"""Errors of the author's code, and connections that do not come about, before people's eyes."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from mcp_apps_py.bundle import write_page
from mcp_apps_py.testing.browser import Stage
from tests.cases import case
from tests.e2e.bench import INDEX, Bench, open_bench

PICTURES = Path(__file__).parent.parent.parent / ".cache" / "pictures"
LOG = "notifications/message"
RESULT = "ui/notifications/tool-result"

FAILING = {
    "a sync listener": """
        def fail(result):
            raise ValueError("the <b>wheel</b> came off")
        app.on_tool_result.handler = fail
        """,
    "an async listener": """
        import asyncio
        async def fail(result):
            await asyncio.sleep(0)
            raise ValueError("the <b>wheel</b> came off")
        app.on_tool_result.handler = fail
        """,
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bench(whole_stage: Stage) -> AsyncIterator[Bench]:
    async with open_bench(whole_stage, size=(640, 420)) as bench:
        await bench.python(
            """
            @app.tool
            def break_() -> str:
                raise RuntimeError("out of order")

            heard = []
            """
        )
        yield bench


def panel(bench: Bench) -> Locator:
    return bench.view.view_frame.locator("#mcp-app-errors")


def notice(bench: Bench) -> Locator:
    return bench.view.view_frame.locator("#mcp-app-notice")


async def begin(bench: Bench, how: str = "a sync listener", **options: Any) -> None:
    await bench.reconnect(html="<h1>Weather</h1><p>Sunny.</p>", **options)
    await bench.python(FAILING[how])


async def result(bench: Bench) -> None:
    """Let the host post a tool result, and wait for the log line that the failing listener brings about."""
    await bench.mark()
    await bench.view.notify(RESULT, {"content": []})
    await bench.sent({"method": LOG})


@pytest.mark.parametrize("how", FAILING)
async def test_an_error_in_a_listener_is_shown_and_told_to_the_host_once(how: str, bench: Bench):
    await begin(bench, how)
    await result(bench)
    await expect(panel(bench).locator("summary")).to_have_text("ValueError: the <b>wheel</b> came off")
    await panel(bench).locator("summary").click()
    await expect(panel(bench).locator("pre")).to_contain_text("in fail")
    told = [frame["params"] for frame in await bench.posted(LOG)]
    assert told == [{"level": "error", "data": "ValueError: the <b>wheel</b> came off"}]


async def test_an_app_takes_its_name_from_the_page(bench: Bench):
    await begin(bench)
    await bench.python("await app.close()")
    await bench.js(
        """() => {
          const block = document.getElementById("mcp-app");
          block.textContent = JSON.stringify({ appInfo: { name: "From the page", version: "7" } });
        }"""
    )
    try:
        await bench.mark()
        await bench.python("from mcp_apps_py import App; other = App(); await other.connect(); await other.close()")
        (asked,) = await bench.posted("ui/initialize")
        assert asked["params"]["appInfo"] == {"name": "From the page", "version": "7"}
    finally:
        await bench.js("document.getElementById('mcp-app').textContent = '{}'")


async def test_the_loop_lives_on(bench: Bench):
    await begin(bench)
    await result(bench)
    await bench.python("app.on_tool_input.add(heard.append)")
    await bench.view.notify("ui/notifications/tool-input", {"arguments": {"n": 1}})
    answer = await bench.view.request("ping")
    assert answer["result"] == {}
    assert await bench.python("[params.arguments for params in heard]") == [{"n": 1}]
    await bench.python("app.on_tool_input.remove(heard.append)")


async def test_an_error_in_a_tool_is_shown_told_and_answered(bench: Bench):
    await begin(bench)
    await bench.mark()
    answer = await bench.view.request("tools/call", {"name": "break_", "arguments": {}})
    assert answer["result"]["isError"] is True
    await expect(panel(bench).locator("summary")).to_have_text("RuntimeError: out of order")
    assert len(await bench.posted(LOG)) == 1


async def test_the_panel_can_be_closed_and_comes_back_with_the_next_error(bench: Bench):
    await begin(bench)
    await result(bench)
    await panel(bench).get_by_role("button", name="Close").click()
    await expect(panel(bench)).to_have_count(0)
    await result(bench)
    await expect(panel(bench).locator("summary")).to_have_count(1)


async def test_the_panel_holds_the_latest_errors(bench: Bench):
    await begin(bench)
    for _ in range(7):
        await result(bench)
    await bench.python("app.on_tool_result.handler = lambda result: 1 / 0")
    await result(bench)
    await expect(panel(bench).locator("summary")).to_have_count(5)
    await expect(panel(bench).locator("summary").first).to_contain_text("ZeroDivisionError")


async def test_the_panel_can_be_turned_off_and_the_host_is_told_all_the_same(bench: Bench):
    await begin(bench, error_panel=False)
    await result(bench)
    await expect(panel(bench)).to_have_count(0)
    assert len(await bench.posted(LOG)) == 1


async def test_what_is_the_hosts_fault_is_neither_shown_to_people_nor_told_to_the_host(bench: Bench):
    await begin(bench)
    await bench.mark()
    await bench.view.notify("ui/notifications/tool-input", ["no object"])
    await bench.view.request("ping")
    await expect(panel(bench)).to_have_count(0)
    assert await bench.posted(LOG) == []


async def test_the_panel_goes_when_the_view_ends(bench: Bench):
    await begin(bench)
    await result(bench)
    await bench.python("await app.close()")
    await expect(panel(bench)).to_have_count(0)


CONTRAST = """element => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(element);
  const [low, high] = [light(style.color), light(style.backgroundColor)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", ["260px", "640px"])
async def test_the_panel_is_readable_and_fits(theme: str, width: str, bench: Bench):
    style = "stubHost.frame.element.style"
    await bench.host(f"{style}.width = '{width}'; {style}.height = '320px'")
    await begin(bench, context={"theme": theme})
    await bench.python("app.on_tool_result.handler = lambda result: {}['a_key_with_a_very_long_name_' * 4]")
    await result(bench)
    await result(bench)
    await panel(bench).locator("summary").first.click()
    assert await panel(bench).evaluate(CONTRAST) > 7
    assert await bench.js("document.documentElement.scrollWidth <= innerWidth")
    assert await panel(bench).evaluate("element => element.scrollWidth <= element.clientWidth")
    await bench.view.screenshot(PICTURES / f"panel-{theme}-{width}.png")
    await bench.host(f"{style}.width = ''")


BODIES = {
    "plain": "",
    "a row": "body { display: flex; align-items: center; justify-content: center }",
    "stretched": "html, body { height: 100%; margin: 0 }",
    "a grid of the window's height": "body { display: grid; margin: 0; height: 100vh; place-items: center }",
}


@pytest.mark.parametrize("body", BODIES)
async def test_the_panel_is_as_wide_as_the_page_and_covers_nothing(body: str, bench: Bench):
    await bench.host("stubHost.frame.element.style.height = '150px'")
    await begin(bench, css=BODIES[body])
    await result(bench)
    await panel(bench).locator("summary").click()
    box = (
        "element => (({ left, right, bottom }) => [left, innerWidth - right, bottom])(element.getBoundingClientRect())"
    )
    left, right, bottom = await panel(bench).evaluate(box)
    assert (left, right) == (8, 8)
    assert bottom <= await bench.js("document.body.getBoundingClientRect().top")
    if body in {"plain", "a row"}:  # the others are as high as the frame besides, and scroll
        fits = "() => document.documentElement.scrollHeight <= innerHeight"
        await bench.view.view_frame.wait_for_function(fits)


async def test_the_panel_follows_the_theme(bench: Bench):
    await begin(bench, context={"theme": "light"})
    await result(bench)
    color = "element => getComputedStyle(element).color"
    light = await panel(bench).evaluate(color)
    await bench.view.change_context(theme="dark")
    await expect(panel(bench)).not_to_have_css("color", light)


REFUSALS = {
    "refuses": (
        {"error": {"code": -32000, "message": "Not <i>today</i>"}},
        {},
        "The host refuses: Not <i>today</i> (code -32000)",
    ),
    "never answers": (None, {"timeout": 0.2}, "The host did not answer ui/initialize within 0.2 s"),
    "makes no sense": ({"result": {"hostInfo": 5}}, {}, "The host's answer to ui/initialize does not fit"),
}


@pytest.mark.parametrize("how", REFUSALS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_connection_that_fails_says_why_in_the_page(how: str, scheme: Any, bench: Bench):
    answer, options, reason = REFUSALS[how]
    await begin(bench)
    await bench.python("await app.close()")
    await bench.js("document.documentElement.style.colorScheme = 'light dark'")
    await bench.view.page.emulate_media(color_scheme=scheme)
    before = await bench.host("stubHost.rules.initialize")
    try:
        await bench.host("answer => { stubHost.rules.initialize = answer }", answer)
        await bench.python(f"run(app, **{options!r})")
        await expect(notice(bench)).to_contain_text("This view could not connect to its host")
        await expect(notice(bench)).to_contain_text(reason)
        assert await notice(bench).evaluate(CONTRAST) > 7
        await bench.view.screenshot(PICTURES / f"notice-{how.replace(' ', '-')}-{scheme}.png")
    finally:
        await bench.host("answer => { stubHost.rules.initialize = answer }", before)
        await bench.view.page.emulate_media(color_scheme="light")
    await bench.reconnect()
    await expect(notice(bench)).to_have_count(0)


async def test_a_page_that_is_in_no_frame_says_so(stage: Stage):
    view = await stage.open_view(write_page(INDEX, runtime=stage.server.runtime))
    address = await view.page.locator("iframe").get_attribute("src")
    await view.page.goto(str(address))
    shown = view.page.locator("#mcp-app-notice")
    await shown.wait_for(timeout=stage.config.boot_timeout)
    await expect(shown).to_contain_text("This page is not in a frame, so it has no host: open it in an MCP host")


WORKER = """async ({ pyodide, packages }) => {
  const source = `
    const { loadPyodide } = await import(${JSON.stringify(pyodide)} + "pyodide.mjs");
    const python = await loadPyodide({ packages: ${JSON.stringify(packages)} });
    try {
      python.runPython("from mcp_apps_py import App; from mcp_apps_py.browser import run; run(App('x', '1'))");
      postMessage("it ran");
    } catch (error) {
      postMessage(error.message);
    }`;
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
  return new Promise((resolve, reject) => Object.assign(worker, {
    onmessage: ({ data }) => resolve(data),
    onerror: ({ message }) => reject(new Error(message)),
  }));
}"""


@case("H5")
async def test_in_a_worker_the_message_is_clear(stage: Stage):
    runtime = stage.server.runtime
    page = await stage.browser.new_page()
    try:
        await page.goto(f"{runtime.pyodide}pyodide-lock.json")
        said = await page.evaluate(WORKER, {"pyodide": runtime.pyodide, "packages": list(runtime.packages)})
        assert "a view can't run in a web worker" in said
        assert "take the `worker` attribute off its script tag" in said
    finally:
        await page.close()
