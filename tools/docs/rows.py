"""Which name of the counterpart is which in Python. Both sides are checked against the code by the tests."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One thing that both can do.

    Attributes:
        theirs: Names of the counterpart: `Type.member`, or what it exports.
        ours: Names of this package: a path from a public name on; `browser.`, `types.` and `testing.` name modules.
        says: What else there is to know.
    """

    theirs: tuple[str, ...]
    ours: tuple[str, ...]
    says: str = ""


def row(theirs: str, ours: str, says: str = "") -> Row:
    """Make a row; several names are separated by blanks."""
    return Row(tuple(theirs.split()), tuple(ours.split()), says)


ROWS: dict[str, tuple[Row, ...]] = {
    "Connecting": (
        row("App App.constructor", "App", "`ui/initialize` is built from the arguments"),
        row("AppOptions.autoResize", "App.auto_resize", "`App(auto_resize=False)`; `browser.run` obeys it"),
        row("App.connect Protocol.connect", "App.connect", "awaited, or used as `async with`"),
        row("Protocol.close", "App.close"),
        row("Protocol.onclose", "App.on_close", "the value is what ended the connection, None if it was wanted"),
        row("Protocol.onerror", "App.on_error", "also tells of what raised in a listener"),
        row("PostMessageTransport PostMessageTransport.constructor", "browser.PostMessageTransport"),
        row(
            "PostMessageTransport.start PostMessageTransport.send PostMessageTransport.close",
            "Transport.start Transport.send Transport.close",
            "messages are JSON text; a transport also owns the clock (`call_later`)",
        ),
        row(
            "PostMessageTransport.onmessage PostMessageTransport.onerror PostMessageTransport.onclose",
            "Transport.start",
            "what `start` is given has `receive`, `fail` and `closed`",
        ),
    ),
    "What is known of the host": (
        row("App.getHostCapabilities", "App.host.capabilities App.host.supports", "raises before the connection"),
        row("App.getHostVersion", "App.host.info"),
        row("App.getHostContext", "App.host.context", "merged before a listener hears of a change"),
    ),
    "Hearing from the host": (
        row("App.ontoolinput AppEventMap.toolinput", "App.on_tool_input App.on_tool_input.handler"),
        row(
            "App.ontoolinputpartial AppEventMap.toolinputpartial",
            "App.on_tool_input_partial App.on_tool_input_partial.handler validate_partial",
        ),
        row(
            "App.ontoolresult AppEventMap.toolresult",
            "App.on_tool_result App.on_tool_result.handler App.on_tool_error",
            "typed listeners hear of no failed call; `on_tool_error` does",
        ),
        row("App.ontoolcancelled AppEventMap.toolcancelled", "App.on_tool_cancelled App.on_tool_cancelled.handler"),
        row(
            "App.onhostcontextchanged AppEventMap.hostcontextchanged",
            "App.on_host_context_changed App.on_host_context_changed.handler",
        ),
        row(
            "App.addEventListener App.removeEventListener",
            "App.add_event_listener App.remove_event_listener EventHook.add EventHook.remove",
            "a hook is also a decorator, an async iterator, and has `next()`",
        ),
        row("App.onteardown", "App.on_teardown App.on_teardown.handler"),
        row("App.oncalltool", "App.call_tool App.call_tool.handler"),
        row("App.onlisttools", "App.list_tools App.list_tools.handler"),
    ),
    "Asking the server": (
        row("App.callServerTool", "App.call_server_tool", "`result_type` validates, and raises if the tool failed"),
        row("App.readServerResource", "App.read_server_resource"),
        row("App.listServerResources", "App.list_server_resources App.iter_server_resources"),
    ),
    "Asking the host": (
        row("App.createSamplingMessage", "App.create_sampling_message", "with and without tools"),
        row("App.sendMessage", "App.send_message"),
        row("App.sendLog", "App.send_log HostLogHandler"),
        row("App.updateModelContext", "App.update_model_context"),
        row("App.openLink", "App.open_link"),
        row("App.downloadFile", "App.download_file", "also from text or bytes and a file name"),
        row("App.requestTeardown", "App.request_teardown"),
        row("App.requestDisplayMode", "App.request_display_mode"),
        row("App.sendSizeChanged", "App.send_size_changed"),
        row("App.setupSizeChangedNotifications", "browser.AutoResize", "a context manager"),
        row("App.sendToolListChanged", "App.send_tool_list_changed"),
    ),
    "Options of a request": (
        row("RequestOptions.timeout", "RequestOptions.timeout", "seconds, not milliseconds; None waits for ever"),
        row("RequestOptions.onprogress", "RequestOptions.on_progress"),
        row("RequestOptions.resetTimeoutOnProgress", "RequestOptions.reset_timeout_on_progress"),
        row("RequestOptions.maxTotalTimeout", "RequestOptions.max_total_timeout"),
    ),
    "Tools of the view": (
        row("App.registerTool", "App.register_tool App.tool", "the signature gives the schemas"),
        row("RegisteredAppTool", "AppTool"),
        row("RegisteredAppTool.title", "AppTool.title"),
        row("RegisteredAppTool.description", "AppTool.description"),
        row("RegisteredAppTool.annotations", "AppTool.annotations"),
        row(
            "RegisteredAppTool.inputSchema RegisteredAppTool.outputSchema",
            "AppTool.to_type",
            "`input_schema` and `output_schema` of the tool that the host lists",
        ),
        row("RegisteredAppTool._meta", "AppTool.meta"),
        row("RegisteredAppTool.enabled", "AppTool.enabled"),
        row("RegisteredAppTool.enable RegisteredAppTool.disable", "AppTool.enable AppTool.disable"),
        row("RegisteredAppTool.update", "AppTool.update"),
        row("RegisteredAppTool.remove", "AppTool.remove"),
        row("RegisteredAppTool.handler", "AppTool.call"),
    ),
    "Low level": (
        row("Protocol.request", "App.request"),
        row("Protocol.notification", "App.notify"),
        row(
            "App.setRequestHandler App.removeRequestHandler Protocol.setRequestHandler Protocol.removeRequestHandler",
            "App.add_request_handler App.remove_request_handler",
        ),
        row(
            "App.setNotificationHandler App.removeNotificationHandler "
            "Protocol.setNotificationHandler Protocol.removeNotificationHandler",
            "App.add_notification_handler App.remove_notification_handler",
        ),
        row("Protocol.fallbackRequestHandler", "App.fallback_request_handler"),
        row("Protocol.fallbackNotificationHandler", "App.fallback_notification_handler"),
        row(
            "BaseContext.mcpReq",
            "RequestContext RequestContext.request_id RequestContext.method "
            "RequestContext.meta RequestContext.progress",
            "for `signal`: the handler's task is cancelled; for `send` and `notify`: `app.request` and `app.notify`",
        ),
    ),
    "Looks": (
        row("getDocumentTheme", "browser.get_document_theme"),
        row("applyDocumentTheme", "browser.apply_document_theme"),
        row("applyHostStyleVariables", "browser.apply_host_style_variables"),
        row("applyHostFonts", "browser.apply_host_fonts"),
    ),
    "For servers": (
        row("RESOURCE_MIME_TYPE", "types.RESOURCE_MIME_TYPE"),
        row("RESOURCE_URI_META_KEY", "types.RESOURCE_URI_META_KEY"),
        row("EXTENSION_ID", "types.EXTENSION_ID"),
        row("LATEST_PROTOCOL_VERSION", "types.LATEST_PROTOCOL_VERSION"),
        row("SUPPORTED_PROTOCOL_VERSIONS", "types.KNOWN_PROTOCOL_VERSIONS"),
        row("getUiCapability", "types.get_ui_capability"),
        row("getToolUiResourceUri", "types.get_tool_ui_resource_uri"),
        row(
            "isToolVisibilityModelOnly isToolVisibilityAppOnly",
            "types.is_tool_visibility_model_only types.is_tool_visibility_app_only",
        ),
        row("McpUiAppToolConfig", "types.ToolMeta", "the `_meta.ui` of a tool"),
        row("McpUiAppResourceConfig McpUiReadResourceResult", "types.ResourceMeta", "the `_meta.ui` of a resource"),
    ),
}

