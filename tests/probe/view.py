"""The probe in a page: a test talks to it through `probe(text)`, in JSON both ways.

One page serves many scenarios, each with a new probe. A *fence* is noise that the host posts behind everything else and
that comes back from here: when both sides have seen it, nothing is under way any more.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from probe import Probe  # pyright: ignore[reportAttributeAccessIssue] - the module beside this one
from pyscript import ffi, window  # noqa: TID251 - this is a view

from mcp_apps_py import ManualClock
from mcp_apps_py.browser import PostMessageTransport
from mcp_apps_py.transport import Timer, settle


class ClockedTransport(PostMessageTransport):
    """The page's transport, by a clock that stands still."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Run `callback` when the clock has advanced by `delay` seconds."""
        return self._clock.call_later(delay, callback)


class Fences:
    """The fences that have come through."""

    def __init__(self) -> None:
        self._last = 0
        self._news = asyncio.Event()
        window.addEventListener("message", ffi.create_proxy(self._hear))

    def _hear(self, event: Any) -> None:
        number = getattr(event.data, "fence", None)
        if isinstance(number, int):
            self._last = number
            self._news.set()

    async def pass_(self, number: int) -> None:
        """Wait for a fence, and for what it set off, then send it back."""
        while self._last < number:
            self._news.clear()
            await self._news.wait()
        await settle(40)
        window.parent.postMessage(ffi.to_js({"fence": number}), "*")


fences = Fences()
probes: list[Probe] = []


async def command(text: str) -> str:
    """Do what a test asks."""
    asked = json.loads(text)
    if "open" in asked:
        for left_by_a_failure in probes:
            await left_by_a_failure.app.close()
        probes[:] = [Probe(ClockedTransport, asked["open"])]
    if "fence" in asked:
        await fences.pass_(asked["fence"])
    [probe] = probes
    if "do" in asked:
        await probe.do(asked["do"], asked["arguments"], asked["name"])
    if "advance" in asked:
        await probe.advance(asked["advance"])
    if "close" in asked:
        await probe.app.close()
    return json.dumps(probe.look())


window.probe = ffi.create_proxy(command)
