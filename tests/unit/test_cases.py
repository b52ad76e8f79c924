"""Every case is shown by a test, and no test shows a case that there is not."""

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.cases import CASES, case

TESTS = Path(__file__).parent.parent
SCENARIOS = sorted((TESTS / "scenarios").glob("*.json"))


@cache
def cited() -> dict[str, list[str]]:
    """The tests and scenarios by the case they cite."""
    found: dict[str, list[str]] = {}
    for name, place in (*by_tests(), *by_scenarios()):
        found.setdefault(name, []).append(place)
    return found


def by_tests() -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                place = f"{path.relative_to(TESTS)}::{node.name}"
                yield from ((name, place) for decorator in node.decorator_list for name in named_by(decorator))


def named_by(decorator: ast.expr) -> list[str]:
    if not (isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "case"):
        return []
    return [str(ast.literal_eval(argument)) for argument in decorator.args]


def by_scenarios() -> Iterator[tuple[str, str]]:
    for path in SCENARIOS:
        for name in json.loads(path.read_text(encoding="utf-8"))["cases"]:
            yield name, f"scenarios/{path.name}"


def test_every_case_is_shown_or_says_why_not_yet() -> None:
    missing = [name for name, about in CASES.items() if name not in cited() and "later" not in about]
    assert missing == []


def test_no_case_is_put_off_that_is_shown_already() -> None:
    assert [name for name, about in CASES.items() if name in cited() and "later" in about] == []


def test_every_cited_case_exists() -> None:
    assert {name: places for name, places in cited().items() if name not in CASES} == {}


def test_every_scenario_is_evidence_for_something() -> None:
    silent = [path.name for path in SCENARIOS if not json.loads(path.read_text(encoding="utf-8"))["cases"]]
    assert silent == []


def test_a_test_can_not_cite_a_case_that_there_is_not() -> None:
    with pytest.raises(KeyError, match="Z99"):
        case("Z99")
