"""App: who it says it is, how it connects, and everything it can ask."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from pydantic import BaseModel

import mcp_apps_py
from mcp_apps_py import (
    App,
    CapabilityError,
    LocalProtocolError,
    McpAppsError,
    RemoteProtocolError,
    RequestError,
    ResultValidationError,
    ToolCallError,
    memory_pair,
)
from mcp_apps_py.app.place import place
from mcp_apps_py.transport import settle
from mcp_apps_py.types import (
    CallToolResult,
    EmbeddedResource,
    Icon,
    ResourceLink,
    SamplingMessage,
    TextContent,
    TextResourceContents,
    Tool,
)
from tests.cases import case
from tests.connected import connected
from tests.frame_check import check_frame


class Forecast(BaseModel):
    city: str


# Connecting


@case("APP-100", "APP-101")
async def test_the_view_introduces_itself() -> None:
    app = App(
        "weather",
        "1.0",
        title="Weather",
        icons=[Icon(src="data:,")],
        website_url="https://example.com",
        description="Shows it.",
    )
    async with connected(app) as (_, host):
        [frame] = host.posted("ui/initialize")
        check_frame(frame)
        assert frame["params"] == {
            "appInfo": {
                "name": "weather",
                "version": "1.0",
                "title": "Weather",
                "icons": [{"src": "data:,"}],
                "websiteUrl": "https://example.com",
                "description": "Shows it.",
            },
            "appCapabilities": {},
            "protocolVersion": "2026-01-26",
        }


@pytest.mark.parametrize(("app", "missing"), [(App(), "no name and no version"), (App("x"), "no version")])
async def test_a_nameless_app_says_so_when_it_connects(app: App, missing: str) -> None:
    with pytest.raises(LocalProtocolError, match=missing):
        async with connected(app):
            pass


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let the page say something of its app."""
    return lambda text: monkeypatch.setattr(place, "find_metadata", lambda: text)


async def test_an_app_takes_its_name_and_capabilities_from_the_page(page: Callable[[str], None]) -> None:
    page('{"appInfo": {"name": "Page", "version": "2"}, "appCapabilities": {"availableDisplayModes": ["inline"]}}')
    async with connected(App(title="Mine")) as (_, host):
        params = host.posted("ui/initialize")[0]["params"]
    assert params["appInfo"] == {"name": "Page", "version": "2", "title": "Mine"}
    assert params["appCapabilities"] == {"availableDisplayModes": ["inline"]}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"appInfo": {"name": "Other"}}', "App says that name is 'x', and the page says 'Other'"),
        ('{"appInfo": {"title": 5}}', "title: input should be a valid string"),
        ('{"appInfo": "x"}', "appInfo in the page is not an object: 'x'"),
        ("[1]", "no JSON object"),
        ("{", "mcp-app.*not JSON"),
    ],
)
async def test_what_the_page_says_wrongly_of_its_app_is_named(
    text: str, reason: str, page: Callable[[str], None]
) -> None:
    page(text)
    with pytest.raises(LocalProtocolError, match=reason):
        async with connected(App("x", "1")):
            pass


async def test_without_a_transport_an_app_says_where_to_get_one() -> None:
    with pytest.raises(LocalProtocolError, match=r"mcp_apps_py\.browser first.*StubHost"):
        await App("x", "1").connect()


async def test_connect_can_be_a_task_and_a_block() -> None:
    app = App("x", "1")
    async with connected() as (_, host):
        host.transport.close()
        await asyncio.create_task(app.connect(host.transport))
        assert app.connected
        await app.close()
        async with app.connect(host.transport) as same:
            assert same is app
            assert app.connected
        assert not app.connected


@case("L9")
async def test_connecting_twice_at_once_is_one_handshake() -> None:
    app = App("x", "1")
    async with connected(app) as (_, host):
        await app.close()
        outcomes = await asyncio.gather(
            app.connect(host.transport), app.connect(host.transport), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), LocalProtocolError]
        assert len(host.posted("ui/initialize")) == 2


async def test_closing_what_is_not_connected_does_nothing() -> None:
    await App("x", "1").close()


