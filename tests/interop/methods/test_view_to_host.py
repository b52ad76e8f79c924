"""What a view asks and tells, as the official AppBridge takes it."""

import base64
from typing import Any

import pytest

from tests.interop.methods.probe_host import Failure, ProbeHost

pytestmark = pytest.mark.asyncio(loop_scope="session")

TEXT = {"type": "text", "text": "Hello"}
IMAGE = {"type": "image", "data": "AA==", "mimeType": "image/png"}
LINK = {"type": "resource_link", "uri": "https://example.com/a.csv", "name": "a.csv"}


# The handshake


async def test_the_bridge_knows_who_the_view_is(host: ProbeHost) -> None:
    assert host.introduction["appInfo"] == {"name": "probe", "version": "1.0"}
    assert host.introduction["appCapabilities"] == {"tools": {"listChanged": True}}


async def test_the_view_knows_who_the_host_is(host: ProbeHost) -> None:
    assert await host.do("host_info") == {"name": "interop-host", "version": "1.0.0"}
    assert (await host.do("context"))["theme"] == "dark"
    assert await host.do("supports", capability="message.image") is True
    assert await host.do("supports", capability="sampling") is False


async def test_a_view_closes_and_shakes_hands_again(host: ProbeHost) -> None:
    await host.do("close")
    with pytest.raises(Failure, match="the connection to the host is closed"):
        await host.do("ping")
    await host.do("connect")
    assert (await host.asked("ui/initialize"))["protocolVersion"] == "2026-01-26"
    assert await host.asked("ui/notifications/initialized") == {}
    await host.do("ping")


# Notifications


async def test_a_size_is_told(host: ProbeHost) -> None:
    await host.do("send_size_changed", width=320, height=200.5)
    assert await host.heard("ui/notifications/size-changed") == {"width": 320, "height": 200.5}
    assert await host.frame_height() == 200.5


async def test_the_view_asks_to_be_taken_away(host: ProbeHost) -> None:
    await host.do("request_teardown")
    assert await host.heard("ui/notifications/request-teardown") == {}


async def test_a_log_is_sent(host: ProbeHost) -> None:
    await host.do("send_log", level="warning", data={"city": None}, logger="probe")
    expected = {"level": "warning", "data": {"city": None}, "logger": "probe"}
    assert await host.heard("notifications/message") == expected


async def test_a_change_of_the_tool_list_is_told(host: ProbeHost) -> None:
    await host.run(
        """() => {
          window.changes = 0;
          bridge.setNotificationHandler("notifications/tools/list_changed", () => { window.changes += 1; });
        }"""
    )
    await host.do("send_tool_list_changed")
    await host.do("update_tool", name="double", title="Twice")
    await host.page.wait_for_function("changes === 2")


# What the host does for the view


async def test_a_link_is_opened_or_refused(host: ProbeHost) -> None:
    assert await host.do("open_link", url="https://example.com/") == {}
    assert await host.heard("ui/open-link") == {"url": "https://example.com/"}
    await host.run("() => { bridge.onopenlink = async () => ({ isError: true }); }")
    assert await host.do("open_link", url="https://example.com/") == {"isError": True}


async def test_a_file_of_text_is_offered(host: ProbeHost) -> None:
    assert await host.do("download_file", contents="a,b", name="data.csv") == {}
    resource = {"uri": "file:///data.csv", "text": "a,b", "mimeType": "text/csv"}
    assert await host.heard("ui/download-file") == {"contents": [{"type": "resource", "resource": resource}]}


async def test_a_file_of_bytes_is_offered(host: ProbeHost) -> None:
    blob = base64.b64encode(b"\x00\xff").decode()
    await host.do("download_bytes", data=blob, name="data.bin")
    resource = {"uri": "file:///data.bin", "blob": blob, "mimeType": "application/octet-stream"}
    assert await host.heard("ui/download-file") == {"contents": [{"type": "resource", "resource": resource}]}


async def test_a_linked_file_is_offered_or_refused(host: ProbeHost) -> None:
    await host.run("() => { bridge.ondownloadfile = async () => ({ isError: true }); }")
    assert await host.do("download_file", contents=[LINK]) == {"isError": True}
    assert await host.asked("ui/download-file") == {"contents": [LINK]}


async def test_a_message_of_text_is_said(host: ProbeHost) -> None:
    assert await host.do("send_message", content="Hello") == {}
    assert await host.heard("ui/message") == {"role": "user", "content": [TEXT]}


async def test_a_message_of_blocks_is_said(host: ProbeHost) -> None:
    resource = {"type": "resource", "resource": {"uri": "ui://a", "text": "b"}}
    blocks = [TEXT, IMAGE, LINK, resource]
    assert await host.do("send_blocks", blocks=blocks) == {}
    assert await host.heard("ui/message") == {"role": "user", "content": blocks}


async def test_a_message_is_refused_with_a_result(host: ProbeHost) -> None:
    await host.run("() => { bridge.onmessage = async () => ({ isError: true }); }")
    assert await host.do("send_message", content="Hello") == {"isError": True}


