"""The helpers with which a server describes its view."""

from typing import Any

import pytest

from mcp_apps_py import types
from mcp_apps_py.errors import RemoteProtocolError


def tool_with(meta: dict[str, Any] | None) -> tuple[Any, ...]:
    """Give the same tool as our model, as JSON, and as another model with the same attributes."""

    class Foreign:
        name = "t"

    foreign = Foreign()
    foreign.meta = meta  # type: ignore[attr-defined]
    return types.Tool(name="t", meta=meta), {"name": "t", "_meta": meta}, foreign


URI = "ui://weather/view.html"


@pytest.mark.parametrize(
    ("meta", "uri"),
    [
        ({"ui": {"resourceUri": URI}}, URI),
        ({types.RESOURCE_URI_META_KEY: URI}, URI),
        ({"ui": {"resourceUri": URI}, types.RESOURCE_URI_META_KEY: "ui://old"}, URI),
        ({"ui": {"visibility": ["app"]}}, None),
        ({"ui": types.ToolMeta(resource_uri=URI)}, URI),
        ({}, None),
        (None, None),
    ],
)
def test_the_view_of_a_tool_is_found_under_either_key(meta: dict[str, Any] | None, uri: str | None) -> None:
    for tool in tool_with(meta):
        assert types.get_tool_ui_resource_uri(tool) == uri


@pytest.mark.parametrize("uri", ["https://a.b", "", 5, ["ui://a"]])
def test_a_view_that_is_no_ui_resource_is_an_error_that_names_the_tool(uri: Any) -> None:
    for tool in tool_with({"ui": {"resourceUri": uri}}):
        with pytest.raises(RemoteProtocolError, match=r"tool 't'.*resourceUri.*ui://"):
            types.get_tool_ui_resource_uri(tool)


@pytest.mark.parametrize(
    ("visibility", "model_only", "app_only"),
    [
        (["model"], True, False),
        (["app"], False, True),
        (["model", "app"], False, False),
        ([], False, False),
        (None, False, False),
    ],
)
def test_visibility_tells_who_alone_may_call_a_tool(visibility: Any, model_only: bool, app_only: bool) -> None:
    for tool in tool_with({"ui": {"visibility": visibility}}):
        assert types.is_tool_visibility_model_only(tool) is model_only
        assert types.is_tool_visibility_app_only(tool) is app_only


def test_a_clients_ui_capability_is_found_in_its_extensions() -> None:
    extensions = {types.EXTENSION_ID: {"mimeTypes": [types.RESOURCE_MIME_TYPE], "more": 1}}

    class Capabilities:
        def __init__(self, extensions: Any) -> None:
            self.extensions = extensions

    for client in ({"extensions": extensions}, Capabilities(extensions)):
        capability = types.get_ui_capability(client)
        assert capability is not None
        assert capability.mime_types == [types.RESOURCE_MIME_TYPE]
    for client in (None, {}, {"extensions": None}, {"extensions": {}}, Capabilities(None), Capabilities({"other": {}})):
        assert types.get_ui_capability(client) is None


def test_a_malformed_ui_capability_is_an_error_that_names_the_field() -> None:
    with pytest.raises(RemoteProtocolError, match=r"io\.modelcontextprotocol/ui.*\n.*mimeTypes"):
        types.get_ui_capability({"extensions": {types.EXTENSION_ID: {"mimeTypes": "text/html"}}})


def test_the_helpers_take_the_official_sdks_objects() -> None:
    mcp_types = pytest.importorskip("mcp_types", reason="the official mcp-types are not installed")
    tool = mcp_types.Tool(name="t", input_schema={}, _meta={"ui": {"resourceUri": URI, "visibility": ["app"]}})
    assert types.get_tool_ui_resource_uri(tool) == URI
    assert types.is_tool_visibility_app_only(tool)
    client = mcp_types.ClientCapabilities(extensions={types.EXTENSION_ID: {"mimeTypes": []}})
    assert types.get_ui_capability(client) == types.ClientCapabilities(mime_types=[])


def test_the_constants_are_those_of_the_specification() -> None:
    assert types.LATEST_PROTOCOL_VERSION == "2026-01-26"
    assert types.LATEST_PROTOCOL_VERSION in types.KNOWN_PROTOCOL_VERSIONS
    assert types.RESOURCE_MIME_TYPE == "text/html;profile=mcp-app"
    assert types.EXTENSION_ID == "io.modelcontextprotocol/ui"
    assert types.RESOURCE_URI_META_KEY == "ui/resourceUri"
