# /// script
# dependencies = ["mcp-apps-py"]
# [tool.mcp-app]
# name = "Stages"
# version = "1.0.0"
# tools = true
# ///
"""A view that waits for the test before it connects, and writes down what it hears."""

import json
from typing import Any

from pyodide.ffi import create_proxy
from pyscript import window

from mcp_apps_py import App
from mcp_apps_py.browser import run
from mcp_apps_py.types import CallToolResult

app = App()
heard: list[Any] = []


@app.on_tool_result
def note(result: CallToolResult) -> None:
    heard.append((result.structured_content or {})["n"])
    window.document.getElementById("main").textContent = str(heard)


@app.on_host_context_changed
async def note_theme(changes: Any) -> None:
    heard.append(f"{changes.theme} {app.host.context.theme}")


@app.on_tool_cancelled
def note_cancelled(cancelled: Any) -> None:
    heard.append(f"cancelled: {cancelled.reason}")


@app.tool
def add(a: int, b: int) -> str:
    """Add two numbers."""
    return str(a + b)


window.heard = create_proxy(lambda: json.dumps(heard))
window.reached = True
await window.gate  # pyright: ignore  # noqa: F704, PGH003, PLE1142
run(app)
