"""Values that JSON can't say, and ids that are not known yet, written as JSON.

{"$undefined": true}      JavaScript's undefined
{"$number": "NaN"}        NaN, Infinity, -Infinity
{"$bigint": "9007199254740993"}
{"$js": "new Map()"}      any JavaScript expression; only a page can post it
"$id", "$id:name"         filled in by who plays the rules or the scenario
"""

import math
from collections.abc import Mapping
from typing import Any, cast

JS_ONLY = object()
"""What `plain` gives for a value that has no form in JSON at all, as undefined."""

_WITHOUT_JSON = ("$undefined", "$js")


def plain(value: Any) -> Any:
    """Give what arrives in Python of a value in this notation, as after the page's transport.

    Returns:
        A JSON value, or `JS_ONLY` if there is none.
    """
    if isinstance(value, Mapping):
        members = cast("Mapping[str, Any]", value)
        if len(members) == 1:
            [(mark, content)] = members.items()
            if mark in _WITHOUT_JSON:
                return JS_ONLY
            if mark in ("$number", "$bigint"):
                return None if mark == "$number" else str(content)
        converted = {key: plain(member) for key, member in members.items()}
        return {key: member for key, member in converted.items() if member is not JS_ONLY}
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        elements = [plain(element) for element in cast("list[Any]", value)]
        return [None if element is JS_ONLY else element for element in elements]
    return value


def fill_in(value: Any, names: Mapping[str, Any]) -> Any:
    """Replace every string that is one of `names` by what it stands for."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        members = cast("Mapping[str, Any]", value)
        if set(members) == {"$text"}:
            return str(fill_in(members["$text"], names))
        return {key: fill_in(member, names) for key, member in members.items()}
    if isinstance(value, list):
        return [fill_in(element, names) for element in cast("list[Any]", value)]
    return value
