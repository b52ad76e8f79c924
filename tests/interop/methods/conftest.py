"""One view for all tests here: the probe, in a host made of the official AppBridge."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from mcp_apps_py.testing.server import StubHostServer
from tests.interop.methods.probe_host import ProbeHost, write_probe
from tools.browser_config import config


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def host(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser, host_url: str, frame_server: StubHostServer
) -> AsyncIterator[ProbeHost]:
    """The host page with the probe in it; Python starts once for all tests."""
    page = write_probe(tmp_path_factory.mktemp("probe"), frame_server.runtime)
    host = await ProbeHost.start(browser, host_url)
    host.page.set_default_timeout(config.timeout)
    await host.show(page, frame_server.url, "spec-wasm")
    yield host
    await host.page.close()


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def fresh(host: ProbeHost) -> AsyncIterator[None]:
    """Every test begins with the same context and empty logs; in its end, all that was posted is checked."""
    await host.reset()
    yield
    await host.check()
    assert host.problems == []
