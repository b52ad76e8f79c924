"""Which sizes are reported, without a page."""

from collections.abc import Callable
from itertools import pairwise

from mcp_apps_py.browser.size_policy import MAX_ECHOES, Measure, SizePolicy

MOST = 1 + MAX_ECHOES + 1
"""A first report, echoes, and one more try once all is quiet."""


def reports_of(
    policy: SizePolicy,
    content: Callable[[int], int],
    frame: Callable[[int], int],
    *,
    rounds: int = 100,
    late: bool = False,
) -> list[int]:
    """Let a host and a view chase each other; give the heights that were reported.

    Args:
        policy: What decides.
        content: The height of the content, by the frame's.
        frame: The height of the frame, by the last report.
        rounds: How often to look.
        late: Whether the content follows a look later than the frame.
    """
    height, reports, wanted = 600, list[int](), content(600)
    for _ in range(rounds):
        if not late:
            wanted = content(height)
        size = policy.look(Measure(400, height, wanted))
        if size is None and wanted == content(height):
            size = policy.quiet()
        wanted = content(height)
        if size is not None:
            reports.append(size[1])
            height = frame(size[1])
    return reports


def test_a_view_that_follows_its_frame_stops_shrinking_with_a_host_that_takes_a_pixel():
    assert reports_of(SizePolicy(), lambda frame: frame, lambda report: report - 1) == [600, 599, 598, 597]


def test_a_view_higher_than_its_frame_stops_growing_with_a_host_that_adds_a_border():
    assert len(reports_of(SizePolicy(), lambda frame: frame + 40, lambda report: report + 2)) == MOST


def test_a_script_that_follows_the_frame_later_stops_too():
    reports = reports_of(SizePolicy(), lambda frame: frame, lambda report: report + 2, late=True)
    assert len(reports) == MOST


def test_content_that_flips_between_two_heights_stops_flipping():
    wraps = lambda frame: 320 if frame < 300 else 300  # noqa: E731 - a scroll bar that makes text wrap
    assert len(reports_of(SizePolicy(), wraps, lambda report: report - 1)) <= MOST


def test_a_view_with_a_height_of_its_own_reports_it_once():
    assert reports_of(SizePolicy(), lambda _frame: 300, lambda report: report + 2) == [300]


def test_a_change_of_the_width_alone_is_not_reported():
    policy = SizePolicy()
    assert policy.look(Measure(400, 600, 300)) == (400, 300)
    assert policy.look(Measure(402, 300, 300)) is None


def test_content_that_grows_by_itself_is_reported_even_after_echoes_were_held_back():
    policy = SizePolicy()
    reports_of(policy, lambda frame: frame, lambda report: report - 1)
    assert policy.look(Measure(400, 596, 800)) == (400, 800)


def test_rows_that_come_one_by_one_are_all_reported():
    policy, reported = SizePolicy(), list[int]()
    for rows in range(1, 60):
        before = reported[-1] if reported else 600
        for frame in (before, 24 * rows):  # the host catches up with each
            size = policy.look(Measure(400, frame, 24 * rows))
            reported += [size[1]] if size else []
        again = policy.quiet()
        reported += [again[1]] if again else []
        assert reported[-1] == 24 * rows


def test_content_that_grows_in_every_look_while_the_frame_follows_is_hardly_behind_and_complete_at_the_end():
    policy, reported = SizePolicy(), [0]
    heights = list(range(100, 2000, 10))
    for last, height in pairwise(heights):
        size = policy.look(Measure(400, min(last, reported[-1] or 600), height))
        reported += [size[1]] if size else []
        assert height - reported[-1] <= 10
    size = policy.quiet()
    assert (size[1] if size else reported[-1]) == heights[-1]


def test_a_view_without_any_height_is_not_reported_because_hosts_would_hide_it():
    policy = SizePolicy()
    assert policy.look(Measure(400, 600, 0)) is None
    assert policy.quiet() is None


def test_quiet_before_anything_was_measured_reports_nothing():
    assert SizePolicy().quiet() is None


def test_after_a_reset_the_same_size_is_reported_afresh():
    policy = SizePolicy()
    policy.look(Measure(400, 600, 300))
    policy.reset()
    assert policy.look(Measure(400, 600, 300)) == (400, 300)
