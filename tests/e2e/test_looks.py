"""What the host says about looks, as a page shows it."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from mcp_apps_py.testing.browser import Stage
from tests.cases import case
from tests.e2e.bench import Bench, open_bench

ROOT = "document.documentElement"
FONTS = "#mcp-app-host-fonts"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bench(whole_stage: Stage) -> AsyncIterator[Bench]:
    async with open_bench(whole_stage) as bench:
        yield bench


async def change(bench: Bench, **changes: Any) -> None:
    """Let the host change its context, and wait until the view has heard of it."""
    await bench.view.change_context(**changes)
    await bench.view.request("ping")


async def theme(bench: Bench) -> list[Any]:
    return await bench.js(f"[{ROOT}.getAttribute('data-theme'), getComputedStyle({ROOT}).colorScheme]")


async def variables(bench: Bench, *names: str) -> list[str]:
    reading = f"names => names.map((name) => {ROOT}.style.getPropertyValue(name))"
    return await bench.js(reading, list(names))


async def test_theme_variables_and_fonts_of_the_handshake_are_applied(bench: Bench):
    fonts = "@font-face { font-family: Host; src: local('x') }"
    styles = {"variables": {"--color-text-primary": "rgb(1, 2, 3)"}, "css": {"fonts": fonts}}
    await bench.reconnect(css="body { color: var(--color-text-primary) }", context={"theme": "dark", "styles": styles})
    await bench.view.request("ping")
    assert await theme(bench) == ["dark", "dark"]
    assert await bench.js("getComputedStyle(document.body).color") == "rgb(1, 2, 3)"
    assert await bench.view.view_frame.locator(FONTS).text_content() == fonts
    assert await bench.python("from mcp_apps_py.browser import get_document_theme; get_document_theme()") == "dark"


async def test_a_host_that_sends_no_looks_leaves_the_page_as_it_is(bench: Bench):
    await bench.reconnect(css="html { color: rgb(4, 5, 6); --a: 1 }", context={})
    await bench.view.request("ping")
    assert await theme(bench) == [None, "normal"]
    assert await bench.js(f"[{ROOT}.getAttribute('style'), getComputedStyle({ROOT}).color]") == [None, "rgb(4, 5, 6)"]
    assert await bench.view.view_frame.locator(FONTS).count() == 0


async def test_an_author_can_leave_the_looks_alone_and_still_read_them(bench: Bench):
    await bench.reconnect(host_styles=False, context={"theme": "dark", "styles": {"variables": {"--a": "1"}}})
    await change(bench, theme="light", styles={"variables": {"--a": "2"}})
    assert await theme(bench) == [None, "normal"]
    assert await variables(bench, "--a") == [""]
    assert await bench.python("app.host.context.theme") == "light"


@case("S4")
async def test_variables_that_are_text_are_applied_and_others_skipped(bench: Bench):
    await bench.reconnect(context={})
    values = {
        "--pair": "light-dark(#000, #fff)",
        "--other": "var(--host-x)",
        "--made-up": "7px",
        "--null": None,
        "--undefined": {"$undefined": True},
        "--number": 5,
        "--list": ["x"],
        "color": "red",
        "": "red",
        "--injected": "red; background: url(https://elsewhere.example/)",
        "--empty": "",
    }
    await change(bench, styles={"variables": values})
    applied = await variables(bench, "--pair", "--other", "--made-up")
    assert applied == ["light-dark(#000, #fff)", "var(--host-x)", "7px"]
    assert await variables(bench, "--null", "--undefined", "--number", "--list", "--empty") == [""] * 5
    assert await bench.js(f"[{ROOT}.style.color, {ROOT}.style.background]") == ["", ""]
    assert await bench.python("app.connected")


@case("S5")
async def test_after_quick_changes_the_page_has_the_last_theme(bench: Bench):
    await bench.reconnect(context={"theme": "light"})
    await bench.host(
        """['dark', 'light', 'dark', 'light', 'light'].forEach((theme) => stubHost.changeContext({ theme }))"""
    )
    await bench.view.request("ping")
    assert await theme(bench) == ["light", "light"]
    await bench.host("""['dark', 'light', 'dark'].forEach((theme) => stubHost.changeContext({ theme }))""")
    await bench.view.request("ping")
    assert await theme(bench) == ["dark", "dark"]


async def test_light_and_dark_are_what_the_browser_makes_of_them(bench: Bench):
    await bench.reconnect(css="body { color: light-dark(rgb(1, 1, 1), rgb(9, 9, 9)) }", context={"theme": "light"})
    await bench.view.request("ping")
    color = "getComputedStyle(document.body).color"
    assert await bench.js(color) == "rgb(1, 1, 1)"
    await change(bench, theme="dark")
    assert await bench.js(color) == "rgb(9, 9, 9)"


async def test_a_theme_that_a_host_made_up_is_no_color_scheme(bench: Bench):
    await bench.reconnect(context={"theme": "dark"})
    await change(bench, theme='sepia"><b>')
    assert await theme(bench) == ['sepia"><b>', "normal"]


async def test_a_change_of_the_fonts_alone_leaves_theme_and_variables(bench: Bench):
    await bench.reconnect(context={"theme": "dark", "styles": {"variables": {"--a": "1"}}})
    await change(bench, styles={"css": {"fonts": "@font-face { font-family: A; src: local('a') }"}})
    await change(bench, styles={"css": {"fonts": "@font-face { font-family: B; src: local('b') }"}})
    assert await theme(bench) == ["dark", "dark"]
    assert await variables(bench, "--a") == ["1"]
    fonts = bench.view.view_frame.locator(FONTS)
    assert await fonts.count() == 1
    assert "family: B" in (await fonts.text_content() or "")


async def test_fonts_are_text_and_no_html(bench: Bench):
    await bench.reconnect(context={})
    css = "</style><img id='injected' src='x' onerror='document.title = 1'>"
    await change(bench, styles={"css": {"fonts": css}})
    fonts = bench.view.view_frame.locator(FONTS)
    assert await fonts.evaluate("element => [element.textContent, element.childElementCount]") == [css, 0]
    assert await bench.view.view_frame.locator("#injected").count() == 0


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({}, "light"),
        ({"class": "dark"}, "dark"),
        ({"data-theme": "dark"}, "dark"),
        ({"class": "dark x", "data-theme": "light"}, "light"),
    ],
)
async def test_the_theme_of_the_page_is_read_from_its_root(attributes: dict[str, str], expected: str, bench: Bench):
    await bench.reconnect(context={})
    setting = f"all => Object.entries(all).forEach(([name, value]) => {ROOT}.setAttribute(name, value))"
    await bench.js(setting, attributes)
    assert await bench.python("from mcp_apps_py.browser import get_document_theme; get_document_theme()") == expected


PADDING = "((s) => [s.paddingTop, s.paddingRight, s.paddingBottom, s.paddingLeft])(getComputedStyle({}))"


@case("S6")
async def test_a_page_is_padded_by_the_safe_area(bench: Bench):
    await bench.reconnect(css="body { padding: 3px }", context={})
    body = PADDING.format("document.body")
    await bench.python(
        """
        from mcp_apps_py.browser import apply_safe_area_insets
        apply_safe_area_insets(app.host.context)
        app.on_host_context_changed.add(apply_safe_area_insets)
        """
    )
    assert await bench.js(body) == ["3px"] * 4
    await change(bench, safeAreaInsets={"top": 44.5, "right": 0, "bottom": 21.25, "left": 8})
    assert await bench.js(body) == ["44.5px", "0px", "21.25px", "8px"]
    await change(bench, theme="dark")
    assert await bench.js(body) == ["44.5px", "0px", "21.25px", "8px"]
    await change(bench, safeAreaInsets={"top": 0, "right": 0, "bottom": 0, "left": 0})
    assert await bench.js(body) == ["0px"] * 4
    await bench.python("app.on_host_context_changed.remove(apply_safe_area_insets)")


async def test_another_element_can_be_padded(bench: Bench):
    await bench.reconnect(context={"safeAreaInsets": {"top": 5, "right": 0, "bottom": 0, "left": 0}})
    await bench.python("apply_safe_area_insets(app.host.context, js.document.getElementById('main'))")
    assert await bench.js(PADDING.format("main")) == ["5px", "0px", "0px", "0px"]


@case("S7")
async def test_the_page_takes_the_room_that_the_host_has(bench: Bench):
    await bench.reconnect(css="body { margin: 0 } main { height: 900px }", context={})
    await bench.python(
        """
        from mcp_apps_py.browser import apply_container_dimensions
        app.on_host_context_changed.add(apply_container_dimensions)
        """
    )
    style = f"((s) => [s.width, s.maxWidth, s.height, s.maxHeight])({ROOT}.style)"
    await change(bench, containerDimensions={"height": 400, "maxWidth": 767.984375})
    assert await bench.js(style) == ["", "767.984px", "100vh", ""]
    await change(bench, containerDimensions={"width": 300, "maxHeight": 250})
    assert await bench.js(style) == ["100vw", "", "", "250px"]
    assert await bench.js(f"{ROOT}.getBoundingClientRect().height") == 250
    await change(bench, containerDimensions={})
    assert await bench.js(style) == ["", "", "", ""]
    await bench.python("app.on_host_context_changed.remove(apply_container_dimensions)")


async def test_after_the_end_nothing_is_applied(bench: Bench):
    await bench.reconnect(context={"theme": "light"})
    await bench.python("await app.close()")
    await bench.view.change_context(theme="dark")
    assert (
        await bench.js(
            "new Promise((resolve) => setTimeout(() => resolve(document.documentElement.dataset.theme), 100))"
        )
        == "light"
    )
