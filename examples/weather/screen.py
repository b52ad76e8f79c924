"""What is on the screen, built with `pyscript.web`. Nothing here knows of the host or the server."""

from collections.abc import Awaitable, Callable
from typing import Any

from pyscript import web

from drawing import band, icon
from forecast import Day, Forecast

NARROW = "\u202f"
"""The space between a number and its unit, where no line may break."""

Action = Callable[[Forecast, Day], Awaitable[None]]
"""What a press does; it gets the forecast that is shown and the day that is picked."""


class Screen:
    """A status line, the forecast of one city below it, and buttons."""

    def __init__(self) -> None:
        self._forecast: Forecast | None = None
        self._day = 0
        self._picked: Action | None = None
        self._status = web.page["status"]
        self._place = web.h1()
        self._detail = web.p()
        self._now = web.div(classes=["now"])
        self._icon = web.div(classes=["picture"])
        self._header = web.header(self._icon, self._place, self._now, self._detail)
        self._chart = web.div(classes=["chart"], role="group", ariaLabel="Days", on_click=self._clicked)
        self._table = web.table(classes=["details"])
        self._actions = web.div(classes=["actions"])
        self._source = web.footer()
        parts = (self._header, self._chart, self._table, self._actions, self._source)
        self._report = web.div(*parts, classes=["report"], hidden=True)
        self._root = web.page["weather"]
        self._root.append(self._report)

    def button(self, label: str) -> Callable[[Action], Any]:
        """Add a button, as a decorator of what it does; gives the button."""

        def add(action: Action) -> Any:
            async def pressed(_event: Any) -> None:
                # Not `disabled`, which would take the keyboard's focus away.
                if button.ariaBusy == "true":
                    return
                button.ariaBusy = "true"
                try:
                    await self._perform(action)
                finally:
                    button.ariaBusy = "false"

            button = web.button(textContent=label, type="button", on_click=pressed)
            self._actions.append(button)
            return button

        return add

    def on_pick(self, action: Action) -> Action:
        """Set what happens when a day is picked, as a decorator."""
        self._picked = action
        return action

    async def _clicked(self, event: Any) -> None:
        button = event.target.closest(".day")
        if button and self._forecast:
            self._pick(self._forecast.days, int(button.value))
            if self._picked:
                await self._perform(self._picked)

    async def _perform(self, action: Action) -> None:
        if self._forecast:
            await action(self._forecast, self._forecast.days[self._day])

    def say(self, text: str, *, kind: str = "note") -> None:
        """Put a text into the status line: a "note", something "busy" or an "error"; "" takes it away."""
        self._status.textContent = text
        self._status.className = kind
        self._status.hidden = not text

    def show(self, forecast: Forecast) -> None:
        """Show a forecast; the picked day stays picked while the city does."""
        same = self._forecast is not None and self._forecast.city == forecast.city
        self._forecast = forecast
        self.say("")
        self._place.textContent = f"{forecast.city}, {forecast.country}"
        self._source.textContent = (
            f"Updated {forecast.updated.day} {forecast.updated:%B, %H:%M} UTC. {forecast.source.capitalize()}."
        )
        self._draw_chart(forecast.days)
        self._fill_table(forecast.days)
        self._pick(forecast.days, min(self._day, len(forecast.days) - 1) if same else 0)
        self._report.hidden = False

    def _pick(self, days: list[Day], number: int) -> None:
        self._day = number
        day = days[number]
        self._icon.innerHTML = icon(day.condition)
        rain, wind = _percent(day), _wind(day)
        self._detail.textContent = (
            f"{day.date:%A} {day.date.day} {day.date:%B}: {day.condition}, {rain} chance of rain, wind {wind}"
        )
        self._now.innerHTML = f"<strong>{day.high:.0f}°</strong> / {day.low:.0f}°"
        for place, column in enumerate(self._chart.find(".day")):
            column.ariaPressed = "true" if place == number else "false"

    def _draw_chart(self, days: list[Day]) -> None:
        bottom = min(day.low for day in days)
        span = max(day.high for day in days) - bottom or 1.0
        highs = [(day.high - bottom) / span for day in days]
        lows = [(day.low - bottom) / span for day in days]
        self._chart.innerHTML = band(highs, lows)
        for number, (day, high, low) in enumerate(zip(days, highs, lows, strict=True)):
            self._chart.append(_column(number, day, high, low))

    def _fill_table(self, days: list[Day]) -> None:
        self._table.innerHTML = ""
        self._table.append(_row(web.th, "Day", "Weather", "Temperature", "Rain", "Wind"))
        for day in days:
            span = f"{day.low:.0f} to {day.high:.0f}{NARROW}°C"
            self._table.append(_row(web.td, f"{day.date:%a}", day.condition, span, _percent(day), _wind(day)))

    def lay_out(self, mode: str, insets: tuple[float, float, float, float]) -> None:
        """Fit a display mode, and keep clear of the screen's edges.

        Args:
            mode: "inline", "fullscreen" or "pip".
            insets: What to keep clear of, in px: top, right, bottom, left.
        """
        self._root.dataset.mode = mode
        for side, inset in zip(("top", "right", "bottom", "left"), insets, strict=True):
            self._root.style[f"--inset-{side}"] = f"{inset}px"

    def clear(self) -> None:
        """Take everything away."""
        self._root.innerHTML = ""


def _column(number: int, day: Day, high: float, low: float) -> Any:
    return web.button(
        web.span(textContent=f"{day.date:%a}", classes=["name"]),
        icon(day.condition),
        web.span(
            web.span(textContent=f"{day.high:.0f}°", classes=["high"], style={"--at": high}),
            web.span(textContent=f"{day.low:.0f}°", classes=["low"], style={"--at": low}),
            classes=["plot"],
        ),
        web.span(web.i(style={"--share": day.rain_chance}), classes=["rain"]),
        web.span(textContent=_percent(day), classes=["chance"]),
        classes=["day"],
        type="button",
        value=str(number),
        ariaLabel=str(day),
    )


def _percent(day: Day) -> str:
    return f"{day.rain_chance}{NARROW}%"


def _wind(day: Day) -> str:
    return f"{day.wind:.0f}{NARROW}km/h"


def _row(cell: Any, *texts: str) -> Any:
    return web.tr(*(cell(textContent=text) for text in texts))
