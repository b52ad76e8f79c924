"""The scenario runner itself: a scenario that does not hold must fail, and say where."""

import json
from pathlib import Path
from typing import Any

import pytest

from mcp_apps_py.testing.matching import difference
from mcp_apps_py.testing.notation import JS_ONLY, fill_in, plain
from mcp_apps_py.testing.scenario import Scenario, ScenarioError, play
from tests.probe.memory_stage import MemoryStage

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
INPUT = {"jsonrpc": "2.0", "method": "ui/notifications/tool-input", "params": {"arguments": {"a": 1}}}


async def fails(problem: str, *steps: dict[str, Any], **more: Any) -> None:
    scenario = Scenario(name="An example", steps=list(steps), **more)
    with pytest.raises(AssertionError, match=problem) as caught:
        await play(scenario, MemoryStage())
    assert str(caught.value).startswith("An example\n  at ")


async def test_a_scenario_that_holds_passes() -> None:
    steps = [{"host": PING}, {"view": {"id": 1, "result": {}}}, {"host": INPUT}, {"event": "tool_input"}]
    await play(Scenario(name="An example", steps=steps), MemoryStage())


async def test_a_frame_that_does_not_come_or_differs_fails() -> None:
    await fails("the view posts nothing", {"view": {"method": "ping"}})
    await fails(r"\$.id is 1, not 2", {"host": PING}, {"view": {"id": 2}})
    await fails(r"\$.result.x is missing", {"host": PING}, {"view": {"result": {"x": 1}}})


async def test_an_event_that_does_not_come_or_differs_fails() -> None:
    await fails("the view hears nothing", {"event": "tool_input"})
    await fails("the view hears of tool_input instead", {"host": INPUT}, {"event": "tool_result"})
    await fails(
        r"\$.arguments.a is 1, not 2", {"host": INPUT}, {"event": "tool_input", "value": {"arguments": {"a": 2}}}
    )


async def test_what_no_step_asked_for_fails() -> None:
    await fails("the view posts", {"host": PING})
    await fails("the view posts", {"host": PING}, {"quiet": True}, {"view": {"id": 1}})
    await fails("the view hears", {"host": INPUT})
    await fails("the view hears", {"host": {"jsonrpc": "2.0"}})


async def test_an_outcome_that_does_not_come_or_differs_fails() -> None:
    ask = [{"do": "ping"}, {"view": {"method": "ping"}}]
    answer = {"host": {"jsonrpc": "2.0", "id": "$id", "result": {}}}
    refusal = {"host": {"jsonrpc": "2.0", "id": "$id", "error": {"code": 1, "message": "no"}}}
    await fails("ping does not end", *ask, {"outcome": "ping"})
    await fails("ping has ended", *ask, answer, {"pending": "ping"})
    await fails("ping ends with", *ask, answer, {"outcome": "ping", "error": "RequestError"})
    await fails(r"\$.result is missing", *ask, refusal, {"outcome": "ping"})
    await fails("ping ends with", *ask, refusal, {"outcome": "ping", "error": "TimeoutError"})
    await fails("the message is 'no", *ask, refusal, {"outcome": "ping", "error": "RequestError", "message": "yes"})
    await fails(r"\$.code is 1, not 2", *ask, refusal, {"outcome": "ping", "error": "RequestError", "code": 2})


async def test_an_outcome_is_that_of_the_last_time() -> None:
    ask = [{"do": "ping"}, {"view": {"method": "ping"}}]
    answer = {"host": {"jsonrpc": "2.0", "id": "$id", "result": {}}}
    await fails("ping does not end", *ask, answer, {"outcome": "ping"}, *ask, {"outcome": "ping"})


async def test_what_the_view_still_holds_at_the_end_fails() -> None:
    waits_at_the_gate = {"do": "iterate", "args": {"event": "tool_result", "count": 1}}
    result = {"host": {"jsonrpc": "2.0", "method": "ui/notifications/tool-result"}}
    await fails("the closed view still holds {'tasks': 1}", waits_at_the_gate, result, {"event": "tool_result"})


async def test_a_breach_of_the_protocol_fails() -> None:
    step = {"do": "notify", "args": {"method": "x/y"}}
    view = {"view": {"method": "x/y"}}
    await fails("x/y is no method of a view", step, view)
    await play(Scenario(name="An example", view={"methods": ["x/y"]}, steps=[step, view]), MemoryStage())


