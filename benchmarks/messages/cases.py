"""The cases of the benchmark, as data."""

from dataclasses import dataclass

MB = 1_000_000
GROWTH_FIGURES = ("exponent", "cost_of_a_byte_at_5mb_to_300kb")
GROWTH = (10_000, 30_000, 100_000, 300_000, MB, 2_500_000, 5 * MB)


@dataclass(frozen=True)
class Case:
    """Something that both views do.

    Attributes:
        what: The function in `host.js`.
        times: How often it is done in a round; the figure is the time of one.
        title: What people read.
        sizes: Bytes of JSON of the table in it, one measurement each; 0 if there is none.
        rate: Whether to give the number per second too.
        validates: Whether something is validated into the author's model.
    """

    what: str
    times: int
    title: str
    sizes: tuple[int, ...] = (0,)
    rate: bool = False
    validates: bool = False


CASES: dict[str, Case] = {
    "notification_in": Case("notifications_in", 1000, "small notification to the view", rate=True),
    "notification_out": Case("notifications_out", 1000, "small notification from the view", rate=True),
    "call_in": Case("calls_in", 300, "small call to the view's tool, and its answer", rate=True),
    "call_out": Case("calls_out", 300, "small call to a server tool, and its answer", rate=True),
    "partials_10000": Case("partials", 10_000, "one of 10,000 partial inputs", rate=True),
    "result_1mb": Case("results", 3, "tool result of 1 MB", (MB,), validates=True),
    "result_5mb": Case("results", 1, "tool result of 5 MB", (5 * MB,), validates=True),
    "call_in_1mb": Case("large_calls_in", 2, "1 MB to the view's tool, and 1 MB back", (MB,), validates=True),
    "call_out_1mb": Case("large_calls_out", 2, "1 MB from a server tool, then to it and back", (MB,), validates=True),
    "growth": Case("results", 1, "tool results of 10 kB to 5 MB", GROWTH),
}
