"""Python's log records, as the host gets them."""

import logging
from collections.abc import Iterator

import pytest

from mcp_apps_py import App, HostLogHandler
from mcp_apps_py.testing import StubHost
from mcp_apps_py.transport import settle
from tests.connected import connected
from tests.frame_check import check_frame


@pytest.fixture
def app() -> App:
    return App("test", "1.0")


@pytest.fixture
def logger(app: App) -> Iterator[logging.Logger]:
    logger = logging.getLogger("view.weather")
    logger.setLevel(logging.DEBUG)
    handler = HostLogHandler(app)
    logger.addHandler(handler)
    yield logger
    logger.removeHandler(handler)


async def sent(host: StubHost) -> list[dict[str, object]]:
    await settle()
    frames = host.posted("notifications/message")
    for frame in frames:
        check_frame(frame)
    return [frame["params"] for frame in frames]


@pytest.mark.parametrize(
    ("level", "name"),
    [(10, "debug"), (5, "debug"), (20, "info"), (25, "info"), (30, "warning"), (40, "error"), (50, "critical")],
)
async def test_a_record_is_sent_with_a_level_that_is_not_graver(
    app: App, logger: logging.Logger, level: int, name: str
) -> None:
    logger.setLevel(1)
    async with connected(app) as (_, host):
        logger.log(level, "%d days in %s", 3, "Rome")
        assert await sent(host) == [{"level": name, "data": "3 days in Rome", "logger": "view.weather"}]


async def test_a_traceback_is_part_of_the_text(app: App, logger: logging.Logger) -> None:
    async with connected(app) as (_, host):
        try:
            raise ValueError("a wheel came off")
        except ValueError:
            logger.exception("it stopped")
        [record] = await sent(host)
        assert str(record["data"]).startswith("it stopped\nTraceback")
        assert str(record["data"]).endswith("ValueError: a wheel came off")


async def test_records_below_the_handler_s_level_are_not_sent(app: App) -> None:
    handler = HostLogHandler(app, logging.WARNING)
    async with connected(app) as (_, host):
        logger = logging.getLogger("view.quiet")
        logger.addHandler(handler)
        logger.warning("yes")
        logger.info("no")
        assert [record["data"] for record in await sent(host)] == ["yes"]
        logger.removeHandler(handler)


async def test_a_record_while_there_is_no_host_is_dropped(app: App, logger: logging.Logger) -> None:
    logger.error("too early")
    async with connected(app) as (_, host):
        assert await sent(host) == []
    logger.error("too late")


async def test_a_broken_record_does_not_break_what_logs(app: App, capsys: pytest.CaptureFixture[str]) -> None:
    handler = HostLogHandler(app)
    async with connected(app) as (_, host):
        # Straight to the handler: that of pytest raises for such a record.
        handler.handle(logging.LogRecord("view", logging.ERROR, "view.py", 1, "%d days", ("three",), None))
        handler.handle(logging.LogRecord("view", logging.ERROR, "view.py", 2, "the next one", (), None))
        assert [record["data"] for record in await sent(host)] == ["the next one"]
    assert "TypeError: %d format" in capsys.readouterr().err