async def test_every_frame_of_the_view_goes_through_the_check() -> None:
    checked: list[Any] = []
    steps = [{"host": {**PING, "method": "tools/list"}}, {"view": {"id": 1}}]
    await play(
        Scenario(name="x", steps=steps),
        MemoryStage(),
        lambda frame, answers: checked.append(answers or frame["method"]),
    )
    assert checked == ["ui/initialize", "ui/notifications/initialized", "tools/list"]


async def test_steps_inside_a_repetition_are_named_with_their_round() -> None:
    repeat = {"repeat": 3, "steps": [{"host": PING}, {"view": {"id": 2}}]}
    await fails(r"round 0, steps\[1\]", repeat)


@pytest.mark.parametrize(
    ("scenario", "problem"),
    [
        ("{", "Expecting property name"),
        ("[]", "Input should be"),
        ({"steps": []}, "name: Field required"),
        ({"name": "x", "steps": [], "stepps": []}, "stepps: Extra inputs"),
        ({"name": "x", "steps": [{}]}, r"steps\[0\]: a step has one of host, view, .*, not none"),
        ({"name": "x", "steps": [{"hots": 1}]}, r"steps\[0\]: a step has one of .*, not hots"),
        ({"name": "x", "steps": [{"host": 1, "view": {}}]}, r"steps\[0\]: a step has one of"),
        ({"name": "x", "steps": [{"view": {}, "value": 1}]}, r"steps\[0\]: a step with view has no value"),
        ({"name": "x", "steps": [{"advance": "1"}]}, r"steps\[0\]: advance is of the wrong type"),
        ({"name": "x", "steps": [{"repeat": 2, "steps": [{"x": 1}]}]}, r"steps\[0\]\.steps\[0\]: a step has one of"),
        ({"name": "x", "rules": {"on_load": []}, "steps": []}, "rules: on_load"),
    ],
)
def test_a_malformed_file_is_refused_with_its_name_and_place(scenario: Any, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(scenario if isinstance(scenario, str) else json.dumps(scenario), encoding="utf-8")
    with pytest.raises(ScenarioError, match=rf"broken\.json: .*{problem}"):
        Scenario.read(path)


@pytest.mark.parametrize(
    ("expected", "actual", "problem"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, None),
        ({"a": {"b": [1]}}, {"a": {"b": [1], "c": 1}}, None),
        ({"a": 1}, {}, "$.a is missing"),
        ({"a": None}, {}, "$.a is missing"),
        ({"a": {"$absent": True}}, {}, None),
        ({"a": {"$absent": True}}, {"a": None}, "$.a is there: None"),
        ({"a": {"$any": True}}, {"a": None}, None),
        ({"a": {"$any": True}}, {}, "$.a is missing"),
        ({"a": {}}, {"a": 5}, "$.a is 5, not an object"),
        ({"a": {"b": 1}}, {}, "$.a is missing, not an object"),
        ({"$exactly": {}}, {}, None),
        ({"$exactly": {"a": 1}}, {"a": 1, "b": 1}, "$ has other members: b"),
        ({"$exactly": {"a": {}}}, {"a": {"b": 1}}, None),
        ({"$like": "^a.c$"}, "abc", None),
        ({"$like": "^a.c$"}, "abd", "$ is 'abd', not like '^a.c$'"),
        ({"$like": "5"}, 5, "$ is 5, not like '5'"),
        ([1], [1, 2], "$ has 2 elements, not 1: [1, 2]"),
        ([1, {"a": 1}], [1, {"a": 2}], "$[1].a is 2, not 1"),
        (1, True, "$ is True, not 1"),
        (1, 1.0, "$ is 1.0, not 1"),
        ("1", 1, "$ is 1, not '1'"),
        (None, None, None),
    ],
)
def test_values_are_compared_as_documented(expected: Any, actual: Any, problem: str | None) -> None:
    assert difference(expected, actual) == problem


def test_what_json_can_not_say_arrives_as_after_stringify() -> None:
    undefined = {"$undefined": True}
    assert plain(undefined) is JS_ONLY
    assert plain({"$js": "new Map()"}) is JS_ONLY
    value = {
        "a": undefined,
        "b": [undefined, {"$number": "-Infinity"}],
        "c": {"$bigint": "12"},
        "d": float("inf"),
        "e": {"x": 1.5},
    }
    assert plain(value) == {"b": [None, None], "c": "12", "d": None, "e": {"x": 1.5}}


def test_names_are_filled_in_everywhere_and_nowhere_else() -> None:
    names = {"$id": 5, "$id:x": "six"}
    value = {"id": "$id", "list": ["$id:x", "$id:y", "the $id"], "text": {"$text": "$id"}}
    assert fill_in(value, names) == {"id": 5, "list": ["six", "$id:y", "the $id"], "text": "5"}
