"""How a view must behave: the table of what is legal when."""

from typing import Any

import pytest

from mcp_apps_py.testing import Conduct
from mcp_apps_py.testing.conduct import LEGAL, Kind, Stage
from tests.cases import case

CALL = {"jsonrpc": "2.0", "id": 9, "method": "ping"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "ui/initialize",
    "params": {"appInfo": {"name": "a", "version": "1"}},
}
ACCEPTED = {"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2026-01-26"}}
INITIALIZED = {"jsonrpc": "2.0", "method": "ui/notifications/initialized"}
ASKED = {"jsonrpc": "2.0", "id": 7, "method": "ui/resource-teardown", "params": {}}
ANSWERED = {"jsonrpc": "2.0", "id": 7, "result": {}}

HISTORY: dict[Stage, list[tuple[str, Any]]] = {
    Stage.SILENT: [],
    Stage.WAITING: [("view", INITIALIZE)],
    Stage.ANSWERED: [("view", INITIALIZE), ("host", ACCEPTED)],
    Stage.OPEN: [("view", INITIALIZE), ("host", ACCEPTED), ("view", INITIALIZED)],
    Stage.ENDED: [("view", INITIALIZE), ("host", ACCEPTED), ("view", INITIALIZED), ("host", ASKED), ("view", ANSWERED)],
}
POSTED: dict[Kind, Any] = {
    Kind.INITIALIZE: {**INITIALIZE, "id": 2},
    Kind.INITIALIZED: INITIALIZED,
    Kind.REQUEST: CALL,
    Kind.NOTIFICATION: {"jsonrpc": "2.0", "method": "ui/notifications/size-changed", "params": {"width": 1}},
    Kind.ANSWER: {"jsonrpc": "2.0", "id": 3, "result": {}},
}


def judged(*frames: tuple[str, Any]) -> list[str]:
    conduct = Conduct(allowed=["x/allowed"])
    for sender, frame in frames:
        (conduct.view_posted if sender == "view" else conduct.host_posted)(frame)
    return conduct.violations


@case("L7", "L12", "APP-102")
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("stage", Stage)
def test_the_table_of_what_is_legal_holds(stage: Stage, kind: Kind) -> None:
    ping = ("host", {"jsonrpc": "2.0", "id": 3, "method": "ping"})
    violations = judged(*HISTORY[stage], ping, ("view", POSTED[kind]))
    assert bool(violations) is (kind not in LEGAL[stage])


def open_(*frames: tuple[str, Any]) -> list[str]:
    return judged(*HISTORY[Stage.OPEN], *frames)


@case("APP-103")
@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (5, "it is not an object"),
        ({"id": 1, "result": {}}, 'jsonrpc is not "2.0"'),
        ({**CALL, "id": None}, "id is neither a whole number nor a string"),
        ({**CALL, "id": 1.5}, "id is neither"),
        ({**CALL, "id": True}, "id is neither"),
        ({"jsonrpc": "2.0"}, "it has neither method nor id"),
        ({**CALL, "method": 5}, "method is not a string"),
        ({**CALL, "params": []}, "params is not an object"),
        ({**CALL, "extra": 1}, "it has other members: extra"),
        ({**CALL, "method": "x/unknown"}, "x/unknown is no method of a view"),
        ({**CALL, "method": "ui/open-link", "params": {"url": 5}}, "params of ui/open-link: url"),
        ({**CALL, "method": "ui/notifications/size-changed"}, "ui/notifications/size-changed is a notification"),
        ({"jsonrpc": "2.0", "method": "ping"}, "ping is a request"),
        ({**CALL, "id": 1}, "the id 1 was used before"),
        ({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}}, "that is not pending"),
        (
            {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}},
            "no such token",
        ),
        ({"jsonrpc": "2.0", "id": 5, "result": {}}, "it answers a request that is not pending"),
        ({"jsonrpc": "2.0", "id": 5, "result": {}, "error": {"code": 1, "message": ""}}, "either result or error"),
        ({"jsonrpc": "2.0", "id": 5, "result": None}, "result is not an object"),
        ({"jsonrpc": "2.0", "id": 5, "error": {"code": "1", "message": ""}}, "error has no whole code and message"),
        ({"jsonrpc": "2.0", "id": 5, "error": {"code": 1, "message": "", "more": 1}}, "it has other members: more"),
    ],
)
def test_every_breach_is_named(frame: Any, problem: str) -> None:
    violations = open_(("view", frame))
    assert any(problem in violation for violation in violations)


def test_good_conduct_is_not_blamed() -> None:
    progress = {"progressToken": "t", "progress": 1}
    assert not open_(
        ("view", CALL),
        ("host", {"jsonrpc": "2.0", "id": 9, "result": {}}),
        ("view", {**CALL, "id": 10, "method": "x/allowed"}),
        ("view", {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 10}}),
        ("host", {"jsonrpc": "2.0", "id": 0, "method": "tools/call", "params": {"_meta": {"progressToken": "t"}}}),
        ("view", {"jsonrpc": "2.0", "method": "notifications/progress", "params": progress}),
        ("view", {"jsonrpc": "2.0", "id": 0, "result": {"content": []}}),
        ("host", "noise"),
        ("host", {"jsonrpc": "2.0", "id": "0", "method": "ping"}),
        ("view", {"jsonrpc": "2.0", "id": "0", "result": {}}),
    )


def test_ids_are_told_apart_by_type_and_an_answer_that_does_not_fit_is_blamed() -> None:
    asked = ("host", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert open_(asked, ("view", {"jsonrpc": "2.0", "id": "1", "result": {"tools": []}}))
    assert open_(asked, ("view", {"jsonrpc": "2.0", "id": 1, "result": {"tools": 5}}))
    assert not open_(asked, ("view", {"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}))
    assert not open_(asked, asked, *[("view", {"jsonrpc": "2.0", "id": 1, "result": {"tools": []}})] * 2)
