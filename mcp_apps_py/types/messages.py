"""Params and results of the `ui/*` messages, named after the TypeScript messages."""

from typing import Annotated, Literal

from pydantic import Field

from ._base import Defaulted, Json, Number, Params, Result
from .capabilities import AppCapabilities, HostCapabilities, Implementation
from .constants import LATEST_PROTOCOL_VERSION
from .content import ContentBlock, EmbeddedResource, ResourceLink
from .host_context import DisplayMode, HostContext
from .metadata import ResourceCsp, ResourcePermissions
from .tools import ArgumentsParams, CallToolResult


class InitializeParams(Params):
    """Params of `ui/initialize` (TypeScript: McpUiInitializeRequest)."""

    app_info: Implementation
    app_capabilities: AppCapabilities = Field(default_factory=AppCapabilities)
    protocol_version: str = LATEST_PROTOCOL_VERSION


def _nameless_host() -> Implementation:
    return Implementation(name="unknown", version="")


class InitializeResult(Result):
    """Result of `ui/initialize` (TypeScript: McpUiInitializeResult).

    Hosts leave out, or send as null, everything but the version: an unknown host with no
    declared capability and an empty context stand in, so that the view can go on.
    """

    protocol_version: str
    host_info: Defaulted[Implementation] = Field(default_factory=_nameless_host)
    host_capabilities: Defaulted[HostCapabilities] = Field(default_factory=HostCapabilities)
    host_context: Defaulted[HostContext] = Field(default_factory=HostContext)


class InitializedParams(Params):
    """Params of `ui/notifications/initialized` (TypeScript: McpUiInitializedNotification)."""


class ToolInputParams(ArgumentsParams):
    """Params of `ui/notifications/tool-input`: the complete arguments of the call
    (TypeScript: McpUiToolInputNotification)."""


class ToolInputPartialParams(ArgumentsParams):
    """Params of `ui/notifications/tool-input-partial`: the arguments as far as they are known,
    the last of them perhaps cut short (TypeScript: McpUiToolInputPartialNotification)."""


ToolResultParams = CallToolResult
"""Params of `ui/notifications/tool-result` (TypeScript: McpUiToolResultNotification)."""


class ToolCancelledParams(Params):
    """Params of `ui/notifications/tool-cancelled` (TypeScript: McpUiToolCancelledNotification)."""

    reason: str | None = None


class SizeChangedParams(Params):
    """Params of `ui/notifications/size-changed`, in CSS pixels
    (TypeScript: McpUiSizeChangedNotification)."""

    width: Number | None = None
    height: Number | None = None


class RefusableResult(Result):
    """The result of a wish that the host may refuse without an error of the protocol."""

    is_error: bool | None = None


class OpenLinkParams(Params):
    """Params of `ui/open-link` (TypeScript: McpUiOpenLinkRequest)."""

    url: str


class OpenLinkResult(RefusableResult):
    """Result of `ui/open-link` (TypeScript: McpUiOpenLinkResult)."""


class DownloadFileParams(Params):
    """Params of `ui/download-file` (TypeScript: McpUiDownloadFileRequest)."""

    contents: list[Annotated[EmbeddedResource | ResourceLink, Field(discriminator="type")]]


class DownloadFileResult(RefusableResult):
    """Result of `ui/download-file` (TypeScript: McpUiDownloadFileResult)."""


class MessageParams(Params):
    """Params of `ui/message` (TypeScript: McpUiMessageRequest)."""

    role: Literal["user"] = "user"
    content: list[ContentBlock]


class MessageResult(RefusableResult):
    """Result of `ui/message` (TypeScript: McpUiMessageResult)."""


class UpdateModelContextParams(Params):
    """Params of `ui/update-model-context`; each call replaces what the last one said
    (TypeScript: McpUiUpdateModelContextRequest)."""

    content: list[ContentBlock] | None = None
    structured_content: Json | None = None


class RequestDisplayModeParams(Params):
    """Params of `ui/request-display-mode` (TypeScript: McpUiRequestDisplayModeRequest)."""

    mode: DisplayMode


class RequestDisplayModeResult(Result):
    """Result of `ui/request-display-mode`: the mode that was really set
    (TypeScript: McpUiRequestDisplayModeResult)."""

    mode: DisplayMode


class ResourceTeardownParams(Params):
    """Params of `ui/resource-teardown` (TypeScript: McpUiResourceTeardownRequest)."""

    reason: str | None = None


class ResourceTeardownResult(Result):
    """Result of `ui/resource-teardown`, sent after clean-up
    (TypeScript: McpUiResourceTeardownResult)."""


class RequestTeardownParams(Params):
    """Params of `ui/notifications/request-teardown`
    (TypeScript: McpUiRequestTeardownNotification)."""


class SandboxProxyReadyParams(Params):
    """Params of `ui/notifications/sandbox-proxy-ready`, between a host and its sandbox proxy
    (TypeScript: McpUiSandboxProxyReadyNotification)."""


class SandboxResourceReadyParams(Params):
    """Params of `ui/notifications/sandbox-resource-ready`, between a host and its sandbox proxy
    (TypeScript: McpUiSandboxResourceReadyNotification)."""

    html: str
    sandbox: str | None = None
    csp: ResourceCsp | None = None
    permissions: ResourcePermissions | None = None
