"""Opens both views in one host page, and measures the cases in turns."""

import os
import platform
import subprocess
from pathlib import Path
from typing import Any

from mcp_apps_py.bundle import Page, write_page
from mcp_apps_py.runtime import Runtime
from mcp_apps_py.runtime.pins import pins

from ..browsing import browser_alone
from ..figures import Summary, Values, growth, report, summary
from ..serving import BenchServer
from .cases import CASES, GROWTH_FIGURES

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RUNTIME = ROOT / ".runtime"
MODULES = ROOT / "node_modules"
SDK = MODULES / "@modelcontextprotocol" / "ext-apps"
PATIENCE_S = 180.0

Sides = dict[str, list[float]]
"""Milliseconds of one, by view, a value a round."""

Rounds = dict[str, dict[str, Sides]]
"""The same by case and size."""


def measure(names: list[str], rounds: int) -> dict[str, Any]:
    """Measure cases in so many rounds; gives what `--json` prints.

    Raises:
        RuntimeError: A view did something wrong, or took too long.
    """
    roots = {"runtime": RUNTIME, "sdk": SDK / "dist" / "src", "zod": MODULES / "zod"}
    with BenchServer(roots, script=HERE / "host.js") as server:
        views = {
            "python": python_page(server),
            "typescript": typescript_page(server, validates=False),
            "validating": typescript_page(server, validates=True),
        }
        server.plan = {
            "urls": {side: server.add_page(side, view) for side, view in views.items()},
            "cases": [_planned(name, list(views)) for name in names],
            "rounds": rounds,
        }
        with browser_alone(server.host):
            told = server.wait(PATIENCE_S)
    found: Rounds = told["found"]
    cases = {
        name: _growth_figures(found[name], told["bytes"]) if name == "growth" else _figures(name, found[name])
        for name in names
    }
    return report(cases, rounds, _environment(told["browser"]))


def _planned(name: str, views: list[str]) -> dict[str, Any]:
    case = CASES[name]
    return {
        "name": name,
        "what": case.what,
        "times": case.times,
        "sizes": case.sizes,
        "views": views if case.validates else [view for view in views if view != "validating"],
    }


def python_page(server: BenchServer) -> Page:
    """The view on our SDK."""
    return write_page(HERE / "view" / "index.html", runtime=Runtime.at(f"{server.view}/runtime/", RUNTIME))


def typescript_page(server: BenchServer, *, validates: bool) -> Page:
    """The view on the TypeScript SDK, under the same policy; with a schema of its own, or without."""
    validation = (HERE / "schema.js").read_text(encoding="utf-8") if validates else "const read = (value) => value;"
    script = (HERE / "view.js").read_text(encoding="utf-8").replace("$VALIDATION", validation)
    for name, path in {"$SDK": "sdk/app-with-deps.js", "$ZOD": "zod/index.js"}.items():
        script = script.replace(name, f"{server.view}/{path}")
    html = f'<!doctype html><meta charset="utf-8"><body><script type="module">\n{script}</script>'
    return Page(
        html, {"csp": {"resourceDomains": [server.view], "connectDomains": [server.view], "wasmUnsafeEval": True}}
    )


def _figures(name: str, found: dict[str, Sides]) -> dict[str, Summary]:
    [sides] = found.values()
    ours, theirs = sides["python"], sides["typescript"]
    figures = {"ms": summary(ours, ts=theirs), "ts_ms": summary(theirs)}
    if "validating" in sides:
        equal = sides["validating"]
        figures |= {"ms_against_validated": summary(ours, ts=equal), "ts_validated_ms": summary(equal, ts=theirs)}
    if CASES[name].rate:
        rate, ts_rate = _per_second(ours), _per_second(theirs)
        figures |= {"per_second": summary(rate, ts=ts_rate), "ts_per_second": summary(ts_rate)}
    return figures


def _growth_figures(found: dict[str, Sides], bytes_of: dict[str, float]) -> dict[str, Summary]:
    figures = {f"ms_{size}": summary(sides["python"], ts=sides["typescript"]) for size, sides in found.items()}
    sizes = [bytes_of[size] for size in found]
    fits = {
        side: [growth(sizes, times) for times in zip(*(sides[side] for sides in found.values()), strict=True)]
        for side in ("python", "typescript")
    }
    for index, figure in enumerate(GROWTH_FIGURES):
        ours, theirs = ([fit[index] for fit in fits[side]] for side in ("python", "typescript"))
        figures[figure] = summary(ours, ts=theirs)
    return figures


def _per_second(milliseconds: Values) -> Values:
    return [1000 / value if value else None for value in milliseconds]


def _environment(browser: str) -> dict[str, Any]:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return {
        "browser": browser,
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "pyodide": pins().pyodide,
        "pyscript": pins().pyscript,
        "commit": commit.stdout.strip() or None,
        "frames": "opaque origin, another site than the host's",
    }
