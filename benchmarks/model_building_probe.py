"""Time what models cost at start-up, once, in a fresh interpreter; runs on CPython and Pyodide.

`measure(eager)` gives milliseconds by step. Eager building stands for models without
`defer_build`: it is what the SDK would cost if it built every model at import.
"""

import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

TOOL = {"name": "get_weather", "title": "Weather", "inputSchema": {"type": "object"}}
HANDSHAKE = {
    "protocolVersion": "2026-01-26",
    "hostInfo": {"name": "host", "version": "1.0"},
    "hostCapabilities": {"openLinks": {}, "serverTools": {"listChanged": True}, "logging": {}},
    "hostContext": {
        "toolInfo": {"id": 1, "tool": TOOL},
        "theme": "dark",
        "styles": {"variables": {"--color-text-primary": "#eee"}, "css": {"fonts": ""}},
        "displayMode": "inline",
        "containerDimensions": {"maxWidth": 767.98, "height": 400},
        "locale": "en-GB",
    },
}
TOOL_RESULT = {
    "content": [{"type": "text", "text": "sunny"}],
    "structuredContent": {"city": "Rome", "days": [21.5, 22, 19]},
}


def _undeferred(**config: Any) -> dict[str, Any]:
    return {**config, "defer_build": False}


def measure(eager: bool) -> dict[str, float]:
    """Give the milliseconds of each step, in order."""
    steps: dict[str, float] = {}
    before = time.perf_counter()

    def done(step: str) -> None:
        nonlocal before
        now = time.perf_counter()
        steps[step] = (now - before) * 1000
        before = time.perf_counter()

    import pydantic
    from pydantic import BaseModel, BeforeValidator, Discriminator, Field, Tag

    del BeforeValidator, Discriminator, Field, Tag
    done("import pydantic")

    class First(BaseModel):
        number: int

    First(number=1)
    done("pydantic's first model")
    if eager:
        pydantic.ConfigDict = _undeferred  # type: ignore[assignment, misc]
    # The package's own __init__ would import all the rest of the SDK.
    package = ModuleType("mcp_apps_py")
    package.__path__ = [str(Path(__file__).resolve().parent.parent / "mcp_apps_py")]
    sys.modules["mcp_apps_py"] = package
    before = time.perf_counter()
    from mcp_apps_py import types

    done("import types")
    info = types.Implementation(name="weather", version="1.0")
    types.InitializeParams(app_info=info).to_wire()
    done("make ui/initialize")
    types.InitializeResult.model_validate(HANDSHAKE)
    done("read its answer")
    types.ToolInputParams.model_validate({"arguments": {"city": "Rome"}})
    done("read tool-input")
    types.CallToolResult.model_validate(TOOL_RESULT)
    done("read tool-result")
    types.SizeChangedParams(width=400, height=300.5).to_wire()
    done("make size-changed")
    types.InitializeResult.model_validate(HANDSHAKE)
    done("read the answer again")
    for name in types.__all__:
        model = getattr(types, name)
        if isinstance(model, type) and issubclass(model, types.WireModel):
            model.model_rebuild()
    done("build the rest")
    return steps
