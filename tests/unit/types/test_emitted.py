"""Messages as an author or the SDK makes them, by Python names, against the official schemas."""

from pathlib import Path

import jsonschema
import pytest

from mcp_apps_py import types
from tests.official_schema import EXT_APPS, SPECIFICATION, definitions, part_of
from tests.unit.types.definitions import MODELS

ICON = types.Icon(src="data:image/png;base64,AA==", mime_type="image/png", sizes=["48x48"], theme="dark")
INFO = types.Implementation(
    name="weather", version="1.0", title="Weather", description="d", website_url="https://a.b", icons=[ICON]
)
NOTES = types.Annotations(audience=["user"], priority=0.5, last_modified="2026-01-26T10:00:00Z")
TEXT = types.TextContent(text="sunny", annotations=NOTES, meta={"a": None})
IMAGE = types.ImageContent(data="AA==", mime_type="image/png")
AUDIO = types.AudioContent(data="AA==", mime_type="audio/wav")
LINK = types.ResourceLink(uri="file:///a", name="a", title="A", mime_type="text/plain", size=3, icons=[ICON])
EMBEDDED = types.EmbeddedResource(resource=types.TextResourceContents(uri="ui://a", text="a", mime_type="b"))
BLOB = types.EmbeddedResource(resource=types.BlobResourceContents(uri="ui://a", blob="AA==", meta={}))
BLOCKS: list[types.ContentBlock] = [TEXT, IMAGE, AUDIO, LINK, EMBEDDED, BLOB]
CSP = types.ResourceCsp(
    connect_domains=["https://a.b"],
    resource_domains=[],
    frame_domains=[],
    base_uri_domains=[],
    wasm_unsafe_eval=True,
)
PERMISSIONS = types.ResourcePermissions(camera={}, microphone={}, geolocation={}, clipboard_write={})
CAPABILITIES = types.AppCapabilities(
    experimental={}, tools=types.ListChangedCapability(list_changed=True), available_display_modes=["inline"]
)
MODALITIES = types.SupportedContentBlockModalities(text={}, image={}, resource_link={}, structured_content={})
HOST_CAPABILITIES = types.HostCapabilities(
    experimental={},
    open_links={},
    download_file={},
    server_tools=types.ListChangedCapability(list_changed=False),
    server_resources=types.ListChangedCapability(),
    logging={},
    sandbox=types.SandboxCapability(permissions=PERMISSIONS, csp=CSP),
    update_model_context=MODALITIES,
    message=MODALITIES,
    sampling=types.SamplingCapability(tools={}),
)
TOOL = types.Tool(
    name="get_weather",
    title="Weather",
    description="d",
    output_schema={"type": "object"},
    annotations=types.ToolAnnotations(title="t", read_only_hint=True),
    execution=types.ToolExecution(task_support="forbidden"),
    icons=[ICON],
    meta={"ui": {"resourceUri": "ui://weather"}},
)
CONTEXT = types.HostContext(
    tool_info=types.ToolInfo(id="7", tool=TOOL),
    theme="dark",
    styles=types.HostStyles(variables={"--font-sans": "serif"}, css=types.HostCss(fonts="")),
    display_mode="pip",
    available_display_modes=["inline", "pip"],
    container_dimensions=types.ContainerDimensions(width=1130.5, max_height=767.984375),
    locale="de-CH",
    time_zone="Europe/Zurich",
    user_agent="host/1",
    platform="web",
    device_capabilities=types.DeviceCapabilities(touch=False, hover=True),
    safe_area_insets=types.SafeAreaInsets(top=1.5),
)
EMITTED: tuple[tuple[str, types.WireModel], ...] = (
    ("McpUiAppCapabilities", CAPABILITIES),
    ("McpUiAppCapabilities", types.AppCapabilities()),
    ("McpUiClientCapabilities", types.ClientCapabilities(mime_types=[types.RESOURCE_MIME_TYPE])),
    ("McpUiDownloadFileRequest", types.DownloadFileParams(contents=[EMBEDDED, BLOB, LINK])),
    ("McpUiDownloadFileResult", types.DownloadFileResult(is_error=True)),
    ("McpUiHostCapabilities", HOST_CAPABILITIES),
    ("McpUiHostContext", CONTEXT),
    ("McpUiHostContextChangedNotification", types.HostContextChangedParams(theme="light")),
    ("McpUiHostCss", types.HostCss()),
    ("McpUiHostStyles", types.HostStyles(variables={})),
    ("McpUiInitializeRequest", types.InitializeParams(app_info=INFO)),
    ("McpUiInitializeRequest", types.InitializeParams(app_info=INFO, app_capabilities=CAPABILITIES)),
    (
        "McpUiInitializeResult",
        types.InitializeResult(
            protocol_version="2026-01-26",
            host_info=INFO,
            host_capabilities=HOST_CAPABILITIES,
            host_context=CONTEXT,
        ),
    ),
    ("McpUiInitializeResult", types.InitializeResult(protocol_version="2026-01-26")),
    ("McpUiInitializedNotification", types.InitializedParams()),
    ("McpUiMessageRequest", types.MessageParams(content=BLOCKS)),
    ("McpUiMessageResult", types.MessageResult()),
    ("McpUiOpenLinkRequest", types.OpenLinkParams(url="https://a.b")),
    ("McpUiOpenLinkResult", types.OpenLinkResult(is_error=False)),
    ("McpUiRequestDisplayModeRequest", types.RequestDisplayModeParams(mode="fullscreen")),
    ("McpUiRequestDisplayModeResult", types.RequestDisplayModeResult(mode="inline")),
    ("McpUiRequestTeardownNotification", types.RequestTeardownParams()),
    ("McpUiResourceCsp", CSP),
    ("McpUiResourceMeta", types.ResourceMeta(csp=CSP, permissions=PERMISSIONS, domain="d", prefers_border=False)),
    ("McpUiResourceMeta", types.ResourceMeta()),
    ("McpUiResourcePermissions", PERMISSIONS),
    ("McpUiResourceTeardownRequest", types.ResourceTeardownParams()),
    ("McpUiResourceTeardownResult", types.ResourceTeardownResult()),
    ("McpUiSandboxProxyReadyNotification", types.SandboxProxyReadyParams()),
    (
        "McpUiSandboxResourceReadyNotification",
        types.SandboxResourceReadyParams(html="<p>", sandbox="allow-scripts", csp=CSP, permissions=PERMISSIONS),
    ),
    ("McpUiSizeChangedNotification", types.SizeChangedParams(width=300, height=20.5)),
    ("McpUiSizeChangedNotification", types.SizeChangedParams(height=20)),
    ("McpUiSupportedContentBlockModalities", MODALITIES),
    ("McpUiToolCancelledNotification", types.ToolCancelledParams(reason="user")),
    ("McpUiToolInputNotification", types.ToolInputParams(arguments={"city": None})),
    ("McpUiToolInputNotification", types.ToolInputParams()),
    ("McpUiToolInputPartialNotification", types.ToolInputPartialParams(arguments={})),
    ("McpUiToolMeta", types.ToolMeta(resource_uri="ui://weather", visibility=["app"])),
    ("McpUiToolResultNotification", types.ToolResultParams()),
    ("McpUiToolResultNotification", types.ToolResultParams(content=BLOCKS, structured_content={"a": [None]})),
    ("McpUiToolResultNotification", types.ToolResultParams(content=[TEXT], structured_content=[1, None, "x"])),
    ("McpUiUpdateModelContextRequest", types.UpdateModelContextParams(content=BLOCKS, structured_content={})),
    ("McpUiUpdateModelContextRequest", types.UpdateModelContextParams()),
)

SCHEMAS = [pytest.param(SPECIFICATION, id="specification")]
if EXT_APPS.exists():
    SCHEMAS.append(pytest.param(EXT_APPS, id="ext-apps"))


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize(("name", "message"), EMITTED)
def test_what_is_emitted_validates(schema: Path, name: str, message: types.WireModel) -> None:
    part = part_of(definitions(schema)[name], MODELS[name][1])
    jsonschema.Draft202012Validator(part).validate(message.to_wire())


def test_every_model_has_an_example_here() -> None:
    models = {name for name, (model, _) in MODELS.items() if isinstance(model, type)}
    assert {name for name, _ in EMITTED} == models - {"McpUiStyles"}
