"""Python goes on with a connection that the page has begun, and nobody can tell where that was."""

import asyncio
import json
from typing import Any

import pytest

from mcp_apps_py import App, LocalProtocolError, ManualClock, RequestError, RequestTimeoutError
from mcp_apps_py.browser.handover import Begun, Handover
from mcp_apps_py.transport import MemoryTransport, Receiver, settle
from mcp_apps_py.types import AppCapabilities
from tests.cases import case

ID = 4711
INFO: dict[str, Any] = {"name": "view", "version": "1.0"}
ABOUT = {"appInfo": INFO, "appCapabilities": {}, "protocolVersion": "2026-01-26"}
HOST = {"protocolVersion": "2026-01-26", "hostInfo": {"name": "host", "version": "1"}, "hostCapabilities": {}}


def note(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": f"ui/notifications/{method}", "params": params}


def answer(id: Any = ID, **members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, **(members or {"result": {**HOST, "hostContext": {"theme": "dark"}}})}


INPUT = note("tool-input", arguments={"city": "Rome"})
RESULT = note("tool-result", content=[], structuredContent={"n": 1})
AGAIN = note("tool-result", content=[], structuredContent={"n": 2})
CHANGE = note("host-context-changed", locale="it")
HEARD = ["input Rome", "result 1", "context it dark", "result 2"]


class Page(MemoryTransport):
    """The view's end, in a page whose script has begun."""

    def __init__(self, clock: ManualClock, kept: list[Any], *, introduced: bool, initialized: bool) -> None:
        super().__init__(clock)
        self.kept: list[Any] | None = kept
        self.begun = Begun(ID if introduced else None, ABOUT, initialized)
        self.handover: Handover | None = None

    def start(self, receiver: Receiver) -> None:
        if self.kept is None:
            super().start(receiver)
            return
        self.handover = Handover(self.begun, receiver, super().send, self._replay)
        super().start(self.handover)

    def _replay(self) -> None:
        kept, self.kept = self.kept or [], None
        for message in kept:
            assert self._receiver is not None
            self._receiver.receive(json.dumps(message))

    def send(self, text: str) -> None:
        self.handover.send(text) if self.handover and not self.handover.over else super().send(text)

    def close(self) -> None:
        self.handover = None
        super().close()


class Meeting:
    """A view that goes on, and a host that has met its page."""

    def __init__(
        self, *kept: Any, app: App | None = None, introduced: bool = True, initialized: bool | None = None
    ) -> None:
        self.clock = ManualClock()
        answered = any("result" in message for message in kept)
        initialized = answered if initialized is None else initialized
        self.view = Page(self.clock, list(kept), introduced=introduced, initialized=initialized)
        self.host = MemoryTransport(self.clock)
        self.view.peer, self.host.peer = self.host, self.view
        self.posted: list[dict[str, Any]] = []
        self.host.start(self)
        self.app = app or App(**INFO)
        self.heard: list[str] = []
        self.errors: list[BaseException] = []
        self.app.on_tool_input.add(lambda params: self.heard.append(f"input {params.arguments['city']}"))
        self.app.on_tool_result.add(self._on_result)
        self.app.on_host_context_changed.add(self._on_context)
        self.app.on_error.add(self.errors.append)

    async def _on_result(self, result: Any) -> None:
        self.heard.append(f"result {result.structured_content['n']}")

    def _on_context(self, changes: Any) -> None:
        self.heard.append(f"context {changes.locale} {self.app.host.context.theme}")

    def receive(self, text: str) -> None:
        self.posted.append(json.loads(text))

    def fail(self, error: Exception) -> None:
        raise error

    def closed(self) -> None:
        pass

    async def post(self, *messages: Any) -> None:
        for message in messages:
            self.host.send(json.dumps(message))
        await settle()


@case("L3", "L4")
@pytest.mark.parametrize("early", range(6))
@pytest.mark.parametrize("order", ["answer first", "data first"])
async def test_messages_are_heard_once_and_in_order_wherever_python_comes_in(early: int, order: str) -> None:
    data = [INPUT, RESULT, CHANGE, AGAIN]
    messages = [answer(), *data] if order == "answer first" else [*data[:2], answer(), *data[2:]]
    meeting = Meeting(*messages[:early])
    connecting = meeting.app.connect(meeting.view)
    for message in messages[early:]:
        meeting.host.send(json.dumps(message))
    await connecting
    await settle()
    assert meeting.heard == HEARD
    initialized = {"jsonrpc": "2.0", "method": "ui/notifications/initialized", "params": {}}
    assert meeting.posted == ([] if meeting.view.begun.initialized else [initialized])
    assert meeting.errors == []
    await meeting.app.close()


@case("L7")
async def test_the_host_hears_nothing_of_a_handshake_that_it_knows() -> None:
    meeting = Meeting(answer())
    await meeting.app.connect(meeting.view)
    await settle()
    assert meeting.posted == []
    assert meeting.app.host.info.name == "host"
    await meeting.app.send_log("info", "here I am")
    await settle()
    assert [message["method"] for message in meeting.posted] == ["notifications/message"]
    await meeting.app.close()


@pytest.mark.parametrize("live", [False, True])
async def test_second_and_foreign_answers_are_ignored(live: bool) -> None:
    strange = [answer(result={**HOST, "hostInfo": {"name": "second", "version": "2"}}), answer(0), answer("x")]
    meeting = Meeting(answer(1), answer(), *([] if live else strange), RESULT)
    await meeting.app.connect(meeting.view)
    await meeting.post(*(strange if live else []))
    assert meeting.app.host.info.name == "host"
    assert meeting.heard == ["result 1"]
    assert meeting.errors == []
    await meeting.app.close()


@pytest.mark.parametrize("id", [ID, str(ID)])
async def test_an_answer_that_comes_late_is_taken_whatever_became_of_its_id(id: Any) -> None:
    meeting = Meeting(INPUT)
    connecting = meeting.app.connect(meeting.view)
    meeting.host.send(json.dumps(answer(id)))
    await connecting
    await settle()
    assert meeting.heard == ["input Rome"]
    assert [message["method"] for message in meeting.posted] == ["ui/notifications/initialized"]
    await meeting.app.close()


@case("L5")
async def test_a_silent_host_is_a_time_out_and_connecting_again_is_a_handshake() -> None:
    meeting = Meeting()
    with pytest.raises(RequestTimeoutError):
        await one_after_the_other(meeting)
    await meeting.post(answer())
    assert meeting.posted == []
    connecting = meeting.app.connect(meeting.view)
    task = connecting.__await__()
    next(task)
    await settle()
    [asked] = meeting.posted
    assert asked["method"] == "ui/initialize"
    assert asked["params"] == ABOUT
    meeting.app._session.end()  # type: ignore[union-attr]
    task.close()


async def one_after_the_other(meeting: Meeting) -> None:
    connecting = asyncio.ensure_future(meeting.app.connect(meeting.view, timeout=5))
    await settle()
    await meeting.clock.advance(5)
    await connecting


async def test_a_host_that_has_refused_is_a_request_error() -> None:
    meeting = Meeting(answer(error={"code": -32000, "message": "not today"}))
    with pytest.raises(RequestError, match="not today"):
        await meeting.app.connect(meeting.view)
    assert meeting.posted == []


@case("A2", "APP-105")
async def test_a_request_that_came_early_is_answered_once_even_if_it_has_the_id_of_the_handshake() -> None:
    asked = {"jsonrpc": "2.0", "id": ID, "method": "tools/list"}
    capabilities = AppCapabilities.model_validate({"tools": {"listChanged": True}})
    meeting = Meeting(asked, answer(), app=App(**INFO, capabilities=capabilities))
    meeting.view.begun = Begun(ID, {**ABOUT, "appCapabilities": capabilities.to_wire()}, True)
    await meeting.app.connect(meeting.view)
    await settle()
    assert meeting.posted == [{"jsonrpc": "2.0", "id": ID, "result": {"tools": []}}]
    await meeting.app.close()


@case("I7")
async def test_a_request_that_was_cancelled_before_python_came_is_not_answered() -> None:
    app = App(**INFO)
    app.add_request_handler("slow", lambda _params: asyncio.sleep(3600))
    asked = {"jsonrpc": "2.0", "id": 5, "method": "slow"}
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}}
    meeting = Meeting(answer(), asked, cancelled, app=app)
    await meeting.app.connect(meeting.view)
    await settle()
    assert meeting.posted == []
    assert len(app._tasks) == 0
    await meeting.app.close()


