"""A whole conversation with the weather view in the other engines, under three kinds of hosts."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from mcp.client.stdio import StdioServerParameters

from mcp_apps_py.bundle import Page
from mcp_apps_py.testing.server import StubHostServer
from tests.weather_conversation import CONTEXT, HOST_KINDS, VIEW_URI
from tools.weather_server import SERVER

from .engine_view import EngineStage, EngineView

PATIENCE = 100
BUTTON = "[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Refresh')"
STYLE = "[document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]"


@pytest.fixture(scope="module")
def weather(server: StubHostServer) -> Iterator[Page]:
    """Connects the stub host to the weather server; gives the view."""
    [runtime] = server.runtime.origins
    server.connect(StdioServerParameters(command=sys.executable, args=[str(SERVER), "--stdio", "--runtime", runtime]))
    answer = server.request("resources/read", {"uri": VIEW_URI})
    [content] = answer["result"]["contents"]
    yield Page(content["text"], content["_meta"]["ui"])
    server.disconnect()


async def show_forecast(view: EngineView, server: StubHostServer, city: str) -> None:
    """Call the tool as the model would, and let the view see input and result."""
    arguments = {"city": city, "days": 4}
    await view.notify("ui/notifications/tool-input", {"arguments": arguments})
    answer = server.request("tools/call", {"name": "get_weather", "arguments": arguments})
    await view.notify("ui/notifications/tool-result", answer["result"])
    await view.view_frame.wait_for_function(
        "city => document.querySelector('h1, h2')?.textContent.startsWith(city)", arg=city
    )


async def fits(view: EngineView) -> bool:
    """Wait until the frame is as high as its content."""
    for _ in range(PATIENCE):
        content = await view.view_frame.evaluate("document.documentElement.getBoundingClientRect().height")
        frame = await view.page.evaluate("document.querySelector('iframe').getBoundingClientRect().height")
        if content <= frame < content + 1:
            return True
        await view.page.evaluate("new Promise((done) => setTimeout(done, 50))")
    return False


@pytest.mark.parametrize("profile", HOST_KINDS)
async def test_a_conversation_from_the_handshake_to_the_teardown(
    profile: str, stage: EngineStage, weather: Page, server: StubHostServer
) -> None:
    rules: dict[str, Any] = {"initialize": {"hostContext": CONTEXT}}
    view = await stage.open_view(weather, profile=profile, rules=rules, size=(700, 900))
    asked = await view.wait_for_frame({"method": "ui/initialize"})
    assert asked["data"]["params"]["appInfo"] == {"name": "Weather", "version": "1.0.0"}
    await view.wait_for_frame({"method": "ui/notifications/initialized"})
    assert await view.view_frame.evaluate(STYLE) == ["dark", "rgb(20, 30, 40)"]

    await show_forecast(view, server, "Rome")
    assert await view.view_frame.evaluate("document.querySelectorAll('.band path').length") == 3
    await view.wait_for_frame({"method": "ui/notifications/size-changed"})
    assert await fits(view)

    before = await view.view_frame.evaluate("document.querySelector('footer').textContent")
    await view.view_frame.evaluate(f"{BUTTON}.click()")
    call = await view.wait_for_frame({"method": "tools/call"})
    assert call["data"]["params"]["name"] == "refresh_weather"
    await view.wait_for_frame({"id": call["data"]["id"], "result": {}}, sender="host")
    await view.view_frame.wait_for_function(
        "before => document.querySelector('footer').textContent !== before", arg=before
    )

    styles = {"variables": {"--color-background-primary": "rgb(250, 240, 230)"}}
    await view.change_context(theme="light", styles=styles)
    await view.view_frame.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    assert await view.view_frame.evaluate(STYLE) == ["light", "rgb(250, 240, 230)"]

    answer = await view.request("ui/resource-teardown", {"reason": "the test is over"})
    assert answer["result"] == {}
    assert await view.view_frame.evaluate("document.querySelector('main').childElementCount") == 0
    assert await view.problems() == []
