"""Views in a real browser, under the stub host page.

    async with open_stage(server, config=config, launch=launch_options()) as stage:
        view = await stage.open_view(page.html, page.meta, profile="claude")
        await view.wait_for_frame({"method": "ui/notifications/initialized"})

The API is Playwright's asynchronous one, so that the same scenario runner drives a view in memory and in a page. A
browser belongs to the event loop that started it: fixtures and tests that share it share a loop.
"""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, ConsoleMessage, Error, Frame, Page, async_playwright

from ..bundle import Page as WrittenPage
from ..hosts import Profile
from .server import StubHostServer

DEFAULT_SIZE = {"width": 800, "height": 600}


class ViewPage:
    """One view in a browser page of its own, and the host around it.

    Attributes:
        page: The browser page with the stub host.
        console: What views, host and browser wrote to the console, a line each.
        errors: Errors on the console and exceptions that nobody caught.
        patience: Seconds that a page may take to start.
    """

    def __init__(self, page: Page, patience: float) -> None:
        self.page = page
        self.console: list[str] = []
        self.errors: list[str] = []
        self.patience = patience
        self._depth = 1
        page.on("console", self._on_console)
        page.on("pageerror", self._on_error)

    def _on_console(self, message: ConsoleMessage) -> None:
        self.console.append(message.text)
        if message.type == "error":
            self.errors.append(message.text)

    def _on_error(self, error: Error) -> None:
        self.errors.append(str(error))

    @property
    def csp_violations(self) -> list[str]:
        """What the content security policy has blocked, in the browser's words."""
        return [text for text in self.errors if "Content Security Policy" in text]

    @property
    def view_frame(self) -> Frame:
        """The frame with the view's document, for its elements and `evaluate`.

        Raises:
            LookupError: The host has taken the view away, or has not put it up.
        """
        frames = self._frames_below()
        if len(frames) < self._depth:
            raise LookupError("there is no view in the host page")
        return frames[self._depth - 1]

    def _frames_below(self) -> list[Frame]:
        return [frame for frame in self.page.frames if frame.parent_frame]

    async def open(self, spec: Mapping[str, Any]) -> None:
        """Put a view up, in place of the one that is there.

        Raises:
            playwright.async_api.Error: The stub host refuses it; the message says why.
        """
        shown = await self.page.evaluate("spec => stubHost.open(spec)", dict(spec))
        self._depth = shown["frame"]["frames"]
        while len(self._frames_below()) < self._depth:
            await self.page.wait_for_event("frameattached")

    async def frames(self, sender: Literal["view", "host"] | None = None) -> list[dict[str, Any]]:
        """Return what was posted so far: dicts with `from`, `data` and `at` (ms since the view was opened).

        Args:
            sender: Only what this side posted.
        """
        found: list[dict[str, Any]] = await self.page.evaluate("() => stubHost.frames")
        return [frame for frame in found if sender in {None, frame["from"]}]

    async def post(self, value: Any) -> None:
        """Let the host post any value; see `testing.notation` for what JSON can't say."""
        await self.page.evaluate("value => stubHost.post(value)", value)

    async def notify(self, method: str, params: Any = None) -> None:
        """Let the host post a notification; without `params` it has none."""
        await self.page.evaluate("([method, params]) => stubHost.notify(method, params ?? undefined)", [method, params])

    async def request(self, method: str, params: Any = None) -> dict[str, Any]:
        """Let the host ask the view, and return the frame of the answer."""
        asking = "([method, params]) => stubHost.request(method, params ?? undefined)"
        return await self.page.evaluate(asking, [method, params])

    async def change_context(self, **changes: Any) -> None:
        """Change members of the host context, by their names on the wire, and tell the view."""
        await self.page.evaluate("changes => stubHost.changeContext(changes)", changes)

    async def teardown(self) -> None:
        """Announce the end as the host does, and take the view away when it has answered."""
        await self.page.evaluate("() => stubHost.teardown()")

    async def wait_for_frame(
        self,
        pattern: Any,
        *,
        sender: Literal["view", "host"] = "view",
        after: int = 0,
        patience: float | None = None,
    ) -> dict[str, Any]:
        """Wait for a frame that has at least the members of `pattern`.

        Args:
            pattern: A JSON value; objects match if their members do, everything else if it is equal.
            sender: Who posts it.
            after: How many of the frames so far to pass over.
            patience: Seconds to wait; None for as long as a page may take to start.

        Returns:
            A dict with `data`, `at` and `index`, where it stands among all frames.

        Raises:
            playwright.async_api.Error: It does not come; the message says what did.
        """
        options = {"from": sender, "after": after, "patience": self.patience if patience is None else patience}
        return await self.page.evaluate(
            "([pattern, options]) => stubHost.waitFor(pattern, options)", [pattern, options]
        )

    async def screenshot(self, path: Path) -> None:
        """Save a picture of the page."""
        path.parent.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=path)

    async def close(self) -> None:
        """Close the page and what belongs to it."""
        await self.page.context.close()


