"""How the benchmarks make figures of what they measured; measuring itself is no test."""

import json

import pytest

from benchmarks.figures import compared, growth, ratio, report, summary

MEMBERS = {"median", "min", "max", "ratio_to_bare", "ratio_to_ts"}


def test_a_ratio_is_the_median_of_the_ratios_within_each_round() -> None:
    # Machine and load are alike within a round only: 2 / 1, 30 / 10, 5 / 5.
    assert ratio([2.0, 30.0, 5.0], [1.0, 10.0, 5.0]) == 2.0


def test_a_round_without_one_of_both_does_not_count() -> None:
    assert ratio([2.0, None, 9.0], [1.0, 5.0, None]) == 2.0
    assert ratio([2.0, 4.0], [0.0, 1.0]) == 4.0


def test_there_is_no_ratio_to_what_was_not_measured() -> None:
    assert ratio([1.0], None) is None
    assert ratio([1.0], [None]) is None
    assert ratio([None], [1.0]) is None


def test_a_summary_has_median_and_spread() -> None:
    assert summary([3.0, 1.0, 10.0]) == {
        "median": 3.0,
        "min": 1.0,
        "max": 10.0,
        "ratio_to_bare": None,
        "ratio_to_ts": None,
    }


def test_a_summary_of_nothing_says_nothing() -> None:
    assert set(summary([None, None]).values()) == {None}


def test_figures_have_four_digits() -> None:
    assert summary([1234.567])["median"] == 1235.0
    assert summary([0.00123456])["median"] == 0.001235


def test_rounds_of_different_number_are_an_error() -> None:
    with pytest.raises(ValueError, match="shorter"):
        ratio([1.0, 2.0], [1.0])


def test_cases_are_compared_with_bare_and_with_typescript_by_figure() -> None:
    found = compared(
        {
            "bare": {"first_message": [100.0, 200.0], "handshake": [None, None]},
            "ts": {"first_message": [10.0, 10.0], "handshake": [8.0, 8.0]},
            "fast": {"first_message": [50.0, 100.0], "handshake": [4.0, 4.0]},
        }
    )
    assert found["fast"]["first_message"]["ratio_to_bare"] == 0.5
    assert found["fast"]["first_message"]["ratio_to_ts"] == 7.5
    assert found["fast"]["handshake"]["ratio_to_bare"] is None
    assert found["fast"]["handshake"]["ratio_to_ts"] == 0.5
    assert found["bare"]["first_message"]["ratio_to_bare"] == 1.0


def test_cases_are_measured_without_bare_and_typescript_too() -> None:
    found = compared({"fast": {"bytes": [7.0]}})
    assert found["fast"]["bytes"]["median"] == 7.0
    assert found["fast"]["bytes"]["ratio_to_bare"] is None


def test_the_report_is_json_of_cases_rounds_and_environment() -> None:
    whole = json.loads(json.dumps(report(compared({"ts": {"bytes": [1.0]}}), 1, {"browser": "x"})))
    assert set(whole) == {"cases", "rounds", "environment"}
    assert whole["rounds"] == 1
    assert set(whole["cases"]["ts"]["bytes"]) == MEMBERS


@pytest.mark.parametrize(("power", "exponent", "worsening"), [(1, 1.0, 1.0), (2, 2.0, 100.0)])
def test_growth_tells_linear_from_quadratic(power: int, exponent: float, worsening: float) -> None:
    sizes = [1e4, 1e5, 1e7]
    assert growth(sizes, [size**power for size in sizes]) == (exponent, worsening)
