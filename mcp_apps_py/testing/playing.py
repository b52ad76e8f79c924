"""What a host posts by its rules, in reaction to what the view posts."""

from collections.abc import Mapping
from typing import Any, cast

from ..hosts import Rules, check_rules, load, merge_rules
from ..protocol import INITIALIZE, INITIALIZED
from .notation import fill_in


def make_rules(
    preset: str | Mapping[str, Any],
    context: Mapping[str, Any] | None = None,
    capabilities: Mapping[str, Any] | None = None,
) -> Rules:
    """Make the rules of a host.

    Args:
        preset: The name of a host profile, or rules, which then change those of the specification.
        context: Members of the host context that are told at the handshake, besides the preset's.
        capabilities: What the host offers, instead of what the preset does.

    Raises:
        ProfileError: If there is no such preset, or the rules are malformed.
    """
    rules = load(preset if isinstance(preset, str) else "spec").rules
    if not isinstance(preset, str):
        rules = merge_rules(rules, check_rules(preset, "the rules of a stub host"))
    known = rules.get("initialize")
    changes: dict[str, Any] = {}
    if capabilities is not None:
        changes["hostCapabilities"] = capabilities
    if context is not None:
        changes["hostContext"] = {**((known or {}).get("hostContext") or {}), **context}
    return merge_rules(rules, {"initialize": changes}) if known and changes else rules


class Player:
    """Plays a host's rules; what it gives may hold `{"$wait": seconds}` between the frames."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._initialize_id: Any = None

    def reaction(self, frame: Mapping[str, Any]) -> list[Any]:
        """Give what the host posts after a call of the view."""
        method = frame["method"]
        if method == INITIALIZED:
            return self._filled("after_initialized")
        if "id" not in frame:
            return []
        if method == INITIALIZE:
            self._initialize_id = frame["id"]
            answer = self._answer(_whole(self._rules.get("initialize")), frame["id"])
            return [*self._filled("onload"), *answer, *(self._filled("after_initialize") if answer else [])]
        answers = self._rules.get("answers", {})
        return self._answer(answers.get(method) or answers.get("*", {}), frame["id"])

    def _answer(self, rule: Mapping[str, Any], request_id: Any) -> list[Any]:
        if rule.get("silent"):
            return []
        wait = [{"$wait": rule["delay"]}] if "delay" in rule else []
        outcome = {key: rule[key] for key in ("result", "error") if key in rule}
        answer = [{"jsonrpc": "2.0", "id": request_id, **outcome}] if outcome else []
        return [*wait, *answer, *fill_in(rule.get("frames", []), {"$id": request_id})]

    def _filled(self, name: str) -> list[Any]:
        frames = cast("list[Any]", self._rules.get(name, []))
        meant = [each for frame in frames for each in self._meant(frame)]
        return fill_in(meant, {"$id": self._initialize_id})

    def _meant(self, frame: Any) -> list[Any]:
        """The frames that a word such as `$tool-input` stands for, by what the rules say of the tool."""
        tool: Mapping[str, Any] = self._rules.get("tool", {})
        params: dict[str, list[Any]] = {
            "$tool-input-partial": [{"arguments": partial} for partial in tool.get("partials", [])],
            "$tool-input": [{"arguments": tool["arguments"]}] if "arguments" in tool else [],
            "$tool-result": [tool["result"]] if "result" in tool else [],
            "$tool-cancelled": [{"reason": tool["cancelled"]}] if "cancelled" in tool else [],
        }
        if not isinstance(frame, str) or frame not in params:
            return [frame]
        method = f"ui/notifications/{frame[1:]}"
        return [{"jsonrpc": "2.0", "method": method, "params": each} for each in params[frame]]


def _whole(rule: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if rule is None:
        return {"silent": True}
    return rule if {"error", "result"} & rule.keys() else {"result": rule}
