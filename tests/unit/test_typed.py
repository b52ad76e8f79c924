"""Types from annotations, end to end: listeners, results of calls, app tools. Here all annotations are strings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, Optional

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from mcp_apps_py import App, LocalProtocolError, RequestContext, ResultValidationError
from mcp_apps_py.transport import settle
from mcp_apps_py.types import CallToolResult, TextContent
from tests.cases import case
from tests.connected import connected


class City(BaseModel):
    name: str
    people: int | None = None
    near: list[City] = []


@dataclass
class Place:
    name: str
    height: float = 0.0


class Spot(TypedDict):
    name: str


class Renamed(BaseModel):
    first_name: str = Field(alias="firstName")


# Listeners


async def test_string_annotations_type_a_listener() -> None:
    heard: list[Any] = []

    def model(value: City) -> None:
        heard.append(value)

    def data(value: Place) -> None:
        heard.append(value)

    def typed_dict(value: Spot) -> None:
        heard.append(value)

    def annotated(value: Annotated[City, "a note"]) -> None:
        heard.append(value)

    def maybe(value: City | None) -> None:
        heard.append(value)

    def whole(value: CallToolResult) -> None:
        heard.append(value.structured_content)

    async with connected() as (app, host):
        for listener in (model, data, typed_dict, annotated, maybe, whole):
            app.on_tool_result(listener)
        host.send_tool_result({"name": "Rome"})
        await settle()
    rome = City(name="Rome")
    assert heard == [rome, Place("Rome"), {"name": "Rome"}, rome, rome, {"name": "Rome"}]


async def test_an_optional_listener_hears_that_there_is_nothing() -> None:
    heard: list[Any] = []

    def maybe(value: Optional[City]) -> None:  # noqa: UP045 - people write it so, too
        heard.append(value)

    async with connected() as (app, host):
        app.on_tool_result(maybe)
        host.send_tool_result()
        await settle()
    assert heard == [None]


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ({}, "tool_result: name: it is missing"),
        ({"name": 5}, "tool_result: name: input should be a valid string"),
        ({"name": "Rome", "near": [{"name": "Ostia"}, {}]}, "tool_result: near.1.name: it is missing"),
        ({"name": "Rome", "people": "many"}, "tool_result: people: input should be a valid integer"),
        ([], "tool_result: input should be a valid dictionary"),
        (None, "tool_result: there is no structured content to validate"),
    ],
)
async def test_what_a_listener_can_not_take_names_event_and_field(sent: Any, problem: str) -> None:
    errors: list[BaseException] = []

    def show(value: City) -> None:
        raise AssertionError("must not be called")

    async with connected() as (app, host):
        app.on_error(errors.append)
        app.on_tool_result(show)
        host.send_tool_result(sent, content="x")
        await settle()
    assert [type(error) for error in errors] == [ResultValidationError]
    assert str(errors[0]).startswith(problem)


@pytest.mark.parametrize("annotation", ["Nowhere", "City | 'x'", "City.nowhere", "City[", "1 / 0"])
def test_an_annotation_that_can_not_be_resolved_is_refused(annotation: str) -> None:
    def listener(value: Any) -> None: ...

    def tool(value: Any) -> None: ...

    listener.__annotations__["value"] = tool.__annotations__["value"] = annotation
    app = App("test", "1.0")
    with pytest.raises(LocalProtocolError, match="parameter 'value' can't be resolved"):
        app.on_tool_result(listener)
    with pytest.raises(LocalProtocolError, match="tool: its signature can't be read"):
        app.register_tool("t", tool)


# Results of calls


@case("D5")
@pytest.mark.parametrize(
    ("type_", "given", "value"),
    [
        (City, {"name": "Rome"}, City(name="Rome")),
        (Place, {"name": "Rome", "height": 21}, Place("Rome", 21.0)),
        (Spot, {"name": "Rome"}, {"name": "Rome"}),
        (Renamed, {"firstName": "Ada"}, Renamed(firstName="Ada")),
        (dict[str, int], {"a": 1}, {"a": 1}),
        (Any, {"a": None}, {"a": None}),
        (City | None, None, None),
    ],
)
async def test_a_call_gives_the_type_that_is_asked_for(type_: Any, given: Any, value: Any) -> None:
    async with connected() as (app, host):
        host.answer_tool("t", given)
        assert await app.call_server_tool("t", result_type=type_) == value


@pytest.mark.parametrize(
    ("type_", "problem"),
    [
        (City, "the result of t: name: it is missing"),
        (Place, "the result of t: name: it is missing"),
        (Spot, "the result of t: name: it is missing"),
        (Renamed, "the result of t: firstName: it is missing"),
        (dict[str, int], "the result of t: x: input should be a valid integer"),
    ],
)
async def test_a_result_of_another_type_names_tool_and_field(type_: Any, problem: str) -> None:
    async with connected() as (app, host):
        host.answer_tool("t", {"x": "y"})
        with pytest.raises(ResultValidationError) as caught:
            await app.call_server_tool("t", result_type=type_)
    assert str(caught.value).startswith(problem)
    assert "pydantic.dev" not in str(caught.value)


# App tools


def travel(
    to: City,
    by: Literal["train", "boat"] = "train",
    *,
    budget: Annotated[float, Field(gt=0)] | None = None,
    nights: int = Field(2, ge=1, description="How long."),
    stops: list[Place] = [],  # noqa: B006 - it is not changed
    note: Annotated[str, Field(description="Said at the parameter.")] = "",
    context: RequestContext | None = None,
) -> City:
    """Travel.

    Args:
        to: Where to.
        by (str): How,
            in a word.
        budget: What it may cost.
        note: Said in the docstring.
    """
    assert context is not None
    assert isinstance(to, City)
    assert all(isinstance(stop, Place) for stop in stops)
    return City(name=f"{to.name} by {by} for {nights}", people=len(stops), near=[to])


def schema_of(function: Any) -> dict[str, Any]:
    return App("test", "1.0").register_tool("t", function).signature.input_schema()


@case("A1")
def test_string_annotations_make_the_schema_of_a_tool() -> None:
    schema = schema_of(travel)
    properties = schema["properties"]
    assert schema["required"] == ["to"]
    assert list(properties) == ["to", "by", "budget", "nights", "stops", "note"]
    assert properties["to"]["description"] == "Where to."
    assert properties["by"]["description"] == "How, in a word."
    assert (properties["by"]["enum"], properties["by"]["default"]) == (["train", "boat"], "train")
    assert properties["budget"]["anyOf"][0] == {"type": "number", "exclusiveMinimum": 0}
    assert properties["budget"]["description"] == "What it may cost."
    assert (properties["nights"]["default"], properties["nights"]["minimum"]) == (2, 1)
    assert properties["nights"]["description"] == "How long."
    assert properties["note"]["description"] == "Said at the parameter."
    assert schema["$defs"]["City"]["properties"]["near"]["items"] == {"$ref": "#/$defs/City"}


@case("A1")
async def test_a_tool_gets_what_its_annotations_say_and_its_defaults() -> None:
    app = App("test", "1.0")
    app.tool(travel)
    async with connected(app) as (_, host):
        result = await host.call_tool("travel", {"to": {"name": "Rome"}})
        assert result.structured_content["name"] == "Rome by train for 2"
        arguments = {"to": {"name": "Rome"}, "by": "boat", "nights": 3, "stops": [{"name": "Ostia"}], "budget": None}
        result = await host.call_tool("travel", arguments)
        assert (result.structured_content["name"], result.structured_content["people"]) == ("Rome by boat for 3", 1)


@case("A1")
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "travel: to: it is missing"),
        ({"to": {"name": "x"}, "by": "car"}, "travel: by: input should be 'train' or 'boat'"),
        ({"to": {"name": "x"}, "nights": 0}, "travel: nights: input should be greater than or equal to 1"),
        ({"to": {"name": "x"}, "budget": -1}, "travel: budget: input should be greater than 0"),
        ({"to": {"name": "x"}, "stops": [{}]}, "travel: stops.0.name: it is missing"),
        ({"to": {"near": [{}]}}, "travel: to.name: it is missing; to.near.0.name: it is missing"),
    ],
)
async def test_wrong_arguments_name_the_tool_and_the_field(arguments: dict[str, Any], problem: str) -> None:
    app = App("test", "1.0")
    app.tool(travel)
    async with connected(app) as (_, host):
        result = await host.call_tool("travel", arguments)
    assert (result.is_error, result.text) == (True, problem)


def gives(annotation: Any, outcome: Any) -> Any:
    def tool() -> Any:
        return outcome

    tool.__annotations__["return"] = annotation
    return tool


async def outcome_of(annotation: Any, outcome: Any) -> tuple[CallToolResult, dict[str, Any] | None]:
    app = App("test", "1.0")
    app.on_error(lambda: None)
    handle = app.register_tool("t", gives(annotation, outcome))
    async with connected(app) as (_, host):
        return await host.call_tool("t"), handle.signature.output_schema()


@pytest.mark.parametrize(
    ("annotation", "outcome", "structured"),
    [
        (City, City(name="Rome"), {"name": "Rome", "people": None, "near": []}),
        (City, {"name": "Rome"}, {"name": "Rome", "people": None, "near": []}),
        (Place, Place("Rome", 21), {"name": "Rome", "height": 21.0}),
        (Spot, Spot(name="Rome"), {"name": "Rome"}),
        (Renamed, Renamed(firstName="Ada"), {"firstName": "Ada"}),
        (dict[int, str], {1: "a"}, {"1": "a"}),
        (Annotated[City, "a note"], City(name="x"), {"name": "x", "people": None, "near": []}),
    ],
)
async def test_what_is_an_object_is_structured_content_that_fits_its_schema(
    annotation: Any, outcome: Any, structured: Any
) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    result, schema = await outcome_of(annotation, outcome)
    assert result.structured_content == structured
    assert schema is not None
    jsonschema.validate(result.structured_content, schema)


@pytest.mark.parametrize(
    ("annotation", "outcome", "text"),
    [
        (list[City], [{"name": "Rome"}], '[{"name":"Rome","people":null,"near":[]}]'),
        (list[TextContent], [TextContent(text="a")], "a"),
        (Literal["a", "b"], "b", "b"),
        (str | None, None, ""),
        (City | None, None, ""),
        (None, None, ""),
    ],
)
async def test_what_is_no_object_is_content_alone(annotation: Any, outcome: Any, text: str) -> None:
    result, schema = await outcome_of(annotation, outcome)
    assert (result.text, result.structured_content, schema, result.is_error) == (text, None, None, None)


@pytest.mark.parametrize(
    ("annotation", "outcome", "problem"),
    [
        (City, {}, "name: it is missing"),
        (City, "Rome", "input should be a valid dictionary"),
        (City, None, "input should be a valid dictionary"),
        (City, TextContent(text="Rome"), "input should be a valid dictionary"),
        (City, [TextContent(text="Rome")], "input should be a valid dictionary"),
        (Place, {"height": 1}, "name: it is missing"),
        (Spot, {"name": 5}, "name: input should be a valid string"),
        (list[City], [{}], "0.name: it is missing"),
        (Literal["a", "b"], "c", "input should be 'a' or 'b'"),
        (int, None, "input should be a valid integer"),
    ],
)
async def test_what_a_tool_gives_against_its_annotation_fails_and_names_the_field(
    annotation: Any, outcome: Any, problem: str
) -> None:
    result, _schema = await outcome_of(annotation, outcome)
    assert result.is_error is True
    assert result.text.startswith(f"t failed: the tool's return value: {problem}")


def test_parameters_may_be_called_like_attributes_of_a_model() -> None:
    def odd(*, model_dump: int, model_fields: int, copy: str, schema: str, validate: bool, cls: int) -> None: ...

    names = ["model_dump", "model_fields", "copy", "schema", "validate", "cls"]
    assert list(schema_of(odd)["properties"]) == names


# What the model is told


@pytest.mark.parametrize(
    ("content", "structured"),
    [
        (City(name="Rome"), {"name": "Rome", "people": None, "near": []}),
        (Place("Rome"), {"name": "Rome", "height": 0.0}),
        (Spot(name="Rome"), {"name": "Rome"}),
        (Renamed(firstName="Ada"), {"firstName": "Ada"}),
        ({"city": City(name="Rome")}, {"city": {"name": "Rome", "people": None, "near": []}}),
    ],
)
async def test_the_model_s_context_may_be_a_model_a_dataclass_or_a_dict(content: Any, structured: Any) -> None:
    async with connected() as (app, host):
        await app.update_model_context(structured_content=content)
        assert (await host.received("ui/update-model-context"))["params"] == {"structuredContent": structured}
