# /// script
# [tool.mcp-app]
# name = "Boot"
# version = "1.0.0"
# ///
"""A small view, the same for every way to start Python; view.js says it in TypeScript's SDK."""

from js import document

from mcp_apps_py import App
from mcp_apps_py.browser import run
from mcp_apps_py.types import CallToolResult

app = App("Boot", "1.0.0")


@app.on_host_context_changed
def speak() -> None:
    """Say the first words, through the SDK: the host changes the context as soon as the handshake is over."""
    app.tell("notifications/message", level="info", data="first words")


@app.on_tool_result
def show(result: CallToolResult) -> None:
    """Show the result's text."""
    document.getElementById("result").textContent = result.text


run(app)
