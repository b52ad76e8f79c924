"""Scenarios: what a host and a view post to each other, as data.

A scenario is a JSON file. It is played on a *stage*, which joins a host and a view: in memory
or in a browser, it is the same file.

    {
      "name": "a sentence of behaviour",
      "cases": ["T1"],                  what it is evidence for
      "rules": {…},                     how the host differs from that of the specification
                                        (`mcp_apps_py.hosts.Rules`); unlike that one it leaves
                                        requests unanswered, so that the steps can answer
      "view": {"connect": true, …},     how the view is set up; the stage says what it knows.
                                        Unless `connect` is false, the steps begin when the
                                        handshake is over
      "steps": [
        {"host": value},                the host posts a value (see `testing.notation`)
        {"view": {…}, "as": "x"},       the next frame that the view posts is like this one
        {"do": "ping", "args": {…}, "as": "x"}
                                        the view begins to do something
        {"pending": "x"},               … which has not ended
        {"outcome": "x", "result": …},  … which ends with this result
        {"outcome": "x", "error": "RequestError", "message": "part", "code": 1, "data": …},
                                        … or with an error of this class or one derived from it
        {"event": "tool_result", "value": …},
                                        the next thing that a listener of the view heard of
        {"quiet": true},                the view neither posts nor hears anything more
        {"advance": 60},                seconds pass for the view
        {"repeat": 3, "steps": […]}
      ]
    }

Frames, results and values are compared by `matching.difference`. In what the host posts, `$id`
stands for the id of the last request that a `view` step has matched, `$id:x` for that of the
one named x. At the end the view is closed. Nothing may be left over then: no frame and no event
that no step has asked for, no breach of the protocol, no timer, no task.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from ..errors import McpAppsError
from ..hosts import check_rules, load, merge_rules
from ..methods import TO_HOST
from .conduct import Conduct
from .matching import difference
from .notation import fill_in

Json = dict[str, Any]

_UNANSWERED: Json = {method: {"silent": True} for method in (*TO_HOST, "*")}

QUIET_RULES: Json = {"answers": _UNANSWERED, "after_initialized": []}
"""What a scenario's host has before its own `rules`."""


class ScenarioError(McpAppsError, ValueError):
    """A scenario is malformed; the text names the file and the place."""


class Stage(Protocol):
    """Where a scenario is played. Its methods may wait, but only for what is under way."""

    async def open(self, rules: Mapping[str, Any], view: Mapping[str, Any]) -> None:
        """Begin anew: a host that plays `rules`, and a view."""
        ...

    async def post(self, *values: Any) -> None:
        """Let the host post some values, back to back."""
        ...

    async def do(self, action: str, arguments: Json, name: str) -> None:
        """Let the view begin to do something."""
        ...

    async def advance(self, seconds: float) -> None:
        """Let time pass for the view."""
        ...

    async def look(self, *, again: bool) -> "Scene":
        """Let everything under way come through, then tell what has happened since `open`.

        Args:
            again: Whether what was awaited was not there the last time.

        Raises:
            TimeoutError: If there is no sense in looking again.
        """
        ...

    async def close(self) -> None:
        """Close the view."""
        ...


class Scene(BaseModel):
    """What has happened on a stage.

    Attributes:
        frames: What crossed, in order, as `["view", frame]` and `["host", value]`.
        events: What the view's listeners heard, in order, as `[name, value]`.
        outcomes: How what the view did has ended, by name: `{"result": …}`, or `{"error":
            [class, base class, …], "message": …, "code": …, "data": …}`.
        remains: What the view still holds, by kind: timers, tasks, calls.
    """

    frames: list[tuple[str, Any]] = []
    events: list[tuple[str, Any]] = []
    outcomes: dict[str, Json] = {}
    remains: dict[str, int] = {}


