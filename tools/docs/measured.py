"""Tables of the docs that are made from what the benchmarks measured: benchmarks/results/*.json."""

import json
from typing import Any

from benchmarks.boot.cases import CASES as BOOT_CASES
from benchmarks.messages.cases import CASES as MESSAGE_CASES
from benchmarks.messages.cases import GROWTH
from tools.console import ROOT
from tools.docs.tables import markdown

RESULTS = ROOT / "benchmarks" / "results"
BOOT_FIGURES = {
    "handshake": "handshake",
    "first_paint": "first paint",
    "first_message": "first message by Python",
    "result_shown": "result shown",
    "longest_block": "longest block",
}
CONDITIONS = {
    "boot": "First visit, files from the same machine",
    "boot-opaque": "The same in a frame with an opaque origin",
    "boot-warm": "Second visit, frame with an origin of its own",
    "boot-10mbit": "10 Mbit/s, 100 ms of latency, compressed on the wire",
    "boot-1.5mbit": "1.5 Mbit/s, 100 ms of latency, compressed on the wire",
    "boot-cpu4": "A processor four times slower",
}


def _read(name: str) -> dict[str, Any] | None:
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def boot() -> str:
    """Write how views start, a table for each condition that was measured."""
    return "\n\n".join(_boot_table(title, found) for name, title in CONDITIONS.items() if (found := _read(name)))


def _boot_table(title: str, found: dict[str, Any]) -> str:
    rows = [
        (f"`{name}`", BOOT_CASES[name].title, *(_boot_cell(figures[figure]) for figure in BOOT_FIGURES), _size(figures))
        for name, figures in found["cases"].items()
        if name in BOOT_CASES
    ]
    head = ("case", "what it is", *BOOT_FIGURES.values(), "MB")
    return f"{title}; {_circumstances(found)}:\n\n{markdown(head, rows)}"


def _boot_cell(figure: dict[str, float | None]) -> str:
    if figure["median"] is None:
        return ""
    ratios = [("", figure["ratio_to_bare"]), (" ts", figure["ratio_to_ts"])]
    told = ", ".join(f"{ratio:.2f}{unit}" for unit, ratio in ratios if ratio is not None)
    return f"{figure['median']:,.0f} ms" + (f" ({told})" if told else "")


def _size(figures: dict[str, dict[str, float | None]]) -> str:
    return f"{(figures['bytes']['median'] or 0) / 1e6:.2f}"


def messages() -> str:
    """Write what a message costs."""
    found = _read("messages")
    if found is None:
        return "Not measured yet."
    rows = [
        (case.title, *_message_cells(found["cases"][name]))
        for name, case in MESSAGE_CASES.items()
        if name in found["cases"] and name != "growth"
    ]
    head = ("one of", "Python", "least to most", "TypeScript", "÷ TypeScript", "÷ TypeScript that validates")
    circumstances = _circumstances(found)
    return f"{circumstances[0].upper()}{circumstances[1:]}:\n\n{markdown(head, rows)}"


def _message_cells(figures: dict[str, Any]) -> tuple[str, ...]:
    ours = figures["ms"]
    equal = figures.get("ms_against_validated")
    return (
        _milliseconds(ours["median"]),
        f"{_milliseconds(ours['min'])} to {_milliseconds(ours['max'])}",
        _milliseconds(figures["ts_ms"]["median"]),
        f"{ours['ratio_to_ts']:.2f}",
        f"{equal['ratio_to_ts']:.2f}" if equal else "",
    )


def _milliseconds(value: float) -> str:
    return f"{value:.0f} ms" if value >= 10 else f"{value:.2f} ms"


def growth() -> str:
    """Write how the cost of a result grows with its size."""
    found = _read("messages")
    if found is None or "growth" not in found["cases"]:
        return "Not measured yet."
    figures = found["cases"]["growth"]
    rows = [_growth_row(size, figures[f"ms_{size}"]) for size in GROWTH]
    table = markdown(("structured content", "time", "for each MB", "÷ TypeScript"), rows)
    fit, worse = figures["exponent"]["median"], figures["cost_of_a_byte_at_5mb_to_300kb"]["median"]
    told = f"Best exponent {fit:.2f} (1 is linear); a byte of 5 MB costs {worse:.2f} times as much as one of 300 kB."
    return f"{table}\n\n{told}"


def _growth_row(size: int, figure: dict[str, float]) -> tuple[str, ...]:
    median = figure["median"]
    return _bytes(size), _milliseconds(median), f"{median / size * 1e6:.0f} ms", f"{figure['ratio_to_ts']:.2f}"


def _bytes(size: int) -> str:
    return f"{size / 1e6:g} MB" if size >= 1e6 else f"{size / 1e3:g} kB"


def _circumstances(found: dict[str, Any]) -> str:
    environment = found["environment"]
    browser = environment["browser"].partition("Chrome/")[2] or environment["browser"].removeprefix("Chromium ")
    return (
        f"medians of {found['rounds']} rounds, Chromium {browser.split()[0]}, Pyodide {environment['pyodide']}, "
        f"{environment['processors']} processors"
    )
