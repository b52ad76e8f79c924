"""Runs the server of the weather example in a process of its own, for the demo and the tests."""

import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

SERVER = Path(__file__).resolve().parents[1] / "examples" / "weather" / "server.py"
START_S = 60.0


@contextmanager
def weather_server(runtime_url: str) -> Generator[str]:
    """Run the server over streamable HTTP, and end it afterwards; gives its URL.

    Args:
        runtime_url: The runtime folder's URL, for the view.

    Raises:
        RuntimeError: It did not start within a minute; it has said why on standard error.
    """
    command = [sys.executable, str(SERVER), "--http", "0", "--runtime", runtime_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        watchdog = threading.Timer(START_S, process.kill)
        watchdog.start()
        try:
            url = process.stdout.readline().strip()
            if not url:
                raise RuntimeError(f"the weather server ended with exit code {process.wait()} before it served")
            watchdog.cancel()
            yield url
        finally:
            watchdog.cancel()
            process.terminate()
