"""A stage in the browser: the stub host page and the probe, which are loaded once for many scenarios."""

import json
from collections.abc import Mapping
from itertools import count
from typing import Any

from mcp_apps_py.testing.browser import ViewPage
from mcp_apps_py.testing.scenario import Scene

BEGIN = """rules => {
  stubHost.begin(rules);
  stubHost.play("onload");
}"""
FRAMES = """() => {
  const isPlain = (value) =>
    value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value) ||
    (Array.isArray(value) && value.every(isPlain)) ||
    (Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain));
  const odd = stubHost.frames.find(({ from, data }) => from === "view" && !isPlain(data));
  if (odd) throw new Error("the view has posted what is no plain JSON: " + odd.data);
  const forText = (_key, value) => (typeof value === "bigint" ? String(value) : value);
  const textOf = (data) => {
    try {
      return JSON.stringify(data, forText) ?? "null";
    } catch {
      return "null"; // what the host posted refers to itself, or is too deep
    }
  };
  return stubHost.frames.map(({ from, data }) => [from, textOf(data)]);
}"""


class BrowserStage:
    """Plays scenarios in one page after the other.

    Attributes:
        view: The page, with the probe started.
    """

    def __init__(self, view: ViewPage) -> None:
        self.view = view
        self._fences = count(1)

    async def open(self, rules: Mapping[str, Any], view: Mapping[str, Any]) -> None:
        """Begin anew."""
        await self.view.page.evaluate(BEGIN, dict(rules))
        await self._ask(open=dict(view))

    async def post(self, *values: Any) -> None:
        """Let the host post some values."""
        # As text, since Playwright has its own idea of some values.
        post = "text => JSON.parse(text).forEach((value) => stubHost.post(value))"
        await self.view.page.evaluate(post, json.dumps(values))

    async def do(self, action: str, arguments: dict[str, Any], name: str) -> None:
        """Let the view begin to do something."""
        await self._pass_fence()
        await self._ask(do=action, arguments=arguments, name=name)

    async def advance(self, seconds: float) -> None:
        """Let time pass for the view."""
        await self._pass_fence()
        await self._ask(advance=seconds)

    async def look(self, *, again: bool) -> Scene:
        """Tell what has happened; behind a fence nothing is under way, so looking again shows nothing new."""
        if again:
            raise TimeoutError
        seen = await self._pass_fence()
        crossed = [(sender, json.loads(text)) for sender, text in await self.view.page.evaluate(FRAMES)]
        frames = [(sender, data) for sender, data in crossed if not (isinstance(data, dict) and "fence" in data)]
        return Scene(frames=frames, **seen)

    async def close(self) -> None:
        """Close the view."""
        await self._ask(close=True)

    async def _pass_fence(self) -> dict[str, Any]:
        number = next(self._fences)
        await self.view.page.evaluate("fence => stubHost.post({ fence })", number)
        seen = await self._ask(fence=number)
        await self.view.wait_for_frame({"fence": number}, patience=5)
        return seen

    async def _ask(self, **message: Any) -> dict[str, Any]:
        return json.loads(await self.view.view_frame.evaluate("text => probe(text)", json.dumps(message)))
