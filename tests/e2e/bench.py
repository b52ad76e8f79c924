"""A booted view that runs whatever Python a test hands it, so that many tests share one start of Pyodide."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from textwrap import dedent
from typing import Any

from mcp_apps_py.bundle import write_page
from mcp_apps_py.testing.browser import Stage, ViewPage

INDEX = Path(__file__).parent / "views" / "bench" / "index.html"
INITIALIZED = {"method": "ui/notifications/initialized"}
SIZE_CHANGED = "ui/notifications/size-changed"


class Bench:
    """The view, and the host around it.

    Attributes:
        view: The page.
    """

    def __init__(self, view: ViewPage) -> None:
        self.view = view
        self.since = 0

    async def python(self, source: str) -> Any:
        """Run Python in the view and give its last value; what it raises is an error here, too."""
        return json.loads(await self.view.view_frame.evaluate("source => python(source)", dedent(source)))

    async def js(self, expression: str, argument: Any = None) -> Any:
        """Evaluate JavaScript in the view's frame."""
        return await self.view.view_frame.evaluate(expression, argument)

    async def host(self, expression: str, argument: Any = None) -> Any:
        """Evaluate JavaScript in the host page."""
        return await self.view.page.evaluate(expression, argument)

    async def mark(self) -> None:
        """Pass over what was posted until now."""
        self.since = len(await self.view.frames())

    async def posted(self, method: str | None = None) -> list[dict[str, Any]]:
        """Give what the view has posted since the mark."""
        frames = (await self.view.frames())[self.since :]
        return [f["data"] for f in frames if f["from"] == "view" and method in {None, f["data"].get("method")}]

    async def sent(self, pattern: Any) -> dict[str, Any]:
        """Wait for something that the view posts after the mark."""
        return (await self.view.wait_for_frame(pattern, after=self.since))["data"]

    async def reconnect(
        self, *, css: str = "", html: str = "", context: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        """Begin a new life in the same document.

        Args:
            css: The page's style.
            html: The page's content.
            context: The whole host context.
            options: Those of `run`.
        """
        await self.python("await app.close()")
        await self.js(
            """([css, html]) => {
              document.getElementById("style").textContent = css;
              const main = Object.assign(document.createElement("main"), { id: "main", innerHTML: html });
              document.getElementById("main").replaceWith(main);
              document.documentElement.removeAttribute("style");
              document.documentElement.removeAttribute("data-theme");
              document.documentElement.className = "";
              document.body.removeAttribute("style");
              for (const id of ["mcp-app-host-fonts", "mcp-app-notice", "mcp-app-errors"])
                document.getElementById(id)?.remove();
            }""",
            [css, html],
        )
        if context is not None:
            await self.host(
                """context => {
                  const { result, ...bare } = stubHost.rules.initialize;
                  stubHost.rules.initialize = { ...(result ?? bare), hostContext: context };
                  stubHost.context = { ...context };
                  stubHost.tell("context");
                }""",
                dict(context),
            )
        await self.mark()
        await self.python(f"run(app, **{options!r})")
        await self.sent(INITIALIZED)


@asynccontextmanager
async def open_bench(stage: Stage, **options: Any) -> AsyncGenerator[Bench]:
    """Start the view; `options` are those of `Stage.open_view`, and `resource_domains`, `runtime`, `loader`."""
    own = Stage(stage.browser, stage.server, stage.config)
    page = write_page(
        INDEX,
        runtime=options.pop("runtime", stage.server.runtime),
        resource_domains=options.pop("resource_domains", []),
        loader=options.pop("loader", "pyscript"),
    )
    view = await own.open_view(page, **options)
    bench = Bench(view)
    await bench.sent(INITIALIZED)
    try:
        yield bench
    finally:
        await own.close_views()
