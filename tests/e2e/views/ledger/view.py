"""A view that keeps a ledger of every proxy that the SDK makes, and counts what it hears."""

import asyncio
import gc
import weakref
from typing import Any

from pyodide.ffi import create_proxy, to_js
from pyscript import window

from mcp_apps_py import App
from mcp_apps_py.browser import _js, run


class Ledger:
    """Stands in for `pyodide.ffi` and remembers for which functions proxies were made.

    A proxy holds its function until it is destroyed, so that a function that is gone says that its proxy is.
    """

    def __init__(self, ffi: Any) -> None:
        self._ffi = ffi
        self._functions: list[weakref.ref[Any]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ffi, name)

    def create_proxy(self, function: Any) -> Any:
        """Make a proxy."""
        self._functions.append(weakref.ref(function))
        return self._ffi.create_proxy(function)

    def create_once_callable(self, function: Any) -> Any:
        """Make a callback."""
        self._functions.append(weakref.ref(function))
        return self._ffi.create_once_callable(function)

    def living(self) -> int:
        """How many of the proxies are not destroyed."""
        gc.collect()
        self._functions = [function for function in self._functions if function() is not None]
        return len(self._functions)


ledger = _js.ffi = Ledger(_js.ffi)
app = App("Ledger", "1.0")
heard = {"results": 0, "partials": 0}


@app.on_tool_result
def count_result() -> None:
    heard["results"] += 1


@app.on_tool_input_partial
def count_partial() -> None:
    heard["partials"] += 1


def look() -> Any:
    """Tell what there is, once garbage is collected."""
    state = {**heard, "living": ledger.living(), "tasks": len(app._tasks), "objects": len(gc.get_objects())}
    return to_js(state, dict_converter=window.Object.fromEntries)


async def ask(times: int) -> None:
    """Ask the host many times, all at once."""
    await asyncio.gather(*(app.ping() for _ in range(times)))


window.look = create_proxy(look)
window.ask = create_proxy(ask)
run(app)
