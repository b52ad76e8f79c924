"""What the view knows of its host."""

from typing import Any

import pytest

from mcp_apps_py import App, Host, LocalProtocolError
from mcp_apps_py.transport import settle
from tests.cases import case
from tests.connected import connected


@case("L11")
@pytest.mark.parametrize("attribute", ["info", "capabilities", "context", "protocol_version"])
def test_reading_before_the_connection_says_what_to_await(attribute: str) -> None:
    with pytest.raises(LocalProtocolError, match=rf"app\.host\.{attribute} is known once .* await app\.connect\(\)"):
        getattr(Host(), attribute)


async def test_everything_is_known_once_connected_and_after_the_end() -> None:
    app = App("test", "1.0")
    async with connected(app, context={"theme": "dark"}):
        assert app.host.info.name == "stub-host"
    assert app.host.known
    assert app.host.protocol_version == "2026-01-26"
    assert app.host.context.theme == "dark"


async def test_a_listener_reads_the_context_while_the_view_connects() -> None:
    app = App("test", "1.0")
    themes: list[Any] = []
    app.on_tool_input(lambda: themes.append(app.host.context.theme))
    rules = {"tool": {"arguments": {}}, "after_initialize": ["$tool-input"], "after_initialized": []}
    async with connected(app, preset=rules, context={"theme": "dark"}):
        await settle()
    assert themes == ["dark"]


@pytest.mark.parametrize(
    ("capability", "offered"),
    [
        ("open_links", True),
        ("message", True),
        ("message.text", True),
        ("message.image", False),
        ("sampling", False),
        ("sampling.tools", False),
        ("server_tools.list_changed", False),
        ("experimental.unheard_of", False),
        ("madeUp", True),
        ("off", False),
    ],
)
async def test_capabilities_are_asked_by_name_or_path(capability: str, offered: bool) -> None:
    capabilities = {"openLinks": {}, "message": {"text": {}}, "serverTools": {}, "madeUp": {}, "off": False}
    async with connected(capabilities=capabilities) as (app, _host):
        assert app.host.supports(capability) is offered


@pytest.mark.parametrize(
    "capability", ["openLinks", "massage", "message.txt", "model_dump", "to_wire", "message.text.deep"]
)
async def test_a_capability_that_does_not_exist_is_refused_with_those_that_do(capability: str) -> None:
    async with connected(capabilities={"message": {"text": {}}}) as (app, _host):
        if capability == "message.text.deep":
            assert not app.host.supports(capability)
        else:
            with pytest.raises(LocalProtocolError, match="there is no capability"):
                app.host.supports(capability)


@case("S1")
async def test_unset_members_of_a_change_do_not_become_none() -> None:
    async with connected(context={"locale": "it", "styles": {"variables": {"--a": "1"}}}) as (app, host):
        host.change_context(styles={"css": {"fonts": "x"}}, display_mode="fullscreen")
        await settle()
        context = app.host.context
        assert context.locale == "it"
        assert context.display_mode == "fullscreen"
        assert context.styles is not None
        assert context.styles.variables is None


@case("S3")
async def test_unknown_members_are_kept_and_a_null_one_reads_as_none() -> None:
    async with connected(context={"theme": "sepia", "viewport": {"w": 1}, "locale": None}) as (app, _host):
        context = app.host.context
        assert context.theme == "sepia"
        assert context.locale is None
        assert context.model_extra == {"viewport": {"w": 1}}
