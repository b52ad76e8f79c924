"""What tests of a view need: a host in memory, a host page, a browser, scenarios.

`StubHost` and the scenarios need nothing but the SDK. The host page and the browser need the
extra `testing`; they are imported when they are first used.
"""

from importlib import import_module
from typing import Any

from .conduct import Conduct
from .stub_host import Frame, StubHost

_ON_DEMAND = {"Stage": "browser", "StubHostServer": "server", "ViewPage": "browser", "open_stage": "browser"}
"""Names that need the extra `testing`, and the module of this package that has them."""

__all__ = ["Conduct", "Frame", "StubHost"]


def __getattr__(name: str) -> Any:
    if name in _ON_DEMAND:
        return getattr(import_module(f"{__name__}.{_ON_DEMAND[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
