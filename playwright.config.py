"""The browser of the tests, the demo's check and the benchmarks: path, arguments, time-outs, ports.

The one place for these. The dot in its name forbids importing it: `tools/browser_config.py` loads it by its path.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Any

BROWSER_VARIABLE = "MCP_APPS_BROWSER"
BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER_PATHS = ("/usr/bin/chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


@dataclass(frozen=True)
class Config:
    """What a browser is started with. Times are in milliseconds, as Playwright takes them.

    Attributes:
        headless: Without a window, unless MCP_APPS_HEADED is set.
        arguments: Command-line arguments of Chromium.
        launch_timeout: For the browser's own start.
        timeout: For one step in a page.
        boot_timeout: For a page to load Pyodide and connect, on a slow and busy machine.
        host: Where our own servers listen.
        host_port: Port of the host page; 0 takes a free one.
        view_port: Port of the sandbox and the runtime files, so that they are another origin; 0 takes a free one.
        server_port: Port of an example's MCP server; 0 takes a free one.
    """

    headless: bool = not os.environ.get("MCP_APPS_HEADED")
    arguments: tuple[str, ...] = (
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        # Chromium's own sandbox does not start for root, as in most containers.
        *(("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()),
    )
    launch_timeout: float = 60_000
    timeout: float = 15_000
    boot_timeout: float = 120_000
    host: str = "127.0.0.1"
    host_port: int = 0
    view_port: int = 0
    server_port: int = 0


config = Config()


def browser_path() -> Path | None:
    """Return the browser to start, or None for the one that Playwright has downloaded for itself.

    Raises:
        FileNotFoundError: MCP_APPS_BROWSER names a file that is not there.
    """
    if chosen := os.environ.get(BROWSER_VARIABLE):
        if not Path(chosen).is_file():
            raise FileNotFoundError(f"{BROWSER_VARIABLE} is {chosen!r}, but there is no such file.")
        return Path(chosen)
    found = [which(name) for name in BROWSER_NAMES]
    paths = [Path(path) for path in (*BROWSER_PATHS, *filter(None, found))]
    return next((path for path in paths if path.is_file()), None)


def launch_options() -> dict[str, Any]:
    """Return what Playwright's `chromium.launch` takes."""
    path = browser_path()
    return {
        "headless": config.headless,
        "args": list(config.arguments),
        "timeout": config.launch_timeout,
        **({"executable_path": path} if path else {}),
    }
