"""A view whose Python is written by the tests: `python(source)` runs it and gives its last value as JSON."""

import json

import js
from pyodide.code import eval_code_async
from pyodide.ffi import create_proxy

from mcp_apps_py import App
from mcp_apps_py.browser import run

app = App("bench", "1.0.0")
names = {"__name__": "bench", "app": app, "run": run, "js": js}


async def python(source: str) -> str:
    """Run Python with top-level await."""
    return json.dumps(await eval_code_async(source, names))


setattr(js, "python", create_proxy(python))  # noqa: B010 - a stub can not be assigned to
run(app)
