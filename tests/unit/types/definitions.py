"""Which model stands for which definition of the official schema, and for which part of it."""

from typing import Literal

from mcp_apps_py import types

Part = Literal["params", "result", "whole"]

MODELS: dict[str, tuple[object, Part]] = {
    "McpUiAppCapabilities": (types.AppCapabilities, "whole"),
    "McpUiClientCapabilities": (types.ClientCapabilities, "whole"),
    "McpUiDisplayMode": (types.DisplayMode, "whole"),
    "McpUiDownloadFileRequest": (types.DownloadFileParams, "params"),
    "McpUiDownloadFileResult": (types.DownloadFileResult, "result"),
    "McpUiHostCapabilities": (types.HostCapabilities, "whole"),
    "McpUiHostContext": (types.HostContext, "whole"),
    "McpUiHostContextChangedNotification": (types.HostContextChangedParams, "params"),
    "McpUiHostCss": (types.HostCss, "whole"),
    "McpUiHostStyles": (types.HostStyles, "whole"),
    "McpUiInitializeRequest": (types.InitializeParams, "params"),
    "McpUiInitializeResult": (types.InitializeResult, "result"),
    "McpUiInitializedNotification": (types.InitializedParams, "params"),
    "McpUiMessageRequest": (types.MessageParams, "params"),
    "McpUiMessageResult": (types.MessageResult, "result"),
    "McpUiOpenLinkRequest": (types.OpenLinkParams, "params"),
    "McpUiOpenLinkResult": (types.OpenLinkResult, "result"),
    "McpUiRequestDisplayModeRequest": (types.RequestDisplayModeParams, "params"),
    "McpUiRequestDisplayModeResult": (types.RequestDisplayModeResult, "result"),
    "McpUiRequestTeardownNotification": (types.RequestTeardownParams, "params"),
    "McpUiResourceCsp": (types.ResourceCsp, "whole"),
    "McpUiResourceMeta": (types.ResourceMeta, "whole"),
    "McpUiResourcePermissions": (types.ResourcePermissions, "whole"),
    "McpUiResourceTeardownRequest": (types.ResourceTeardownParams, "params"),
    "McpUiResourceTeardownResult": (types.ResourceTeardownResult, "result"),
    "McpUiSandboxProxyReadyNotification": (types.SandboxProxyReadyParams, "params"),
    "McpUiSandboxResourceReadyNotification": (types.SandboxResourceReadyParams, "params"),
    "McpUiSizeChangedNotification": (types.SizeChangedParams, "params"),
    "McpUiStyleVariableKey": (types.StyleVariableKey, "whole"),
    "McpUiStyles": (types.Styles, "whole"),
    "McpUiSupportedContentBlockModalities": (types.SupportedContentBlockModalities, "whole"),
    "McpUiTheme": (types.Theme, "whole"),
    "McpUiToolCancelledNotification": (types.ToolCancelledParams, "params"),
    "McpUiToolInputNotification": (types.ToolInputParams, "params"),
    "McpUiToolInputPartialNotification": (types.ToolInputPartialParams, "params"),
    "McpUiToolMeta": (types.ToolMeta, "whole"),
    "McpUiToolResultNotification": (types.ToolResultParams, "params"),
    "McpUiToolVisibility": (types.ToolVisibility, "whole"),
    "McpUiUpdateModelContextRequest": (types.UpdateModelContextParams, "params"),
}
