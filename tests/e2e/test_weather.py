"""The weather view under the stub host page, in the frames of three kinds of hosts."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from mcp.client.stdio import StdioServerParameters
from playwright.async_api import Frame

from mcp_apps_py.testing.browser import Stage, ViewPage
from mcp_apps_py.testing.server import StubHostServer
from tests.weather_conversation import CONTEXT, HOST_KINDS, VIEW_URI, WeatherConversation
from tools.weather_server import SERVER


class StubWeatherHost:
    """The stub host page with the weather view in it; see `WeatherHost`."""

    def __init__(self, page: ViewPage, server: StubHostServer) -> None:
        self._page = page
        self._server = server
        self._heard = 0
        self.introduction: dict[str, Any] = {}

    @property
    def view(self) -> Frame:
        return self._page.view_frame

    @property
    def problems(self) -> list[str]:
        return self._page.errors

    async def wait_until_initialized(self) -> None:
        first = await self._page.wait_for_frame({"method": "ui/initialize"})
        self.introduction = first["data"]["params"]
        await self._page.wait_for_frame({"method": "ui/notifications/initialized"})

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        await self._page.notify(method, params)

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        params = {"name": name, "arguments": arguments}
        answer = await asyncio.to_thread(self._server.request, "tools/call", params)
        return answer["result"]

    async def change_context(self, changes: dict[str, Any]) -> None:
        await self._page.change_context(**changes)

    async def heard(self, method: str) -> dict[str, Any]:
        frame = await self._page.wait_for_frame({"method": method}, after=self._heard)
        self._heard = frame["index"] + 1
        return frame["data"]["params"]

    async def teardown(self) -> dict[str, Any]:
        answer = await self._page.request("ui/resource-teardown", {"reason": "the test is over"})
        return answer["result"]

    async def is_silent(self) -> bool:
        ping = "Promise.race([stubHost.request('ping'), new Promise((done) => setTimeout(done, 500))])"
        answer = await self._page.page.evaluate(ping)
        last = (await self._page.frames("view"))[-1]
        return answer is None and last["data"].get("result") == {}

    async def frame_height(self) -> float:
        return await self._page.page.locator("iframe").evaluate("(frame) => frame.getBoundingClientRect().height")

    async def reset(self) -> None:
        self._heard = len(await self._page.frames())
        self._page.errors.clear()
        await self.change_context(CONTEXT)


@pytest.fixture(scope="module")
def weather(server: StubHostServer) -> Iterator[dict[str, Any]]:
    """Connects the stub host to the weather server, over standard input and output; gives the view's resource."""
    [runtime] = server.runtime.origins
    server.connect(StdioServerParameters(command=sys.executable, args=[str(SERVER), "--stdio", "--runtime", runtime]))
    answer = server.request("resources/read", {"uri": VIEW_URI})
    yield answer["result"]["contents"][0]
    server.disconnect()


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=HOST_KINDS)
async def host(
    request: pytest.FixtureRequest, whole_stage: Stage, server: StubHostServer, weather: dict[str, Any]
) -> AsyncIterator[StubWeatherHost]:
    rules: Any = {"initialize": {"hostContext": CONTEXT}}
    page = await whole_stage.open_view(
        weather["text"], weather["_meta"]["ui"], profile=request.param, rules=rules, size=(700, 900)
    )
    host = StubWeatherHost(page, server)
    await host.wait_until_initialized()
    yield host
    await page.close()


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def fresh(host: StubWeatherHost) -> AsyncIterator[None]:
    """Every test begins with the same context, and ends without errors in the console."""
    await host.reset()
    yield
    assert host.problems == []


class TestWeather(WeatherConversation):
    """The whole conversation with our own host side."""
