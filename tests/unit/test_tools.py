"""App tools: a function's signature as schema, its calls, and its handle."""

import asyncio
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest
from pydantic import BaseModel

from mcp_apps_py import App, LocalProtocolError, RequestError, ToolError
from mcp_apps_py.transport import settle
from mcp_apps_py.types import (
    AppCapabilities,
    CallToolResult,
    ImageContent,
    ListChangedCapability,
    TextContent,
    ToolAnnotations,
)
from tests.cases import case
from tests.connected import connected


class Point(BaseModel):
    x: int
    y: int = 0


@dataclass
class Size:
    width: float


class Colour(Enum):
    RED = "red"


async def call(function: Any, arguments: dict[str, Any] | None = None) -> CallToolResult:
    app = App("test", "1.0")
    app.register_tool("t", function)
    app.on_error(lambda: None)
    async with connected(app) as (_, host):
        return await host.call_tool("t", arguments)


# Calls


@case("A1")
async def test_arguments_are_validated_into_what_the_function_takes() -> None:
    seen: list[Any] = []

    def tool(at: Point, colour: Colour, sizes: list[Size], n: float = 0.5) -> None:
        seen.append((at, colour, sizes, n))

    await call(tool, {"at": {"x": 1}, "colour": "red", "sizes": [{"width": 2}]})
    assert seen == [(Point(x=1), Colour.RED, [Size(2.0)], 0.5)]


@case("A1")
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "t: at.*: it is missing"),
        ({"at": {"x": "one"}}, "t: at.x: input should be a valid integer"),
        ({"at": {"x": 1}, "n": "NaN"}, "t: n: input should be a finite number"),
        ({"at": {"x": 1}, "n": None}, "t: n: input should be a valid number"),
    ],
)
async def test_wrong_arguments_are_a_failed_result_that_names_the_field(
    arguments: dict[str, Any], problem: str
) -> None:
    def tool(at: Point, n: float = 0) -> None:
        raise AssertionError("must not be called")

    result = await call(tool, arguments)
    assert result.is_error is True
    assert result.text.startswith(problem.partition(".*")[0])
    assert result.text.endswith(problem.rpartition(".*")[2]) or problem in result.text


class Report(BaseModel):
    points: list[Point] = []


@pytest.mark.parametrize(
    ("outcome", "text", "structured"),
    [
        (None, "", None),
        ("hi", "hi", None),
        (5, "5", None),
        ([1, 2], "[1,2]", None),
        (Point(x=1), '{"x":1,"y":0}', {"x": 1, "y": 0}),
        (Size(1.5), '{"width":1.5}', {"width": 1.5}),
        ({"a": None}, '{"a":null}', {"a": None}),
        (Report(points=[Point(x=1)]), '{"points":[{"x":1,"y":0}]}', {"points": [{"x": 1, "y": 0}]}),
        (TextContent(text="block"), "block", None),
        (
            [TextContent(text="a"), ImageContent(data="AA==", mime_type="image/png"), TextContent(text="b")],
            "a\nb",
            None,
        ),
        (CallToolResult(content=[TextContent(text="whole")], is_error=True), "whole", None),
        ([], "[]", None),
        (float("nan"), "null", None),
    ],
)
async def test_a_tool_may_give_many_things(outcome: Any, text: str, structured: Any) -> None:
    result = await call(lambda: outcome)
    assert result.text == text
    assert result.structured_content == structured
    assert result.is_error is (True if text == "whole" else None)


async def test_what_a_tool_gives_is_held_to_its_annotation() -> None:
    def right() -> Point:
        return {"x": "1"}  # type: ignore[return-value]

    def wrong() -> Point:
        return {"y": 1}  # type: ignore[return-value]

    assert (await call(right)).structured_content == {"x": 1, "y": 0}
    result = await call(wrong)
    assert result.is_error
    assert "the tool's return value: x: it is missing" in result.text


@pytest.mark.parametrize("outcome", [object(), {"a": object()}, {"n": 2**60}, {1, "a", object()}])
async def test_what_has_no_form_in_json_is_a_failed_result(outcome: Any) -> None:
    result = await call(lambda: outcome)
    assert result.is_error
    assert result.text.startswith("t failed: ")


