"""Whatever text a host sends, nothing escapes, and the view goes on."""

import json
import logging
from typing import Any

import pytest

from mcp_apps_py.methods import TO_VIEW
from mcp_apps_py.protocol import State, ViewProtocol
from tests.cases import case
from tests.connected import connected

hypothesis = pytest.importorskip("hypothesis")
strategies = pytest.importorskip("hypothesis.strategies")

SETTINGS = hypothesis.settings(max_examples=100, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))

scalars = strategies.one_of(
    strategies.none(),
    strategies.booleans(),
    strategies.integers(),
    strategies.floats(),
    strategies.text(strategies.characters(exclude_categories=())),
)
values = strategies.recursive(
    scalars,
    lambda inner: (
        strategies.lists(inner, max_size=3) | strategies.dictionaries(strategies.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
members = strategies.sampled_from(
    ["arguments", "content", "structuredContent", "isError", "reason", "theme", "styles", "displayMode", "toolInfo",
     "safeAreaInsets", "requestId", "progressToken", "progress", "name", "cursor", "_meta", "type", "text"]
)  # fmt: skip
params = strategies.one_of(values, strategies.dictionaries(members, values, max_size=4))
messages = strategies.fixed_dictionaries(
    {"jsonrpc": strategies.sampled_from(["2.0", "2.0", "2.0", "2.0", "1.0", 2])},
    optional={
        "method": strategies.sampled_from([*TO_VIEW, "x/y"]) | values,
        "id": strategies.integers(0, 3) | values,
        "params": params,
        "result": values,
        "error": values
        | strategies.fixed_dictionaries({}, optional={"code": scalars, "message": scalars, "data": values}),
    },
)
texts = strategies.one_of(
    strategies.text(strategies.characters(exclude_categories=())), values.map(json.dumps), messages.map(json.dumps)
)


@case("T2", "I3", "J6")
@SETTINGS
@hypothesis.given(texts, strategies.sampled_from(list(State)))
def test_the_protocol_takes_any_text_in_any_state(text: str, state: State) -> None:
    protocol = ViewProtocol(iter(range(1, 5)))
    protocol.state = state
    protocol._pending = {1: "ui/initialize"} if state is State.OPENING else {2: "ping", 3: "tools/call"}
    assert protocol.receive(text) is not None


@case("T2", "D1", "I9")
@SETTINGS
@hypothesis.given(strategies.lists(texts, max_size=6))
async def test_a_connected_view_takes_any_text_and_still_answers_a_ping(posted: list[str]) -> None:
    logging.disable(logging.CRITICAL)
    try:
        async with connected() as (app, host):
            reported: list[BaseException] = []
            app.on_error(reported.append)
            for text in posted:
                if not asks_for_the_end(text):
                    host.post_text(text)
            assert await host.request("ping", id="are you there?")
            assert all(isinstance(error, Exception) for error in reported)
    finally:
        logging.disable(logging.NOTSET)


def asks_for_the_end(text: str) -> bool:
    try:
        message: Any = json.loads(text)
    except ValueError:
        return False
    return isinstance(message, dict) and message.get("method") == "ui/resource-teardown"
