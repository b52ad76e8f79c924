"""The probe in a page: the function `probe(action, arguments)` lets it do something and gives what came of it.

The modules of `tests/probe` stand beside it when it is written as a page.
"""

import asyncio
import base64
import itertools
import json
from typing import Annotated, Any, Literal

from probe.probe import Forecast, Probe, jsonable
from pydantic import BaseModel, Field, TypeAdapter
from pyodide.ffi import create_proxy
from pyscript import window

from mcp_apps_py.browser import PostMessageTransport
from mcp_apps_py.types import ContentBlock, MessageResult

PATIENCE = 15.0
BLOCKS: TypeAdapter[list[ContentBlock]] = TypeAdapter(list[ContentBlock])


class Stop(BaseModel):
    """A place on the way."""

    city: str
    nights: int = 1


class Plan(BaseModel):
    """A journey."""

    stops: list[Stop]
    by: str
    budget: float | None = None


class PageProbe(Probe):
    """What the probe can do besides, for a host on the other side of a frame's edge."""

    def __init__(self) -> None:
        self._news = asyncio.Event()
        self._names = map(str, itertools.count())
        super().__init__(lambda _clock: PostMessageTransport(), {"tools": True, "teardown": "async"})

    async def perform(self, action: str, arguments: str) -> str:
        """Do something to its end; arguments and outcome are JSON text."""
        name = next(self._names)
        await self.do(action, json.loads(arguments), name)
        if name in self._running:
            await asyncio.wait([self._running[name]])
        return json.dumps(self.outcomes.pop(name))

    def note(self, label: str, value: Any) -> None:
        """Remember an event, and wake who waits for it."""
        super().note(label, value)
        self._news.set()

    async def heard(self, label: str) -> Any:
        """Wait for an event and take it out of what is remembered; gives its value."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for index, (name, value) in enumerate(self.events):
                    if name == label:
                        del self.events[index]
                        return value
                self._news.clear()
                await self._news.wait()

    async def begin_anew(self) -> None:
        """Forget what was heard, and be connected, however the last test has ended."""
        self._gate.clear()
        if not self.app.connected:
            await self.connect()
        self.events.clear()

    async def begin(self, name: str, action: str, arguments: dict[str, Any]) -> None:
        """Begin to do something, and do not wait for it."""
        await self.do(action, arguments, name)

    async def end(self, name: str) -> Any:
        """Wait for what was begun; gives its outcome."""
        if name in self._running:
            await asyncio.wait([self._running[name]])
        return self.outcomes.pop(name)

    def listen_typed(self, event: str, label: str) -> None:
        """Add a listener for a `Forecast` that can be removed."""

        def hear(forecast: Forecast) -> None:
            self.note(label, forecast)

        self._listeners[label] = hear
        self._hook(event).add(hear)

    async def collect(self, iterator: str) -> list[Any]:
        """Take everything out of an iterator of the app."""
        return [jsonable(item) async for item in getattr(self.app, iterator)()]

    async def send_blocks(self, blocks: list[Any]) -> MessageResult:
        """Say something that is more than text."""
        return await self.app.send_message(BLOCKS.validate_python(blocks))

    async def update_context_with(self, kind: str) -> Any:
        """Tell the model about a model, as the model or as a dict of it."""
        plan = Plan(stops=[Stop(city="Rome")], by="train")
        return await self.app.update_model_context(structured_content=plan if kind == "model" else plan.model_dump())

    async def download_bytes(self, data: str, name: str) -> Any:
        """Offer bytes as a file; they come in base64."""
        return await self.app.download_file(base64.b64decode(data), name)

    def serve(self, method: str) -> None:
        """Answer requests of a method that the SDK does not know."""
        self.app.add_request_handler(method, lambda params: {"asked": params})

    def hear(self, method: str) -> None:
        """Note notifications of a method that the SDK does not know."""
        self.app.add_notification_handler(method, lambda params: self.note(method, params))

    def clear_fallbacks(self) -> None:
        """Leave unknown methods alone again."""
        self.app.fallback_request_handler = self.app.fallback_notification_handler = None

    def _register_tools(self) -> None:
        super()._register_tools()
        self.app.register_tool("plan", plan, title="Plan a journey")


def plan(
    stops: list[Stop],
    by: Literal["train", "boat"] = "train",
    budget: Annotated[float, Field(gt=0)] | None = None,
) -> Plan:
    """Plan a journey.

    Args:
        stops: Where to.
        by: How.
        budget: What it may cost.
    """
    return Plan(stops=stops, by=by, budget=budget)


probe = PageProbe()
window.probe = create_proxy(probe.perform)
await probe.perform("connect", "{}")  # type: ignore[top-level-await]  # noqa: F704, PLE1142
