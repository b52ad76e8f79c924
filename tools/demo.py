"""Show the weather view in the stub host page, where a person can press things.

python tools/demo.py            # serves until Ctrl-C; opens a browser where there is one
python tools/demo.py --check    # the same without a window: one round trip, then exit code 0, or 1 and the reason
"""

import argparse
import asyncio
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Generator
from contextlib import contextmanager

from playwright.async_api import Error as BrowserError
from playwright.async_api import expect

from browser_config import config, launch_options
from console import ROOT, give_up, say
from mcp_apps_py.testing.browser import ViewPage, open_stage
from mcp_apps_py.testing.server import StubHostServer
from weather_server import weather_server

START = {"tool": "get_weather", "arguments": {"city": "Rome", "days": 5}, "profile": "spec-wasm"}
CHECK_S = 2 * config.boot_timeout / 1000


@contextmanager
def running_host() -> Generator[StubHostServer]:
    """Run the weather server, and the stub host page connected to it."""
    with StubHostServer(ROOT / ".runtime", host_port=config.host_port, view_port=config.view_port) as host:
        [runtime_url] = host.runtime.origins
        with weather_server(runtime_url) as url:
            host.connect(url)
            host.start = dict(START)
            say(f"weather server (MCP, streamable HTTP)   {url}")
            say(f"host page                               {host.url}")
            try:
                yield host
            finally:
                host.disconnect()


def show(host: StubHostServer) -> None:
    """Open a browser where there is one, and wait for Ctrl-C."""
    if sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(host.url)
    say(f"\nOpen {host.url} in a browser. Ctrl-C ends it.")
    threading.Event().wait()


async def check(host: StubHostServer) -> None:
    """Make one round trip in a browser without a window, as a person would.

    Raises:
        AssertionError, BrowserError: Something did not happen; the text says what.
        TimeoutError: It took too long.
    """
    expect.set_options(timeout=config.timeout)
    async with (
        asyncio.timeout(CHECK_S),
        open_stage(host, launch=launch_options(), config=config) as stage,
    ):
        page = await stage.open_page(size=(1100, 800))
        try:
            await round_trip(page)
        except (AssertionError, BrowserError, TimeoutError):
            for line in page.console:
                say(f"      browser: {line}")
            raise


async def round_trip(page: ViewPage) -> None:
    """Handshake, result, a press of "Refresh" that reaches the server, teardown."""
    opening = await page.wait_for_frame({"method": "ui/initialize"})
    await page.wait_for_frame({"method": "ui/notifications/initialized"})
    info = opening["data"]["params"]["appInfo"]
    say(f"ok    the view has introduced itself: {info['name']} {info['version']}")

    view = page.view_frame
    await expect(view.get_by_role("heading")).to_have_text("Rome, Italy")
    await expect(view.get_by_role("group", name="Days").get_by_role("button")).to_have_count(5)
    updated = view.locator("footer")
    before = await updated.inner_text()
    say(f"ok    it shows the tool's result: {before}")

    await view.get_by_role("button", name="Refresh").click()
    call = await page.wait_for_frame({"method": "tools/call", "params": {"name": "refresh_weather"}})
    await page.wait_for_frame({"id": call["data"]["id"], "result": {"isError": False}}, sender="host")
    say("ok    Refresh was pressed, and the server answered through the host")
    await expect(updated).not_to_have_text(before)
    say(f"ok    the page has changed: {await updated.inner_text()}")

    answer = await page.request("ui/resource-teardown", {"reason": "the check is over"})
    assert answer.get("result") == {}, f"the teardown was answered with {answer}"
    say("ok    the teardown was answered")
    assert not page.errors, f"there were errors in the browser: {page.errors}"


def main() -> None:
    """Run the demo, or its check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="one round trip without a window, then exit")
    arguments = parser.parse_args()
    for end in (signal.SIGINT, signal.SIGTERM):  # a shell starts what is in the background deaf to the first
        signal.signal(end, signal.default_int_handler)
    try:
        with running_host() as host:
            if arguments.check:
                asyncio.run(check(host))
            else:
                show(host)
    except KeyboardInterrupt:
        say("\nended")
    except TimeoutError:
        give_up(f"the check was not over after {CHECK_S:.0f} s")
    except (AssertionError, BrowserError, OSError, RuntimeError) as error:
        give_up(str(error).partition("\nBrowser logs:")[0])


if __name__ == "__main__":
    main()