ONLY_OURS: tuple[Row, ...] = (
    row("", "browser.run", "connects, takes the host's looks, reports sizes, shows errors, until the teardown"),
    row("", "App.state App.use_state", "state that survives a reload of the frame"),
    row("", "App.list_server_tools App.iter_server_tools", "of the draft of the specification"),
    row("", "App.on_server_tools_changed App.on_server_resources_changed App.on_server_prompts_changed"),
    row("", "App.ping"),
    row("", "browser.apply_host_context browser.apply_container_dimensions browser.apply_safe_area_insets"),
    row("", "App.toggle_fullscreen App.host.offers_display_mode"),
    row("", "memory_pair ManualClock testing.StubHost", "tests without a browser"),
)

LEFT_OUT: dict[str, str] = {
    "App.sendOpenLink": "the old name of `openLink`, deprecated",
    "AppOptions": "its members are arguments of `App`, or stand below",
    "AppOptions.strict": "misuse always raises",
    "AppOptions.allowUnsafeEval": "it is about how zod compiles; pydantic evaluates nothing in JavaScript",
    "AppToolResult": "a type for TypeScript's inference",
    "AppToolCallback": "a type for TypeScript's inference",
    "AppEventMap": "its members stand under “Hearing from the host”",
    "AppRequest": "a union of all messages; see `mcp_apps_py.methods` for the table of methods",
    "AppNotification": "a union of all messages; see `mcp_apps_py.methods` for the table of methods",
    "AppResult": "a union of all messages; see `mcp_apps_py.methods` for the table of methods",
    "EventDispatcher": "the machine behind the events; here it is `EventHook`",
    "Legacy*": "forms of version 1 of the counterpart",
    "StandardSchema*": "a schema here is a Python type",
    "*Schema": "the models validate by themselves",
    "*_METHOD": "the methods stand in one table, `mcp_apps_py.methods`",
    "Protocol.constructor": "`App` is no subclass of a general protocol",
    "Protocol.transport": "the transport belongs to the connection; nothing needs to reach it",
    "Protocol.assertCanSetRequestHandler": "`add_request_handler` raises by itself",
    "ProtocolOptions.*": "they are for general MCP; MCP Apps has one handshake",
    "RequestOptions.signal": "cancel the task, as everywhere in asyncio",
    "RequestOptions.allowInputRequired": "it belongs to MCP between clients and servers",
    "BaseContext.sessionId": "a page has no MCP session",
    "BaseContext.http": "a page has no HTTP request",
    "PostMessageTransport.sessionId": "a page has no MCP session",
    "PostMessageTransport.setProtocolVersion": "nothing in a page depends on it",
    "buildAllowAttribute": "for hosts",
    "registerAppTool": "the official Python SDK does it: `mcp.server.apps.Apps.tool`",
    "registerAppResource": "the official Python SDK does it: `mcp.server.apps.Apps.add_resource`",
    "ToolConfig": "belongs to `registerAppTool`",
    "ToolCallback": "belongs to `registerAppTool`",
    "ZodRawShape": "belongs to `registerAppTool`",
    "ResourceMetadata": "belongs to `registerAppResource`",
    "ReadResourceCallback": "belongs to `registerAppResource`",
    "McpUiReadResourceCallback": "belongs to `registerAppResource`",
}
"""Names of the counterpart without a row, and why; `*` stands for any text."""
