"""The counterpart's side: a host page on AppBridge, and the weather server behind it."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from mcp_apps_py.testing.server import StubHostServer
from tests.interop.bridge import BridgeHost, build
from tests.weather_conversation import HOST_KINDS, ROOT
from tools.browser_config import config, launch_options
from tools.weather_server import weather_server


@pytest.fixture(scope="session")
def host_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serves the host page; the MCP server insists on an origin of this machine."""
    folder = tmp_path_factory.mktemp("host-page")
    build(folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def frame_server() -> Iterator[StubHostServer]:
    """Serves the runtime and the frames of views; its own host page is not used here."""
    with StubHostServer(ROOT / ".runtime") as server:
        yield server


@pytest.fixture(scope="session")
def weather_url(frame_server: StubHostServer) -> Iterator[str]:
    """The weather server."""
    [runtime] = frame_server.runtime.origins
    with weather_server(runtime) as url:
        yield url


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright, await playwright.chromium.launch(**launch_options()) as browser:
        yield browser


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=HOST_KINDS)
async def host(
    request: pytest.FixtureRequest,
    browser: Browser,
    host_url: str,
    frame_server: StubHostServer,
    weather_url: str,
) -> AsyncIterator[BridgeHost]:
    """The host page with the weather view in it, in a frame like that of one kind of host."""
    host = await BridgeHost.start(browser, host_url)
    host.page.set_default_timeout(config.timeout)
    await host.show_tool(weather_url, "get_weather", frame_server.url, request.param)
    yield host
    await host.page.close()


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def fresh(host: BridgeHost) -> AsyncIterator[None]:
    """Every test begins with the same context and an empty log, and ends without errors in the console."""
    await host.reset()
    yield
    assert host.problems == []
