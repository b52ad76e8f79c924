"""Who the two sides are and what each of them offers to do."""

from pydantic import ValidationError

from ..errors import RemoteProtocolError
from ._base import Json, Maybe, WireModel
from .constants import EXTENSION_ID
from .content import Icon
from .host_context import DisplayMode
from .metadata import ResourceCsp, ResourcePermissions, member


class Implementation(WireModel):
    """The name and version of a program (TypeScript: Implementation)."""

    name: str
    version: str
    title: Maybe[str] = None
    description: Maybe[str] = None
    website_url: Maybe[str] = None
    icons: Maybe[list[Icon]] = None


class ListChangedCapability(WireModel):
    """That a list is offered, and whether changes of it are told."""

    list_changed: Maybe[bool] = None


class SamplingCapability(WireModel):
    """That the host samples from a model, and whether tools may be given to it."""

    tools: Maybe[Json] = None


class SandboxCapability(WireModel):
    """What the host's sandbox allows this view to do."""

    permissions: Maybe[ResourcePermissions] = None
    csp: Maybe[ResourceCsp] = None


class SupportedContentBlockModalities(WireModel):
    """The kinds of content that the host takes
    (TypeScript: McpUiSupportedContentBlockModalities)."""

    text: Maybe[Json] = None
    image: Maybe[Json] = None
    audio: Maybe[Json] = None
    resource: Maybe[Json] = None
    resource_link: Maybe[Json] = None
    structured_content: Maybe[Json] = None


class HostCapabilities(WireModel):
    """What the host offers to its view (TypeScript: McpUiHostCapabilities).

    A member that is not None is offered. Hosts forget to declare what they do, so an absent
    member is a hint, not a refusal.
    """

    experimental: Maybe[Json] = None
    open_links: Maybe[Json] = None
    download_file: Maybe[Json] = None
    server_tools: Maybe[ListChangedCapability] = None
    server_resources: Maybe[ListChangedCapability] = None
    logging: Maybe[Json] = None
    sandbox: Maybe[SandboxCapability] = None
    update_model_context: Maybe[SupportedContentBlockModalities] = None
    message: Maybe[SupportedContentBlockModalities] = None
    sampling: Maybe[SamplingCapability] = None


class AppCapabilities(WireModel):
    """What the view offers to its host (TypeScript: McpUiAppCapabilities)."""

    experimental: Maybe[Json] = None
    tools: Maybe[ListChangedCapability] = None
    available_display_modes: Maybe[list[DisplayMode]] = None


class ClientCapabilities(WireModel):
    """What a client tells servers about its MCP Apps support
    (TypeScript: McpUiClientCapabilities)."""

    mime_types: Maybe[list[str]] = None


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
