"""Times the two ways over the boundary, in the page: JSON text, and proxies."""

import json
import time
from collections.abc import Callable
from typing import Any

from mcp_apps_py import App
from mcp_apps_py.browser import _js, run
from mcp_apps_py.codec import decode, encode
from mcp_apps_py.types import CallToolResult

# The SDK's own script calls them in JavaScript, and lets long text cross as bytes, which is faster still.
stringify = _js.js.JSON.stringify
parse = _js.js.JSON.parse

app = App("Boundary", "1.0.0")


def make_frame(rows: int) -> dict[str, Any]:
    """Make a tool result with so many rows of structured content, about 100 bytes each."""
    row = {
        "date": "2026-06-01",
        "city": "Rome, Italy",
        "high": 28.5,
        "low": 17.25,
        "rain": 0,
        "note": None,
        "tags": ["a", "b"],
    }
    result = {"content": [{"type": "text", "text": "Rome"}], "structuredContent": {"rows": [row] * rows}}
    return {"jsonrpc": "2.0", "method": "ui/notifications/tool-result", "params": result}


def receive_text(data: Any) -> CallToolResult:
    """Do what the SDK does."""
    return CallToolResult.model_validate(decode(stringify(data))["params"])


def receive_proxies(data: Any) -> CallToolResult:
    """Let Pyodide convert, object by object."""
    return CallToolResult.model_validate(data.to_py()["params"])


def send_text(result: CallToolResult) -> Any:
    """Do what the SDK does."""
    return parse(encode({"jsonrpc": "2.0", "id": 1, "result": result.to_wire()}))


def send_proxies(result: CallToolResult) -> Any:
    """Let Pyodide convert, object by object."""
    message = {"jsonrpc": "2.0", "id": 1, "result": result.to_wire()}
    return _js.ffi.to_js(message, dict_converter=_js.js.Object.fromEntries)


def milliseconds(function: Callable[[Any], Any], argument: Any, calls: int) -> float:
    """Give the median time of one call, from seven batches: a page's clock is coarse."""
    times = list[float]()
    for _ in range(7):
        started = time.perf_counter()
        for _ in range(calls):
            function(argument)
        times.append((time.perf_counter() - started) / calls)
    return sorted(times)[3] * 1000


def measure(rows: int, calls: int) -> str:
    """Time all four for one size; gives JSON."""
    text = json.dumps(make_frame(rows))
    data = _js.js.JSON.parse(text)
    result = receive_text(data)
    times = {
        function.__name__: milliseconds(function, argument, calls)
        for function, argument in (
            (receive_text, data),
            (receive_proxies, data),
            (send_text, result),
            (send_proxies, result),
        )
    }
    return json.dumps({"bytes": len(text), **times})


_js.window.measure = _js.ffi.create_proxy(measure)
run(app)
