"""Python's log in the browser's console."""

import logging

from . import _js


class ConsoleHandler(logging.Handler):
    """Writes log records to the browser's console.

    Without a handler they would go to standard error, of which PyScript puts every line into the page.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record, in the console's own kind of its level."""
        console = _js.window.console
        if record.levelno >= logging.ERROR:
            write = console.error
        elif record.levelno >= logging.WARNING:
            write = console.warn
        else:
            write = console.info
        write(self.format(record))
