"""The protocol without I/O: what is legal when, and that nothing a host sends can raise."""

import json
from itertools import count
from typing import Any

import pytest

from mcp_apps_py import ConnectionClosedError, LocalProtocolError
from mcp_apps_py.protocol import (
    TRANSITIONS,
    Act,
    ErrorReceived,
    Ignored,
    Malformed,
    NotificationReceived,
    RequestReceived,
    ResultReceived,
    State,
    ViewProtocol,
    message_ids,
)
from tests.cases import case

TO_REACH: dict[State, list[Act]] = {
    State.IDLE: [],
    State.OPENING: [Act.INITIALIZE],
    State.ACCEPTED: [Act.INITIALIZE, Act.ACCEPTANCE],
    State.OPEN: [Act.INITIALIZE, Act.ACCEPTANCE, Act.INITIALIZED],
    State.CLOSED: [Act.CLOSE],
}


def perform(protocol: ViewProtocol, act: Act) -> None:
    """Do, or suffer, what the act says."""
    if act is Act.INITIALIZE:
        protocol.initialize({})
    elif act is Act.ACCEPTANCE:
        protocol.receive(json.dumps({"jsonrpc": "2.0", "id": 1, "result": {}}))
    elif act is Act.INITIALIZED:
        protocol.initialized()
    elif act is Act.REQUEST:
        protocol.request("ping", {})
    elif act is Act.NOTIFY:
        protocol.notify("notifications/message", {})
    elif act is Act.ANSWER:
        protocol.answer(1, {})
    else:
        protocol.close()


def in_state(state: State) -> ViewProtocol:
    protocol = ViewProtocol(count(1))
    for act in TO_REACH[state]:
        perform(protocol, act)
    assert protocol.state is state
    return protocol


@case("L7", "L11")
@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("state", State)
def test_what_the_table_allows_happens_and_what_it_does_not_is_refused(state: State, act: Act) -> None:
    protocol = in_state(state)
    following = TRANSITIONS[state].get(act)
    assert protocol.may(act) is (following is not None)
    if following is not None:
        perform(protocol, act)
        assert protocol.state is following
    elif act is Act.ACCEPTANCE:
        perform(protocol, act)  # an answer to nobody is the host's mistake, so it raises nothing here
        assert protocol.state is state
    else:
        expected = ConnectionClosedError if state is State.CLOSED else LocalProtocolError
        with pytest.raises(expected):
            perform(protocol, act)
        assert protocol.state is state


def test_every_state_can_be_reached_and_left() -> None:
    assert set(TO_REACH) == set(TRANSITIONS) == set(State)
    assert all(Act.CLOSE in acts for acts in TRANSITIONS.values())


@case("L7")
@pytest.mark.parametrize("state", [State.ACCEPTED, State.OPEN])
def test_the_handshake_can_not_be_sent_by_hand(state: State) -> None:
    protocol = in_state(state)
    with pytest.raises(LocalProtocolError):
        protocol.request("ui/initialize", {})
    if state is State.OPEN:
        with pytest.raises(LocalProtocolError, match="handshake with the host is over"):
            protocol.notify("ui/notifications/initialized", {})


def test_a_closed_connection_hears_nothing() -> None:
    protocol = in_state(State.CLOSED)
    assert isinstance(protocol.receive('{"jsonrpc":"2.0","method":"ping","id":1}'), Ignored)


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ('{"jsonrpc":"2.0","method":"x"}', NotificationReceived("x", {})),
        ('{"jsonrpc":"2.0","method":"x","params":null}', NotificationReceived("x", {})),
        ('{"jsonrpc":"2.0","method":"x","params":[1]}', NotificationReceived("x", [1])),
        ('{"jsonrpc":"2.0","method":"x","id":0}', RequestReceived(0, "x", {})),
        ('{"jsonrpc":"2.0","method":"x","id":""}', RequestReceived("", "x", {})),
        ('{"jsonrpc":"2.0","method":"x","id":"1","result":{}}', RequestReceived("1", "x", {})),
    ],
)
def test_a_call_of_the_host_is_an_event_with_what_it_sent(text: str, event: object) -> None:
    assert in_state(State.OPEN).receive(text) == event


@case("I1")
@pytest.mark.parametrize("identifier", ["1.5", "null", "true", "[]", "{}", "1e999", "9007199254740993", "-9e99"])
def test_what_is_no_id_is_malformed(identifier: str) -> None:
    event = in_state(State.OPEN).receive(f'{{"jsonrpc":"2.0","method":"ping","id":{identifier}}}')
    assert isinstance(event, Malformed)


