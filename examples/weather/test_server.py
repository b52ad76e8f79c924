"""The server, as a host's client sees it."""

import pytest
from mcp.client import Client
from mcp_types import CallToolResult, TextContent

from forecast import Forecast
from mcp_apps_py.runtime import Runtime
from server import VIEW_URI, make_server


def connect() -> Client:
    return Client(make_server(Runtime.cdn()))


def text_of(result: CallToolResult) -> str:
    [block] = result.content
    assert isinstance(block, TextContent)
    return block.text


async def test_the_model_gets_the_forecast_as_text_and_the_view_as_data() -> None:
    async with connect() as client:
        result = await client.call_tool("get_weather", {"city": "rome", "days": 2})
        assert not result.is_error
        assert "Mon 1 Jun: sunny, 17 to 28 °C, 0 % chance of rain, wind 9 km/h" in text_of(result)
        forecast = Forecast.model_validate(result.structured_content)
        assert (forecast.city, len(forecast.days)) == ("Rome", 2)


async def test_a_refresh_brings_a_newer_report_that_later_calls_see_too() -> None:
    async with connect() as client:
        first, second, third = [
            Forecast.model_validate((await client.call_tool(tool, {"city": "Oslo"})).structured_content)
            for tool in ("get_weather", "refresh_weather", "get_weather")
        ]
        assert second.updated > first.updated
        assert second.days[0].high != first.days[0].high
        assert third == second


@pytest.mark.parametrize("tool", ["get_weather", "refresh_weather"])
async def test_an_unknown_city_is_an_error_that_names_the_known_ones(tool: str) -> None:
    async with connect() as client:
        result = await client.call_tool(tool, {"city": "Atlantis"})
        assert result.is_error
        assert "'Atlantis'" in text_of(result)
        assert "Reykjavik" in text_of(result)


async def test_the_model_does_not_see_the_tool_of_the_button() -> None:
    async with connect() as client:
        tools = {tool.name: (tool.meta or {})["ui"] for tool in (await client.list_tools()).tools}
        assert tools == {
            "get_weather": {"resourceUri": VIEW_URI},
            "refresh_weather": {"resourceUri": VIEW_URI, "visibility": ["app"]},
        }


async def test_list_entry_and_content_carry_the_same_metadata_and_the_tool_no_csp() -> None:
    async with connect() as client:
        [entry] = (await client.list_resources()).resources
        [content] = (await client.read_resource(VIEW_URI)).contents
        assert entry.mime_type == content.mime_type == "text/html;profile=mcp-app"
        assert entry.meta == content.meta
        csp = (entry.meta or {})["ui"]["csp"]
        assert csp["wasmUnsafeEval"] is True
        assert "https://cdn.jsdelivr.net" in csp["resourceDomains"]
