"""A view of a few lines of JavaScript, which says what it is told to: for tests of the host side."""

from typing import Any

from mcp_apps_py.testing.browser import Stage, ViewPage

VIEW = """<!doctype html><title>View</title><p>A view</p><script>
self.seen = [];
self.say = (value) => parent.postMessage(value, "*");
addEventListener("message", ({ data }) => seen.push(data));
</script>"""
HANDSHAKE = """<script>
addEventListener("message", ({ data }) => {
  if (data.method === "ui/resource-teardown") say({ jsonrpc: "2.0", id: data.id, result: {} });
  if (data.id === 7) say({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
});
say({ jsonrpc: "2.0", id: 7, method: "ui/initialize", params: {} });
</script>"""
INITIALIZE = {"jsonrpc": "2.0", "id": 7, "method": "ui/initialize", "params": {}}
INITIALIZED = {"jsonrpc": "2.0", "method": "ui/notifications/initialized", "params": {}}


async def say(view: ViewPage, *values: Any) -> None:
    """Let the view post these values."""
    await view.view_frame.evaluate("values => values.forEach((value) => say(value))", list(values))


async def seen(view: ViewPage, count: int) -> list[Any]:
    """What the view got, as soon as it is at least `count` messages."""
    await view.view_frame.wait_for_function("count => seen.length >= count", arg=count)
    return await view.view_frame.evaluate("seen")


async def connected(stage: Stage, **options: Any) -> ViewPage:
    """Open the view and let it do the handshake."""
    view = await stage.open_view(VIEW, **options)
    await view.view_frame.wait_for_function("() => self.say")
    await say(view, INITIALIZE, INITIALIZED)
    await view.wait_for_frame(INITIALIZED)
    return view
