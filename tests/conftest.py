"""What holds for every test."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BROWSER_TESTS = tuple(ROOT / "tests" / name for name in ("e2e", "engines", "interop"))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Give browser tests this source tree, not the wheel of an hour ago."""
    in_browser = any(item.path.is_relative_to(folder) for item in session.items for folder in BROWSER_TESTS)
    if in_browser and not session.config.option.collectonly:
        subprocess.run([sys.executable, ROOT / "tools" / "prepare.py"], check=True)
