"""Starts the browser alone, without a driver that listens in.

A driver hears everything that goes to the console, and the TypeScript SDK sends every message there; with a driver a
small message costs it several times as much.
"""

import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.browser_config import browser_path, config


@contextmanager
def browser_alone(url: str) -> Generator[None]:
    """Show a page in a fresh headless browser, until the end of the block."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        arguments = [*config.arguments, f"--user-data-dir={profile}", *(["--headless"] if config.headless else [])]
        process = subprocess.Popen([_path(), *arguments, url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


def _path() -> Path:
    found = browser_path()
    if found is not None:
        return found
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)
