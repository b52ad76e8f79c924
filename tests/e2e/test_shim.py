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
