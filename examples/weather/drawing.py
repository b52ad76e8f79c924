"""Drawings as SVG text: an icon for each kind of weather, and the curves of the chart.

Nothing here knows of the page, so it can be tried and tested anywhere.
"""

from collections.abc import Sequence

from forecast import Condition

CLOUD = '<path class="cloud" d="M7 {y}a4 4 0 0 1 .6-7.95 5.5 5.5 0 0 1 10.5 1.5A3.3 3.3 0 0 1 17.6 {y}z"/>'
SUN = '<circle class="sun" cx="{x}" cy="{y}" r="{r}"/>'
RAYS = (
    '<path class="rays" d="M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22'
    'M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8"/>'
)
DROPS = '<path class="drops" d="M8.5 17.5l-1 3M12.5 17.5l-1 3M16.5 17.5l-1 3"/>'
FLAKES = '<path class="flakes" d="M9.8 19v.01M13.8 21v.01M17.5 19v.01M6.5 21v.01"/>'
SLEET = (
    '<path class="drops" d="M8.5 17.5l-1 3M15.5 17.5l-1 3"/><path class="flakes" d="M12 18v.01M11 21.5v.01M18 20v.01"/>'
)
BOLT = '<path class="bolt" d="M13 12.5l-3.2 4.8h3L11 22l4.8-6h-3l1.7-3.5z"/>'
MIST = '<path class="mist" d="M4 17.5h13M7 20.5h13"/>'

ICONS: dict[Condition, str] = {
    "sunny": SUN.format(x=12, y=12, r=4.6) + RAYS,
    "partly cloudy": SUN.format(x=15.5, y=8.5, r=4.5) + CLOUD.format(y=18.5),
    "cloudy": CLOUD.format(y=17.5),
    "fog": CLOUD.format(y=14.5) + MIST,
    "rain": CLOUD.format(y=14.5) + DROPS,
    "thunderstorms": CLOUD.format(y=14) + BOLT,
    "sleet": CLOUD.format(y=14.5) + SLEET,
    "snow": CLOUD.format(y=14.5) + FLAKES,
}


def icon(condition: Condition) -> str:
    """Draw one kind of weather, 24 units square; decoration only, so hidden from assistive technology."""
    return f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{ICONS[condition]}</svg>'


def curve(points: Sequence[tuple[float, float]]) -> str:
    """Make a smooth path through points that go from left to right, flat at each of them."""
    (x, y), *rest = points
    path = f"{x:.3f},{y:.3f}"
    for to_x, to_y in rest:
        middle = (x + to_x) / 2
        path += f" C{middle:.3f},{y:.3f} {middle:.3f},{to_y:.3f} {to_x:.3f},{to_y:.3f}"
        x, y = to_x, to_y
    return path


def band(upper: Sequence[float], lower: Sequence[float]) -> str:
    """Draw two curves and fill what is between them.

    Args:
        upper: Heights of the upper curve, one a day, as shares of the chart (0 bottom, 1 top).
        lower: Heights of the lower curve, likewise.

    Returns:
        A drawing that may be stretched to any size; day n of k has its middle at (n + ½) / k.
    """
    top = _across(upper)
    bottom = _across(lower)
    area = f"M{curve(top)} L{curve(bottom[::-1])} Z"
    return (
        f'<svg class="band" viewBox="0 0 {len(upper)} 1" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="area" d="{area}"/>'
        f'<path class="high" d="M{curve(top)}"/><path class="low" d="M{curve(bottom)}"/></svg>'
    )


def _across(heights: Sequence[float]) -> list[tuple[float, float]]:
    """Put a height in the middle of each day, and carry the ends on to the edges."""
    points = [(n + 0.5, 1 - height) for n, height in enumerate(heights)]
    return [(0.0, points[0][1]), *points, (float(len(heights)), points[-1][1])]
