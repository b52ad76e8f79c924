"""Starts each case in a browser of its own state, in rounds, in another order each time."""

import os
import platform
import random
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, BrowserContext, BrowserType, Error, async_playwright
from playwright.async_api import Page as BrowserPage

from mcp_apps_py.bundle import Page
from mcp_apps_py.runtime.pins import pins
from tools.browser_config import launch_options

from ..figures import compared, report
from ..serving import BenchServer
from .cases import CASES, HERE, MODULES, ROOT, RUNTIME, UnavailableError

FIGURES = ("handshake", "first_paint", "first_message", "result_shown", "longest_block", "bytes")
# Chromium's own presets: latency in ms, throughput in bytes a second.
NETWORKS = {"10mbit": (100, 10e6 / 8), "1.5mbit": (100, 1.5e6 / 8)}
PATIENCE_MS = 60_000
SLOW_PATIENCE_MS = 600_000


@dataclass(frozen=True)
class Conditions:
    """Under what a view starts.

    Attributes:
        network: A key of `NETWORKS`, or None for the loopback as it is.
        cpu: How many times slower the view's processor is.
        warm: Whether the view is opened a second time, in the same browser, and that is measured.
        opaque: Whether the frame has an opaque origin, in which nothing is cached.
        compress: Whether the server compresses what is compressible.
    """

    network: str | None = None
    cpu: float = 1
    warm: bool = False
    opaque: bool = False
    compress: bool = False

    @property
    def sandbox(self) -> str:
        """The frame's sandbox attribute."""
        return "allow-scripts" if self.opaque else "allow-scripts allow-same-origin"

    @property
    def slowed(self) -> bool:
        """Whether the browser is told to be slower than it is."""
        return self.network is not None or self.cpu != 1


class Boot:
    """The server with a page for each case, and the browser that opens them."""

    def __init__(self, server: BenchServer, launcher: BrowserType, browser: Browser, conditions: Conditions) -> None:
        self._server = server
        self._launcher = launcher
        self._browser = browser
        self._conditions = conditions
        self._patience = SLOW_PATIENCE_MS if conditions.slowed else PATIENCE_MS
        self._console: list[str] = []

    async def measure(self, name: str, url: str) -> dict[str, float | None]:
        """Start a case once, with nothing left of an earlier start; gives its figures."""
        try:
            async with self._fresh_context() as context:
                if self._conditions.warm:
                    await self._start(context, name, url)
                return await self._start(context, name, url)
        except Error as error:
            raise RuntimeError("\n".join([f"{name}: {error.message}", *self._console])) from error

    @asynccontextmanager
    async def _fresh_context(self) -> AsyncGenerator[BrowserContext]:
        if not self._conditions.warm:
            context = await self._browser.new_context()
            try:
                yield context
            finally:
                await context.close()
            return
        # Without a profile on the disk the browser keeps little in its cache.
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            context = await self._launcher.launch_persistent_context(profile, **launch_options())
            try:
                yield context
            finally:
                await context.close()

    async def _start(self, context: BrowserContext, name: str, url: str) -> dict[str, float | None]:
        page = await context.new_page()
        page.set_default_timeout(self._patience)
        self._console.clear()
        page.on("console", lambda message: self._console.append(message.text))
        await page.goto(self._server.host)
        await page.wait_for_function("() => globalThis.boot")
        if self._conditions.slowed:
            await self._slow_down(context, page)
        before = self._server.sent
        options = {"speaks_only": CASES[name].speaks_only, "patience": self._patience}
        arguments = [url, self._conditions.sandbox, options]
        found = await page.evaluate("([url, sandbox, options]) => boot.run(url, sandbox, options)", arguments)
        found["bytes"] = self._server.sent - before
        await page.close()
        return found

    async def _slow_down(self, context: BrowserContext, page: BrowserPage) -> None:
        """Slow down the frame's process; it must be there before anything is loaded into it."""
        arguments = [f"{self._server.view}/empty", self._conditions.sandbox]
        await page.evaluate("([url, sandbox]) => boot.prepare(url, sandbox)", arguments)
        session: Any = await context.new_cdp_session(page.frames[1])
        if self._conditions.cpu != 1:
            await session.send("Emulation.setCPUThrottlingRate", {"rate": self._conditions.cpu})
        if self._conditions.network is not None:
            latency, throughput = NETWORKS[self._conditions.network]
            speeds = {"downloadThroughput": throughput, "uploadThroughput": throughput}
            await session.send("Network.enable")
            await session.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **speeds})


async def measure(names: list[str], rounds: int, conditions: Conditions) -> dict[str, Any]:
    """Measure cases in so many rounds; gives what `--json` prints.

    Raises:
        RuntimeError: A case did not come to its end.
    """
    roots = {"runtime": RUNTIME, "pyodide": MODULES / "pyodide"}
    with BenchServer(roots, script=HERE / "host.js", compress=conditions.compress) as server:
        urls, missing = _add_pages(server, names)
        values: dict[str, dict[str, list[float | None]]] = {name: {figure: [] for figure in FIGURES} for name in urls}
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            boot = Boot(server, playwright.chromium, browser, conditions)
            for number in range(rounds):
                for name in random.Random(number).sample(list(urls), len(urls)):
                    found = await boot.measure(name, urls[name])
                    for figure in FIGURES:
                        values[name][figure].append(found[figure])
                    _say(number, name, found)
            environment = _environment(browser.version, conditions, missing)
            await browser.close()
    return report(compared(values), rounds, environment)


def _add_pages(server: BenchServer, names: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    urls: dict[str, str] = {}
    missing: dict[str, str] = {}
    for name in names:
        try:
            urls[name] = server.add_page(name, with_probe(CASES[name].page(server.view)))
        except UnavailableError as error:
            missing[name] = str(error)
    return urls, missing


def with_probe(page: Page) -> Page:
    """Put the probe into a page, before anything else that runs."""
    script = f"<script>\n{(HERE / 'probe.js').read_text(encoding='ascii')}</script>"
    encoding = '<meta charset="utf-8">'
    before, found, after = page.html.partition(encoding)
    if not found:
        raise ValueError(f"the page has no {encoding}, behind which the probe belongs")
    return Page(f"{before}{encoding}{script}{after}", page.meta)


def _say(number: int, name: str, found: Mapping[str, float | None]) -> None:
    first = found["first_message"]
    print(f"round {number + 1}: {name:<26}{first or 0:>8.0f} ms", file=sys.stderr, flush=True)


def _environment(browser: str, conditions: Conditions, missing: Mapping[str, str]) -> dict[str, Any]:
    told = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return {
        "browser": f"Chromium {browser}",
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "pyodide": pins().pyodide,
        "pyscript": pins().pyscript,
        "commit": told.stdout.strip() or None,
        "network": conditions.network or "loopback",
        "cpu_slowdown": conditions.cpu,
        "visit": "second" if conditions.warm else "first",
        "origin": "opaque" if conditions.opaque else "of its own",
        "compressed": conditions.compress,
        "not_measured": dict(missing),
    }
