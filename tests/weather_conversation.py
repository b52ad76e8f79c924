"""What the weather view and a host say to each other, as tests that any host page can run.

A test module makes a class of `WeatherConversation` and gives it a fixture `host`. The tests share a view, since Python
takes seconds to start; each begins with the same host context, and the last one ends the view.
"""

import re
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.async_api import Frame, FrameLocator, expect

from tools.browser_config import config

expect.set_options(timeout=config.timeout)

ROOT = Path(__file__).resolve().parents[1]
VIEW_URI = "ui://weather/view.html"
HOST_KINDS = ("spec-wasm", "claude", "opaque")
"""Profiles of hosts in which the view must work: how they make frame, origin and content security policy."""

CONTEXT: dict[str, Any] = {
    "theme": "dark",
    "styles": {
        "variables": {"--color-background-primary": "rgb(20, 30, 40)", "--color-text-primary": "rgb(230, 240, 250)"},
        "css": {"fonts": "@font-face { font-family: Hosty; src: local('Hosty'); }"},
    },
    "displayMode": "inline",
    "availableDisplayModes": ["inline", "fullscreen"],
    "containerDimensions": {"maxWidth": 700, "maxHeight": 2000},
    "locale": "en-GB",
    "timeZone": "Europe/Rome",
    "userAgent": "test-host/1.0",
    "platform": "web",
    "deviceCapabilities": {"touch": False, "hover": True},
    "safeAreaInsets": {"top": 3, "right": 5, "bottom": 7, "left": 9},
}