class Scenario(BaseModel):
    """A scenario, as it stands in its file."""

    model_config = ConfigDict(extra="forbid")

    name: str
    cases: list[str] = []
    rules: Json = {}
    view: Json = {}
    steps: list[Json]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a scenario's file.

        Raises:
            ScenarioError: If it is not a scenario.
        """
        try:
            scenario = cls.model_validate(json.loads(path.read_text(encoding="utf-8")))
            check_rules(scenario.rules, "rules")
            for index, step in enumerate(scenario.steps):
                _check_step(step, f"steps[{index}]")
        except ValidationError as error:
            first = error.errors()[0]
            raise ScenarioError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
        except ValueError as error:
            raise ScenarioError(f"{path}: {error}") from error
        return scenario


async def play(scenario: Scenario, stage: Stage, check: Callable[[Any, str | None], None] | None = None) -> None:
    """Play a scenario.

    Args:
        scenario: What is to happen.
        stage: Where.
        check: Is called with each frame of the view, and the method that it answers, if it
            is an answer; raises AssertionError if the frame is malformed.

    Raises:
        AssertionError: If it does not happen; the text names the step.
    """
    await _Play(scenario, stage, check).run()


class _Play:
    def __init__(self, scenario: Scenario, stage: Stage, check: Callable[[Any, str | None], None] | None) -> None:
        self._scenario = scenario
        self._stage = stage
        self._check = check
        self._scene = Scene()
        self._frames_seen = 0
        self._events_seen = 0
        self._names: Json = {}
        self._place = "the beginning"

    async def run(self) -> None:
        scenario = self._scenario
        rules = merge_rules(merge_rules(load("spec").rules, QUIET_RULES), scenario.rules)
        await self._stage.open(rules, scenario.view)
        if scenario.view.get("connect", True):
            await self._steps(_HANDSHAKE, "the handshake, ")
        await self._steps(scenario.steps)
        self._place = "the end"
        await self._quiet({})
        await self._stage.close()
        self._scene = await self._stage.look(again=False)
        self._expect(self._next_frame() is None, f"the view posts while it closes: {self._next_frame()}")
        left = {kind: count for kind, count in self._scene.remains.items() if count}
        self._expect(not left, f"the closed view still holds {left}")
        self._check_frames()

    async def _steps(self, steps: list[Json], prefix: str = "") -> None:
        for index, step in enumerate(steps):
            self._place = f"{prefix}steps[{index}] {json.dumps(step)[:160]}"
            await self._do_step(step)

    async def _do_step(self, step: Json) -> None:
        [verb] = _STEPS.keys() & step.keys()
        await self._VERBS[verb](self, step)

    # What happens

    async def _host(self, step: Json) -> None:
        await self._stage.post(fill_in(step["host"], self._names))

    async def _do(self, step: Json) -> None:
        name = step.get("as", step["do"])
        self._scene.outcomes.pop(name, None)
        await self._stage.do(step["do"], step.get("args", {}), name)

    async def _advance(self, step: Json) -> None:
        await self._stage.advance(step["advance"])

    async def _repeat(self, step: Json) -> None:
        place = self._place
        if all("host" in each for each in step["steps"]):
            values = [fill_in(each["host"], self._names) for each in step["steps"]]
            await self._stage.post(*values * step["repeat"])
            return
        for round_ in range(step["repeat"]):
            await self._steps(step["steps"], f"{place}, round {round_}, ")

    # What is expected

    async def _view(self, step: Json) -> None:
        frame = await self._until(self._next_frame, "the view posts nothing")
        self._frames_seen += 1
        self._match(step["view"], frame)
        if "method" in frame and "id" in frame:
            self._names["$id"] = self._names[f"$id:{step.get('as')}"] = frame["id"]

    async def _event(self, step: Json) -> None:
        def heard() -> tuple[str, Any] | None:
            events = self._scene.events
            return events[self._events_seen] if len(events) > self._events_seen else None

        name, value = await self._until(heard, "the view hears nothing")
        self._events_seen += 1
        self._expect(name == step["event"], f"the view hears of {name} instead: {value!r:.200}")
        if "value" in step:
            self._match(step["value"], value)

    async def _outcome(self, step: Json) -> None:
        name = step["outcome"]
        outcome = await self._until(lambda: self._scene.outcomes.get(name), f"{name} does not end")
        if "error" not in step:
            self._match({"result": step.get("result", {"$any": True})}, outcome)
            return
        self._expect("error" in outcome, f"{name} ends with {outcome!r:.300}")
        self._expect(step["error"] in outcome["error"], f"{name} ends with {outcome!r:.300}")
        self._expect(step.get("message", "") in outcome["message"], f"the message is {outcome['message']!r}")
        self._match({key: step[key] for key in ("code", "data") if key in step}, outcome)

    async def _pending(self, step: Json) -> None:
        await self._look()
        outcome = self._scene.outcomes.get(step["pending"])
        self._expect(outcome is None, f"{step['pending']} has ended: {outcome!r:.300}")

    async def _quiet(self, _step: Json) -> None:
        await self._look()
        self._expect(self._next_frame() is None, f"the view posts {self._next_frame()!r:.300}")
        events = self._scene.events[self._events_seen :]
        self._expect(not events, f"the view hears {events!r:.300}")

    _VERBS: ClassVar[dict[str, Callable[["_Play", Json], Any]]] = {
        "host": _host,
        "view": _view,
        "do": _do,
        "outcome": _outcome,
        "pending": _pending,
        "event": _event,
        "quiet": _quiet,
        "advance": _advance,
        "repeat": _repeat,
    }

    # Looking

    async def _look(self, *, again: bool = False) -> None:
        self._scene = await self._stage.look(again=again)

    async def _until(self, find: Callable[[], Any], problem: str) -> Any:
        again = False
        while (found := find()) is None:
            try:
                await self._look(again=again)
            except TimeoutError:
                self._expect(False, problem)  # noqa: FBT003 - that it holds
            again = True
        return found

    def _next_frame(self) -> Any:
        posted = [frame for sender, frame in self._scene.frames if sender == "view"]
        return posted[self._frames_seen] if len(posted) > self._frames_seen else None

    def _match(self, expected: Any, actual: Any) -> None:
        problem = difference(fill_in(expected, self._names), actual)
        self._expect(problem is None, f"{problem}; it is {actual!r:.400}")

    def _expect(self, holds: bool, problem: str) -> None:  # noqa: FBT001 - reads as a sentence
        if not holds:
            raise AssertionError(f"{self._scenario.name}\n  at {self._place}:\n  {problem}")

    def _check_frames(self) -> None:
        conduct = Conduct(allowed=self._scenario.view.get("methods", []))
        asked: dict[str, str] = {}
        for sender, frame in self._scene.frames:
            if sender == "host":
                conduct.host_posted(frame)
                if isinstance(frame, dict) and "method" in frame:
                    request = cast("Json", frame)
                    asked[json.dumps(request.get("id"))] = request["method"]
                continue
            conduct.view_posted(frame)
            if self._check is not None:
                self._check(frame, asked.get(json.dumps(frame.get("id"))) if "method" not in frame else None)
        self._expect(not conduct.violations, "; ".join(conduct.violations))


_HANDSHAKE: list[Json] = [
    {"do": "connect"},
    {"view": {"method": "ui/initialize"}},
    {"view": {"method": "ui/notifications/initialized"}},
    {"outcome": "connect", "result": None},
]

_STEPS: dict[str, tuple[Any, frozenset[str]]] = {
    "host": (object, frozenset()),
    "view": (dict, frozenset({"as"})),
    "do": (str, frozenset({"args", "as"})),
    "outcome": (str, frozenset({"result", "error", "message", "code", "data"})),
    "pending": (str, frozenset()),
    "event": (str, frozenset({"value"})),
    "quiet": (bool, frozenset()),
    "advance": (int | float, frozenset()),
    "repeat": (int, frozenset({"steps"})),
}


def _check_step(step: Json, place: str) -> None:
    verbs = _STEPS.keys() & step.keys()
    if len(verbs) != 1:
        raise ScenarioError(f"{place}: a step has one of {', '.join(_STEPS)}, not {', '.join(sorted(step)) or 'none'}")
    [verb] = verbs
    kind, more = _STEPS[verb]
    if not isinstance(step[verb], kind):
        raise ScenarioError(f"{place}: {verb} is of the wrong type: {step[verb]!r:.60}")
    if others := step.keys() - more - {verb}:
        raise ScenarioError(f"{place}: a step with {verb} has no {', '.join(sorted(others))}")
    for index, inner in enumerate(step.get("steps", [])):
        _check_step(inner, f"{place}.steps[{index}]")
