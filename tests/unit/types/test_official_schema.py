"""The models against the official JSON schemas of MCP Apps, in both directions."""

import inspect
import json
from typing import Any, get_args

import jsonschema
import pytest
from hypothesis import given
from pydantic import TypeAdapter

from mcp_apps_py import types
from mcp_apps_py.types._base import wire_name
from tests.official_schema import EXT_APPS, definitions, part_of
from tests.schema_instances import instances_of, quickly
from tests.unit.types.definitions import MODELS

needs_ext_apps = pytest.mark.skipif(
    not EXT_APPS.exists(), reason="npm package @modelcontextprotocol/ext-apps is not here"
)
DIFFERENT = [name for name in MODELS if EXT_APPS.exists() and definitions(EXT_APPS)[name] != definitions()[name]]
"""The definitions that the TypeScript SDK has otherwise than the specification."""


def text(value: Any) -> str:
    """Give JSON text, by which True differs from 1, and 1 from 1.0."""
    return json.dumps(value, sort_keys=True)


def wire(value: Any) -> Any:
    return value.to_wire() if isinstance(value, types.WireModel) else value


def check_round_trips(model: Any, definition: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(definition)
    adapter: TypeAdapter[Any] = TypeAdapter(model)

    @quickly(12)
    @given(instances_of(definition))
    def check(sent: Any) -> None:
        validator.validate(sent)
        assert text(wire(adapter.validate_python(sent))) == text(sent)
        assert text(wire(adapter.validate_json(text(sent)))) == text(sent)

    check()


def test_every_definition_of_the_specification_has_a_model() -> None:
    assert set(MODELS) == set(definitions())
    assert len(MODELS) == 39


@needs_ext_apps
def test_the_typescript_sdk_has_no_other_definitions() -> None:
    assert set(definitions(EXT_APPS)) == set(definitions())


@pytest.mark.parametrize("name", MODELS)
def test_what_the_specification_admits_is_parsed_and_dumped_unchanged(name: str) -> None:
    model, part = MODELS[name]
    check_round_trips(model, part_of(definitions()[name], part))


@needs_ext_apps
@pytest.mark.parametrize("name", DIFFERENT)
def test_what_the_typescript_sdk_admits_otherwise_is_parsed_and_dumped_unchanged(name: str) -> None:
    model, part = MODELS[name]
    check_round_trips(model, part_of(definitions(EXT_APPS)[name], part))


def reachable(annotation: Any) -> list[type[types.WireModel]]:
    """Give the models that a field's annotation is made of."""
    if inspect.isclass(annotation) and issubclass(annotation, types.WireModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in reachable(part)]


def objects_in(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Give the objects with declared members that a property may be, or be a list of."""
    if schema.get("properties"):
        return [schema]
    parts = [*schema.get("anyOf", ()), schema.get("items", {})]
    return [found for part in parts if part for found in objects_in(part)]


def undeclared(model: type[types.WireModel], schema: dict[str, Any], at: str) -> list[str]:
    """Give the paths of properties that are no field of the model, or of the models below it."""
    fields = {wire_name(name): field for name, field in model.model_fields.items()}
    paths: list[str] = []
    for name, part in schema.get("properties", {}).items():
        if part == {"not": {}}:
            continue
        if name not in fields:
            paths.append(f"{at}.{name}")
            continue
        models = reachable(fields[name].annotation)
        for found in objects_in(part) if models else ():
            attempts = [undeclared(nested, found, f"{at}.{name}") for nested in models]
            paths += min(attempts, key=len)
    return paths


@pytest.mark.parametrize("name", MODELS)
def test_every_property_of_the_specification_is_a_field(name: str) -> None:
    model, part = MODELS[name]
    if inspect.isclass(model) and issubclass(model, types.WireModel):
        assert undeclared(model, part_of(definitions()[name], part), name) == []


def test_a_property_that_is_no_field_is_noticed() -> None:
    inner = {"properties": {"theme": {}, "themes": {}}}
    schema = {"properties": {"hostContext": inner, "protocolVersion": {}, "host": {}}}
    assert undeclared(types.InitializeResult, schema, "x") == ["x.hostContext.themes", "x.host"]
