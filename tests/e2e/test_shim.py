"""What the page's first script does before Python is there, and that nothing is lost when Python comes."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Route, expect

from mcp_apps_py import hosts
from mcp_apps_py.bundle import Page, write_page
from mcp_apps_py.testing.browser import Stage, ViewPage
from mcp_apps_py.testing.server import StubHostServer
from tests.cases import case

VIEWS = Path(__file__).parent / "views"
PICTURES = Path(__file__).parent.parent.parent / ".cache" / "pictures"
INITIALIZE = {"method": "ui/initialize"}
INITIALIZED = {"method": "ui/notifications/initialized"}
SIZE = {"method": "ui/notifications/size-changed"}
LOG = {"method": "notifications/message"}
PYTHON_ANSWERS = {"method": "ui/message"}


def result(n: int) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": "ui/notifications/tool-result", "params": {"structuredContent": {"n": n}}}


def note(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": f"ui/notifications/{method}", "params": params}


class Held:
    """A view whose runtime is held back until the test lets it come, and which then waits at its gate."""

    def __init__(self, view: ViewPage) -> None:
        self.view = view
        self._runtime = asyncio.Event()
        self._pyscript = asyncio.Event()

    @classmethod
    async def open(
        cls,
        stage: Stage,
        page: Page,
        *,
        profile: str = "spec-wasm",
        rules: Mapping[str, Any] | None = None,
        scheme: Any = "light",
        size: tuple[int, int] = (640, 400),
        **browser_context: Any,
    ) -> "Held":
        view = await stage.open_page("?bare", size=size, color_scheme=scheme, browser_context=browser_context)
        held = cls(view)
        runtime = next(iter(stage.server.runtime.origins))
        await view.page.route(f"{runtime}/**", held._hold)
        spec = {"html": page.html, "meta": page.meta, "profile": profile, "rules": rules or {}}
        await view.open(spec)
        await view.view_frame.wait_for_function("() => window.mcpAppsShim")
        await view.view_frame.evaluate("() => { window.gate = new Promise((open) => (window.openGate = open)); }")
        return held

    async def _hold(self, route: Route) -> None:
        await (self._pyscript if route.request.url.endswith("core.js") else self._runtime).wait()
        await route.continue_()

    def let_runtime_come(self) -> None:
        self._runtime.set()

    async def reach_gate(self) -> None:
        self._runtime.set()
        self._pyscript.set()
        await self.view.view_frame.wait_for_function("() => window.reached", timeout=self.view.patience * 1000)

    async def go_on(self) -> None:
        await self.view.view_frame.evaluate("() => openGate()")

    async def heard(self, count: int) -> list[Any]:
        """What the view has heard, as soon as it is so much, and all that was posted until now has come through."""
        await self.view.view_frame.wait_for_function("count => JSON.parse(heard()).length >= count", arg=count)
        assert (await self.view.request("ping"))["result"] == {}
        return json.loads(await self.view.view_frame.evaluate("heard()"))

    async def sent(self) -> list[Any]:
        """What the view should have heard, in the order in which the host has posted it."""
        said = {
            "ui/notifications/tool-result": lambda params: params["structuredContent"]["n"],
            "ui/notifications/host-context-changed": lambda params: f"{params['theme']} {params['theme']}",
            "ui/notifications/tool-cancelled": lambda params: f"cancelled: {params['reason']}",
        }
        messages = [frame["data"] for frame in await self.view.frames("host")]
        return [said[m["method"]](m["params"]) for m in messages if m.get("method") in said]

    async def posted(self) -> list[dict[str, Any]]:
        return [frame["data"] for frame in await self.view.frames("view")]


@pytest.fixture(scope="module")
def stages(server: StubHostServer) -> Page:
    return write_page(VIEWS / "stages" / "index.html", runtime=server.runtime)


async def until_python_speaks(held: Held) -> list[str]:
    """The methods that the view posted until Python answered a tool call."""
    answer = await held.view.request("tools/call", {"name": "add", "arguments": {"a": 1, "b": 2}})
    assert answer["result"]["content"][0]["text"] == "3"
    return [message.get("method", "an answer") for message in await held.posted()]


ANSWERED = ["at once", "while loading", "at the gate", "when Python asks"]


@case("L4", "L7", "L3", "A2")
@pytest.mark.parametrize("when", ANSWERED)
async def test_no_message_is_lost_repeated_or_reordered_whenever_it_comes(when: str, stages: Page, stage: Stage):
    at_once = when == "at once"
    rules: dict[str, Any] = {"onload": [result(0)], "after_initialize": [result(1)], "after_initialized": []}
    accepted: Any = hosts.load("spec").rules.get("initialize")
    answer: dict[str, Any] = {"jsonrpc": "2.0", "id": "$id", "result": accepted}
    if not at_once:
        rules |= {"initialize": None, "after_initialize": []}
    held = await Held.open(stage, stages, rules=rules)
    view = held.view

    async def post(*messages: Any, now: str = "") -> None:
        for message in (*([answer] if now == when else []), *messages):
            await view.post(message)

    await view.wait_for_frame(INITIALIZE)
    if at_once:
        await view.wait_for_frame(SIZE)
    await post(result(2), {"jsonrpc": "2.0", "id": "early", "method": "tools/list"}, result(3))
    held.let_runtime_come()
    await post(result(4), now="while loading")
    if when == "while loading":
        await view.wait_for_frame(INITIALIZED)
        await post(note("host-context-changed", theme="dark"))
    await post({**answer, "id": 1}, {**answer, "id": "x"}, result(5))
    await held.reach_gate()
    await post(result(6), now="at the gate")
    await held.go_on()
    await post(result(7), result(8), now="when Python asks")
    await post({**answer, "result": {**accepted, "hostInfo": {"name": "second", "version": "2"}}}, result(9))
    sent = await held.sent()
    assert {*range(10)} <= {*sent, *([1] if not at_once else [])}
    assert await held.heard(len(sent)) == sent
    methods = await until_python_speaks(held)
    assert methods[:1] + [m for m in methods if "initialize" in m][1:] == [
        "ui/initialize",
        "ui/notifications/initialized",
    ]
    before = methods[1 : methods.index("ui/notifications/initialized")]
    assert set(before) <= {"an answer"}
    answers = [message for message in await held.posted() if message.get("id") == "early"]
    assert [[tool["name"] for tool in answer["result"]["tools"]] for answer in answers] == [["add"]]
    assert view.errors == []
    await expect(view.view_frame.locator("#main")).to_contain_text("9]")
    assert await view.view_frame.locator("mcp-apps-frame").count() == 0


# The end before the beginning


@case("L12")
@pytest.mark.parametrize("when", ["before the handshake", "while loading", "at the gate"])
async def test_a_teardown_before_python_is_answered_and_the_last_word(when: str, stages: Page, stage: Stage):
    rules: Any = {"initialize": None} if when == "before the handshake" else {}
    held = await Held.open(stage, stages, rules=rules)
    view = held.view
    await view.wait_for_frame(INITIALIZE if rules else SIZE)
    if when == "at the gate":
        await held.reach_gate()
    answer = await view.request("ui/resource-teardown", {"reason": "enough"})
    assert answer["result"] == {}
    assert await view.view_frame.evaluate("mcpAppsShim.over")
    before = len(await view.frames())
    if when != "at the gate":
        # Python is on its way already, and comes.
        await held.reach_gate()
    await view.post(result(1))
    await view.post({"jsonrpc": "2.0", "id": 7, "method": "ping"})
    await held.go_on()
    ended = "view ended before it was connected"
    await view.view_frame.wait_for_function("() => mcpAppsShim.held")
    await view.view_frame.evaluate("() => new Promise((resolve) => setTimeout(resolve, 50))")
    assert [frame["from"] for frame in (await view.frames())[before:]] == ["host", "host"]
    assert json.loads(await view.view_frame.evaluate("heard()")) == []
    assert await view.view_frame.locator("#mcp-app-notice, #mcp-apps-failure").count() == 0
    assert view.errors == []
    assert not any("could not connect" in line for line in view.console), ended


async def test_a_cancelled_tool_is_heard_by_python(stages: Page, stage: Stage):
    rules = {"tool": {"arguments": {}, "cancelled": "the user"}, "after_initialize": ["$tool-input", "$tool-cancelled"]}
    held = await Held.open(stage, stages, rules=rules)
    await held.view.wait_for_frame(SIZE)
    await held.reach_gate()
    await held.go_on()
    assert await held.heard(1) == ["cancelled: the user"]


# Slow networks, poor surroundings


@case("L6")
async def test_a_host_that_waits_five_seconds_is_told_before_the_first_byte_of_python(stages: Page, stage: Stage):
    patient = hosts.load("spec-wasm")
    frame = patient.frame.model_copy(update={"patience": 5})
    hasty = patient.model_copy(update={"name": "hasty", "frame": frame})
    stage.server.profiles["hasty"] = hasty
    held = await Held.open(stage, stages, profile="hasty")
    said = await held.view.wait_for_frame(INITIALIZED, patience=5)
    assert said["at"] < 5000
    assert not await held.view.view_frame.evaluate("Boolean(window.reached)")
    await held.view.page.wait_for_function("() => performance.now() - stubHost.start > 5500")
    await held.reach_gate()
    await held.go_on()
    await until_python_speaks(held)


POOR = """
delete Crypto.prototype.randomUUID;
globalThis.misdeeds = [];
const watched = (name, what) => new Proxy(what, {
  apply(target, self, args) {
    if (name !== "fetch" || /^(data|blob):/.test(args[0]?.url ?? args[0])) misdeeds.push(`${name} ${args}`);
    return Reflect.apply(target, self, args);
  },
  construct(target, args) {
    misdeeds.push(`new ${name} ${args}`);
    return Reflect.construct(target, args);
  },
});
for (const name of ["fetch", "eval", "Function"]) globalThis[name] = watched(name, globalThis[name]);
"""


@case("P2")
@pytest.mark.parametrize("loader", ["pyscript", "direct"])
async def test_neither_uuids_nor_storage_nor_eval_nor_inline_addresses_are_needed(
    loader: Any, server: StubHostServer, stage: Stage
):
    page = write_page(VIEWS / "minimal" / "index.html", runtime=server.runtime, loader="pyscript")
    if loader == "direct":
        page = write_page(VIEWS / "plain" / "view.py", runtime=server.runtime)
    view = await stage.open_page("?bare", size=(640, 400))
    await view.page.context.add_init_script(POOR)
    shown = {"content": [], "structuredContent": {"text": "Hello"}}
    profile = hosts.load("opaque")
    assert profile.csp
    strict = {**profile.csp.directives, "script-src": ["'unsafe-inline'", "'wasm-unsafe-eval'", "$resourceDomains"]}
    policy = profile.csp.model_copy(update={"directives": strict})
    stage.server.profiles["poor"] = profile.model_copy(update={"name": "poor", "csp": policy})
    rules = {"tool": {"result": shown}}
    await view.open({"html": page.html, "meta": page.meta, "profile": "poor", "rules": rules})
    await view.view_frame.locator("#shown").get_by_text("Hello").wait_for(timeout=view.patience * 1000)
    origin, misdeeds = await view.view_frame.evaluate("[origin, misdeeds]")
    assert origin == "null"
    assert [deed for deed in misdeeds if "misdeeds" not in deed] == []  # the question itself is an eval
    assert view.errors == []


# A page that cannot run Python

TEXT = "  12 \u00b0C in <b>Rome</b>\n\twind: <script>alert(1)</script>"
OUTCOMES: dict[str, tuple[dict[str, Any], str, str]] = {
    "text": (
        {"result": {"content": [{"type": "text", "text": TEXT}, {"type": "image"}, {"type": "text", "text": "end"}]}},
        "The tool's result",
        f"{TEXT}\nend",
    ),
    "no text": ({"result": {"content": [], "structuredContent": {"a": [1]}}}, "The tool's result", '{\n  "a": [\n'),
    "nothing": ({"result": {"content": None}}, "The tool's result", "There is no text in it."),
    "a failure": ({"result": {"isError": True, "content": [{"type": "text", "text": "no"}]}}, "The tool failed", "no"),
    "a cancellation": ({"cancelled": "the user"}, "The tool was cancelled", "the user"),
}


def without_wasm(tool: Any) -> dict[str, Any]:
    return {"tool": {"arguments": {}, **tool}, "after_initialized": ["$tool-input", "$tool-result", "$tool-cancelled"]}


@case("P3")
@pytest.mark.parametrize("profile", ["spec", "inspector", "mcpjam", "librechat", "mcp-use"])
@pytest.mark.parametrize("what", OUTCOMES)
async def test_without_webassembly_people_get_what_became_of_the_tool(
    profile: str, what: str, stages: Page, stage: Stage
):
    if profile != "spec" and what != "text":
        pytest.skip("the rest is the same everywhere")
    tool, title, text = OUTCOMES[what]
    view = await stage.open_view(stages, profile=profile, rules=without_wasm(tool), size=(360, 400))
    await view.wait_for_frame(INITIALIZED)
    card = view.view_frame.locator("#mcp-apps-failure")
    await card.locator("h2").get_by_text(title).wait_for()
    shown = await card.locator("pre").evaluate("pre => pre.textContent")
    assert shown.startswith(text) if what == "no text" else shown == text
    assert await card.locator("pre").evaluate("pre => getComputedStyle(pre).whiteSpace.startsWith('pre-wrap')")
    assert await card.locator("b, script").count() == 0
    assert await view.view_frame.locator("mcp-apps-frame").count() == 0
    assert not await view.view_frame.locator("#main").is_visible()
    await view.wait_for_frame(SIZE)
    assert (await view.request("ping"))["result"] == {}
    assert (await view.request("tools/list"))["error"]["code"] == -32603
    told = [
        frame["data"]["params"] for frame in await view.frames("view") if frame["data"].get("method") == LOG["method"]
    ]
    assert [line["level"] for line in told] == ["error"]
    assert "needs WebAssembly" in told[0]["data"]
    assert "\n" not in told[0]["data"]
    again = {"content": [{"type": "text", "text": "later"}]}
    await view.notify("ui/notifications/tool-result", again)
    await expect(card.locator("pre")).to_have_text("later")
    heights = [frame["data"]["params"]["height"] for frame in await view.frames("view") if "height" in str(frame)]
    bottom = await card.evaluate("card => card.getBoundingClientRect().bottom")
    assert heights
    await view.wait_for_frame({"method": SIZE["method"], "params": {"height": -(-bottom // 1) + 16}})
    assert (await view.request("ui/resource-teardown"))["result"] == {}


async def test_a_result_that_came_before_python_failed_is_shown_too(stages: Page, stage: Stage):
    rules = without_wasm({"result": {"content": [{"type": "text", "text": "sunny"}]}})
    held = await Held.open(stage, stages, rules=rules)
    await held.view.wait_for_frame(SIZE)
    await held.view.post({"jsonrpc": "2.0", "id": 70, "method": "tools/list"})
    await held.view.view_frame.evaluate("() => mcpAppsShim.fail('Lost.', 'Try again.')")
    card = held.view.view_frame.locator("#mcp-apps-failure")
    assert await card.inner_text() == "This view could not start\n\nLost.\n\nTry again.\n\nThe tool's result\nsunny"
    await held.view.wait_for_frame({"id": 70, "error": {"code": -32603}})
    assert [m["params"]["data"] for m in await held.posted() if m.get("method") == LOG["method"]] == [
        "This view could not start. Lost."
    ]


# A view that stops at an error

CRASH = """
from mcp_apps_py import App
from mcp_apps_py.browser import run

