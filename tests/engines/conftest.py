"""The other engines, one after the other, and what is shared by all tests in each.

Their calls block, so all tests and fixtures can share the loop of the session.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from mcp_apps_py.testing.server import StubHostServer

from .engine import Engine, EngineMissingError
from .engine_view import EngineStage
from .firefox import Firefox
from .webkit import WebKit

HERE = Path(__file__).parent
RUNTIME = HERE.parent.parent / ".runtime"
ENGINES: dict[str, type[Engine]] = {"firefox": Firefox, "webkit": WebKit}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def server() -> Iterator[StubHostServer]:
    with StubHostServer(RUNTIME) as running:
        yield running


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """A browser; where it is not installed, the tests say how to get it and are skipped."""
    try:
        started = ENGINES[request.param]()
    except EngineMissingError as error:
        pytest.skip(str(error))
    yield started
    started.close()


@pytest.fixture(scope="session")
def stage(engine: Engine, server: StubHostServer) -> EngineStage:
    return EngineStage(engine, server)
