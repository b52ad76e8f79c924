"""Run every benchmark, one after the other; each prints a table of ratios measured in one run."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BENCHMARKS = ("model_building.py", "boundary/run.py")


def main() -> int:
    """Run them; give the exit code."""
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    for name in BENCHMARKS:
        print(f"\n=== benchmarks/{name}", flush=True)
        done = subprocess.run([sys.executable, HERE / name], env=environment, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
