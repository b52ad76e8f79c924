"""The stub host page with an MCP server behind it, for views and for people."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import Iterator
from queue import Queue

import pytest
from mcp.server.apps import APP_MIME_TYPE, Apps
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resources import TextResource
from playwright.async_api import expect

from mcp_apps_py.testing.browser import Stage
from mcp_apps_py.testing.server import StubHostServer
from tests.e2e.plain_view import HANDSHAKE, VIEW, connected, say, seen


async def next_call(calls: "Queue[str]") -> str:
    """What the server, which runs in a thread of its own, does next."""
    return await asyncio.to_thread(calls.get, timeout=10)


@pytest.fixture
def calls(server: StubHostServer) -> Iterator[Queue[str]]:
    """Connects the stub host to an MCP server with one tool, which notes its calls."""
    noted: Queue[str] = Queue()
    apps = Apps()

    @apps.tool(resource_uri="ui://test/view.html", title="Look up")
    def look_up(city: str) -> str:
        noted.put(city)
        return f"sunny in {city}"

    @apps.tool(resource_uri="ui://test/view.html", visibility=["app"])
    async def count(ctx: Context, to: int) -> str:
        for step in range(to):
            await ctx.report_progress(step + 1, to, f"step {step + 1}")
        return "counted"

    @apps.tool(resource_uri="ui://test/view.html", visibility=["app"])
    async def wait() -> str:
        noted.put("waiting")
        try:
            await asyncio.Event().wait()
        finally:
            noted.put("cancelled")
        return "never"

    apps.add_resource(
        TextResource(uri="ui://test/view.html", name="view", mime_type=APP_MIME_TYPE, text=VIEW + HANDSHAKE)
    )
    server.connect(MCPServer("test", extensions=[apps], log_level="ERROR"))
    yield noted
    server.disconnect()


async def test_requests_for_the_server_are_passed_on(calls: Queue[str], stage: Stage):
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
    assert [tool["name"] for tool in answers[11]["result"]["tools"]] == ["look_up", "count", "wait"]
    assert [entry["uri"] for entry in answers[12]["result"]["resources"]] == ["ui://test/view.html"]
    assert await next_call(calls) == "Rome"
    assert calls.empty()


async def test_progress_reaches_the_view_under_its_own_token(calls: Queue[str], stage: Stage):
    view = await connected(stage)
    params = {"name": "count", "arguments": {"to": 2}, "_meta": {"progressToken": "mine"}}
    await say(view, {"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": params})
    *progress, answer = (await seen(view, 4))[1:]
    assert [frame["params"] for frame in progress] == [
        {"progressToken": "mine", "progress": 1, "total": 2, "message": "step 1"},
        {"progressToken": "mine", "progress": 2, "total": 2, "message": "step 2"},
    ]
    assert answer["result"]["content"][0]["text"] == "counted"


async def test_a_call_that_the_view_cancels_is_cancelled_at_the_server(calls: Queue[str], stage: Stage):
    view = await connected(stage)
    await say(view, {"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": {"name": "wait"}})
    assert await next_call(calls) == "waiting"
    await say(view, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 8}})
    assert await next_call(calls) == "cancelled"
    await say(view, {"jsonrpc": "2.0", "id": 9, "method": "ping"})
    assert [frame["id"] for frame in await seen(view, 2)] == [7, 9]


async def test_without_a_server_its_methods_are_unknown(stage: Stage):
    view = await connected(stage)
    await say(view, {"jsonrpc": "2.0", "id": 8, "method": "tools/list"})
    assert (await seen(view, 2))[1]["error"]["code"] == -32601


async def test_a_view_cannot_reach_the_server_behind_the_hosts_back(calls: Queue[str], stage: Stage):
    view = await connected(stage, profile="sunpeak")
    await view.view_frame.evaluate(
        """async (url) => fetch(url, { method: "POST", mode: "no-cors", body: JSON.stringify(
            { method: "tools/call", params: { name: "look_up", arguments: { city: "Rome" } } }) })""",
        f"{stage.server.url}/server",
    )
    assert calls.empty()


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


async def test_a_person_can_run_a_tool_and_press_everything(calls: Queue[str], stage: Stage, server: StubHostServer):
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
    assert await next_call(calls) == "Rome"
    assert calls.empty()
