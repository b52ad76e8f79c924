"""A view under the stub host page in any engine, with the API that the tests in Chromium have.

So the benches and scenarios of those tests run here as they are. Calls block the loop, which has nothing else to do.
"""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from playwright.async_api import Frame, Page

from mcp_apps_py.bundle import Page as WrittenPage
from mcp_apps_py.testing.browser import ViewPage
from mcp_apps_py.testing.server import StubHostServer
from tools.browser_config import config

from .engine import Engine, PageError

BOOT_S = config.boot_timeout / 1000
# Waiting is done in the page, where it has limits of its own; this one is for a page that does not answer any more.
PATIENCE_S = BOOT_S + 30


# WebKit's driver does not tell of the console.
RECORDER = """<script>
globalThis.consoleLines = [];
for (const name of ["debug", "log", "info", "warn", "error"]) {
  const write = console[name];
  console[name] = (...values) => {
    consoleLines.push(`${name}: ${values.join(" ")}`);
    write.apply(console, values);
  };
}
addEventListener("error", ({ message }) => message && consoleLines.push(`uncaught: ${message}`));
addEventListener("unhandledrejection", ({ reason }) => consoleLines.push(`uncaught: ${reason}`));
</script>"""
BEGIN = '<meta charset="utf-8">'


class EngineFrame:
    """A document: the page itself or a frame in it; has the part of Playwright's API that is needed here."""

    def __init__(self, engine: Engine, depth: int = 0) -> None:
        self._engine = engine
        self._depth = depth

    async def evaluate(self, expression: str, argument: Any = None) -> Any:
        """Evaluate an expression; if it is a function, call it. A promise is awaited."""
        call = f"((it) => typeof it === 'function' ? it({json.dumps(argument)}) : it)({expression.strip().rstrip(';')})"
        return self._engine.evaluate(call, depth=self._depth, patience=PATIENCE_S)

    async def wait_for_function(self, function: str, arg: Any = None, *, timeout: float = config.timeout) -> None:
        """Wait until a function gives something true, be it in a document that is yet to come.

        Raises:
            PageError: It does not, within `timeout` ms.
        """
        end = time.monotonic() + timeout / 1000
        problem = "it was false"
        while time.monotonic() < end:
            try:
                if await self.evaluate(f"(it) => Boolean(({function})(it))", arg):
                    return
            except PageError as error:
                problem = str(error)
            self._engine.evaluate("await new Promise((done) => setTimeout(done, 50))")
        raise PageError(f"waited for {function}, but {problem}")


class EngineView(ViewPage):
    """One view, and the host around it; see `ViewPage`.

    Attributes:
        engine: The browser.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.page = cast("Page", EngineFrame(engine))
        self.patience = BOOT_S
        self._depth = 1

    @property
    def view_frame(self) -> Frame:
        return cast("Frame", EngineFrame(self.engine, self._depth))

    async def lines(self) -> list[str]:
        """What the view's document has written to the console so far, errors that nobody caught among it."""
        return await self.view_frame.evaluate("consoleLines")

    async def problems(self) -> list[str]:
        """The errors among the lines."""
        return [line for line in await self.lines() if line.startswith(("error: ", "uncaught: "))]

    async def open(self, spec: Mapping[str, Any]) -> None:
        shown = await self.page.evaluate("spec => stubHost.open(spec)", dict(spec))
        self._depth = shown["frame"]["frames"]

    async def screenshot(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine.screenshot(path)

    async def close(self) -> None:
        self.engine.open("about:blank")


class EngineStage:
    """A browser and the stub host's web server; see `Stage`."""

    def __init__(self, engine: Engine, server: StubHostServer) -> None:
        self.engine = engine
        self.server = server
        self.config = config

    async def open_view(
        self,
        page: WrittenPage,
        *,
        profile: str = "spec-wasm",
        rules: Mapping[str, Any] | None = None,
        size: tuple[int, int] = (800, 600),
    ) -> EngineView:
        """Open a view in place of the one before."""
        self.engine.resize(*size)
        view = EngineView(self.engine)
        self.engine.open(f"{self.server.url}/?bare")
        await view.page.wait_for_function("() => window.stubHost")
        assert page.html.count(BEGIN) == 1
        html = page.html.replace(BEGIN, BEGIN + RECORDER)
        await view.open({"html": html, "meta": page.meta, "profile": profile, "rules": dict(rules or {})})
        return view
