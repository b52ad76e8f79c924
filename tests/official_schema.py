"""The official JSON schemas of MCP Apps, as the tests use them.

Both were generated from TypeScript types, and a few of their places say something else than the
types do. `mend` puts these right, each with its reason; nothing else is touched.
"""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Literal

JsonObject = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
SPECIFICATION = ROOT / "tests" / "data" / "mcp-apps.schema.json"
"""The schema of the specification, without its descriptions."""
EXT_APPS = ROOT / "node_modules/@modelcontextprotocol/ext-apps/dist/src/generated/schema.json"
"""The schema of the official TypeScript SDK, where npm has put it."""


def available() -> list[Path]:
    """The schemas that are at hand; inside Pyodide there is no npm."""
    return [path for path in (SPECIFICATION, EXT_APPS) if path.exists()]


@cache
def definitions(path: Path = SPECIFICATION) -> JsonObject:
    """The mended definitions of a schema, by TypeScript name."""
    return {name: mend(definition) for name, definition in _load(path).items()}


def _load(path: Path) -> JsonObject:
    return json.loads(path.read_text(encoding="utf-8"))["$defs"]


def part_of(definition: JsonObject, part: Literal["params", "result", "whole"]) -> JsonObject:
    """Give the params of a message's definition; a result, or anything else, is a whole one."""
    if part != "params":
        return definition
    return {**definition["properties"]["params"], "$defs": definition.get("$defs", {})}


def mend(definition: JsonObject) -> JsonObject:
    """Give a definition that says what the TypeScript type says."""
    mended = deepcopy(definition)
    _mend_in_place(mended)
    return mended


def _mend_in_place(schema: Any) -> None:
    if isinstance(schema, list):
        for part in schema:
            _mend_in_place(part)
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("description"), str):
        del schema["description"]
    properties = schema.get("properties", {})
    if "containerDimensions" in properties:
        # An intersection of closed objects admits `{}` alone; the type means all four members.
        lengths = ("width", "height", "maxWidth", "maxHeight")
        properties["containerDimensions"] = _closed({key: {"type": "number"} for key in lengths})
    if "connectDomains" in properties:
        # Our one extension, which is an open proposal.
        properties["wasmUnsafeEval"] = {"type": "boolean"}
    if {"isError", "structuredContent"} <= set(properties):
        # An object in the specification, any JSON in the TypeScript SDK since 2.0: both are met.
        properties["structuredContent"] = {}
    if "--font-sans" in schema.get("required", ()):
        # `Record<Key, string | undefined>`: hosts send any subset.
        del schema["required"]
    for part in schema.values():
        _mend_in_place(part)


def _closed(properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties, "additionalProperties": False}