class Stage:
    """A browser and the stub host's web server.

    Attributes:
        browser: The browser.
        server: The web server; `server.runtime` is what pages must be written for.
        config: Has `timeout` for one step and `boot_timeout` for a page to start, both in milliseconds.
    """

    def __init__(self, browser: Browser, server: StubHostServer, config: Any) -> None:
        self.browser = browser
        self.server = server
        self.config = config
        self._open: list[ViewPage] = []

    async def open_view(
        self,
        html: str | WrittenPage,
        meta: Mapping[str, Any] | None = None,
        *,
        profile: str | Profile = "spec-wasm",
        rules: Mapping[str, Any] | None = None,
        size: tuple[int, int] = (DEFAULT_SIZE["width"], DEFAULT_SIZE["height"]),
        color_scheme: Literal["light", "dark"] = "light",
        browser_context: Mapping[str, Any] | None = None,
    ) -> ViewPage:
        """Open a view under the stub host, in a fresh browser context.

        Args:
            html: The view's page; one of `write_page` brings its metadata along.
            meta: The resource's `_meta.ui`.
            profile: The host, or the name of one that comes with the package.
            rules: Changes to the host's rules.
            size: Width and height of the window in pixels.
            color_scheme: What the browser says people prefer.
            browser_context: More options of Playwright's `browser.new_context`, such as `locale` or `timezone_id`.

        Raises:
            playwright.async_api.Error: There is no such profile, or the rules are malformed.
        """
        if isinstance(html, WrittenPage):
            html, meta = html.html, html.meta if meta is None else meta
        if isinstance(profile, Profile):
            self.server.profiles[profile.name] = profile
            profile = profile.name
        view = await self.open_page("?bare", size=size, color_scheme=color_scheme, browser_context=browser_context)
        await view.open({"html": html, "meta": meta or {}, "profile": profile, "rules": rules or {}})
        return view

    async def open_page(
        self,
        path: str = "",
        *,
        size: tuple[int, int],
        color_scheme: Literal["light", "dark"] = "light",
        browser_context: Mapping[str, Any] | None = None,
    ) -> ViewPage:
        """Open the host page as a person does.

        Args:
            path: What comes behind the page's address.
            size: Width and height of the window in pixels.
            color_scheme: What the browser says people prefer.
            browser_context: More options of Playwright's `browser.new_context`.
        """
        options: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": color_scheme}
        context = await self.browser.new_context(**{**options, **(browser_context or {})})
        context.set_default_timeout(self.config.timeout)
        page = await context.new_page()
        view = ViewPage(page, self.config.boot_timeout / 1000)
        self._open.append(view)
        await page.goto(f"{self.server.url}/{path}")
        await page.wait_for_function("() => window.stubHost")
        return view

    async def close_views(self) -> None:
        """Close everything that was opened."""
        while self._open:
            await self._open.pop().close()


@asynccontextmanager
async def open_stage(server: StubHostServer, *, launch: Mapping[str, Any], config: Any) -> AsyncGenerator[Stage]:
    """Start a browser for the views of a stub host server.

    Args:
        server: The server, running.
        launch: What Playwright's `chromium.launch` takes.
        config: Has `timeout` for one step and `boot_timeout` for a page to start, both in milliseconds.
    """
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch)
        try:
            yield Stage(browser, server, config)
        finally:
            await browser.close()
