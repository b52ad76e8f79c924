"""A view that is connected to a stub host, for unit tests."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from mcp_apps_py import App, ManualClock
from mcp_apps_py.testing import StubHost
from mcp_apps_py.transport import settle


@asynccontextmanager
async def connected(app: App | None = None, **options: Any) -> AsyncGenerator[tuple[App, StubHost]]:
    """Connect an app, and hold it to the protocol until the end.

    Args:
        app: The app; a plain one if none is given.
        options: Those of `StubHost`; the clock stands still unless another one is given.
    """
    app = app or App("test", "1.0")
    clock = options.setdefault("clock", ManualClock())
    with StubHost(**options) as host:
        await app.connect(host.transport)
        await host.received("ui/notifications/initialized")
        yield app, host
        await app.close()
        await settle()
    assert len(app._tasks) == 0
    assert clock is None or clock.pending == 0
