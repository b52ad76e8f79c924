"""What the types cost at start-up, on CPython and inside Pyodide under Node.

python benchmarks/model_building.py [ROUNDS]

Eager and deferred building take turns, each time in a fresh interpreter. Every figure is divided
by `import pydantic` of the same run, since absolute times say little; shown is the median.
"""

import json
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNTIME = HERE.parent / ".runtime"
WAYS = ("deferred", "eager")
BASE = "import pydantic"
PROBE = "import json, sys; from model_building_probe import measure; print(json.dumps(measure(sys.argv[1] == 'eager')))"

Figures = dict[str, float]


def on_cpython(way: str) -> Figures:
    """Measure once in a fresh CPython."""
    return _figures([sys.executable, "-B", "-c", PROBE, way])


def in_pyodide(way: str) -> Figures:
    """Measure once in a fresh Pyodide."""
    script = HERE / "model_building.mjs"
    return _figures(["node", str(script), str(RUNTIME / "pyodide"), str(RUNTIME / "wheels"), way])


def _figures(command: list[str]) -> Figures:
    # A probe is cheap to repeat, so whatever it complains of is shown as it is.
    output = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(output)


def ratios(figures: Figures) -> Figures:
    """Divide by the import of pydantic, and add what happens until the first result was read."""
    base = figures[BASE]
    shares = {step: milliseconds / base for step, milliseconds in figures.items() if step != BASE}
    start_up = [step for step in shares if not step.endswith(("first model", "again", "rest"))]
    return shares | {"types until tool-result": sum(shares[step] for step in start_up)}


def report(place: str, runs: dict[str, list[Figures]]) -> None:
    """Print one table: a row a step, a column a way."""
    base = statistics.median(figures[BASE] for way in WAYS for figures in runs[way])
    rounds = len(runs[WAYS[0]])
    print(f"\n{place}: share of `{BASE}` ({base:.0f} ms), median of {rounds} rounds")
    print(f"{'':24}" + "".join(f"{way:>10}" for way in WAYS))
    columns = {way: [ratios(figures) for figures in runs[way]] for way in WAYS}
    for step in columns[WAYS[0]][0]:
        shares = (statistics.median(run[step] for run in columns[way]) for way in WAYS)
        print(f"{step:24}" + "".join(f"{share:10.4f}" for share in shares))


def main(rounds: int) -> None:
    """Measure and report each place in turn."""
    if not (RUNTIME / "pyodide").exists():
        sys.exit("error: .runtime/pyodide is missing; run `make venv` first")
    for place, measure in (("CPython", on_cpython), ("Pyodide", in_pyodide)):
        runs: dict[str, list[Figures]] = {way: [] for way in WAYS}
        for _ in range(rounds):
            for way in WAYS:
                runs[way].append(measure(way))
        report(place, runs)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
