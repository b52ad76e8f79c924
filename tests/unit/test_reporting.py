"""What becomes of errors that nobody listens for, and of noise."""

import logging

import pytest

from mcp_apps_py import (
    ConnectionClosedError,
    LocalProtocolError,
    McpAppsError,
    RemoteProtocolError,
    RequestTimeoutError,
)
from mcp_apps_py.transport import settle
from tests.cases import case
from tests.connected import connected


@case("H1")
async def test_an_error_that_nobody_listens_for_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async with connected() as (app, host):
        app.on_tool_input(lambda: 1 / 0)
        host.send_tool_input()
        await settle()
    [record] = caplog.records
    assert record.levelno == logging.ERROR
    assert record.exc_info is not None
    assert "ZeroDivisionError" in record.message


@case("H1")
async def test_a_listener_for_errors_that_fails_itself_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with connected() as (app, host):
        app.on_error(lambda: 1 / 0)
        host.post({"jsonrpc": "2.0", "method": 5})
        await host.ping()
    assert "ZeroDivisionError" in caplog.text


@case("T9", "I2")
async def test_noise_is_at_most_a_debug_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "mcp_apps_py")
    async with connected() as (_app, host):
        host.notify("host/telemetry", {"arguments": 5})
        host.post({"type": "auth_token"})
        host.post({"jsonrpc": "2.0", "id": 1, "result": {}})
        await settle()
    noise = [record for record in caplog.records if record.name == "mcp_apps_py"]
    assert [record.levelno for record in noise] == [logging.DEBUG] * 3
    assert "not pending: 1" in noise[-1].message


async def test_every_exception_of_the_sdk_is_an_mcp_apps_error_with_a_builtin_base() -> None:
    assert issubclass(RequestTimeoutError, McpAppsError | TimeoutError)
    for error, base in (
        (RequestTimeoutError, TimeoutError),
        (ConnectionClosedError, ConnectionError),
        (LocalProtocolError, RuntimeError),
        (RemoteProtocolError, ValueError),
    ):
        assert issubclass(error, McpAppsError)
        assert issubclass(error, base)
