"""Whether a JSON value is what a scenario expects, and if not, where it differs."""

import re
from typing import Any, cast

_MISSING: Any = object()


def difference(expected: Any, actual: Any, at: str = "$") -> str | None:
    """Say where a value differs from what is expected; None if it does not.

    An object may have more members than are expected, everything else is compared whole; 1,
    1.0, True and "1" are different things. Instead of a value there may stand:

        {"$absent": true}         there is no such member
        {"$any": true}            anything
        {"$like": "in time$"}     text in which the regular expression is found
        {"$exactly": {…}}         an object without other members
    """
    if isinstance(expected, dict):
        return _of_object(cast("dict[str, Any]", expected), actual, at)
    if actual is _MISSING:
        return f"{at} is missing"
    if isinstance(expected, list) and isinstance(actual, list):
        return _of_list(cast("list[Any]", expected), cast("list[Any]", actual), at)
    return None if _same(cast("object", expected), actual) else f"{at} is {actual!r:.200}, not {expected!r:.200}"


def _same(expected: object, actual: object) -> bool:
    return type(expected) is type(actual) and expected == actual


def _of_object(expected: dict[str, Any], actual: Any, at: str) -> str | None:
    if len(expected) == 1:
        [(mark, content)] = expected.items()
        if mark in _MARKS:
            return _MARKS[mark](content, actual, at)
    if not isinstance(actual, dict):
        return f"{at} is {'missing' if actual is _MISSING else repr(actual)[:200]}, not an object"
    members = cast("dict[str, Any]", actual)
    differences = (difference(part, members.get(key, _MISSING), f"{at}.{key}") for key, part in expected.items())
    return next(filter(None, differences), None)


def _of_list(expected: list[Any], actual: list[Any], at: str) -> str | None:
    if len(expected) != len(actual):
        return f"{at} has {len(actual)} elements, not {len(expected)}: {actual!r:.200}"
    pairs = enumerate(zip(expected, actual, strict=True))
    differences = (difference(part, element, f"{at}[{index}]") for index, (part, element) in pairs)
    return next(filter(None, differences), None)


def _absent(_content: Any, actual: Any, at: str) -> str | None:
    return None if actual is _MISSING else f"{at} is there: {actual!r:.200}"


def _any(_content: Any, actual: Any, at: str) -> str | None:
    return f"{at} is missing" if actual is _MISSING else None


def _like(pattern: str, actual: Any, at: str) -> str | None:
    found = isinstance(actual, str) and re.search(pattern, actual)
    return None if found else f"{at} is {actual!r:.200}, not like {pattern!r}"


def _exactly(content: Any, actual: Any, at: str) -> str | None:
    if isinstance(content, dict) and isinstance(actual, dict):
        others = sorted(cast("dict[str, Any]", actual).keys() - cast("dict[str, Any]", content).keys())
        if others:
            return f"{at} has other members: {', '.join(others)}"
    return difference(content, actual, at)


_MARKS = {"$absent": _absent, "$any": _any, "$like": _like, "$exactly": _exactly}
