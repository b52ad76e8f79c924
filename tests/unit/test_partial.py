"""Partial tool input: what is there already counts, the rest is left out."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import AliasChoices, BaseModel, Field, model_validator

from mcp_apps_py import validate_partial
from mcp_apps_py.transport import settle
from mcp_apps_py.types import ToolInputPartialParams
from tests.cases import case
from tests.connected import connected


class Stop(BaseModel):
    city: str
    nights: int = 1


class Plan(BaseModel):
    stops: list[Stop]
    by: Literal["train", "boat"] = "train"
    budget: Annotated[float, Field(gt=0)] | None = None
    notes: dict[str, list[int]] = {}
    first_day: str = Field("today", alias="firstDay")
    last_day: str = Field("tomorrow", validation_alias=AliasChoices("lastDay", "end"))

    @model_validator(mode="after")
    def whole(self) -> "Plan":
        raise AssertionError("must not run on what is not whole")


@case("D3")
@pytest.mark.parametrize(
    ("arguments", "fields"),
    [
        ({}, {}),
        ({"unknown": 1}, {}),
        ({"stops": []}, {"stops": []}),
        ({"stops": [{"city": "Ro"}]}, {"stops": [Stop(city="Ro")]}),
        ({"stops": [{"city": "Rome", "nights": 2}, {}]}, {"stops": [Stop(city="Rome", nights=2)]}),
        ({"stops": [{"city": "Rome"}, {"city": "Oslo", "nights": None}]}, {"stops": [Stop(city="Rome")]}),
        ({"stops": "[", "by": "boat"}, {"by": "boat"}),
        ({"by": "tra"}, {}),
        ({"budget": None}, {"budget": None}),
        ({"budget": 0}, {}),
        ({"notes": {"a": [1, "2", "x"], "b": []}}, {"notes": {"a": [1, 2], "b": []}}),
        ({"firstDay": "Mo"}, {"first_day": "Mo"}),
        ({"first_day": "Mo"}, {"first_day": "Mo"}),
        ({"end": "Su"}, {"last_day": "Su"}),
    ],
)
def test_what_fits_is_given_and_the_rest_is_left_out(arguments: dict[str, Any], fields: dict[str, Any]) -> None:
    assert validate_partial(Plan, arguments) == fields
    assert validate_partial(Plan, ToolInputPartialParams(arguments=arguments)) == fields


@case("D3")
async def test_partials_are_validated_as_they_come() -> None:
    seen: list[dict[str, Any]] = []
    async with connected() as (app, host):
        app.on_tool_input_partial(lambda partial: seen.append(validate_partial(Plan, partial)))
        host.send_partial({"stops": [{"city": "Rome"}, {}]})
        host.send_partial({"stops": [{"city": "Rome"}, {"city": "Oslo"}], "by": "b"})
        await settle()
    assert seen == [{"stops": [Stop(city="Rome")]}, {"stops": [Stop(city="Rome"), Stop(city="Oslo")]}]
