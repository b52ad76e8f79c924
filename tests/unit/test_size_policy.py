"""Which sizes are reported: cases R1, R2, R5 and R6 without a page."""

from collections.abc import Callable

from mcp_apps_py.browser.size_policy import MAX_ECHOES, Measure, SizePolicy


def reports_of(
    policy: SizePolicy, content: Callable[[int], int], frame: Callable[[int], int], rounds: int
) -> list[int]:
    """Let a host and a view chase each other; give the heights that were reported."""
    height, reports = 600, list[int]()
    for _ in range(rounds):
        size = policy.report(Measure(400, height, content(height)), mutated=False)
        if size is not None:
            reports.append(size[1])
            height = frame(size[1])
    return reports


def test_a_view_that_follows_its_frame_stops_shrinking_with_a_host_that_takes_a_pixel() -> None:
    reports = reports_of(SizePolicy(), lambda frame: frame, lambda report: report - 1, rounds=100)
    assert reports == [600, 599, 598, 597]
    assert len(reports) == 1 + MAX_ECHOES


def test_a_view_higher_than_its_frame_stops_growing_with_a_host_that_adds_a_border() -> None:
    reports = reports_of(SizePolicy(), lambda frame: frame + 40, lambda report: report + 2, rounds=100)
    assert len(reports) == 1 + MAX_ECHOES


def test_a_view_with_a_height_of_its_own_reports_it_once() -> None:
    assert reports_of(SizePolicy(), lambda _frame: 300, lambda report: report + 2, rounds=50) == [300]


def test_a_change_of_the_width_alone_is_not_reported() -> None:
    policy = SizePolicy()
    assert policy.report(Measure(400, 600, 300), mutated=False) == (400, 300)
    assert policy.report(Measure(402, 300, 300), mutated=False) is None


def test_content_that_grows_by_itself_is_reported_even_after_echoes_were_held_back() -> None:
    policy = SizePolicy()
    reports_of(policy, lambda frame: frame, lambda report: report - 1, rounds=20)
    assert policy.report(Measure(400, 596, 800), mutated=True) == (400, 800)


def test_content_that_grows_while_the_frame_catches_up_is_reported_if_the_document_changed() -> None:
    policy = SizePolicy()
    heights = [100 * step for step in range(2, 30)]
    reported = [policy.report(Measure(400, height - 100, height), mutated=True) for height in heights]
    assert reported == [(400, height) for height in heights]


def test_a_view_without_any_height_is_not_reported_because_hosts_would_hide_it() -> None:
    assert SizePolicy().report(Measure(400, 600, 0), mutated=True) is None


def test_after_a_reset_the_same_size_is_reported_afresh() -> None:
    policy = SizePolicy()
    policy.report(Measure(400, 600, 300), mutated=False)
    policy.reset()
    assert policy.report(Measure(400, 600, 300), mutated=False) == (400, 300)
