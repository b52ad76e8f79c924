"""The view of the benchmark in Python; view.js says the same in TypeScript's SDK."""

from typing import Any

from pydantic import BaseModel

from mcp_apps_py import App
from mcp_apps_py.browser import run
from mcp_apps_py.types import CallToolResult, TextContent

app = App("Messages", "1.0.0", auto_resize=False)
heard = {"inputs": 0, "partials": 0, "rows": 0}


class Attributes(BaseModel):
    """What a row says besides."""

    color: str
    stock: int
    sold: bool


class Row(BaseModel):
    """One row of the table that is sent to and fro."""

    id: int
    name: str
    price: float
    note: str | None
    tags: list[str]
    attributes: Attributes


class Table(BaseModel):
    """The author's model: a list of rows."""

    rows: list[Row]


class Times(BaseModel):
    """How often to do something."""

    times: int


@app.on_tool_input
def hear_input() -> None:
    """Hear a small notification."""
    heard["inputs"] += 1


@app.on_tool_input_partial
def hear_partial(_arguments: dict[str, Any]) -> None:
    """Hear a part of the input."""
    heard["partials"] += 1


@app.on_tool_result
def hear_result(table: Table) -> None:
    """Hear a result, validated."""
    heard["rows"] = len(table.rows)


@app.tool
def report() -> dict[str, int]:
    """Tell what was heard, so that nobody measures what did not arrive."""
    return heard


@app.tool
def add(a: int, b: int) -> CallToolResult:
    """Answer something small."""
    return CallToolResult(content=[TextContent(text="ok")], structured_content={"sum": a + b})


@app.tool
def echo(rows: list[Row]) -> CallToolResult:
    """Answer as much as was asked."""
    return CallToolResult(content=[TextContent(text="ok")], structured_content=Table(rows=rows))


@app.tool
async def ask(times: int) -> CallToolResult:
    """Call a server tool one time after the other."""
    for number in range(times):
        result = await app.call_server_tool("add", {"a": number, "b": 1})
        assert result.structured_content == {"sum": number + 1}
    return CallToolResult(content=[])


@app.tool
async def ask_large(size: str) -> CallToolResult:
    """Send a table to a server tool and get it back, validated."""
    table = await app.call_server_tool("table", {"size": size}, result_type=Table)
    again = await app.call_server_tool("echo", table.model_dump(), result_type=Table)
    return CallToolResult(content=[], structured_content={"rows": len(again.rows)})


@app.tool
async def tell(times: int) -> CallToolResult:
    """Send log lines."""
    for number in range(times):
        await app.send_log("info", number)
    return CallToolResult(content=[])


run(app)
