"""Drives the host page that is made of the official client and AppBridge."""

import shutil
import subprocess
from pathlib import Path
from typing import Any, Self

from playwright.async_api import Browser, ConsoleMessage, Error, FrameLocator, Page

from tests.weather_conversation import CONTEXT, ROOT
from tools.browser_config import config

HERE = Path(__file__).parent


def build(folder: Path) -> None:
    """Put the page into a folder, its script bundled by esbuild, which takes a fraction of a second."""
    shutil.copy(HERE / "host_page.html", folder / "index.html")
    options = ["--bundle", "--format=esm", "--platform=browser", "--log-level=error", f"--outdir={folder}"]
    subprocess.run([ROOT / "node_modules" / ".bin" / "esbuild", HERE / "host_page.js", *options], check=True, cwd=ROOT)


SENDERS = {
    "ui/notifications/tool-input-partial": "sendToolInputPartial",
    "ui/notifications/tool-input": "sendToolInput",
    "ui/notifications/tool-result": "sendToolResult",
    "ui/notifications/tool-cancelled": "sendToolCancelled",
}


class BridgeHost:
    """The host page in a browser, and the view that it shows.

    Attributes:
        page: The host page.
        problems: Errors in the console of the page or of its frames.
        proxied: Whether a sandbox proxy stands between page and view.
        resource: The view's resource: `html`, `meta` of the content, `listed` of the list entry, `mimeType`.
        introduction: What the view said of itself.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        self.proxied = False
        self.resource: dict[str, Any] = {}
        self.introduction: dict[str, Any] = {}
        page.on("console", self._watch)
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def _watch(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(message.text)

    @classmethod
    async def start(cls, browser: Browser, url: str) -> Self:
        """Open the host page; nothing is shown in it yet."""
        host = cls(await browser.new_page(viewport={"width": 700, "height": 900}))
        await host.page.goto(url)
        await host.page.wait_for_function("window.host")
        return host

    async def show_tool(self, server_url: str, tool: str, frame_server: str, profile: str) -> None:
        """Connect to an MCP server, and show the view of one of its tools, until it is initialized.

        Args:
            server_url: The MCP server, over streamable HTTP.
            tool: The tool's name.
            frame_server: The stub host's server, which makes frames as one kind of host does.
            profile: The name of that kind of host.

        Raises:
            AssertionError: The view does not become ready in time; the text has what the console said.
        """
        tools = await self.page.evaluate("(url) => host.connect(url)", server_url)
        self.resource = await self.page.evaluate("([tools, tool]) => host.readView(tools, tool)", [tools, tool])
        body = {"html": self.resource["html"], "meta": self.resource["meta"], "profile": profile}
        answer = await self.page.request.post(f"{frame_server}/views", data=body)
        view = await answer.json()
        self.proxied = view["proxy"] is not None
        options = {"view": view, "context": CONTEXT, "patience": config.boot_timeout}
        try:
            self.introduction = await self.page.evaluate("(options) => host.open(options)", options)
        except Error as error:
            raise AssertionError(f"{error}; the console says {self.problems}") from error

    @property
    def view(self) -> FrameLocator:
        """The view's page."""
        outer = self.page.frame_locator("iframe")
        return outer.frame_locator("iframe") if self.proxied else outer

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        """Post a notification, through the method of AppBridge that is there for it."""
        name = SENDERS[method]
        await self.page.evaluate("([name, params]) => bridge[name](params)", [name, params])

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Call a tool of the server; gives the result."""
        params = {"name": name, "arguments": arguments}
        return await self.page.evaluate("(params) => client.callTool(params)", params)

    async def change_context(self, changes: dict[str, Any]) -> None:
        """Change members of the host context, and tell the view."""
        await self.page.evaluate("(changes) => host.change(changes)", changes)

    async def heard(self, method: str) -> dict[str, Any]:
        """Wait for a message of the view, and take it out of the log; gives its params."""
        await self.page.wait_for_function("(method) => __log.some((entry) => entry.method === method)", arg=method)
        take = "(method) => __log.splice(__log.findIndex((entry) => entry.method === method), 1)[0].params"
        return await self.page.evaluate(take, method)

    async def teardown(self) -> dict[str, Any]:
        """Ask the view to release everything; gives its answer."""
        return await self.page.evaluate("bridge.teardownResource({}).finally(() => (__log.length = 0))")

    async def is_silent(self) -> bool:
        """Whether the view has said nothing since its last answer, and leaves a ping unanswered for half a second."""
        ping = "bridge.request({method: 'ping'}, {timeout: 500}).then(() => 'pong', (error) => error.message)"
        return "timed out" in await self.page.evaluate(ping) and await self.page.evaluate("__log") == []

    async def frame_height(self) -> float:
        """The height of the view's frame, in px."""
        return await self.page.evaluate("frame.getBoundingClientRect().height")

    async def reset(self) -> None:
        """Forget what was said, and go back to the first context."""
        await self.page.evaluate("(context) => { __log.length = 0; host.change(context); }", CONTEXT)
        self.problems.clear()
