"""Opens both views in one host page, and measures the cases in turns."""

import os
import platform
import subprocess
from pathlib import Path
from typing import Any

from playwright.async_api import Page as BrowserPage
from playwright.async_api import async_playwright

from mcp_apps_py.bundle import Page, write_page
from mcp_apps_py.runtime import Runtime
from mcp_apps_py.runtime.pins import pins
from tools.browser_config import config, launch_options

from ..figures import Summary, Values, growth, report, summary
from ..serving import BenchServer
from .cases import CASES, GROWTH, Case

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RUNTIME = ROOT / ".runtime"
SDK = ROOT / "node_modules" / "@modelcontextprotocol" / "ext-apps"
SIDES = ("python", "typescript")

Rounds = dict[str, dict[str, list[float]]]
"""Milliseconds of one of each case: by case or case and size, by side, a value a round."""


async def measure(names: list[str], rounds: int) -> dict[str, Any]:
    """Measure cases in so many rounds; gives what `--json` prints."""
    roots = {"runtime": RUNTIME, "sdk": SDK / "dist" / "src"}
    with BenchServer(roots) as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            page = await (await browser.new_context()).new_page()
            page.set_default_timeout(config.boot_timeout)
            await page.goto(server.host)
            await page.add_script_tag(path=HERE / "host.js")
            for side, view in zip(SIDES, (python_page(server), typescript_page(server)), strict=True):
                await page.evaluate("([name, url]) => bench.open(name, url)", [side, server.add_page(side, view)])
            measured: Rounds = {}
            for number in range(-1, rounds):  # the first is for warming up
                await _round(page, names, number, measured)
            for name in names:
                for size in _sizes(name):
                    measured.setdefault("bytes", {})[str(size)] = [
                        await page.evaluate("size => bench.bytes(size)", size)
                    ]
            environment = _environment(browser.version)
            await browser.close()
    return report({name: _figures(name, measured) for name in names}, rounds, environment)


def python_page(server: BenchServer) -> Page:
    """The view on our SDK."""
    return write_page(HERE / "view" / "index.html", runtime=Runtime.at(f"{server.view}/runtime/", RUNTIME))


def typescript_page(server: BenchServer) -> Page:
    """The view on the TypeScript SDK, under the same policy."""
    script = (HERE / "view.js").read_text(encoding="utf-8").replace("$SDK", f"{server.view}/sdk/app-with-deps.js")
    # It logs every message, which is nothing as long as nobody looks; the browser's driver looks.
    silence = "<script>console.debug = () => {};</script>"
    html = f'<!doctype html><meta charset="utf-8">{silence}<body><script type="module">\n{script}</script>'
    return Page(
        html, {"csp": {"resourceDomains": [server.view], "connectDomains": [server.view], "wasmUnsafeEval": True}}
    )


def _sizes(name: str) -> tuple[int, ...]:
    return GROWTH if name == "growth" else (CASES[name].size,)


def _key(name: str, size: int) -> str:
    return f"{name}:{size}"


async def _round(page: BrowserPage, names: list[str], number: int, measured: Rounds) -> None:
    for name in names:
        case = CASES[name]
        for size in _sizes(name):
            # Whoever comes first warms the caches of the machine for the other.
            for side in SIDES if number % 2 else SIDES[::-1]:
                took = await _measure_one(page, side, case, size)
                if number >= 0:
                    measured.setdefault(_key(name, size), {}).setdefault(side, []).append(took)


async def _measure_one(page: BrowserPage, side: str, case: Case, size: int) -> float:
    options = {"times": case.times, "size": size}
    return await page.evaluate(
        "([name, what, options]) => bench.measure(name, what, options)", [side, case.what, options]
    )


def _figures(name: str, measured: Rounds) -> dict[str, Summary]:
    if name == "growth":
        return _growth_figures(measured)
    ours, theirs = (measured[_key(name, CASES[name].size)][side] for side in SIDES)
    figures = {"ms": summary(ours, ts=theirs), "ts_ms": summary(theirs)}
    if CASES[name].rate:
        rate, ts_rate = _per_second(ours), _per_second(theirs)
        figures |= {"per_second": summary(rate, ts=ts_rate), "ts_per_second": summary(ts_rate)}
    return figures


def _growth_figures(measured: Rounds) -> dict[str, Summary]:
    figures: dict[str, Summary] = {}
    fits: dict[str, list[tuple[float, float]]] = {}
    bytes_of = {size: measured["bytes"][str(size)][0] for size in GROWTH}
    for size in GROWTH:
        ours, theirs = (measured[_key("growth", size)][side] for side in SIDES)
        figures[f"ms_{size}"] = summary(ours, ts=theirs)
    for side in SIDES:
        columns = zip(*(measured[_key("growth", size)][side] for size in GROWTH), strict=True)
        fits[side] = [growth(list(bytes_of.values()), column) for column in columns]
    for index, figure in enumerate(("exponent", "cost_of_a_byte_at_5mb_to_300kb")):
        ours, theirs = ([fit[index] for fit in fits[side]] for side in SIDES)
        figures[figure] = summary(ours, ts=theirs)
    return figures


def _per_second(milliseconds: Values) -> Values:
    return [1000 / value if value else None for value in milliseconds]


def _environment(browser: str) -> dict[str, Any]:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return {
        "browser": f"Chromium {browser}",
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "pyodide": pins().pyodide,
        "pyscript": pins().pyscript,
        "commit": commit.stdout.strip() or None,
        "frames": "opaque origin, another site than the host's",
    }
