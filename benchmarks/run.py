"""Run every benchmark, one after the other; each prints a table of ratios measured in one run."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BENCHMARKS = (
    ("benchmarks/model_building.py",),
    ("benchmarks/boundary/run.py",),
    ("-m", "benchmarks.messages", "--rounds", "3"),
    ("-m", "benchmarks.boot", "--rounds", "3"),
)


def main() -> int:
    """Run them; give the exit code."""
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    for words in BENCHMARKS:
        print(f"\n=== {' '.join(words)}", flush=True)
        done = subprocess.run([sys.executable, *words], cwd=HERE.parent, env=environment, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
