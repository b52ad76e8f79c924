"""Hypothesis strategies for what a JSON schema admits: as much of JSON schema as ours use.

`hypothesis-jsonschema` neither follows recursive references nor runs with current Hypothesis.
"""

import sys
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

JsonObject = dict[str, Any]
Strategy = st.SearchStrategy[Any]

SAFE_INTEGER = 2**53 - 1
AWKWARD_NAMES = ("", "self", "cls", "copy", "model_dump", "__class__", "_private", "a-b", "ünï", "constructor")

TEXTS = st.one_of(st.text(max_size=8), st.sampled_from(("null", "0", "\u2028", "👩‍👩‍👧", "\x00")))
INTEGERS = st.integers(-SAFE_INTEGER, SAFE_INTEGER)
NUMBERS = st.one_of(INTEGERS, st.floats(allow_nan=False, allow_infinity=False))
NAMES = st.one_of(st.sampled_from(AWKWARD_NAMES), st.text("xyz", max_size=3))
ANY_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(NAMES, inner, max_size=2)),
    max_leaves=3,
)
FORMATS = {
    "date-time": st.datetimes().map(lambda moment: moment.isoformat(timespec="milliseconds") + "Z"),
    "uri": st.sampled_from(("file:///a", "file:///ü")),
}


def quickly(examples: int) -> settings:
    """Draw the same few examples at every run, on machines of any speed; fewer inside Pyodide."""
    if sys.platform == "emscripten":
        examples = max(2, examples // 4)
    unhurried = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
    return settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=unhurried
    )


def instances_of(definition: JsonObject) -> Strategy:
    """Give a strategy for the JSON values that a definition admits; its `$defs` are its own."""
    return _Instances(definition).of(definition)


class _Instances:
    def __init__(self, root: JsonObject) -> None:
        self._root = root
        self._of_ref: dict[str, Strategy] = {}

    def of(self, schema: JsonObject) -> Strategy:
        """Give the strategy of a part of the definition."""
        if "$ref" in schema:
            return self._referred(schema["$ref"])
        if "const" in schema:
            return st.just(schema["const"])
        if "enum" in schema:
            return st.sampled_from(schema["enum"])
        if "anyOf" in schema or "oneOf" in schema:
            return st.one_of([self.of(part) for part in schema.get("anyOf") or schema["oneOf"]])
        match schema.get("type"):
            case "object":
                return self._objects(schema)
            case "array":
                return st.lists(self.of(schema.get("items", {})), max_size=3)
            case None if set(schema) <= {"default", "title", "description"}:
                return ANY_JSON
            case _:
                return _scalars(schema)

    def _referred(self, ref: str) -> Strategy:
        if ref not in self._of_ref:
            schema = self._root["$defs"][ref.removeprefix("#/$defs/")]
            # A reference may lead back to itself, so it is only followed when a value is drawn.
            self._of_ref[ref] = st.deferred(lambda: self.of(schema))
        return self._of_ref[ref]

    def _objects(self, schema: JsonObject) -> Strategy:
        possible = {name: self.of(part) for name, part in schema.get("properties", {}).items() if part != {"not": {}}}
        required = {name: possible.pop(name) for name in schema.get("required", ()) if name in possible}
        declared = st.fixed_dictionaries(required, optional=possible)
        others = schema.get("additionalProperties", {})
        if others is False:
            return declared
        names = self._names(schema).filter(lambda name: name not in schema.get("properties", {}))
        values = ANY_JSON if others is True else self.of(others)
        return st.builds(lambda a, b: {**a, **b}, declared, st.dictionaries(names, values, max_size=2))

    def _names(self, schema: JsonObject) -> Strategy:
        names = schema.get("propertyNames", {"type": "string"})
        return NAMES if names == {"type": "string"} else self.of(names)


def _scalars(schema: JsonObject) -> Strategy:
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "string":
            return FORMATS.get(schema.get("format", ""), TEXTS)
        case "integer":
            low, high = schema.get("minimum", -SAFE_INTEGER), schema.get("maximum", SAFE_INTEGER)
            return st.integers(low, high)
        case "number" if "minimum" in schema:
            return st.floats(schema["minimum"], schema["maximum"]) | st.sampled_from((0, 1))
        case "number":
            return NUMBERS
        case other:
            raise NotImplementedError(f"JSON schema type {other!r} in {schema}")