async def test_broken_messages_that_came_early_are_reported_in_their_turn() -> None:
    meeting = Meeting({"jsonrpc": "2.0", "method": 5}, answer(), RESULT)
    await meeting.app.connect(meeting.view)
    await settle()
    assert [str(error)[:27] for error in meeting.errors] == ["a message breaks JSON-RPC ("]
    assert meeting.heard == ["result 1"]
    await meeting.app.close()


async def test_a_page_that_has_not_introduced_the_app_leaves_it_to_python() -> None:
    meeting = Meeting(INPUT, introduced=False)
    connecting = meeting.app.connect(meeting.view)
    task = connecting.__await__()
    next(task)
    await settle()
    [asked] = meeting.posted
    assert asked["method"] == "ui/initialize"
    meeting.host.send(json.dumps(answer(asked["id"])))
    await settle()
    with pytest.raises(StopIteration):
        next(task)
    await settle()
    assert [message["method"] for message in meeting.posted[1:]] == ["ui/notifications/initialized"]
    assert meeting.heard == ["input Rome"]
    await meeting.app.close()


def offer(app: App) -> App:
    app.register_tool("f", lambda: "")
    return app


MODES = AppCapabilities(available_display_modes=["inline"])
DISAGREEING = {
    "name": (lambda: App("other", "1.0"), "appInfo.name: App says 'other', and the page has told 'view' the host"),
    "version": (lambda: App("view", "2.0"), "appInfo.version: App says '2.0'"),
    "description": (
        lambda: App(**INFO, description="x"),
        "appInfo.description: App says 'x', and the page has told no",
    ),
    "modes": (lambda: App(**INFO, capabilities=MODES), "appCapabilities.availableDisplayModes: App says ['inline']"),
    "tools": (lambda: offer(App(**INFO)), "write `tools = true` into the view's header"),
}


@pytest.mark.parametrize("what", DISAGREEING)
async def test_an_app_that_is_not_what_the_page_has_said_is_told_where(what: str) -> None:
    make, message = DISAGREEING[what]
    meeting = Meeting(answer(), app=make())
    with pytest.raises(LocalProtocolError) as caught:
        await meeting.app.connect(meeting.view)
    assert message in str(caught.value)
    assert meeting.posted == []
