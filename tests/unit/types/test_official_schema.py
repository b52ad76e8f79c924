"""The models against the official JSON schemas of MCP Apps, in both directions."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from pydantic import TypeAdapter

from mcp_apps_py import types
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