app = App()
{early}
raise LookupError("no <b>such</b> city")
"""


@pytest.mark.parametrize("loader", ["pyscript", "direct"])
@pytest.mark.parametrize("early", ["", "run(app)"])
async def test_a_view_that_stops_at_an_error_shows_the_traceback_and_tells_the_host_once(
    loader: Any, early: str, tmp_path: Path, server: StubHostServer, stage: Stage
):
    header = '# /// script\n# [tool.mcp-app]\n# name = "Crash"\n# version = "1"\n# ///\n'
    (tmp_path / "view.py").write_text(header + CRASH.format(early=early), encoding="utf-8")
    page = write_page(tmp_path / "view.py", runtime=server.runtime, loader=loader)
    view = await stage.open_view(page)
    card = view.view_frame.locator("#mcp-apps-failure")
    await card.wait_for(timeout=view.patience * 1000)
    assert "Its Python stopped at an error." in await card.inner_text()
    trace = await card.locator("pre").inner_text()
    assert trace.endswith("LookupError: no <b>such</b> city")
    assert "line 12, in <module>" in trace
    assert "_pyodide" not in trace
    assert await view.view_frame.locator(".py-error, mcp-apps-frame").count() == 0
    await view.wait_for_frame(LOG)
    assert (await view.request("ping"))["result"] == {}
    posted = [frame["data"] for frame in await view.frames("view")]
    assert [m["params"]["data"] for m in posted if m.get("method") == LOG["method"]] == [
        "This view could not start. Its Python stopped at an error. LookupError: no <b>such</b> city"
    ]
    assert [m["method"] for m in posted if "initialize" in m.get("method", "")] == [
        "ui/initialize",
        "ui/notifications/initialized",
    ]


# What people see meanwhile


async def test_the_skeleton_tells_how_far_loading_is(stages: Page, stage: Stage):
    held = await Held.open(stage, stages)
    frame = held.view.view_frame
    bar = frame.get_by_role("progressbar", name="Starting the view")
    await bar.wait_for()
    assert await bar.get_attribute("aria-valuenow") is None
    await frame.evaluate("() => mcpAppsShim.progress('download', 2_500_000, 10_000_000)")
    await expect(bar).to_have_attribute("aria-valuenow", "25")
    await expect(bar).to_have_attribute("aria-valuetext", "Loading 2.5 of 10.0 MB")
    assert await bar.locator("b").evaluate("b => b.style.width") == "25%"
    await frame.evaluate("() => mcpAppsShim.progress('start', 10, 10)")
    await expect(bar).to_have_attribute("aria-valuetext", "Starting Python")
    assert await bar.get_attribute("aria-valuenow") is None
    # The page is laid out meanwhile, but not seen.
    assert (
        await frame.evaluate("main.getBoundingClientRect().height > 0 && getComputedStyle(document.body).opacity")
        == "0"
    )
    await held.reach_gate()
    await expect(bar).to_have_attribute("aria-valuetext", "Starting the view")
    await held.go_on()
    await bar.wait_for(state="detached")
    assert await frame.evaluate("getComputedStyle(document.body).opacity") == "1"
    assert await frame.evaluate("document.documentElement.getAttributeNames().filter((name) => /mcp/.test(name))") == []


async def test_the_first_thing_that_people_see_of_the_view_has_its_data_in_it(stages: Page, stage: Stage):
    held = await Held.open(stage, stages, rules={"after_initialized": [result(1), result(2)]})
    await held.view.wait_for_frame(SIZE)
    await held.reach_gate()
    await held.view.view_frame.evaluate(
        """() => new MutationObserver((_, watch) => {
          if (document.querySelector("mcp-apps-frame")) return;
          watch.disconnect();
          window.first = main.textContent;
        }).observe(document.documentElement, { childList: true })"""
    )
    await held.go_on()
    await held.view.view_frame.wait_for_function("() => window.first")
    assert await held.view.view_frame.evaluate("first") == "[1, 2]"


OWN = """<!doctype html><title>Own</title>
<style>p { margin: 0; height: 60px; width: calc(var(--mcp-app-progress, 0) * 100%) }</style>
<script type="py" src="view.py"></script>
<div id="mcp-app-skeleton"><p id="line"></p><progress max="200"></progress><output></output></div><main>own</main>
"""


async def test_the_authors_own_skeleton_takes_the_place_of_ours(server: StubHostServer, stage: Stage, tmp_path: Path):
    for name in ("view.py",):
        (tmp_path / name).write_bytes((VIEWS / "stages" / name).read_bytes())
    (tmp_path / "index.html").write_text(OWN.replace("<main>", '<main id="main">'), encoding="utf-8")
    held = await Held.open(stage, write_page(tmp_path / "index.html", runtime=server.runtime))
    frame = held.view.view_frame
    await frame.wait_for_function("() => document.readyState === 'complete'")
    assert not await frame.locator("mcp-apps-frame").is_visible()
    assert await frame.evaluate("getComputedStyle(document.body).opacity") == "1"
    await frame.evaluate("() => mcpAppsShim.progress('download', 1_000_000, 4_000_000)")
    width = await frame.evaluate(
        "line.getBoundingClientRect().width / line.parentElement.getBoundingClientRect().width"
    )
    assert abs(width - 0.25) < 0.01
    own = frame.locator("#mcp-app-skeleton")
    assert await own.locator("progress").evaluate("progress => [progress.value, progress.max]") == [50, 200]
    assert await own.locator("output").inner_text() == "Loading 1.0 of 4.0 MB"
    await held.view.wait_for_frame({"method": SIZE["method"]})
    await frame.evaluate("() => mcpAppsShim.progress('start')")
    assert await own.locator("progress").evaluate("progress => progress.position") == -1
    assert await frame.evaluate("document.documentElement.dataset.mcpAppStage") == "start"
    await held.reach_gate()
    await held.go_on()
    await own.wait_for(state="detached")


async def test_looks_of_the_host_are_there_before_python(stages: Page, stage: Stage):
    fonts = "@font-face { font-family: Hosty; src: local('Hosty'); }"
    variables = {"--a": "1px", "b": "x", "--c": None, "--color-text-secondary": "rgb(1, 2, 3)"}
    context = {"theme": "dark", "styles": {"variables": variables, "css": {"fonts": fonts}}}
    held = await Held.open(stage, stages, rules={"initialize": {"hostContext": context}})
    await held.view.wait_for_frame(INITIALIZED)
    frame = held.view.view_frame
    style = """({ style, dataset }) => [
      dataset.theme, style.colorScheme, style.getPropertyValue("--a"), style.getPropertyValue("--c")
    ]"""
    assert await frame.locator("html").evaluate(style) == ["dark", "dark", "1px", ""]
    assert await frame.evaluate("[...document.fonts].map((font) => font.family)") == ["Hosty"]
    words = frame.locator("mcp-apps-frame div")
    assert await words.evaluate("element => getComputedStyle(element).color") == "rgb(1, 2, 3)"
    await held.view.post(note("host-context-changed", theme="light"))
    await expect(frame.locator("html")).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize("width", [240, 640])
@pytest.mark.parametrize("theme", ["light", "dark", None])
async def test_the_skeleton_is_readable_and_fits(theme: str | None, width: int, stages: Page, stage: Stage):
    context = {"theme": theme} if theme else {}
    held = await Held.open(
        stage, stages, rules={"initialize": {"hostContext": context}}, size=(width, 200), reduced_motion="reduce"
    )
    await held.view.wait_for_frame(SIZE)
    frame = held.view.view_frame
    await frame.evaluate("() => mcpAppsShim.progress('download', 2_500_000, 7_100_000)")
    assert await frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    animations = "document.querySelector('mcp-apps-frame').shadowRoot.getAnimations().length"
    assert await frame.evaluate(animations) == 0
    await held.view.screenshot(PICTURES / f"skeleton-{theme}-{width}.png")
