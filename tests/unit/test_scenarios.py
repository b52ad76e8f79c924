"""Every scenario, played in memory; the browser plays the same files."""

from pathlib import Path

import pytest

from mcp_apps_py.testing.scenario import Scenario, play
from tests.frame_check import check_frame
from tests.probe.memory_stage import MemoryStage

SCENARIOS = sorted((Path(__file__).parent.parent / "scenarios").glob("*.json"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
async def test_scenario(path: Path) -> None:
    scenario = Scenario.read(path)
    known_only = not scenario.view.get("methods")
    await play(
        scenario, MemoryStage(), lambda frame, answers: check_frame(frame, answers=answers, known_only=known_only)
    )
