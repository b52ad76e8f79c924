"""The scenarios that the window itself matters for, in the other engines: where the host has written the page, and in
an opaque origin. The other scenarios say nothing that depends on the engine."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from mcp_apps_py.bundle import write_page
from mcp_apps_py.testing.scenario import Scenario
from tests.e2e.browser_stage import BrowserStage
from tests.e2e.test_scenarios import EVERYWHERE, play_here, title

from .engine_view import EngineStage

INDEX = Path(__file__).parent.parent / "probe" / "index.html"
PROFILES = ["claude", "opaque"]


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=PROFILES)
async def probe(request: pytest.FixtureRequest, stage: EngineStage) -> AsyncIterator[BrowserStage]:
    view = await stage.open_view(write_page(INDEX, runtime=stage.server.runtime), profile=request.param)
    await view.view_frame.wait_for_function("() => window.probe", timeout=stage.config.boot_timeout)
    yield BrowserStage(view)
    assert await view.problems() == []


@pytest.mark.parametrize("scenario", EVERYWHERE, ids=title)
async def test_under_both_kinds_of_window(scenario: Scenario, probe: BrowserStage) -> None:
    await play_here(scenario, probe)
