"""What a message costs at the boundary between JavaScript and Python: JSON text against proxies.

Prints medians of one browser, and their ratio, which is what counts.
"""

import asyncio
import json
from pathlib import Path

from mcp_apps_py.bundle import write_page
from mcp_apps_py.testing.browser import open_stage
from mcp_apps_py.testing.server import StubHostServer
from tools.browser_config import config, launch_options

HERE = Path(__file__).parent
RUNTIME = HERE.parent.parent / ".runtime"
SIZES = ((1, 500), (9000, 1))
INITIALIZED = {"method": "ui/notifications/initialized"}


async def main() -> None:
    """Measure both ways in a page, and print a table."""
    with StubHostServer(RUNTIME) as server:
        page = write_page(HERE / "index.html", runtime=server.runtime)
        async with open_stage(server, launch=launch_options(), config=config) as stage:
            view = await stage.open_view(page, profile="spec-wasm")
            await view.wait_for_frame(INITIALIZED)
            print(f"{'':<24}{'JSON text':>12}{'proxies':>12}{'text ÷ proxies':>18}")
            for rows, calls in SIZES:
                times = json.loads(
                    await view.view_frame.evaluate("([rows, calls]) => measure(rows, calls)", [rows, calls])
                )
                size = f"{times['bytes'] / 1000:.1f} kB" if times["bytes"] < 1e6 else f"{times['bytes'] / 1e6:.1f} MB"
                for way in ("receive", "send"):
                    text, proxies = times[f"{way}_text"], times[f"{way}_proxies"]
                    print(f"{way + ', ' + size:<24}{text:>9.3f} ms{proxies:>9.3f} ms{text / proxies:>18.2f}")


if __name__ == "__main__":
    asyncio.run(main())
