"""What fits a listener: its parameters, and the type that it asks for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from pydantic import BaseModel
from typing_extensions import TypedDict

from mcp_apps_py import EventHook, LocalProtocolError, ResultValidationError
from mcp_apps_py.tasks import Tasks
from mcp_apps_py.transport import settle
from mcp_apps_py.types import CallToolResult, HostContext, ToolInputParams
from tests.cases import case
from tests.connected import connected


class City(BaseModel):
    city: str
    zip: int | None = None


@dataclass
class Place:
    city: str


class Spot(TypedDict):
    city: str


def hook(errors: list[BaseException] | None = None, **options: Any) -> EventHook[Any]:
    return EventHook[Any]("thing", Tasks((errors if errors is not None else []).append), **options)


@pytest.mark.parametrize(
    ("listener", "calls"),
    [
        (lambda: (), 1),
        (lambda value: value, 1),
        (lambda value=5: value, 1),
        (lambda *values: values, 1),
        (lambda **_members: None, 1),
        (lambda *, quiet=True: quiet, 1),
        (partial(lambda a, b: (a, b), 1), 1),
        (print, 1),
    ],
)
def test_a_listener_takes_the_value_or_nothing(listener: Callable[..., Any], calls: int) -> None:
    errors: list[BaseException] = []
    thing = hook(errors)
    thing.add(listener)
    thing.emit(1)
    assert errors == []


@pytest.mark.parametrize("listener", [lambda a, b: None, lambda *, needed: None, lambda a, *, needed: None])
def test_a_listener_that_needs_more_than_one_value_is_refused(listener: Callable[..., Any]) -> None:
    with pytest.raises(LocalProtocolError, match=r"a listener for thing is called with one value, but .* needs"):
        hook().add(listener)


def test_an_annotation_that_can_not_be_resolved_is_refused_by_name() -> None:
    def listener(value: "Nowhere") -> None:  # type: ignore[name-defined]  # noqa: F821
        ...

    with pytest.raises(LocalProtocolError, match=r"'Nowhere' of parameter 'value' can't be resolved"):
        hook(select=lambda value: value).add(listener)


def test_an_annotation_that_pydantic_does_not_know_is_refused() -> None:
    class Odd:
        pass

    def listener(value: Odd) -> None: ...

    with pytest.raises(LocalProtocolError, match="a listener for thing: pydantic can't validate into"):
        hook(select=lambda value: value).add(listener)


async def test_a_listener_is_typed_by_its_annotation() -> None:
    heard: list[Any] = []

    def model(value: City) -> None:
        heard.append(value)

    def text(value: "City") -> None:
        heard.append(value)

    def data(value: Place) -> None:
        heard.append(value)

    def typed_dict(value: Spot) -> None:
        heard.append(value)

    def plain(value: dict[str, Any]) -> None:
        heard.append(value)

    def whole(value: ToolInputParams) -> None:
        heard.append(value.arguments)

    def untyped(value) -> None:
        heard.append(value.arguments)

    async with connected() as (app, host):
        for listener in (model, text, data, typed_dict, plain, whole, untyped):
            app.on_tool_input(listener)
        host.send_tool_input({"city": "Rome"})
        await settle()
    city: dict[str, Any] = {"city": "Rome"}
    assert heard == [City(city="Rome"), City(city="Rome"), Place("Rome"), city, city, city, city]


async def test_data_that_does_not_fit_an_annotation_names_the_event_and_the_field() -> None:
    async with connected() as (app, host):
        errors: list[BaseException] = []
        app.on_error(errors.append)

        @app.on_tool_result
        def show(value: City) -> None:
            raise AssertionError("must not be called")

        host.send_tool_result({"city": 5, "zip": "x"})
        host.send_tool_result()
        await settle()
    assert [type(error) for error in errors] == [ResultValidationError] * 2
    assert str(errors[0]).startswith("tool_result: city: input should be a valid string; zip: ")


@case("D5")
async def test_a_failed_result_goes_to_untyped_listeners_and_to_on_tool_error() -> None:
    heard: list[str] = []
    async with connected() as (app, host):

        @app.on_tool_result
        def typed(value: City) -> None:
            heard.append("typed")

        @app.on_tool_result
        def whole(value: CallToolResult) -> None:
            heard.append(f"whole {value.is_error}")

        @app.on_tool_error
        def failed(result: CallToolResult) -> None:
            heard.append(f"failed: {result.text}")

        host.send_tool_result(content="no", is_error=True)
        await settle()
    assert heard == ["whole True", "failed: no"]


async def test_context_listeners_get_the_change_as_a_model() -> None:
    heard: list[HostContext] = []
    async with connected(context={"theme": "light", "locale": "it"}) as (app, host):

        @app.on_host_context_changed
        def changed(change: HostContext) -> None:
            heard.append(change)
            assert app.host.context.theme == "dark"
            assert app.host.context.locale == "it"

        host.change_context(theme="dark")
        await settle()
    assert heard[0].model_fields_set == {"theme"}
