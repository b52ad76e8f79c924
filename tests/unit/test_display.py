"""How a view is shown: its room, and its display mode."""

import pytest

from mcp_apps_py import Host, LocalProtocolError
from mcp_apps_py.transport import settle
from mcp_apps_py.types import ContainerDimensions
from tests.cases import case
from tests.connected import connected


@case("S7")
@pytest.mark.parametrize(
    ("room", "width", "height"),
    [
        ({"height": 400, "maxWidth": 767.984375}, "flexible", "fixed"),
        ({"width": 1130.5}, "fixed", "unbounded"),
        ({"width": 0, "height": None}, "fixed", "unbounded"),
        ({"width": 300, "maxWidth": 500, "maxHeight": 0}, "fixed", "flexible"),
        ({}, "unbounded", "unbounded"),
    ],
)
def test_each_side_is_fixed_flexible_or_unbounded(room: dict[str, float], width: str, height: str):
    dimensions = ContainerDimensions.model_validate(room)
    assert (dimensions.width_extent, dimensions.height_extent) == (width, height)


def test_before_the_connection_nobody_knows_the_modes():
    with pytest.raises(LocalProtocolError, match=r"await app\.connect"):
        Host().offers_display_mode("inline")


@pytest.mark.parametrize(
    ("context", "offered"),
    [
        ({"displayMode": "inline", "availableDisplayModes": ["inline", "fullscreen"]}, {"inline", "fullscreen"}),
        ({"displayMode": "pip", "availableDisplayModes": None}, {"pip"}),
        ({"displayMode": None, "availableDisplayModes": None}, set()),
    ],
)
async def test_a_host_offers_the_modes_it_lists_and_the_one_it_is_in(context: dict[str, object], offered: set[str]):
    async with connected(context=context) as (app, _host):
        asked = ("inline", "fullscreen", "pip")
        assert {mode for mode in asked if app.host.offers_display_mode(mode)} == offered


async def test_fullscreen_is_entered_and_left_with_the_same_call():
    context = {"displayMode": "inline", "availableDisplayModes": ["inline", "fullscreen"]}
    async with connected(context=context) as (app, host):
        host.answer("ui/request-display-mode", {"mode": "fullscreen"})
        assert (await app.toggle_fullscreen()).mode == "fullscreen"
        host.change_context(displayMode="fullscreen")
        await settle()
        await app.toggle_fullscreen()
        assert [frame["params"]["mode"] for frame in host.posted("ui/request-display-mode")] == ["fullscreen", "inline"]


async def test_fullscreen_is_refused_where_the_host_has_none():
    async with connected(context={"availableDisplayModes": ["inline"]}) as (app, host):
        with pytest.raises(LocalProtocolError, match="does not offer the display mode 'fullscreen', only: inline"):
            await app.toggle_fullscreen()
        assert host.posted("ui/request-display-mode") == []
