"""The weather view in a host made of the official AppBridge and client, in the frames of three kinds of hosts."""

import pytest

from tests.interop.bridge import BridgeHost
from tests.weather_conversation import WeatherConversation

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_resource_says_what_the_page_needs_in_list_and_content(host: BridgeHost) -> None:
    assert host.resource["mimeType"] == "text/html;profile=mcp-app"
    assert host.resource["listed"] == host.resource["meta"]
    assert host.resource["meta"]["csp"]["wasmUnsafeEval"] is True


async def test_a_view_without_tools_says_that_it_has_none(host: BridgeHost) -> None:
    ask = "bridge.listTools({}).catch(({code}) => code)"
    assert await host.page.evaluate(ask) == -32601


class TestWeather(WeatherConversation):
    """The whole conversation with the counterpart's host side."""
