"""Uses what PyScript offers: elements, events, display, storage, top-level await, config."""

import asyncio

from pyscript import config, display, document, storage, web, when, window

from mcp_apps_py import App
from mcp_apps_py.browser import run

app = App("pyscript", "1.0.0")
web.page["#log"].textContent = "first"
assert config["type"] == "py"
assert window.document == document
assert web.page.title == "PyScript"


@when("click", "#press")
async def press(_event: object) -> None:
    """Say so, after a while."""
    await asyncio.sleep(0)
    web.page.append(web.p("pressed, and awaited", id="pressed"))


display("displayed", target="shown", append=False)


async def keep() -> None:
    """Count in the storage."""
    store = await storage("kept")
    store["count"] = store.get("count", 0) + 1
    await store.sync()
    web.page["#kept"].textContent = f"kept: {store['count']}"


run(app)