@case("I1", "I2", "L5")
def test_ids_differ_from_one_connection_to_the_next_and_from_those_of_other_libraries() -> None:
    starts = {next(message_ids()) for _ in range(20)}
    assert len(starts) > 15
    assert min(starts) >= 1000


@case("I2", "I5")
def test_an_answer_counts_once_and_not_after_it_was_given_up() -> None:
    protocol = in_state(State.OPEN)
    first, _ = protocol.request("ping", {})
    answer = json.dumps({"jsonrpc": "2.0", "id": first, "result": {}})
    assert protocol.receive(answer) == ResultReceived(first, {})
    assert isinstance(protocol.receive(answer), Ignored)
    second, _ = protocol.request("ping", {})
    text = protocol.cancel(second, "enough")
    assert text is not None
    assert json.loads(text)["params"] == {"requestId": second, "reason": "enough"}
    assert protocol.cancel(second, "enough") is None
    assert isinstance(protocol.receive(json.dumps({"jsonrpc": "2.0", "id": second, "result": {}})), Ignored)


@case("L5")
def test_the_handshake_is_given_up_without_a_word() -> None:
    protocol = in_state(State.OPENING)
    assert protocol.cancel(1, "enough") is None


def test_progress_is_asked_for_without_losing_the_rest_of_meta() -> None:
    protocol = in_state(State.OPEN)
    request_id, text = protocol.request("tools/call", {"name": "t", "_meta": {"k": None}}, with_progress=True)
    assert json.loads(text)["params"] == {"name": "t", "_meta": {"k": None, "progressToken": request_id}}


def test_params_that_are_not_json_leave_no_trace() -> None:
    protocol = in_state(State.OPEN)
    with pytest.raises(LocalProtocolError, match="x/y"):
        protocol.request("x/y", {"thing": object()})
    assert not protocol._pending


NASTY: list[str] = [
    "",
    " ",
    "null",
    "NaN",
    "-Infinity",
    "{",
    "\ud83d",
    "\x00",
    "[" * 5_000 + "]" * 5_000,
    "[" * 100_000,
    '{"jsonrpc":"2.0","method":"x","params":' + "[" * 900 + "]" * 900 + "}",
    '{"jsonrpc":"2.0","method":5,"params":' + '{"a":' * 450 + "1" + "}" * 450 + "}",
    '{"jsonrpc":"2.0","method":["\\ud83d"],"params":' + "[" * 450 + '"\\udc00"' + "]" * 450 + "}",
    '{"jsonrpc":"2.0","id":' + "9" * 5_000 + ',"method":"ping"}',
    '{"jsonrpc":"2.0","id":"' + "9" * 5_000 + '","result":{}}',
    '{"jsonrpc":"2.0","id":' + "9" * 4_000 + ',"result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1e999,"message":"x"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":NaN,"message":"x"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":true,"message":["x"]}}',
    '{"jsonrpc":"2.0","id":1,"error":[],"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":{"status":{},"message":[]}}',
    '{"jsonrpc":"2.0","id":"\u0661","result":{}}',
    '{"jsonrpc":"2.0","id":-1,"result":{}}',
    '{"jsonrpc":"2.0","id":1.0,"result":{}}',
]


@case("T2", "I3")
@pytest.mark.parametrize("text", NASTY, ids=lambda text: ascii(text)[:40])
@pytest.mark.parametrize("state", State)
def test_no_text_raises(state: State, text: str) -> None:
    assert in_state(state).receive(text) is not None


@case("T2")
@pytest.mark.parametrize("text", NASTY[:4])
def test_text_that_is_no_json_and_json_that_is_no_message_are_told_apart(text: str) -> None:
    expected = Ignored if text == "null" else Malformed
    assert isinstance(in_state(State.OPEN).receive(text), expected)


@case("I3")
@pytest.mark.parametrize("error", [{"code": -32601}, {"code": -32601.0, "message": None, "data": 1}])
def test_an_error_without_a_message_keeps_its_code(error: dict[str, Any]) -> None:
    event = in_state(State.OPENING).receive(json.dumps({"jsonrpc": "2.0", "id": 1, "error": error}))
    assert isinstance(event, ErrorReceived)
    assert getattr(event.error, "code", None) == -32601
