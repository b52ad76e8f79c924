# /// script
# dependencies = ["mcp-apps-py"]
# [tool.mcp-app]
# name = "Weather"
# version = "1.0.0"
# display-modes = ["inline", "fullscreen"]
# ///
"""The view: the host says what to show, and what people press goes to the host."""

from collections.abc import Generator
from contextlib import contextmanager
from urllib.parse import quote

from pydantic import BaseModel

from forecast import Day, Forecast
from mcp_apps_py import App, McpAppsError, ResultValidationError
from mcp_apps_py.browser import run
from mcp_apps_py.types import (
    CallToolResult,
    SafeAreaInsets,
    ToolCancelledParams,
    ToolInputPartialParams,
)
from screen import Screen

app = App()
screen = Screen()


class Query(BaseModel):
    """The arguments of `get_weather`, as far as the view needs them."""

    city: str


@app.on_tool_input_partial
def preview(partial: ToolInputPartialParams) -> None:
    """Show what the model is about to ask; the city may still be cut short."""
    screen.say(f"Looking up {partial.arguments.get('city') or 'the weather'}…", kind="busy")


@app.on_tool_input
def look_up(query: Query) -> None:
    """Show what the model asks."""
    screen.say(f"Looking up {query.city}…", kind="busy")


@app.on_tool_result
def show(forecast: Forecast) -> None:
    """Show the forecast, in the shape that the host has room for."""
    lay_out(app.host.context.display_mode or "inline")
    screen.show(forecast)


@app.on_tool_error
def fail(result: CallToolResult) -> None:
    """Show why there is no forecast."""
    screen.say(result.text or "The weather could not be looked up.", kind="error")


@app.on_tool_cancelled
def cancel(cancelled: ToolCancelledParams) -> None:
    """Show that no forecast will come."""
    reason = f": {cancelled.reason}" if cancelled.reason else ""
    screen.say(f"The look-up was cancelled{reason}.")


@app.on_error
def complain(error: BaseException) -> None:
    """Say so if what the host sent can't be shown; `run` has logged the error already."""
    if isinstance(error, ResultValidationError):
        screen.say(f"This is not a forecast: {error}", kind="error")


@contextmanager
def shown_failures() -> Generator[None]:
    """Show what goes wrong between view, host and server."""
    try:
        yield
    except McpAppsError as error:
        screen.say(str(error), kind="error")


@screen.button("Refresh")
async def refresh(forecast: Forecast, _day: Day) -> None:
    """Ask the server, through the host, for a newer report."""
    screen.say(f"Asking {forecast.city} for a newer report…", kind="busy")
    query = {"city": forecast.city, "days": len(forecast.days)}
    with shown_failures():
        screen.show(await app.call_server_tool("refresh_weather", query, result_type=Forecast))


@screen.button("Ask about this day")
async def ask(forecast: Forecast, day: Day) -> None:
    """Say something in the chat, in the user's name."""
    question = f"What should I do in {forecast.city} on {day.date:%A}? The forecast: {day.condition}."
    with shown_failures():
        answer = await app.send_message(question)
        if answer.is_error:
            screen.say("The host did not take the message.", kind="error")


@screen.button("Show on map")
async def open_map(forecast: Forecast, _day: Day) -> None:
    """Open a link; only the host can, and it may refuse."""
    place = quote(f"{forecast.city}, {forecast.country}")
    with shown_failures():
        answer = await app.open_link(f"https://www.openstreetmap.org/search?query={place}")
        if answer.is_error:
            screen.say("The host did not open the map.", kind="error")


@screen.button("Full screen")
async def switch_mode(_forecast: Forecast, _day: Day) -> None:
    """Ask for the other display mode; the host decides which one it will be."""
    mode = "inline" if app.host.context.display_mode == "fullscreen" else "fullscreen"
    with shown_failures():
        answer = await app.request_display_mode(mode)
        lay_out(answer.mode)


@screen.on_pick
async def tell_model(forecast: Forecast, day: Day) -> None:
    """Let the model know which day the user is looking at."""
    with shown_failures():
        await app.update_model_context(
            f"The user is looking at the weather in {forecast.city}. {day}",
            structured_content=day,
        )


@app.on_host_context_changed
def follow_host() -> None:
    """Fit what the host says of the place that the view has."""
    lay_out(app.host.context.display_mode or "inline")


def lay_out(mode: str) -> None:
    """Arrange the screen for a display mode."""
    context = app.host.context
    insets = context.safe_area_insets or SafeAreaInsets()
    screen.lay_out(mode, (insets.top, insets.right, insets.bottom, insets.left))
    switch_mode.textContent = "Back to chat" if mode == "fullscreen" else "Full screen"
    switch_mode.hidden = "fullscreen" not in (context.available_display_modes or [])


@app.on_teardown
def leave() -> None:
    """Take everything off the screen before the host takes the view away."""
    screen.clear()


screen.say("Waiting for the weather…", kind="busy")
run(app, error_panel=False)  # the status line is there for it
