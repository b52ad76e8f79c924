"""The scenarios in a real browser: all of them under a host on another origin, those that the window itself matters for
also under hosts that wrap it in Proxies, write the page, or give it an opaque origin. The probe's page is loaded once
for each host."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from mcp_apps_py.bundle import write_page
from mcp_apps_py.testing.browser import Stage
from mcp_apps_py.testing.scenario import Scenario, play
from tests.cases import case
from tests.e2e.browser_stage import BrowserStage
from tests.frame_check import check_frame

TESTS = Path(__file__).parent.parent
SCENARIOS = [Scenario.read(path) for path in sorted((TESTS / "scenarios").glob("*.json"))]
ABOUT_THE_WINDOW = {"T1", "T2", "L3", "L9", "L12", "J1", "J2", "J3", "J5", "J6", "A1"}
PROFILES = ["spec-wasm", "vscode", "claude", "opaque"]
KEYWORD = "'wasm-unsafe-eval'"

EVERYWHERE = [scenario for scenario in SCENARIOS if ABOUT_THE_WINDOW & set(scenario.cases)]
ELSEWHERE = [scenario for scenario in SCENARIOS if scenario not in EVERYWHERE]


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=PROFILES)
async def probe(request: pytest.FixtureRequest, whole_stage: Stage) -> AsyncIterator[BrowserStage]:
    also = [KEYWORD] if request.param == "vscode" else []
    page = write_page(TESTS / "probe" / "index.html", runtime=whole_stage.server.runtime, resource_domains=also)
    own = Stage(whole_stage.browser, whole_stage.server, whole_stage.config)
    view = await own.open_view(page, profile=request.param)
    await view.view_frame.wait_for_function("() => window.probe", timeout=whole_stage.config.boot_timeout)
    yield BrowserStage(view)
    assert view.errors == []
    await own.close_views()


def title(scenario: Scenario) -> str:
    return scenario.name


async def play_here(scenario: Scenario, probe: BrowserStage) -> None:
    known_only = not scenario.view.get("methods")
    await play(scenario, probe, lambda frame, answers: check_frame(frame, answers=answers, known_only=known_only))


@case("T5", "T6", "T7", "T8", "J4", "P4")
@pytest.mark.parametrize("scenario", EVERYWHERE, ids=title)
async def test_under_every_kind_of_window(scenario: Scenario, probe: BrowserStage) -> None:
    await play_here(scenario, probe)


@pytest.mark.parametrize("probe", PROFILES[:1], indirect=True)
@pytest.mark.parametrize("scenario", ELSEWHERE, ids=title)
async def test_under_one_of_them(scenario: Scenario, probe: BrowserStage) -> None:
    await play_here(scenario, probe)
