"""Models are built when they are first used, and every one can be."""

import inspect
import re

import pytest

from mcp_apps_py import types
from mcp_apps_py.types.style_variables import STYLE_VARIABLE_KEYS
from tests.cases import case
from tests.unit.types.definitions import MODELS

WIRE_MODELS = [
    model
    for name in types.__all__
    if inspect.isclass(model := getattr(types, name)) and issubclass(model, types.WireModel)
]


@case("P1")
@pytest.mark.parametrize("model", WIRE_MODELS)
def test_every_model_builds(model: type[types.WireModel]) -> None:
    model.model_rebuild(force=True)
    assert model.__pydantic_complete__


def test_defining_a_model_does_not_build_it() -> None:
    class View(types.WireModel):
        size: int

    assert not View.__pydantic_complete__
    assert View(size=1).to_wire() == {"size": 1}
    assert View.__pydantic_complete__


def test_every_model_says_what_it_is() -> None:
    nameless = [model.__name__ for model in WIRE_MODELS if "__doc__" not in vars(model) or not model.__doc__]
    assert nameless == []


def test_every_model_of_a_definition_names_its_typescript_type() -> None:
    for name, (model, _) in MODELS.items():
        if inspect.isclass(model) and model is not types.CallToolResult and model is not types.HostContext:
            assert f"TypeScript: {name})" in re.sub(r"\s+", " ", model.__doc__ or ""), name


def test_the_style_variables_are_those_of_the_specification() -> None:
    from tests.official_schema import definitions

    keys = [choice["const"] for choice in definitions()["McpUiStyleVariableKey"]["anyOf"]]
    assert list(STYLE_VARIABLE_KEYS) == keys