async def test_the_public_names_are_there() -> None:
    assert [name for name in mcp_apps_py.__all__ if not hasattr(mcp_apps_py, name)] == []


# Calls

Call = Callable[[App], Awaitable[Any]]

CALLS: dict[str, tuple[Call, dict[str, Any]]] = {
    "ping": (lambda app: app.ping(), {}),
    "tools/call": (lambda app: app.call_server_tool("t", {"x": None}), {"name": "t", "arguments": {"x": None}}),
    "tools/list": (lambda app: app.list_server_tools("c"), {"cursor": "c"}),
    "resources/list": (lambda app: app.list_server_resources("c"), {"cursor": "c"}),
    "resources/read": (lambda app: app.read_server_resource("x://y"), {"uri": "x://y"}),
    "ui/message": (
        lambda app: app.send_message(["a", TextContent(text="b")]),
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
    ),
    "ui/update-model-context": (
        lambda app: app.update_model_context("a", structured_content=Forecast(city="Rome")),
        {"content": [{"type": "text", "text": "a"}], "structuredContent": {"city": "Rome"}},
    ),
    "ui/open-link": (lambda app: app.open_link("https://example.com"), {"url": "https://example.com"}),
    "ui/download-file": (
        lambda app: app.download_file("a,b", "data.csv"),
        {
            "contents": [
                {"type": "resource", "resource": {"uri": "file:///data.csv", "text": "a,b", "mimeType": "text/csv"}}
            ]
        },
    ),
    "ui/request-display-mode": (lambda app: app.request_display_mode("fullscreen"), {"mode": "fullscreen"}),
    "sampling/createMessage": (
        lambda app: app.create_sampling_message("Hi", max_tokens=5),
        {"messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}], "maxTokens": 5},
    ),
}
RESULTS: dict[str, dict[str, Any]] = {
    "tools/call": {"content": []},
    "tools/list": {"tools": []},
    "resources/list": {"resources": []},
    "resources/read": {"contents": []},
    "ui/request-display-mode": {"mode": "inline"},
    "sampling/createMessage": {"role": "assistant", "content": {"type": "text", "text": "Ho"}, "model": "m"},
}


@case("J3", "APP-103")
@pytest.mark.parametrize("method", CALLS)
async def test_a_call_is_one_request_that_fits_the_official_schema(method: str) -> None:
    call, params = CALLS[method]
    async with connected(capabilities={"sampling": {}}) as (app, host):
        host.answer(method, RESULTS.get(method, {}))
        result = await call(app)
        [frame] = host.posted(method)
        check_frame(frame)
        sent = {key: value for key, value in frame["params"].items() if key != "_meta"}
        assert sent == params
        if method != "ping":
            assert result.to_wire() == RESULTS.get(method, {})


NOTIFICATIONS: dict[str, tuple[Call, dict[str, Any]]] = {
    "notifications/message": (
        lambda app: app.send_log("info", {"a": None}, logger="l"),
        {"level": "info", "data": {"a": None}, "logger": "l"},
    ),
    "ui/notifications/size-changed": (lambda app: app.send_size_changed(1, 2.5), {"width": 1, "height": 2.5}),
    "ui/notifications/request-teardown": (lambda app: app.request_teardown(), {}),
    "notifications/tools/list_changed": (lambda app: app.send_tool_list_changed(), {}),
}


@case("APP-103")
@pytest.mark.parametrize("method", NOTIFICATIONS)
async def test_a_notification_is_posted_as_the_official_schema_has_it(method: str) -> None:
    tell, params = NOTIFICATIONS[method]
    async with connected() as (app, host):
        await tell(app)
        frame = await host.received(method)
        check_frame(frame)
        assert frame.get("params", {}) == params


NONSENSE: dict[str, Call] = {
    "an object": lambda app: app.call_server_tool("t", {"x": object()}),
    "bytes": lambda app: app.call_server_tool("t", {"x": b"\xff"}),
    "a key that is no text": lambda app: app.call_server_tool("t", {1: 2}),  # type: ignore[dict-item]
    "a large integer": lambda app: app.call_server_tool("t", {"x": [2**60]}),
    "no name": lambda app: app.call_server_tool(None),  # type: ignore[call-overload]
    "content": lambda app: app.send_message(5),  # type: ignore[arg-type]
    "content in a list": lambda app: app.send_message(["a", 5]),  # type: ignore[list-item]
    "structured content": lambda app: app.update_model_context(structured_content=[1]),
    "structured content that is an object": lambda app: app.update_model_context(structured_content=object()),
    "structured content with an object": lambda app: app.update_model_context(structured_content={"x": object()}),
    "a url": lambda app: app.open_link(5),  # type: ignore[arg-type]
    "a file without a name": lambda app: app.download_file("x"),
    "a file of another kind": lambda app: app.download_file([5]),
    "a log": lambda app: app.send_log("info", object()),
    "a log level": lambda app: app.send_log(5, "x"),  # type: ignore[arg-type]
    "a size": lambda app: app.send_size_changed("wide"),  # type: ignore[arg-type]
    "a uri": lambda app: app.read_server_resource(None),  # type: ignore[arg-type]
    "a raw request": lambda app: app.request("x/y", {"x": object()}),
    "a raw notification": lambda app: app.notify("x/y", {"x": object()}),
    "a result type": lambda app: app.call_server_tool("t", result_type=object()),  # type: ignore[call-overload]
}


@case("L11")
@pytest.mark.parametrize("what", NONSENSE)
async def test_nonsense_is_refused_by_the_sdk_itself_and_nothing_is_posted(what: str) -> None:
    async with connected() as (app, host):
        before = len(host.frames)
        with pytest.raises(LocalProtocolError) as caught:
            await NONSENSE[what](app)
        assert "errors.pydantic.dev" not in str(caught.value)
        await settle()
        assert len(host.frames) == before


async def test_a_circle_in_the_arguments_is_refused() -> None:
    circle: dict[str, Any] = {}
    circle["self"] = circle
    async with connected() as (app, _host):
        with pytest.raises(LocalProtocolError):
            await app.call_server_tool("t", circle)
        with pytest.raises(LocalProtocolError):
            await app.update_model_context(structured_content=circle)


async def test_the_time_to_connect_is_a_number() -> None:
    with pytest.raises(LocalProtocolError, match="ui/initialize: timeout is a number of seconds or None, not 'soon'"):
        await App("x", "1").connect(memory_pair()[0], timeout="soon")  # type: ignore[arg-type]


@case("D5")
async def test_a_typed_call_gives_the_type_or_raises() -> None:
    async with connected() as (app, host):
        host.answer_tool("t", Forecast(city="Rome"))
        assert await app.call_server_tool("t", result_type=Forecast) == Forecast(city="Rome")
        assert await app.call_server_tool("t", result_type=dict[str, str]) == {"city": "Rome"}
        host.answer_tool("t", {"town": "Rome"})
        with pytest.raises(ResultValidationError, match="the result of t: city: it is missing"):
            await app.call_server_tool("t", result_type=Forecast)
        host.answer_tool("t", CallToolResult(is_error=True, content=[TextContent(text="no")]))
        with pytest.raises(ToolCallError, match=r"^no$") as caught:
            await app.call_server_tool("t", result_type=Forecast)
        assert caught.value.result.is_error
        assert (await app.call_server_tool("t")).is_error


async def test_any_method_can_be_asked_and_told() -> None:
    async with connected() as (app, host):
        host.answer("x/y", lambda params: {"echo": params})
        assert await app.request("x/y", {"a": None}) == {"echo": {"a": None}}
        assert await app.request("x/y", result_type=dict[str, Any]) == {"echo": {}}
        with pytest.raises(ResultValidationError, match="x/y: city: it is missing"):
            await app.request("x/y", result_type=Forecast)
        await app.notify("x/y", {"n": 1})
        assert (await host.received("x/y"))["params"] == {"a": None}


async def test_pages_are_followed_to_their_end_and_a_loop_is_noticed() -> None:
    pages: dict[Any, Any] = {None: (["a", "b"], "1"), "1": ([], "2"), "2": (["c"], None)}

    def answer(params: dict[str, Any]) -> dict[str, Any]:
        names, cursor = pages[params.get("cursor")]
        return {"tools": [{"name": name, "inputSchema": {}} for name in names], "nextCursor": cursor}

    async with connected() as (app, host):
        host.answer("tools/list", answer)
        assert [tool.name async for tool in app.iter_server_tools()] == ["a", "b", "c"]
        pages["2"] = (["c"], "1")
        with pytest.raises(RemoteProtocolError, match=r"cursor '1' twice"):
            async for _tool in app.iter_server_tools():
                pass
        host.answer("resources/list", {"resources": [{"uri": "x://y", "name": "y"}], "nextCursor": ""})
        assert [resource.uri async for resource in app.iter_server_resources()] == ["x://y"]


async def test_files_are_offered_from_text_bytes_and_resources() -> None:
    link = ResourceLink(uri="https://example.com/a", name="a")
    block = EmbeddedResource(resource=TextResourceContents(uri="x://y", text="t"))
    async with connected() as (app, host):
        await app.download_file(b"\x00\xff", "a b.bin")
        await app.download_file("x", "notes", mime_type="text/markdown")
        await app.download_file([link, block])
        frames = host.posted("ui/download-file")
        for frame in frames:
            check_frame(frame)
        binary, text, both = [frame["params"]["contents"] for frame in frames]
        assert binary[0]["resource"]["blob"] == "AP8="
        assert binary[0]["resource"]["mimeType"] == "application/octet-stream"
        assert text[0]["resource"]["mimeType"] == "text/markdown"
        assert both == [link.to_wire(), block.to_wire()]


@case("APP-106")
async def test_display_modes_stay_within_those_that_the_host_has_and_the_answer_counts() -> None:
    async with connected(context={"availableDisplayModes": ["inline", "fullscreen"]}) as (app, host):
        host.answer("ui/request-display-mode", {"mode": "inline"})
        assert (await app.request_display_mode("fullscreen")).mode == "inline"
        with pytest.raises(
            LocalProtocolError, match=r"does not offer the display mode 'pip', only: inline, fullscreen"
        ):
            await app.request_display_mode("pip")
        host.change_context(availableDisplayModes=[])
        await settle()
        await app.request_display_mode("pip")


async def test_sampling_needs_the_capability() -> None:
    async with connected() as (app, host):
        with pytest.raises(CapabilityError, match="stub-host does not offer sampling"):
            await app.create_sampling_message("Hi")
        assert host.posted("sampling/createMessage") == []
    async with connected(capabilities={"sampling": {}}) as (app, host):
        with pytest.raises(CapabilityError, match="sampling with tools"):
            await app.create_sampling_message("Hi", tools=[Tool(name="t")])
        assert host.posted("sampling/createMessage") == []
    async with connected(capabilities={"sampling": {"tools": {}}}) as (app, host):
        content = [{"type": "tool_use", "id": "1", "name": "t", "input": {}}, {"type": "text", "text": "x"}]
        answer = {"role": "assistant", "content": content, "model": "m", "stopReason": "toolUse"}
        host.answer("sampling/createMessage", answer)
        asked = SamplingMessage(role="user", content=TextContent(text="Hi"))
        result = await app.create_sampling_message([asked], tools=[Tool(name="t")])
        check_frame(host.posted("sampling/createMessage")[0])
        assert result.to_wire() == answer


@case("I4")
async def test_other_capabilities_are_a_hint_and_do_not_refuse() -> None:
    async with connected(capabilities={}) as (app, host):
        await app.send_message("hi")
        assert len(host.posted("ui/message")) == 1


async def test_errors_of_the_host_keep_code_message_and_data() -> None:
    async with connected() as (app, host):
        host.answer("ui/message", RequestError(-32000, "no", {"a": None}))
        with pytest.raises(RequestError) as caught:
            await app.send_message("hi")
        assert (caught.value.code, caught.value.message, caught.value.data) == (-32000, "no", {"a": None})
        assert str(caught.value) == "no (code -32000)"
        assert isinstance(caught.value, McpAppsError)
