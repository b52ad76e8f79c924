"""What a server says about a view: `_meta.ui` of its tool and of its resource."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast

from ..errors import RemoteProtocolError
from ._base import Json, WireModel
from .constants import RESOURCE_URI_META_KEY, RESOURCE_URI_SCHEME

ToolVisibility: TypeAlias = Literal["model", "app"] | str
"""Who may call a tool (TypeScript: McpUiToolVisibility)."""


class ToolMeta(WireModel):
    """`_meta.ui` of a tool (TypeScript: McpUiToolMeta).

    Attributes:
        resource_uri: The URI, `ui://…`, of the view that shows the tool's calls.
        visibility: Who may call the tool; None stands for the model and the app.
    """

    resource_uri: str | None = None
    visibility: list[ToolVisibility] | None = None


class ResourceCsp(WireModel):
    """The origins that a view needs (TypeScript: McpUiResourceCsp).

    Attributes:
        connect_domains: For `fetch` and WebSocket (`connect-src`).
        resource_domains: For scripts, styles, images, fonts and media.
        frame_domains: For frames inside the view.
        base_uri_domains: For `<base>`.
        wasm_unsafe_eval: Whether the view runs WebAssembly. An open proposal; hosts that do
            not know it ignore it.
    """

    connect_domains: list[str] | None = None
    resource_domains: list[str] | None = None
    frame_domains: list[str] | None = None
    base_uri_domains: list[str] | None = None
    wasm_unsafe_eval: bool | None = None


class ResourcePermissions(WireModel):
    """What the view would like to use in the browser (TypeScript: McpUiResourcePermissions)."""

    camera: Json | None = None
    microphone: Json | None = None
    geolocation: Json | None = None
    clipboard_write: Json | None = None


class ResourceMeta(WireModel):
    """`_meta.ui` of a view's resource (TypeScript: McpUiResourceMeta).

    Attributes:
        domain: The origin of its own that the view wants; its form is the host's affair.
        prefers_border: Whether the view wants a visible border; None leaves it to the host.
    """

    csp: ResourceCsp | None = None
    permissions: ResourcePermissions | None = None
    domain: str | None = None
    prefers_border: bool | None = None


def member(value: object, wire_name: str, attribute: str) -> Any:
    """Read a member of a JSON object, or of a model that has it as an attribute; None if absent."""
    if isinstance(value, Mapping):
        return cast("Mapping[str, Any]", value).get(wire_name)
    return getattr(value, attribute, None)


def _ui(tool: object) -> Any:
    return member(member(tool, "_meta", "meta"), "ui", "ui")


def get_tool_ui_resource_uri(tool: object) -> str | None:
    """Give the URI of the view that a tool is bound to, or None.

    Args:
        tool: A tool of this SDK, of the official `mcp` SDK, or as a JSON object.

    Raises:
        RemoteProtocolError: If there is a URI and it does not begin with `ui://`.
    """
    uri: Any = member(_ui(tool), "resourceUri", "resource_uri")
    if uri is None:
        uri = member(member(tool, "_meta", "meta"), RESOURCE_URI_META_KEY, "")
    if uri is None or (isinstance(uri, str) and uri.startswith(RESOURCE_URI_SCHEME)):
        return uri
    name = member(tool, "name", "name")
    raise RemoteProtocolError(f"tool {name!r}: _meta.ui.resourceUri must begin with {RESOURCE_URI_SCHEME}, not {uri!r}")


def is_tool_visibility_model_only(tool: object) -> bool:
    """Say whether only the model may call a tool."""
    return member(_ui(tool), "visibility", "visibility") == ["model"]


def is_tool_visibility_app_only(tool: object) -> bool:
    """Say whether only views may call a tool."""
    return member(_ui(tool), "visibility", "visibility") == ["app"]
