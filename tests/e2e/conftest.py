"""A browser, a stub host server and views, shared by all tests here.

The browser belongs to one event loop, so these tests and their fixtures all run in the loop of the session.
"""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from mcp_apps_py.testing.browser import Stage, open_stage
from mcp_apps_py.testing.server import StubHostServer
from tools.browser_config import config, launch_options

HERE = Path(__file__).parent
RUNTIME = HERE.parent.parent / ".runtime"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def server() -> Iterator[StubHostServer]:
    with StubHostServer(RUNTIME) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def whole_stage(server: StubHostServer) -> AsyncIterator[Stage]:
    async with open_stage(server, launch=launch_options(), config=config) as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def stage(whole_stage: Stage) -> AsyncIterator[Stage]:
    """The same browser for one test; the views that it opens are closed afterwards."""
    own = Stage(whole_stage.browser, whole_stage.server, config)
    yield own
    await own.close_views()
