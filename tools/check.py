"""Run the parts of `make test`, quick ones first, and end with the totals.

python tools/check.py all
python tools/check.py lint types
"""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from console import ROOT, say

BIN = ROOT / ".venv" / "bin"
OLDEST_PYTHON = ROOT / ".venv-oldest-pydantic" / "bin" / "python"
PYTEST = (BIN / "python", "-m", "pytest")
PARTS: dict[str, tuple[tuple[str | Path, ...], ...]] = {
    "lint": ((BIN / "ruff", "check", "."), (BIN / "ruff", "format", "--check", ".")),
    "types": ((ROOT / "node_modules" / ".bin" / "pyright", "--warnings"),),
    "unit": ((*PYTEST, "tests/unit"),),
    "unit-oldest": ((OLDEST_PYTHON, "-m", "pytest", "tests/unit"),),
    "examples": ((*PYTEST, "examples"),),
    "unit-pyodide": (("node", "tools/in_pyodide/run_tests.mjs", "tests/unit"),),
    "e2e": ((*PYTEST, "tests/e2e", "tests/interop"),),
    "engines": ((*PYTEST, "tests/engines"),),
}
COLOUR = re.compile(rb"\x1b\[[0-9;]*m")
COUNT = re.compile(r"(\d+) (passed|failed|skipped|errors?|xfailed|xpassed)")
FAILURES = {"failed", "error", "errors", "xpassed"}


@dataclass
class Outcome:
    """How a part ended."""

    name: str
    ok: bool
    seconds: float
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def line(self) -> str:
        """Return the part's row of the table."""
        row = f"{self.name:<14}{'ok' if self.ok else 'FAILED':<8}{self.seconds:6.1f} s"
        if self.passed or self.failed or self.skipped:
            row += f"   {self.passed} passed, {self.failed} failed, {self.skipped} skipped"
        return row


def run_part(name: str) -> Outcome:
    """Run the commands of one part until one fails; their output is shown as it comes."""
    outcome = Outcome(name, ok=True, seconds=0.0)
    started = time.monotonic()
    for command in PARTS[name]:
        say(f"\n=== {name}: {' '.join(_short(word) for word in command)}")
        code, output = _run_and_show(command)
        _count(output, outcome)
        if code != 0:
            outcome.ok = False
            break
    outcome.seconds = time.monotonic() - started
    return outcome


def _short(word: str | Path) -> str:
    return str(word.relative_to(ROOT)) if isinstance(word, Path) else word


def _run_and_show(command: tuple[str | Path, ...]) -> tuple[int, str]:
    env = dict(os.environ)
    if sys.stdout.isatty():
        env.update(FORCE_COLOR="1", PY_COLORS="1")
    pieces: list[bytes] = []
    words = [str(word) for word in command]
    with subprocess.Popen(
        words, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout is not None
        while piece := os.read(process.stdout.fileno(), 65536):
            pieces.append(piece)
            sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
    return process.returncode, COLOUR.sub(b"", b"".join(pieces)).decode("utf-8", "replace")


def _count(output: str, outcome: Outcome) -> None:
    for line in output.splitlines():
        if re.search(r"(passed|failed|skipped|errors?)\b.* in \d+(\.\d+)?s", line):
            for number, word in COUNT.findall(line):
                field = "failed" if word in FAILURES else "passed" if word == "passed" else "skipped"
                setattr(outcome, field, getattr(outcome, field) + int(number))


def main(names: list[str]) -> int:
    """Run the named parts, or all; the first that fails ends it."""
    wanted = list(PARTS) if names == ["all"] else names
    if unknown := [name for name in wanted if name not in PARTS]:
        say(f"error: there is no part {', '.join(unknown)}; there are all, {', '.join(PARTS)}")
        return 2
    outcomes: list[Outcome] = []
    for name in wanted:
        outcomes.append(run_part(name))
        if not outcomes[-1].ok:
            break
    say("\n" + "\n".join(outcome.line() for outcome in outcomes))
    not_run = wanted[len(outcomes) :]
    if not_run:
        say(f"not run: {', '.join(not_run)}")
    passed, failed, skipped = (sum(getattr(o, field) for o in outcomes) for field in ("passed", "failed", "skipped"))
    if passed or failed or skipped:
        say(f"\ntotal: {passed} passed, {failed} failed, {skipped} skipped")
    return 0 if outcomes and all(outcome.ok for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["all"]))
