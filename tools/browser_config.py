"""The one way to playwright.config.py, whose name has a dot and so cannot be imported.

from tools.browser_config import config, launch_options     # in tests and benchmarks
from browser_config import config, launch_options           # beside this file
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

CONFIG_FILE = Path(__file__).resolve().parent.parent / "playwright.config.py"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("playwright_config", CONFIG_FILE)
    if spec is None or spec.loader is None:
        raise ImportError(f"{CONFIG_FILE} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name while they are made.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


_module = _load()
config: Any = _module.config


def browser_path() -> Path | None:
    """Return the browser to start, or None for Playwright's own.

    Raises:
        FileNotFoundError: MCP_APPS_BROWSER names a file that is not there.
    """
    return _module.browser_path()


def launch_options() -> dict[str, Any]:
    """Return what Playwright's `chromium.launch` takes.

    Raises:
        FileNotFoundError: MCP_APPS_BROWSER names a file that is not there.
    """
    return _module.launch_options()
