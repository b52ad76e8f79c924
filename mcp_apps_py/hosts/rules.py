"""How a host talks, as data. A stub host plays these rules, in memory and in the browser alike."""

from collections.abc import Mapping
from typing import Any, Literal, cast

from pydantic import ConfigDict
from typing_extensions import TypedDict


class ToolData(TypedDict, total=False):
    """The tool call that the view is shown for: what `$tool-input` and its like stand for."""

    arguments: dict[str, Any]
    partials: list[dict[str, Any]]
    result: dict[str, Any]
    cancelled: str


class Rules(TypedDict, total=False):
    """What a host answers and posts.

    In every frame `"$id"` stands for the id of the request that is being answered, else of `ui/initialize`;
    values that JSON can't say are written as in `mcp_apps_py.testing.notation`. The lists of frames may also hold
    `"$tool-input-partial"`, `"$tool-input"`, `"$tool-result"` and `"$tool-cancelled"`, which post what `tool` says
    and nothing where it says nothing, and `{"$wait": seconds}`.

    Attributes:
        name: What these rules are, for messages.
        initialize: The result of `ui/initialize`; or `{"result": …}` or `{"error": …}`; or None: no answer.
        answers: By method, `*` for the rest: `{"result": …}`, `{"error": …}`, `{"silent": true}` or
            `{"frames": […]}`, each with `"delay"` in seconds if the answer takes that long.
        onload: Posted as soon as the frame is there.
        after_initialize: Posted right behind the answer to `ui/initialize`.
        after_initialized: Posted when `initialized` has come.
        teardown: How the end is announced.
        tool: The tool call that the view is shown for.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]

    name: str
    initialize: dict[str, Any] | None
    answers: dict[str, dict[str, Any]]
    onload: list[Any]
    after_initialize: list[Any]
    after_initialized: list[Any]
    teardown: Literal["request", "notification"]
    tool: ToolData


def merge_rules(rules: Mapping[str, Any], changes: Mapping[str, Any]) -> Rules:
    """Return a host's rules with some of them changed.

    The members of `answers` are replaced one by one, and so are those of `initialize`, unless either says how
    to answer as a whole: with None (no answer), `error`, or `result`. Every other rule is replaced.
    """
    merged = {**rules, **changes, "answers": {**rules.get("answers", {}), **changes.get("answers", {})}}
    old, new = rules.get("initialize"), changes.get("initialize", {})
    if old and new is not None and not {"error", "result"} & {*old, *new}:
        merged["initialize"] = {**old, **new}
    return cast("Rules", merged)
