"""Every method on the wire, in one table each way: its models and what the host must offer."""

from dataclasses import dataclass

from . import types as t


@dataclass(frozen=True, slots=True)
class Method:
    """A request or a notification.

    Attributes:
        name: The method on the wire.
        params: The model of its params.
        result: The model of its result; None for a notification.
        capability: The host capability that offers it, as an attribute of `HostCapabilities`;
            None if every host has it. It informs: hosts forget to declare what they do.
        required: Whether it is refused here without the capability.
        progress: Whether it carries a progress token, and each progress restarts its clock.
        at_once: Whether it is dispatched out of turn: before the handshake is over, and before
            what waits for listeners to start. Progress must not come after its answer.
        closes: Whether the connection ends once it is answered.
        lenient: Whether each member of the params stands for itself, so that one that does not
            fit is left out and the rest is taken.
    """

    name: str
    params: type[t.WireModel]
    result: type[t.WireModel] | None = None
    capability: str | None = None
    required: bool = False
    progress: bool = False
    at_once: bool = False
    closes: bool = False
    lenient: bool = False


def _table(*methods: Method) -> dict[str, Method]:
    return {method.name: method for method in methods}


TO_HOST = _table(
    Method("ui/initialize", t.InitializeParams, t.InitializeResult),
    Method("ui/notifications/initialized", t.InitializedParams),
    Method("ui/notifications/size-changed", t.SizeChangedParams),
    Method("ui/notifications/request-teardown", t.RequestTeardownParams),
    Method("ui/open-link", t.OpenLinkParams, t.OpenLinkResult, "open_links"),
    Method("ui/download-file", t.DownloadFileParams, t.DownloadFileResult, "download_file"),
    Method("ui/message", t.MessageParams, t.MessageResult, "message"),
    Method(
        "ui/update-model-context",
        t.UpdateModelContextParams,
        t.EmptyResult,
        "update_model_context",
    ),
    Method("ui/request-display-mode", t.RequestDisplayModeParams, t.RequestDisplayModeResult),
    Method("tools/call", t.CallToolParams, t.CallToolResult, "server_tools", progress=True),
    Method("tools/list", t.ListToolsParams, t.ListToolsResult, "server_tools"),
    Method("resources/read", t.ReadResourceParams, t.ReadResourceResult, "server_resources"),
    Method("resources/list", t.ListResourcesParams, t.ListResourcesResult, "server_resources"),
    Method(
        "sampling/createMessage",
        t.CreateMessageParams,
        t.CreateMessageResult,
        "sampling",
        required=True,
    ),
    Method("notifications/message", t.LogMessageParams, capability="logging"),
    Method("notifications/tools/list_changed", t.Params),
    Method("notifications/progress", t.ProgressParams),
    Method("notifications/cancelled", t.CancelledParams),
    Method("ping", t.Params, t.EmptyResult),
)
"""What a view may send to its host."""

TO_VIEW = _table(
    Method("ping", t.Params, t.EmptyResult, at_once=True, lenient=True),
    Method(
        "ui/resource-teardown",
        t.ResourceTeardownParams,
        t.ResourceTeardownResult,
        at_once=True,
        closes=True,
        lenient=True,
    ),
    Method("tools/list", t.ListToolsParams, t.ListToolsResult, lenient=True),
    Method("tools/call", t.CallToolParams, t.CallToolResult),
    Method("ui/notifications/tool-input", t.ToolInputParams),
    Method("ui/notifications/tool-input-partial", t.ToolInputPartialParams),
    Method("ui/notifications/tool-result", t.CallToolResult, lenient=True),
    Method("ui/notifications/tool-cancelled", t.ToolCancelledParams, lenient=True),
    Method("ui/notifications/host-context-changed", t.HostContextChangedParams, lenient=True),
    Method("notifications/tools/list_changed", t.Params),
    Method("notifications/resources/list_changed", t.Params),
    Method("notifications/prompts/list_changed", t.Params),
    Method("notifications/cancelled", t.CancelledParams),
    Method("notifications/progress", t.ProgressParams, at_once=True),
)
"""What a host may send to a view."""
