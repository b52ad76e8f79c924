"""Measure how a view starts, in a real browser.

python -m benchmarks.boot [--json] [--rounds N] [--cases a,b] [--network 10mbit|1.5mbit] [--cpu 4] [--warm] [--opaque]
"""

import argparse
import asyncio
import json
import sys

from ..figures import Summary
from .cases import CASES
from .measuring import FIGURES, NETWORKS, Conditions, measure


def main() -> int:
    """Measure and print; give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.boot", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="how often each is started")
    parser.add_argument("--cases", default=",".join(CASES), metavar="A,B", help="which cases, all by default")
    parser.add_argument("--network", choices=NETWORKS, help="slow the network down, with 100 ms of latency")
    parser.add_argument("--cpu", type=float, default=1, metavar="N", help="make the view's processor N times slower")
    parser.add_argument("--warm", action="store_true", help="measure the second visit")
    parser.add_argument("--opaque", action="store_true", help="give the frame an opaque origin")
    parser.add_argument("--gzip", action="store_true", help="compress on the wire; not by default")
    given = parser.parse_args()
    names = given.cases.split(",")
    if unknown := [name for name in names if name not in CASES]:
        parser.error(f"there is no case {', '.join(unknown)}; cases: {', '.join(CASES)}")
    if given.rounds < 1 or given.cpu < 1:
        parser.error("--rounds and --cpu must be at least 1")
    conditions = Conditions(given.network, given.cpu, given.warm, given.opaque, given.gzip)
    found = asyncio.run(measure(names, given.rounds, conditions))
    if given.json:
        print(json.dumps(found, indent=2))
    else:
        _print_table(found["cases"])
        for name, reason in found["environment"]["not_measured"].items():
            print(f"{name}: not measured, since {reason}")
    return 0


def _print_table(cases: dict[str, dict[str, Summary]]) -> None:
    for figure in FIGURES:
        print(f"\n{figure:<28}{'median':>12}{'least':>12}{'most':>12}{'÷ bare':>9}{'÷ ts':>9}")
        for name, figures in cases.items():
            found = figures[figure]
            cells = [found["median"], found["min"], found["max"]]
            ratios = [found["ratio_to_bare"], found["ratio_to_ts"]]
            numbers = "".join(f"{'' if cell is None else format(cell, ',.0f'):>12}" for cell in cells)
            print(f"{name:<28}{numbers}" + "".join(f"{'' if r is None else format(r, '.2f'):>9}" for r in ratios))


if __name__ == "__main__":
    sys.exit(main())