async def test_the_model_s_context_is_text(host: ProbeHost) -> None:
    assert await host.do("update_model_context", content="Hello") == {}
    assert await host.heard("ui/update-model-context") == {"content": [TEXT]}


@pytest.mark.parametrize("kind", ["model", "dict"])
async def test_the_model_s_context_is_structured(host: ProbeHost, kind: str) -> None:
    assert await host.do("update_context_with", kind=kind) == {}
    plan = {"stops": [{"city": "Rome", "nights": 1}], "by": "train", "budget": None}
    assert await host.heard("ui/update-model-context") == {"structuredContent": plan}


async def test_a_display_mode_is_granted_and_the_context_follows(host: ProbeHost) -> None:
    assert await host.do("request_display_mode", mode="fullscreen") == {"mode": "fullscreen"}
    assert await host.heard_by_view("host_context_changed") == {"displayMode": "fullscreen"}
    assert (await host.do("context"))["displayMode"] == "fullscreen"


async def test_another_display_mode_than_the_one_asked_for_counts(host: ProbeHost) -> None:
    await host.change_context({"availableDisplayModes": None})
    await host.run("() => { bridge.onrequestdisplaymode = async () => ({ mode: 'inline' }); }")
    assert await host.do("request_display_mode", mode="pip") == {"mode": "inline"}


async def test_a_display_mode_that_the_host_does_not_have_is_not_asked_for(host: ProbeHost) -> None:
    with pytest.raises(Failure, match="does not offer the display mode 'pip', only: inline, fullscreen"):
        await host.do("request_display_mode", mode="pip")
    assert await host.posted("ui/request-display-mode") == 0


async def test_the_host_answers_a_ping(host: ProbeHost) -> None:
    await host.run("() => { window.pings = 0; bridge.onping = () => { window.pings += 1; }; }")
    await host.do("ping")
    assert await host.run("pings") == 1


# Sampling

COMPLETION = {"role": "assistant", "model": "m", "content": TEXT, "stopReason": "endTurn"}


async def test_without_the_capability_sampling_is_refused_before_anything_is_posted(host: ProbeHost) -> None:
    with pytest.raises(Failure, match="the host interop-host does not offer sampling") as caught:
        await host.do("create_sampling_message", messages="Hi")
    assert "CapabilityError" in caught.value.kinds
    assert await host.posted("sampling/createMessage") == 0


async def offer(host: ProbeHost, sampling: dict[str, Any] | None) -> None:
    """Offer sampling from now on, or not; the view learns of it at a handshake."""
    await host.run("(sampling) => { bridge.getCapabilities().sampling = sampling ?? undefined; }", sampling)
    await host.do("close")
    await host.do("connect")


async def test_the_model_is_asked_to_go_on(host: ProbeHost) -> None:
    await offer(host, {})
    await host.run("(completion) => { bridge.oncreatesamplingmessage = async () => completion; }", COMPLETION)
    preferences = {"hints": [{"name": "small"}], "speedPriority": 1}
    assert (
        await host.do(
            "create_sampling_message",
            messages="Hi",
            max_tokens=50,
            system_prompt="Be kind.",
            temperature=0.5,
            stop_sequences=["."],
            model_preferences=preferences,
            include_context="none",
            metadata={"a": 1},
        )
        == COMPLETION
    )
    assert await host.asked("sampling/createMessage") == {
        "messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}],
        "maxTokens": 50,
        "systemPrompt": "Be kind.",
        "temperature": 0.5,
        "stopSequences": ["."],
        "modelPreferences": preferences,
        "includeContext": "none",
        "metadata": {"a": 1},
    }
    with pytest.raises(Failure, match="does not offer sampling with tools"):
        await host.do("create_sampling_message", messages="Hi", tools=[{"name": "t"}])
    assert await host.posted("sampling/createMessage") == 1
    await offer(host, None)


async def test_the_model_is_given_tools_and_uses_one(host: ProbeHost) -> None:
    await offer(host, {"tools": {}})
    use = {"type": "tool_use", "id": "1", "name": "t", "input": {"a": None}}
    completion = COMPLETION | {"content": [TEXT, use], "stopReason": "toolUse"}
    await host.run("(completion) => { bridge.oncreatesamplingmessage = async () => completion; }", completion)
    tool = {"name": "t", "inputSchema": {"type": "object", "properties": {"a": {}}}}
    turns = [
        {"role": "user", "content": TEXT},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [{"type": "tool_result", "toolUseId": "1", "content": [TEXT]}]},
    ]
    choice = {"mode": "auto"}
    answer = await host.do("create_sampling_message", messages=turns, tools=[tool], tool_choice=choice)
    assert answer == completion
    asked = await host.asked("sampling/createMessage")
    assert (asked["tools"], asked["toolChoice"], asked["messages"]) == ([tool], choice, turns)
    await offer(host, None)
