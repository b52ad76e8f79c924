"""Sends Python's log records to the host."""

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .app import App


class HostLogHandler(logging.Handler):
    """A `logging.Handler` that sends records to the host as `notifications/message`.

    Records that come while the app is not connected are dropped. The data is the formatted
    text; a level of Python's becomes the one of RFC 5424 that is not graver.

        logging.getLogger().addHandler(HostLogHandler(app))

    Args:
        app: Whose host gets the records.
        level: The lowest level that is sent.
    """

    def __init__(self, app: "App", level: int | str = logging.NOTSET) -> None:
        super().__init__(level)
        self._app = app

    def emit(self, record: logging.LogRecord) -> None:
        """Send one record."""
        if not self._app.connected:
            return
        try:
            text = self.format(record)
            self._app.tell("notifications/message", level=level_name(record.levelno), data=text, logger=record.name)
        except Exception:  # noqa: BLE001 - a record may be anything, and logging must not break what logs
            self.handleError(record)


def level_name(levelno: int) -> str:
    """Give the protocol's name of a level of Python's `logging`."""
    names = ((logging.CRITICAL, "critical"), (logging.ERROR, "error"), (logging.WARNING, "warning"))
    for least, name in (*names, (logging.INFO, "info")):
        if levelno >= least:
            return name
    return "debug"
