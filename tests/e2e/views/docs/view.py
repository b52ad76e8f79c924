"""Runs snippets of the docs, one after the other, so that all of them share one start of Python."""

import traceback

from pyodide.code import eval_code_async
from pyodide.ffi import create_proxy
from pyscript import window

from mcp_apps_py import App
from mcp_apps_py.browser import PostMessageTransport


async def run_snippet(source: str, place: str, whole: bool) -> str:
    """Run a snippet: a whole view, or a part of one, which finds a connected `app`. Gives the traceback if it fails."""
    names: dict[str, object] = {"__name__": "snippet"}
    try:
        if whole:
            await eval_code_async(source, names, filename=place)
            return ""
        app = names["app"] = App("Snippet", "1.0.0")
        async with app.connect(PostMessageTransport()):
            await eval_code_async(source, names, filename=place)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, the test shall hear of it
        return traceback.format_exc()
    return ""


window.runSnippet = create_proxy(run_snippet)