class WeatherHost(Protocol):
    """A host page in a browser that shows the weather view."""

    @property
    def view(self) -> Frame | FrameLocator:
        """The view's page."""
        ...

    @property
    def introduction(self) -> dict[str, Any]:
        """The params of the view's `ui/initialize`."""
        ...

    @property
    def problems(self) -> list[str]:
        """Errors in the console."""
        ...

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        """Post a notification."""
        ...

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Call a tool of the server; gives the result."""
        ...

    async def change_context(self, changes: dict[str, Any]) -> None:
        """Change members of the host context, and tell the view."""
        ...

    async def heard(self, method: str) -> dict[str, Any]:
        """Wait for a message of the view that came in this test; gives its params."""
        ...

    async def teardown(self) -> dict[str, Any]:
        """Ask the view to release everything; gives its answer."""
        ...

    async def is_silent(self) -> bool:
        """Whether the view has said nothing since it answered the teardown, and leaves a ping unanswered."""
        ...

    async def frame_height(self) -> float:
        """The height that the host has given to the view, in px."""
        ...


async def run_tool(host: WeatherHost, name: str, **arguments: Any) -> None:
    """Call a tool as the model would, and let the view see input and result."""
    await host.notify("ui/notifications/tool-input", {"arguments": arguments})
    await host.notify("ui/notifications/tool-result", await host.call_tool(name, arguments))


@pytest.mark.asyncio(loop_scope="session")
class WeatherConversation:
    """The conversation, from the introduction to the end."""

    async def test_the_view_introduces_itself(self, host: WeatherHost) -> None:
        assert host.introduction["appInfo"] == {"name": "Weather", "version": "1.0.0"}
        assert host.introduction["appCapabilities"] == {"availableDisplayModes": ["inline", "fullscreen"]}

    async def test_theme_variables_and_fonts_come_from_the_host(self, host: WeatherHost) -> None:
        root, body = host.view.locator("html"), host.view.locator("body")
        await expect(root).to_have_attribute("data-theme", "dark")
        await expect(root).to_have_css("color-scheme", "dark")
        await expect(body).to_have_css("background-color", "rgb(20, 30, 40)")
        await expect(body).to_have_css("color", "rgb(230, 240, 250)")
        assert await root.evaluate("() => [...document.fonts].map((font) => font.family)") == ["Hosty"]

    async def test_a_change_of_theme_reaches_the_page(self, host: WeatherHost) -> None:
        root, body = host.view.locator("html"), host.view.locator("body")
        variables = {"--color-background-primary": "rgb(250, 240, 230)"}
        await host.change_context({"theme": "light", "styles": {"variables": variables}})
        await expect(root).to_have_attribute("data-theme", "light")
        await expect(root).to_have_css("color-scheme", "light")
        await expect(body).to_have_css("background-color", "rgb(250, 240, 230)")

    async def test_partial_input_shows_while_it_streams(self, host: WeatherHost) -> None:
        status = host.view.get_by_role("status")
        for text in ("R", "Rom"):
            await host.notify("ui/notifications/tool-input-partial", {"arguments": {"city": text}})
            await expect(status).to_have_text(f"Looking up {text}…")
        await host.notify("ui/notifications/tool-input", {"arguments": {"city": "Rome"}})
        await expect(status).to_have_text("Looking up Rome…")

    async def test_a_result_becomes_a_forecast_with_a_chart(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Rome", days=4)
        await expect(host.view.get_by_role("heading")).to_have_text("Rome, Italy")
        days = host.view.get_by_role("group", name="Days").get_by_role("button")
        await expect(days).to_have_count(4)
        await expect(days.nth(3)).to_have_accessible_name(
            re.compile("Thu 4 Jun: thunderstorms, .* 80 % chance of rain")
        )
        await expect(host.view.locator(".band path")).to_have_count(3)
        await expect(host.view.get_by_role("status")).to_be_hidden()

    async def test_a_failed_tool_shows_why(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Atlantis")
        status = host.view.get_by_role("status")
        await expect(status).to_contain_text("There is no weather for 'Atlantis'. Known cities: Rome")
        await expect(status).to_have_class("error")

    async def test_a_result_that_is_no_forecast_is_said_to_be_none_and_logged(self, host: WeatherHost) -> None:
        result = {"content": [], "structuredContent": {"city": "Rome", "days": []}}
        await host.notify("ui/notifications/tool-result", result)
        await expect(host.view.get_by_role("status")).to_contain_text("not a forecast: tool_result: country")
        log = await host.heard("notifications/message")
        assert log["level"] == "error"
        assert "country" in log["data"]
        await expect(host.view.get_by_role("main").locator("~ *:visible")).to_have_count(0)
        assert any("country" in problem for problem in host.problems)
        host.problems.clear()

    async def test_a_cancelled_call_shows_the_reason(self, host: WeatherHost) -> None:
        await host.notify("ui/notifications/tool-input", {"arguments": {"city": "Rome"}})
        await host.notify("ui/notifications/tool-cancelled", {"reason": "the user pressed stop"})
        await expect(host.view.get_by_role("status")).to_have_text("The look-up was cancelled: the user pressed stop.")

    async def test_refresh_goes_through_the_host_to_the_server_and_updates_the_page(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Oslo")
        updated = host.view.locator("footer")
        before = await updated.text_content()
        await host.view.get_by_role("button", name="Refresh").click()
        await expect(updated).not_to_have_text(before or "")
        newest = await host.call_tool("get_weather", {"city": "Oslo"})
        await expect(updated).to_contain_text(newest["structuredContent"]["updated"][11:16])

    async def test_the_map_button_asks_the_host_to_open_a_link(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Lima")
        await host.view.get_by_role("button", name="Show on map").click()
        link = await host.heard("ui/open-link")
        assert link == {"url": "https://www.openstreetmap.org/search?query=Lima%2C%20Peru"}

    async def test_asking_sends_a_message_in_the_user_s_name(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Tokyo")
        await host.view.get_by_role("button", name="Ask about this day").click()
        message = await host.heard("ui/message")
        assert message["role"] == "user"
        assert message["content"][0]["text"].startswith("What should I do in Tokyo on Monday?")

    async def test_picking_a_day_by_keyboard_tells_the_model(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Rome")
        day = host.view.get_by_role("button", name="Wed 3 Jun")
        await day.press("Enter")
        context = await host.heard("ui/update-model-context")
        assert context["structuredContent"]["date"] == "2026-06-03"
        assert "looking at the weather in Rome. Wed 3 Jun: partly cloudy" in context["content"][0]["text"]
        await expect(day).to_have_attribute("aria-pressed", "true")
        await expect(day).to_be_focused()
        await expect(host.view.locator('[aria-pressed="true"]')).to_have_count(1)
        await expect(host.view.locator("header")).to_contain_text("Wednesday 3 June: partly cloudy")

    async def test_fullscreen_is_asked_for_and_left_again(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Rome")
        table = host.view.get_by_role("table")
        await expect(table).to_be_hidden()
        await host.view.get_by_role("button", name="Full screen").click()
        assert await host.heard("ui/request-display-mode") == {"mode": "fullscreen"}
        await expect(table).to_contain_text("partly cloudy")
        await host.view.get_by_role("button", name="Back to chat").click()
        assert await host.heard("ui/request-display-mode") == {"mode": "inline"}
        await expect(table).to_be_hidden()

    async def test_fullscreen_is_not_offered_where_the_host_has_none(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Rome")
        button = host.view.get_by_role("button", name="Full screen")
        await expect(button).to_be_visible()
        await host.change_context({"availableDisplayModes": ["inline"]})
        await expect(button).to_be_hidden()

    async def test_the_view_keeps_clear_of_the_edges(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Rome")
        main = host.view.get_by_role("main")
        for side, inset in CONTEXT["safeAreaInsets"].items():
            await expect(main).to_have_css(f"padding-{side}", f"{16 + inset}px")

    async def test_the_frame_gets_the_height_of_what_is_in_it(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Rome")
        await expect(host.view.locator("footer")).to_be_in_viewport(ratio=1)
        height = await host.view.locator("html").evaluate("(root) => root.getBoundingClientRect().height")
        assert height <= await host.frame_height() < height + 1

    async def test_teardown_is_answered_and_nothing_of_the_view_is_left(self, host: WeatherHost) -> None:
        await run_tool(host, "get_weather", city="Rome")
        assert await host.teardown() == {}
        await expect(host.view.get_by_role("main")).to_be_empty()
        assert await host.is_silent()
