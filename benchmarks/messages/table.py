"""Shows what was measured as a table."""

from typing import Any

from .cases import CASES, GROWTH, GROWTH_FIGURES


def print_table(found: dict[str, Any]) -> None:
    """Print a row a case."""
    print(f"{'':<52}{'Python':>12}{'TypeScript':>12}{'ratio':>8}{'validated':>11}   {'least':>9}{'most':>10}")
    for name, figures in found["cases"].items():
        if name == "growth":
            continue
        ours = figures["ms"]
        row = f"{ours['median']:>9.3f} ms{figures['ts_ms']['median']:>9.3f} ms{ours['ratio_to_ts']:>8.2f}"
        equal = figures.get("ms_against_validated")
        validated = f"{equal['ratio_to_ts']:>11.2f}" if equal else f"{'':>11}"
        print(f"{CASES[name].title:<52}{row}{validated}   {ours['min']:>9.3f}{ours['max']:>10.3f}")
    if "growth" in found["cases"]:
        _print_growth(found["cases"]["growth"])


def _print_growth(figures: dict[str, Any]) -> None:
    for size in GROWTH:
        figure = figures[f"ms_{size}"]
        title = f"tool result of {size / 1000:.0f} kB"
        per_mb = figure["median"] / size * 1e6
        print(f"{title:<52}{figure['median']:>9.3f} ms  {per_mb:>8.1f} ms per MB  {figure['ratio_to_ts']:>8.2f}")
    for name in GROWTH_FIGURES:
        print(f"growth: {name.replace('_', ' '):<44}{figures[name]['median']:>9.3f}")
