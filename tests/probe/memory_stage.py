"""A stage in memory: a stub host and the probe, joined by the in-memory transport."""

from collections.abc import Mapping
from typing import Any

from mcp_apps_py import ManualClock, Transport
from mcp_apps_py.testing import StubHost
from mcp_apps_py.testing.scenario import Scene
from mcp_apps_py.transport import settle
from tests.probe.probe import Probe


class MemoryStage:
    """Plays scenarios without a browser and without waiting."""

    host: StubHost
    probe: Probe

    async def open(self, rules: Mapping[str, Any], view: Mapping[str, Any]) -> None:
        """Begin anew."""

        def make_transport(clock: ManualClock) -> Transport:
            self.host = StubHost(rules, clock=clock)
            return self.host.transport

        self.probe = Probe(make_transport, dict(view))

    async def post(self, *values: Any) -> None:
        """Let the host post some values."""
        for value in values:
            self.host.post(value)

    async def do(self, action: str, arguments: dict[str, Any], name: str) -> None:
        """Let the view begin to do something."""
        await self.probe.do(action, arguments, name)

    async def advance(self, seconds: float) -> None:
        """Let time pass."""
        await self.probe.advance(seconds)

    async def look(self, *, again: bool) -> Scene:
        """Tell what has happened; where nothing takes time, looking again shows nothing new."""
        if again:
            raise TimeoutError
        await settle(100)
        frames = [(frame.sender, frame.data) for frame in self.host.frames]
        return Scene(frames=frames, **self.probe.look())

    async def close(self) -> None:
        """Close the view."""
        await self.probe.app.close()
        await settle()