@case("H1", "A1")
async def test_a_tool_fails_on_purpose_or_by_mistake() -> None:
    reported: list[BaseException] = []
    app = App("test", "1.0")
    app.on_error(reported.append)

    @app.tool
    async def refuse() -> None:
        raise ToolError("not today")

    @app.tool
    def slip() -> None:
        raise ValueError("a wheel came off")

    @app.tool(name="leave", title="Leave")
    def leave_() -> None:
        raise SystemExit

    @app.tool
    def deny() -> None:
        raise RequestError(-32000, "busy")

    async with connected(app) as (_, host):
        assert (await host.call_tool("refuse")).text == "not today"
        assert (await host.call_tool("slip")).text == "slip failed: a wheel came off"
        assert (await host.call_tool("leave")).text == "leave failed: SystemExit"
        assert (await host.call_tool("deny")).text == "deny failed: busy (code -32000)"
    assert [type(error) for error in reported] == [ValueError, SystemExit, RequestError]


async def test_a_tool_that_lets_out_a_cancellation_is_answered() -> None:
    app = App("test", "1.0")
    app.on_error(lambda: None)

    @app.tool
    def wait() -> None:
        raise asyncio.CancelledError

    async with connected(app) as (_, host):
        with pytest.raises(RequestError, match="CancelledError"):
            await host.call_tool("wait")


# The handle


def test_a_name_is_taken_once() -> None:
    app = App("test", "1.0")
    app.register_tool("t", lambda: None)
    with pytest.raises(LocalProtocolError, match="there is a tool 't' already"):
        app.register_tool("t", lambda: None)
    app.tools["t"].remove()
    app.register_tool("t", lambda: None)


def test_decorated_functions_stay_what_they_were() -> None:
    app = App("test", "1.0")

    @app.tool
    def first() -> str:
        """The first."""
        return "1"

    @app.tool(name="other", title="Other", description="Said here.", annotations=ToolAnnotations(read_only_hint=True))
    def second() -> str:
        """Not said."""
        return "2"

    assert (first(), second()) == ("1", "2")
    assert list(app.tools) == ["first", "other"]
    listed = app.tools["other"].to_type().to_wire()
    assert listed["title"] == "Other"
    assert listed["description"] == "Said here."
    assert listed["annotations"] == {"readOnlyHint": True}


async def test_every_change_is_told_and_shows() -> None:
    app = App("test", "1.0")
    tool = app.register_tool("t", lambda: "old", meta={"ui": {"visibility": ["model"]}})
    async with connected(app) as (_, host):

        async def told() -> int:
            await settle()
            return len(host.posted("notifications/tools/list_changed"))

        assert await told() == 0
        tool.disable()
        assert await told() == 1
        assert (await host.list_tools()).tools == []
        with pytest.raises(RequestError, match="'t' is disabled; tools: none"):
            await host.call_tool("t")
        tool.enable()

        def new(n: int) -> str:
            """The new one."""
            return f"new {n}"

        tool.update(function=new, title="T", enabled=True)
        assert await told() == 3
        [listed] = (await host.list_tools()).tools
        assert (listed.title, listed.description) == ("T", "The new one.")
        assert listed.meta == {"ui": {"visibility": ["model"]}}
        assert (await host.call_tool("t", {"n": 1})).text == "new 1"
        with pytest.raises(LocalProtocolError, match="a tool has no colour to update"):
            tool.update(colour="red")
        tool.remove()
        tool.remove()
        assert await told() == 4
        with pytest.raises(RequestError):
            await host.call_tool("t")


@case("A2")
@pytest.mark.parametrize(
    ("declared", "first", "told"),
    [
        (None, "before", True),
        (None, "after", False),
        (AppCapabilities(tools=ListChangedCapability(list_changed=True)), "after", True),
        (AppCapabilities(tools=ListChangedCapability()), "after", False),
    ],
)
async def test_list_changes_are_told_only_if_that_was_declared(
    declared: AppCapabilities | None, first: str, told: bool
) -> None:
    app = App("test", "1.0", capabilities=declared)
    if first == "before":
        app.register_tool("t", lambda: None)
    async with connected(app) as (_, host):
        app.register_tool("late", lambda: None)
        await settle()
        assert (len(host.posted("notifications/tools/list_changed")) == 1) is told
        assert (await host.call_tool("late")).is_error is None
