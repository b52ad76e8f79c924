"""The stub host page does what the profiles and rules say: tried with a view of a few lines of JavaScript."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from mcp.server.apps import APP_MIME_TYPE, Apps
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resources import TextResource
from playwright.async_api import Error, expect

from mcp_apps_py import hosts
from mcp_apps_py.testing.browser import Stage, ViewPage
from mcp_apps_py.testing.server import StubHostServer

VIEW = """<!doctype html><title>View</title><p>A view</p><script>
self.seen = [];
self.say = (value) => parent.postMessage(value, "*");
addEventListener("message", ({ data }) => seen.push(data));
</script>"""
ANSWERING = """<script>
addEventListener("message", ({ data }) => {
  if (data.method === "ui/resource-teardown") say({ jsonrpc: "2.0", id: data.id, result: {} });
  if (data.id === 7) say({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
});
say({ jsonrpc: "2.0", id: 7, method: "ui/initialize", params: {} });
</script>"""
INITIALIZE = {"jsonrpc": "2.0", "id": 7, "method": "ui/initialize", "params": {}}
INITIALIZED = {"jsonrpc": "2.0", "method": "ui/notifications/initialized", "params": {}}
RESULT = {"content": [{"type": "text", "text": "sunny"}]}


async def say(view: ViewPage, *values: Any) -> None:
    await view.view_frame.evaluate("values => values.forEach((value) => say(value))", list(values))


async def seen(view: ViewPage, count: int) -> list[Any]:
    """What the view got, as soon as it is at least `count` messages."""
    await view.view_frame.wait_for_function("count => seen.length >= count", arg=count)
    return await view.view_frame.evaluate("seen")


async def connected(stage: Stage, **options: Any) -> ViewPage:
    view = await stage.open_view(VIEW, **options)
    await view.view_frame.wait_for_function("() => self.say")
    await say(view, INITIALIZE, INITIALIZED)
    await view.wait_for_frame(INITIALIZED)
    return view


def habits(**frame: Any) -> hosts.Profile:
    spec = hosts.load("spec")
    return spec.model_copy(update={"name": "test-host", "frame": spec.frame.model_copy(update=frame)})


async def test_the_handshake_is_answered_and_the_frames_follow_in_order(stage: Stage):
    rules = {
        "initialize": {"protocolVersion": "2025-06-18"},
        "after_initialize": [{"a": "$id"}, {"b": 2}],
        "after_initialized": ["$tool-input-partial", "$tool-input", {"$wait": 0.05}, "$tool-result", "$tool-cancelled"],
        "tool": {"partials": [{"c": "R"}, {"c": "Ro"}], "arguments": {"c": "Rome"}, "result": RESULT},
    }
    answer, *rest = await seen(await connected(stage, rules=rules), 7)
    assert answer == {
        "jsonrpc": "2.0",
        "id": 7,
        "result": {**(hosts.load("spec").rules.get("initialize") or {}), "protocolVersion": "2025-06-18"},
    }
    assert rest[:2] == [{"a": 7}, {"b": 2}]
    assert [(frame["method"].rpartition("/")[2], frame["params"]) for frame in rest[2:]] == [
        ("tool-input-partial", {"arguments": {"c": "R"}}),
        ("tool-input-partial", {"arguments": {"c": "Ro"}}),
        ("tool-input", {"arguments": {"c": "Rome"}}),
        ("tool-result", RESULT),
    ]


async def test_data_that_comes_later_is_posted_when_it_comes(stage: Stage):
    view = await connected(stage)
    assert len(await seen(view, 1)) == 1
    await view.page.evaluate("result => stubHost.giveTool({ result })", RESULT)
    assert (await seen(view, 2))[1]["params"] == RESULT
    await view.page.evaluate("result => stubHost.giveTool({ result })", RESULT)
    await say(view, {"jsonrpc": "2.0", "id": 8, "method": "ping"})
    assert (await seen(view, 3))[2]["id"] == 8


async def test_noise_is_posted_before_anything_is_asked(stage: Stage):
    noise = [{"type": "auth"}, 42, {"$undefined": True}, {"x": {"$number": "NaN"}, "y": {"$js": "new Uint8Array(3)"}}]
    view = await stage.open_view(VIEW, rules={"onload": noise})
    await seen(view, 4)
    kinds = "seen.map((value) => value?.y ? [String(value.x), value.y.constructor.name] : typeof value)"
    assert await view.view_frame.evaluate(kinds) == ["object", "number", "undefined", ["NaN", "Uint8Array"]]


async def test_requests_are_answered_as_the_rules_say(stage: Stage):
    rules = {
        "answers": {
            "both": {"result": {}, "error": {"code": 1, "message": "one"}},
            "silent": {"silent": True},
            "frames": {"frames": [{"odd": "$id"}, {"even": "$id"}]},
            "late": {"result": {"late": True}, "delay": 0.1},
            "*": {"result": {"status": "error"}},
        }
    }
    view = await connected(stage, rules=rules)
    methods = ["late", "both", "silent", "frames", "unknown"]
    await say(view, *({"jsonrpc": "2.0", "id": name, "method": name} for name in methods))
    assert (await seen(view, 6))[1:] == [
        {"jsonrpc": "2.0", "id": "both", "result": {}, "error": {"code": 1, "message": "one"}},
        {"odd": "frames"},
        {"even": "frames"},
        {"jsonrpc": "2.0", "id": "unknown", "result": {"status": "error"}},
        {"jsonrpc": "2.0", "id": "late", "result": {"late": True}},
    ]


@pytest.mark.parametrize(
    ("initialize", "answers"),
    [
        (None, []),
        (
            {"error": {"code": -1, "message": "no"}},
            [{"jsonrpc": "2.0", "id": 7, "error": {"code": -1, "message": "no"}}],
        ),
        ({"result": {"odd": 1}}, [{"jsonrpc": "2.0", "id": 7, "result": {"odd": 1}}]),
    ],
)
async def test_the_handshake_can_go_wrong(initialize: Any, answers: list[Any], stage: Stage):
    view = await connected(stage, rules={"initialize": initialize})
    await say(view, {"jsonrpc": "2.0", "id": 8, "method": "ping"})
    assert (await seen(view, len(answers) + 1))[:-1] == answers


async def test_every_frame_is_recorded_in_order(stage: Stage):
    view = await connected(stage)
    await say(view, "not JSON-RPC", None)
    await view.wait_for_frame(None)
    assert [(frame["from"], frame["data"]) for frame in await view.frames()][2:] == [
        ("view", INITIALIZED),
        ("view", "not JSON-RPC"),
        ("view", None),
    ]
    assert [frame["data"] for frame in await view.frames("view")][:2] == [INITIALIZE, INITIALIZED]


async def test_a_frame_that_does_not_come_is_reported_with_those_that_did(stage: Stage):
    view = await connected(stage)
    with pytest.raises(
        Error, match=r'no \{"method":"ping"\} from the view .* \["ui/initialize","ui/notifications/init'
    ):
        await view.wait_for_frame({"method": "ping"}, patience=0.05)


async def test_the_host_asks_and_gets_the_views_answer(stage: Stage):
    view = await connected(stage)
    asking = asyncio.create_task(view.request("ui/resource-teardown", {"reason": "x"}))
    asked = (await seen(view, 2))[1]
    assert asked == {"jsonrpc": "2.0", "id": 1, "method": "ui/resource-teardown", "params": {"reason": "x"}}
    await say(view, {"jsonrpc": "2.0", "id": 1, "result": {"bye": 1}})
    assert await asking == {"jsonrpc": "2.0", "id": 1, "result": {"bye": 1}}


@pytest.mark.parametrize(
    ("size", "reported", "height", "width"),
    [
        (hosts.Size(), {"width": 300, "height": 222.5}, 222.5, 800),
        (hosts.Size(offset=-1, width=True), {"width": 300, "height": 200}, 199, 300),
        (hosts.Size(minimum=150, maximum=600), {"height": 20}, 150, 800),
        (hosts.Size(minimum=150, maximum=600), {"height": 2000}, 600, 800),
        (hosts.Size(), {"height": None}, 160, 800),
    ],
)
async def test_reported_sizes_are_applied_as_the_host_does(
    size: hosts.Size, reported: dict[str, Any], height: float, width: float, stage: Stage
):
    view = await connected(stage, profile=habits(size=size), size=(800, 600))
    await say(view, {"jsonrpc": "2.0", "method": "ui/notifications/size-changed", "params": reported})
    await view.wait_for_frame({"method": "ui/notifications/size-changed"})
    box = await view.page.locator("iframe").bounding_box()
    assert box
    assert (box["height"], box["width"]) == (height, width)


async def test_a_display_mode_that_the_host_has_is_granted(stage: Stage):
    view = await connected(stage)
    ask = {"jsonrpc": "2.0", "id": 8, "method": "ui/request-display-mode", "params": {"mode": "fullscreen"}}
    await say(view, ask, {**ask, "id": 9, "params": {"mode": "pip"}})
    _, granted, change, refused = await seen(view, 4)
    assert granted["result"] == {"mode": "fullscreen"}
    assert (change["method"], change["params"]) == (
        "ui/notifications/host-context-changed",
        {"displayMode": "fullscreen"},
    )
    assert refused["result"] == {"mode": "fullscreen"}
    box = await view.page.locator("#stage").bounding_box()
    assert box
    assert box["height"] == 600


async def test_a_context_that_changes_before_the_handshake_is_in_its_answer(stage: Stage):
    view = await stage.open_view(VIEW)
    await view.change_context(theme="dark")
    await view.view_frame.wait_for_function("() => self.say")
    await say(view, INITIALIZE)
    [answer] = await seen(view, 1)
    assert answer["result"]["hostContext"]["theme"] == "dark"
    assert answer["result"]["hostContext"]["locale"] == "en-US"


async def test_the_frame_goes_when_teardown_is_answered(stage: Stage):
    view = await connected(stage)
    ending = asyncio.create_task(view.teardown())
    asked = (await seen(view, 2))[1]
    assert await view.page.locator("iframe").count() == 1
    await say(view, {"jsonrpc": "2.0", "id": asked["id"], "result": {}})
    await ending
    assert await view.page.locator("iframe").count() == 0
    with pytest.raises(LookupError):
        _ = view.view_frame


async def test_a_view_may_ask_for_its_end(stage: Stage):
    view = await connected(stage, rules={"teardown": "notification"})
    await say(view, {"jsonrpc": "2.0", "method": "ui/notifications/request-teardown", "params": {}})
    await expect(view.page.locator("iframe")).to_have_count(0)
    assert (await view.frames("host"))[-1]["data"] == {
        "jsonrpc": "2.0",
        "method": "ui/resource-teardown",
        "params": {"reason": "The view asked for it"},
    }


@pytest.mark.parametrize(("html", "count"), [(VIEW, 0), (VIEW + ANSWERING, 1)])
async def test_an_impatient_host_removes_a_view_without_handshake(html: str, count: int, stage: Stage):
    view = await stage.open_page("?bare", size=(800, 600))
    await view.page.clock.install()
    await view.open({"html": html, "profile": "decocms"})
    if count:
        await view.wait_for_frame({"method": "ui/notifications/initialized"})
    await view.page.clock.fast_forward(15_000)
    await expect(view.page.locator("iframe")).to_have_count(count)


async def test_claude_shows_a_view_after_its_handshake(stage: Stage):
    view = await stage.open_view(VIEW, profile="claude")
    assert not await view.page.locator("iframe").is_visible()
    await view.view_frame.wait_for_function("() => self.say")
    await say(view, INITIALIZE, INITIALIZED)
    await expect(view.page.locator("iframe")).to_be_visible()


ORIGINS = {
    "spec": ("other", "url"),
    "claude": ("other", "about:blank"),
    "opaque": ("null", "about:srcdoc"),
    "decocms": ("null", "about:srcdoc"),
    "mcp-cli": ("host", "url"),
}


@pytest.mark.parametrize("profile", ORIGINS)
async def test_origin_and_address_of_the_frame_are_the_hosts(profile: str, stage: Stage):
    view = await connected(stage, profile=profile)
    known = {"other": stage.server.view_origin, "host": stage.server.url, "null": "null"}
    origin, address = ORIGINS[profile]
    assert await view.view_frame.evaluate("self.origin") == known[origin]
    assert address in {view.view_frame.url, "url"}


@pytest.mark.parametrize("profile", [name for name in hosts.names() if hosts.load(name).csp])
async def test_the_policy_of_the_host_is_in_force(profile: str, stage: Stage):
    view = await connected(stage, profile=profile, meta={"csp": {}})
    fetched = "fetch('https://elsewhere.example/').then(() => 'answered', (error) => error.message)"
    assert await view.view_frame.evaluate(fetched) == "Failed to fetch"
    assert any("connect-src" in text for text in view.csp_violations)


async def test_goose_serves_a_view_once(stage: Stage):
    view = await connected(stage, profile="goose")
    assert (await view.page.request.get(view.view_frame.url)).status == 404


async def test_vscode_hides_the_parent_behind_proxies(stage: Stage):
    view = await connected(stage, profile="vscode")
    heard = await view.view_frame.evaluate(
        """() => new Promise((resolve) => {
          const found = { plain: 0, source: null, throws: null };
          const listener = function (event) { found.plain += 1; found.source = event.source === parent; };
          addEventListener("message", listener);
          addEventListener("message", listener);
          addEventListener("message", () => { removeEventListener("message", listener); ask(9); }, { once: true });
          addEventListener("message", ({ data }) => data.id === 9 && resolve(found));
          const ask = (id) => parent.postMessage({ jsonrpc: "2.0", id, method: "ping" }, "*");
          try { found.document = String(parent.document); } catch (error) { found.throws = error.name; }
          ask(8);
        })"""
    )
    assert heard == {"plain": 1, "source": True, "throws": None, "document": "undefined"}


async def test_mcp_cli_adds_a_style_of_its_own(stage: Stage):
    view = await connected(stage, profile="mcp-cli")
    frame = view.view_frame
    assert await frame.evaluate("getComputedStyle(document.documentElement).height === innerHeight + 'px'")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"profile": "cluade"}, "no host profile 'cluade'; there are"),
        ({"rules": {"anwsers": {}}}, "rules: anwsers: Extra"),
    ],
)
async def test_what_does_not_exist_is_refused_with_a_reason(options: dict[str, Any], problem: str, stage: Stage):
    with pytest.raises(Error, match=problem):
        await stage.open_view(VIEW, **options)


@pytest.fixture
def calls(server: StubHostServer) -> Iterator[list[str]]:
    """Connects the stub host to an MCP server with one tool, which notes its calls."""
    noted: list[str] = []
    apps = Apps()

    @apps.tool(resource_uri="ui://test/view.html", title="Look up")
    def look_up(city: str) -> str:
        noted.append(city)
        return f"sunny in {city}"

    apps.add_resource(
        TextResource(uri="ui://test/view.html", name="view", mime_type=APP_MIME_TYPE, text=VIEW + ANSWERING)
    )
    server.connect(MCPServer("test", extensions=[apps], log_level="ERROR"))
    yield noted
    server.disconnect()


async def test_requests_for_the_server_are_passed_on(calls: list[str], stage: Stage):
    view = await connected(stage)
    call = {"jsonrpc": "2.0", "method": "tools/call"}
    await say(
        view,
        {**call, "id": 8, "params": {"name": "look_up", "arguments": {"city": "Rome"}}},
        {**call, "id": 9, "params": {}},
        {"jsonrpc": "2.0", "id": 10, "method": "resources/read", "params": {"uri": "ui://test/gone.html"}},
        {"jsonrpc": "2.0", "id": 11, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 12, "method": "resources/list"},
    )
    answers = {frame["id"]: frame for frame in (await seen(view, 6))[1:]}
    assert answers[8]["result"]["content"] == [{"type": "text", "text": "sunny in Rome"}]
    assert answers[9]["error"] == {"code": -32602, "message": "tools/call lacks 'name'"}
    assert answers[10]["error"]["code"] < 0
    assert [tool["name"] for tool in answers[11]["result"]["tools"]] == ["look_up"]
    assert [entry["uri"] for entry in answers[12]["result"]["resources"]] == ["ui://test/view.html"]
    assert calls == ["Rome"]


async def test_without_a_server_its_methods_are_unknown(stage: Stage):
    view = await connected(stage)
    await say(view, {"jsonrpc": "2.0", "id": 8, "method": "tools/list"})
    assert (await seen(view, 2))[1]["error"]["code"] == -32601


async def test_a_view_cannot_reach_the_server_behind_the_hosts_back(calls: list[str], stage: Stage):
    view = await connected(stage, profile="sunpeak")
    await view.view_frame.evaluate(
        """async (url) => fetch(url, { method: "POST", mode: "no-cors", body: JSON.stringify(
            { method: "tools/call", params: { name: "look_up", arguments: { city: "Rome" } } }) })""",
        f"{stage.server.url}/server",
    )
    assert calls == []


async def test_a_foreign_host_name_is_turned_away(server: StubHostServer):
    asked = urllib.request.Request(server.url, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="400"):
        await asyncio.to_thread(urllib.request.urlopen, asked)


async def test_runtime_files_are_served_to_every_origin_with_their_types(server: StubHostServer):
    def get(url: str) -> tuple[str | None, str | None]:
        with urllib.request.urlopen(url) as response:
            return response.headers["content-type"], response.headers["access-control-allow-origin"]

    runtime = server.runtime
    assert await asyncio.to_thread(get, f"{runtime.pyodide}pyodide.asm.wasm") == ("application/wasm", "*")
    kind, origin = await asyncio.to_thread(get, f"{runtime.pyodide}pyodide.mjs")
    assert (kind, origin) == ("text/javascript; charset=utf-8", "*")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        await asyncio.to_thread(get, f"{runtime.pyodide}%2e%2e/%2e%2e/pyproject.toml")


async def test_a_person_can_run_a_tool_and_press_everything(calls: list[str], stage: Stage, server: StubHostServer):
    server.start = {"tool": "look_up", "arguments": {"city": "Rome"}}
    view = await stage.open_page(size=(1100, 900))
    result = await view.wait_for_frame({"method": "ui/notifications/tool-result"}, sender="host")
    assert result["data"]["params"]["content"][0]["text"] == "sunny in Rome"
    page = view.page
    await expect(page.locator("#question")).to_have_text('look_up {"city":"Rome"}')
    await expect(page.locator("#state")).to_have_text("ready")

    for name, method in {
        "Partial input": "tool-input-partial",
        "Input": "tool-input",
        "Tool error": "tool-result",
        "Cancelled": "tool-cancelled",
    }.items():
        before = len(await view.frames())
        await page.get_by_role("button", name=name, exact=True).click()
        await view.wait_for_frame({"method": f"ui/notifications/{method}"}, sender="host", after=before)

    await page.get_by_label("Dark").check()
    await view.wait_for_frame(
        {"method": "ui/notifications/host-context-changed", "params": {"theme": "dark"}}, sender="host"
    )
    await page.get_by_label("Display mode").select_option("fullscreen")
    await expect(page.locator("#stage")).to_have_attribute("data-mode", "fullscreen")
    await page.get_by_role("button", name="Close").click()
    await expect(page.locator("#stage")).to_have_attribute("data-mode", "inline")

    message = {"role": "user", "content": [{"type": "text", "text": "Hello <b>there</b>"}]}
    await say(view, {"jsonrpc": "2.0", "id": 20, "method": "ui/message", "params": message})
    await expect(page.locator("#said")).to_have_text("Hello <b>there</b>")
    await say(view, {"jsonrpc": "2.0", "id": 21, "method": "ui/open-link", "params": {"url": "javascript:alert(1)"}})
    await expect(page.locator("#said .note")).to_have_text("Link: javascript:alert(1)")
    assert await page.locator("#said a").count() == 0

    await page.get_by_label("Arguments").fill("{")
    await page.get_by_role("button", name="Run").click()
    await expect(page.get_by_role("alert")).to_contain_text("Arguments: ")
    await page.get_by_role("button", name="Tear down").click()
    await expect(page.locator("#state")).to_have_text("gone")
    assert view.errors == []
    assert calls == ["Rome"]
