"""Runs the maker in a Chromium without a window, for authors who have no Node."""

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from typing import Any

BROWSER_VARIABLE = "MCP_APPS_BROWSER"
BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
BROWSER_PATHS = (
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
ARGUMENTS = (
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    # A page without a window is slowed down otherwise.
    "--disable-renderer-backgrounding",
    "--lang=en-US",
    # Chromium's own sandbox does not start for root, as in most containers.
    *(("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()),
)
START_PATIENCE = 120.0
"""Seconds until the browser must have asked for the first file."""
MEDIA_TYPES = {".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
LAST_WORDS = 2000


def find_browser(chosen: Path | None = None) -> Path | None:
    """Find a Chromium: the chosen one, that in MCP_APPS_BROWSER, or one under the usual names; None if there is none.

    Raises:
        FileNotFoundError: The chosen one is not there.
    """
    named = os.environ.get(BROWSER_VARIABLE)
    wanted = chosen or (Path(named) if named else None)
    if wanted is None:
        paths = [*map(Path, BROWSER_PATHS), *(Path(path) for name in BROWSER_NAMES if (path := which(name)))]
        return next((path for path in paths if path.is_file()), None)
    if not wanted.is_file():
        where = "the browser" if chosen else BROWSER_VARIABLE
        raise FileNotFoundError(f"{where} is {str(wanted)!r}, but there is no such file")
    return wanted


class Desk:
    """What the maker's web server knows, and is told.

    Attributes:
        folder: The job.
        token: The first part of every path; who does not know it gets nothing.
        tell: Is told what is being done.
        asked: Set when the browser has come.
        ended: Set when the maker is done.
        problem: What went wrong, "" if nothing did.
    """

    def __init__(self, folder: Path, tell: Callable[[str], None]) -> None:
        self.folder = folder
        self.token = secrets.token_urlsafe(16)
        self.tell = tell
        self.asked = threading.Event()
        self.ended = threading.Event()
        self.problem = ""

    def take(self, path: str, body: bytes) -> bool:
        """Take what the maker posts; whether that was something."""
        if path == "end":
            self.problem = body.decode(errors="replace")
            self.ended.set()
        elif path == "doing":
            self.tell(body.decode(errors="replace"))
        elif path.startswith("made/") and "/" not in path.removeprefix("made/"):
            (self.folder / f"{path.removeprefix('made/')}.made").write_bytes(body)
        else:
            return False
        return True


class Server(ThreadingHTTPServer):
    """A web server that takes it calmly when the browser is ended."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless it is a connection that broke off."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Hands the job out and takes the products; nobody else than the maker's page gets anything."""

    protocol_version = "HTTP/1.1"

    def __init__(self, desk: Desk, *arguments: Any) -> None:
        self.desk = desk
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """Give a file of the job."""
        name = self._path()
        file = self.desk.folder / (name or "")
        if not name or "/" in name or not file.is_file():
            self._answer(404, b"")
            return
        self.desk.asked.set()
        self._answer(200, file.read_bytes(), MEDIA_TYPES.get(file.suffix, "application/octet-stream"))

    def do_POST(self) -> None:
        """Take a product, or what the maker says."""
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        name = self._path()
        self._answer(204 if name and self.desk.take(name, body) else 404, b"")

    def _path(self) -> str | None:
        token, _, name = self.path.removeprefix("/").partition("/")
        return name if secrets.compare_digest(token.encode(), self.desk.token.encode()) else None

    def _answer(self, status: int, body: bytes, kind: str = "text/plain") -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        if status != 204:
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - http.server calls it
        """Be silent."""


def run_in_browser(browser: Path, folder: Path, tell: Callable[[str], None], patience: float) -> str:
    """Run the maker in a browser; gives what went wrong, "" if nothing did.

    Args:
        browser: The program.
        folder: The job.
        tell: Is told what is being done.
        patience: Seconds that it may take.
    """
    desk = Desk(folder, tell)
    server = Server(("127.0.0.1", 0), partial(Handler, desk))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}/{desk.token}/page.html"
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            return _watch(browser, [*ARGUMENTS, f"--user-data-dir={profile}", address], desk, patience)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _watch(browser: Path, arguments: list[str], desk: Desk, patience: float) -> str:
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            [str(browser), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env={**os.environ, "TZ": "UTC"},
            start_new_session=True,
        )
        try:
            problem = _wait(process, desk, patience)
        finally:
            _end(process)
        output.seek(0)
        words = output.read().strip()[-LAST_WORDS:]
    return f"{browser} {problem}; it said:\n{words or 'nothing'}" if problem else desk.problem


def _wait(process: subprocess.Popen[Any], desk: Desk, patience: float) -> str:
    """Wait for the end; gives what is wrong with the browser, "" if it did its part."""
    begin = time.monotonic()
    while not desk.ended.wait(0.2):
        passed = time.monotonic() - begin
        if process.poll() is not None:
            return f"ended with code {process.returncode} before it was done"
        if passed > START_PATIENCE and not desk.asked.is_set():
            return f"did not open the maker's page within {START_PATIENCE:.0f} s"
        if passed > patience:
            return f"was not done within {patience:.0f} s"
    return ""


def _end(process: subprocess.Popen[Any]) -> None:
    """End the browser and all its processes."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
