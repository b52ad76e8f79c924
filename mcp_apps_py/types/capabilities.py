"""Who the two sides are and what each of them offers to do."""

from pydantic import ValidationError

from ..errors import RemoteProtocolError
from ._base import Json, WireModel
from .constants import EXTENSION_ID
from .content import Icon
from .host_context import DisplayMode
from .metadata import ResourceCsp, ResourcePermissions, member


class Implementation(WireModel):
    """The name and version of a program (TypeScript: Implementation)."""

    name: str
    version: str
    title: str | None = None
    description: str | None = None
    website_url: str | None = None
    icons: list[Icon] | None = None


class ListChangedCapability(WireModel):
    """That a list is offered, and whether changes of it are told."""

    list_changed: bool | None = None


class SamplingCapability(WireModel):
    """That the host samples from a model, and whether tools may be given to it."""

    tools: Json | None = None


class SandboxCapability(WireModel):
    """What the host's sandbox allows this view to do."""

    permissions: ResourcePermissions | None = None
    csp: ResourceCsp | None = None


class SupportedContentBlockModalities(WireModel):
    """The kinds of content that the host takes
    (TypeScript: McpUiSupportedContentBlockModalities)."""

    text: Json | None = None
    image: Json | None = None
    audio: Json | None = None
    resource: Json | None = None
    resource_link: Json | None = None
    structured_content: Json | None = None


class HostCapabilities(WireModel):
    """What the host offers to its view (TypeScript: McpUiHostCapabilities).

    A member that is not None is offered. Hosts forget to declare what they do, so an absent
    member is a hint, not a refusal.
    """

    experimental: Json | None = None
    open_links: Json | None = None
    download_file: Json | None = None
    server_tools: ListChangedCapability | None = None
    server_resources: ListChangedCapability | None = None
    logging: Json | None = None
    sandbox: SandboxCapability | None = None
    update_model_context: SupportedContentBlockModalities | None = None
    message: SupportedContentBlockModalities | None = None
    sampling: SamplingCapability | None = None


class AppCapabilities(WireModel):
    """What the view offers to its host (TypeScript: McpUiAppCapabilities)."""

    experimental: Json | None = None
    tools: ListChangedCapability | None = None
    available_display_modes: list[DisplayMode] | None = None


class ClientCapabilities(WireModel):
    """What a client tells servers about its MCP Apps support
    (TypeScript: McpUiClientCapabilities)."""

    mime_types: list[str] | None = None


def get_ui_capability(client_capabilities: object) -> ClientCapabilities | None:
    """Give what a client says about MCP Apps, or None if it says nothing.

    Args:
        client_capabilities: The capabilities that the client sent to the server: an object of
            the official `mcp` SDK, a JSON object, or None.

    Raises:
        RemoteProtocolError: If what it says is malformed.
    """
    settings = member(member(client_capabilities, "extensions", "extensions"), EXTENSION_ID, "")
    if settings is None:
        return None
    try:
        return ClientCapabilities.model_validate(settings)
    except ValidationError as error:
        raise RemoteProtocolError(f"extensions[{EXTENSION_ID!r}]: {error}") from error
