"""What the tests are evidence for: the faults that real hosts and views had, and the rules of the specification.

`cases.json` has them all, each under its id. A test says with `@case("T1")` that it is evidence for T1, a scenario with
`"cases": ["T1"]`. `tests/unit/test_cases.py` holds both directions: no id is made up, none is forgotten.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

CASES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))
"""By id: `says`, what must hold; and `later`, why nothing shows it yet."""


def case(*ids: str) -> Callable[[F], F]:
    """Say what a test is evidence for.

    Raises:
        KeyError: If there is no such case.
    """
    for name in ids:
        CASES[name]
    return lambda test: test
