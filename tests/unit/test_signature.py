"""A function's signature and docstring as a tool's schemas."""

import json
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from mcp_apps_py import App, AppTool, LocalProtocolError, RequestContext
from mcp_apps_py.tools.signature import read_docstring
from tests.cases import case


class Point(BaseModel):
    x: int
    y: int = 0


@dataclass
class Size:
    width: float


def tool_of(function: Any, **info: Any) -> AppTool:
    return App("test", "1.0").register_tool("t", function, **info)


@case("A1", "P1")
def test_a_signature_makes_the_input_schema() -> None:
    def select(
        day: int,
        city: str = "Rome",
        unit: Literal["C", "F"] | None = None,
        size: Annotated[float, Field(gt=0, description="in pixels")] = 1,
        at: Point | None = None,
        *,
        anything=None,
    ) -> None:
        """Select a day.

        More about it.

        Args:
            day: The day, from 0.
            city: Where,
                in words.

        Returns:
            Nothing.
        """

    tool = tool_of(select)
    schema = tool.signature.input_schema()
    assert tool.description == "Select a day.\n\nMore about it."
    assert schema["type"] == "object"
    assert schema["required"] == ["day"]
    properties = schema["properties"]
    assert properties["day"]["type"] == "integer"
    assert properties["day"]["description"] == "The day, from 0."
    assert properties["city"]["default"] == "Rome"
    assert properties["city"]["description"] == "Where, in words."
    assert properties["unit"]["anyOf"][0]["enum"] == ["C", "F"]
    assert properties["size"]["exclusiveMinimum"] == 0
    assert properties["size"]["description"] == "in pixels"
    assert "Point" in json.dumps(properties["at"])
    assert set(properties) == {"day", "city", "unit", "size", "at", "anything"}


@case("A1")
def test_a_function_without_parameters_has_an_object_schema() -> None:
    schema = tool_of(lambda: None).signature.input_schema()
    assert schema == {"type": "object", "properties": {}}


def test_parameters_may_have_any_name() -> None:
    def odd(json: int, model_config: int, self: int, _hidden: int, class_: int = 0) -> None: ...

    assert list(tool_of(odd).signature.input_schema()["properties"]) == [
        "json",
        "model_config",
        "self",
        "_hidden",
        "class_",
    ]


def test_the_context_parameter_is_no_argument() -> None:
    def tool(n: int, context: RequestContext) -> None: ...

    assert list(tool_of(tool).signature.input_schema()["properties"]) == ["n"]


@pytest.mark.parametrize(
    ("annotation", "has_schema"),
    [
        (Point, True),
        (Size, True),
        (dict[str, int], True),
        (str, False),
        (int, False),
        (list[Point], False),
        (None, False),
    ],
)
def test_only_what_is_an_object_has_an_output_schema(annotation: Any, has_schema: bool) -> None:
    def tool() -> Any: ...

    tool.__annotations__["return"] = annotation
    schema = tool_of(tool).signature.output_schema()
    assert (schema is not None) is has_schema
    if schema is not None:
        assert schema["type"] == "object"


class Unknown:
    pass


def star(*values: int) -> None: ...
def stars(**values: int) -> None: ...
def positional(value: int, /) -> None: ...
def unresolved(value: "Nowhere") -> None: ...  # type: ignore[name-defined]  # noqa: F821
def unknown(value: Unknown) -> None: ...
def unknown_output() -> Unknown: ...


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        (star, "star: arguments come by name"),
        (stars, "stars: arguments come by name"),
        (positional, "positional: arguments come by name"),
        (unresolved, "unresolved: its signature can't be read: name 'Nowhere'"),
        (unknown, "unknown: its parameters can't be validated"),
        (unknown_output, "unknown_output's return value: pydantic can't validate into"),
    ],
)
def test_a_signature_that_can_not_be_a_tools_is_refused_by_name(function: Any, problem: str) -> None:
    with pytest.raises(LocalProtocolError, match=problem):
        tool_of(function)


@pytest.mark.parametrize(
    ("docstring", "description", "arguments"),
    [
        ("", None, {}),
        ("One line.", "One line.", {}),
        ("Args:\n    a: The a.", None, {"a": "The a."}),
        (
            "Do.\n\nArgs:\n    a (int): The a.\n    b: The b,\n        and more.",
            "Do.",
            {"a": "The a.", "b": "The b, and more."},
        ),
        ("Do.\n\nArguments:\n    *a: x", "Do.", {"a": "x"}),
        ("Do: this.\n\nNote: that.", "Do: this.\n\nNote: that.", {}),
        ("Do.\n\nRaises:\n    E: When.\n\nArgs:\n    a: x\n\nReturns:\n    r: y", "Do.", {"a": "x"}),
    ],
)
def test_docstrings_are_read_as_google_writes_them(
    docstring: str, description: str | None, arguments: dict[str, str]
) -> None:
    assert read_docstring(docstring) == (description, arguments)
