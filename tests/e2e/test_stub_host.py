"""The stub host page does what the profiles and rules say: tried with a view of a few lines of JavaScript."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Error, expect

from mcp_apps_py import hosts
from mcp_apps_py.testing.browser import Stage
from tests.e2e.plain_view import HANDSHAKE, INITIALIZE, INITIALIZED, VIEW, connected, say, seen

RESULT = {"content": [{"type": "text", "text": "sunny"}]}


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
        (hosts.Size(), {"height": None}, 200, 800),
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


@pytest.mark.parametrize(("html", "count"), [(VIEW, 0), (VIEW + HANDSHAKE, 1)])
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
