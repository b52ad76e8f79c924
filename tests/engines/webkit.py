"""WebKit, as WebKitGTK's small browser: driven through its own driver by Selenium, on a display that nobody sees."""

import os
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path
from typing import Any

from selenium.common.exceptions import NoSuchFrameException, TimeoutException, WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from .engine import INSTALL, TIME_ZONE, EngineMissingError, PageError, as_text, from_text

PACKAGES = "webkit2gtk-driver xvfb"
DRIVER = "WebKitWebDriver"
SCREEN = "1280x1600x24"
LOAD_S = 60


class WebKit:
    """MiniBrowser: WebKit and a window."""

    def __init__(self) -> None:
        if not shutil.which(DRIVER) or not shutil.which("Xvfb"):
            raise EngineMissingError(f"WebKit is not installed. {INSTALL.format(PACKAGES)}")
        self._folder = tempfile.TemporaryDirectory(prefix="webkit-", ignore_cleanup_errors=True)
        self._display, number = _start_display()
        environment = {
            **os.environ,
            **TIME_ZONE,
            "DISPLAY": f":{number}",
            "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        environment["HOME"] = self._folder.name
        try:
            service = Service(shutil.which(DRIVER), log_output=subprocess.DEVNULL, env=environment)
            with warnings.catch_warnings():
                # Selenium warns of its own way to reach its own driver.
                warnings.filterwarnings("ignore", "setting remote_server_addr", DeprecationWarning)
                self._driver = WebKitGTK(Options(), service)
        except BaseException:
            self._end()
            raise
        self.name = f"WebKitGTK {self._driver.capabilities['browserVersion']}"
        self._driver.set_page_load_timeout(LOAD_S)

    def open(self, url: str) -> None:
        self._driver.switch_to.default_content()
        self._driver.get(url)

    def evaluate(self, expression: str, *, depth: int = 0, patience: float = 15) -> Any:
        self._driver.switch_to.default_content()
        self._driver.set_script_timeout(patience)
        try:
            for _ in range(depth):
                self._driver.switch_to.frame(0)
            # The driver awaits no promise; the last argument is what it waits for.
            return from_text(self._driver.execute_async_script(f"{as_text(expression)}.then(arguments[0])"))
        except NoSuchFrameException:
            raise PageError("there is no such frame in the page") from None
        except TimeoutException:
            raise PageError(f"an expression took more than {patience:g} s") from None
        except WebDriverException as error:
            raise PageError(str(error.msg)) from None

    def resize(self, width: int, height: int) -> None:
        self._driver.set_window_size(width, height)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(self._driver.get_screenshot_as_png())

    def close(self) -> None:
        try:
            self._driver.quit()
        finally:
            self._end()

    def _end(self) -> None:
        self._display.terminate()
        self._display.wait(timeout=30)
        self._folder.cleanup()


def _start_display() -> tuple[subprocess.Popen[bytes], int]:
    """Start a display with a number that is free."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    quiet = subprocess.DEVNULL
    display = subprocess.Popen(command, pass_fds=[writer], stdin=quiet, stdout=quiet, stderr=quiet)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        number = pipe.readline().strip()
    if not number:
        raise RuntimeError(f"Xvfb ended at its start, with {display.wait()}.")
    return display, int(number)
