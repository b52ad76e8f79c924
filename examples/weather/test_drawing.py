"""The drawings are SVG that any size can take."""

import xml.etree.ElementTree as ET
from typing import get_args

import pytest

from drawing import band, curve, icon
from forecast import Condition


@pytest.mark.parametrize("condition", get_args(Condition))
def test_every_condition_has_an_icon_of_its_own(condition: Condition) -> None:
    drawing = ET.fromstring(icon(condition))
    assert len(drawing) > 0
    assert [other for other in get_args(Condition) if icon(other) == icon(condition)] == [condition]


def test_a_curve_passes_through_its_points() -> None:
    assert curve([(0, 1), (2, 0)]) == "0.000,1.000 C1.000,1.000 1.000,0.000 2.000,0.000"


def test_the_band_spans_the_width_of_its_days() -> None:
    drawing = ET.fromstring(band([1.0, 0.5], [0.2, 0.0]))
    assert drawing.get("viewBox") == "0 0 2 1"
    [area, high, low] = drawing
    assert (high.get("d") or "").startswith("M0.000,0.000")
    assert (high.get("d") or "").endswith("2.000,0.500")
    assert (low.get("d") or "").startswith("M0.000,0.800")
    assert (area.get("d") or "").endswith("Z")


def test_one_day_is_enough_for_a_band() -> None:
    assert ET.fromstring(band([1.0], [0.0])).get("viewBox") == "0 0 1 1"
