"""Measure what a message costs, in a real browser, in opaque frames.

python -m benchmarks.messages [--json] [--rounds N] [--cases a,b]
"""

import argparse
import json
import sys

from .cases import CASES
from .measuring import measure
from .table import print_table


def main() -> int:
    """Measure and print; give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.messages", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="how often each case is measured")
    parser.add_argument("--cases", default=",".join(CASES), metavar="A,B", help="which cases, all by default")
    given = parser.parse_args()
    names = given.cases.split(",")
    if unknown := [name for name in names if name not in CASES]:
        parser.error(f"there is no case {', '.join(unknown)}; cases: {', '.join(CASES)}")
    if given.rounds < 1:
        parser.error("--rounds must be at least 1")
    found = measure(names, given.rounds)
    if given.json:
        print(json.dumps(found, indent=2))
    else:
        print_table(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
