"""Firefox, driven over WebDriver BiDi, which it speaks itself: no driver program is needed."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
from itertools import count
from pathlib import Path
from typing import Any

import websocket

from .engine import INSTALL, TIME_ZONE, EngineMissingError, PageError, as_text, from_text

PROGRAMS = ("firefox-esr", "firefox")
# A fresh profile asks and fetches nothing of its own accord.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,none",
    "toolkit.telemetry.server": "data:,none",
}
START_S = 60
LOAD_S = 60


class Firefox:
    """Firefox without a window, with a profile of its own that is thrown away."""

    def __init__(self) -> None:
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        if not program:
            raise EngineMissingError(f"Firefox is not installed. {INSTALL.format('firefox-esr')}")
        self._ids = count(1)
        self._profile = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        (Path(self._profile.name) / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [program, "--headless", "--no-remote", "--profile", self._profile.name, "--remote-debugging-port=0"]
        self._process = subprocess.Popen(
            command,
            env={**os.environ, **TIME_ZONE},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        self._reader = threading.Thread(target=self._process.stderr.read, daemon=True)
        try:
            self._socket = websocket.create_connection(
                f"{self._address()}/session", timeout=START_S, suppress_origin=True
            )
            found = self._command("session.new", {"capabilities": {}})["capabilities"]
            self.name = f"Firefox {found['browserVersion']}"
            self._page: str = self._command("browsingContext.getTree", {})["contexts"][0]["context"]
        except BaseException:
            self._end()
            raise

    def _address(self) -> str:
        said: list[str] = []
        assert self._process.stderr is not None
        limit = threading.Timer(START_S, self._process.kill)
        limit.start()
        try:
            for line in self._process.stderr:
                if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                    # Nobody reads the rest, but Firefox must not wait for somebody who does.
                    self._reader.start()
                    return found[1]
                said.append(line)
        finally:
            limit.cancel()
        raise RuntimeError(f"Firefox did not start within {START_S} s, or not at all: {''.join(said)}")

    def open(self, url: str) -> None:
        self._command("browsingContext.navigate", {"context": self._page, "url": url, "wait": "complete"})

    def evaluate(self, expression: str, *, depth: int = 0, patience: float = 15) -> Any:
        asked = {
            "expression": as_text(expression),
            "target": {"context": self._frame(depth)},
            "awaitPromise": True,
        }
        answer = self._command("script.evaluate", asked, patience)
        if answer["type"] == "exception":
            raise PageError(answer["exceptionDetails"]["text"])
        return from_text(answer["result"]["value"])

    def _frame(self, depth: int) -> str:
        [context] = self._command("browsingContext.getTree", {"root": self._page})["contexts"]
        for _ in range(depth):
            if not context["children"]:
                raise PageError("there is no such frame in the page")
            context = context["children"][0]
        return context["context"]

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._command("browsingContext.setViewport", {"context": self._page, "viewport": size})

    def screenshot(self, path: Path) -> None:
        shot = self._command("browsingContext.captureScreenshot", {"context": self._page})
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self) -> None:
        try:
            self._command("browser.close", {})
        finally:
            self._socket.close()
            self._end()

    def _end(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
        self._process.wait(timeout=30)
        if self._reader.is_alive():
            self._reader.join()
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._profile.cleanup()

    def _command(self, method: str, params: dict[str, Any], patience: float = LOAD_S) -> dict[str, Any]:
        """Send a command and give its result.

        Raises:
            PageError: Firefox says that it went wrong, or does not answer.
        """
        number = next(self._ids)
        self._socket.settimeout(patience)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            try:
                message = json.loads(self._socket.recv())
            except websocket.WebSocketTimeoutException:
                raise PageError(f"{method} took more than {patience:g} s") from None
            if message.get("id") == number:
                if message["type"] == "error":
                    raise PageError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]
