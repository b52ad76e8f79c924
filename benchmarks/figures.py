"""From measured rounds to figures: medians, spread, and ratios within a round."""

import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

Values = Sequence[float | None]
"""One value a round; None where a round gave none."""

Measured = Mapping[str, Mapping[str, Values]]
"""Values by case and figure."""

Summary = dict[str, float | None]

DIGITS = 4


def summary(values: Values, *, bare: Values | None = None, ts: Values | None = None) -> Summary:
    """Sum up the rounds of one figure.

    A ratio is the median of the ratios of each round: what a busy machine adds to a round, it adds
    to both sides.

    Args:
        values: The figure, a value a round.
        bare: The same figure of bare Pyodide in the same rounds, if there is one.
        ts: The same figure of the TypeScript SDK in the same rounds, if there is one.

    Returns:
        `median`, `min`, `max`, `ratio_to_bare` and `ratio_to_ts`; None for what can't be said.
    """
    present = [value for value in values if value is not None]
    return {
        "median": rounded(statistics.median(present)) if present else None,
        "min": rounded(min(present)) if present else None,
        "max": rounded(max(present)) if present else None,
        "ratio_to_bare": ratio(values, bare),
        "ratio_to_ts": ratio(values, ts),
    }


def ratio(values: Values, base: Values | None) -> float | None:
    """Give the median over the rounds of value ÷ base; None if no round has both."""
    if base is None:
        return None
    ratios = [value / other for value, other in zip(values, base, strict=True) if value is not None and other]
    return rounded(statistics.median(ratios)) if ratios else None


def rounded(value: float) -> float:
    """Keep four significant digits, which is more than a measurement has."""
    return float(f"{value:.{DIGITS}g}")


def report(cases: dict[str, dict[str, Summary]], rounds: int, environment: Mapping[str, Any]) -> dict[str, Any]:
    """Put figures by case into the form that `--json` prints."""
    return {"cases": cases, "rounds": rounds, "environment": dict(environment)}


def compared(measured: Measured, *, bare: str = "bare", ts: str = "ts") -> dict[str, dict[str, Summary]]:
    """Sum up cases that share their figures, each as a ratio to two of them.

    Args:
        measured: Values by case and figure, as many in each case as there were rounds.
        bare: The case that `ratio_to_bare` divides by.
        ts: The case that `ratio_to_ts` divides by.
    """
    none: Mapping[str, Values] = {}
    return {
        case: {
            figure: summary(values, bare=measured.get(bare, none).get(figure), ts=measured.get(ts, none).get(figure))
            for figure, values in figures.items()
        }
        for case, figures in measured.items()
    }


def growth(sizes: Sequence[float], times: Sequence[float]) -> tuple[float, float]:
    """Fit how a time grows with a size.

    Returns:
        The exponent of the size that fits best, 1 for linear growth, and the cost of a byte at the
        largest size divided by that at the size in the middle, which says whether it gets worse.
    """
    logs = [(math.log(size), math.log(time)) for size, time in zip(sizes, times, strict=True)]
    slope = statistics.linear_regression([x for x, _ in logs], [y for _, y in logs]).slope
    middle = len(sizes) // 2
    return rounded(slope), rounded((times[-1] / sizes[-1]) / (times[middle] / sizes[middle]))
