"""Decides which sizes are worth a report, so that view and host never chase each other."""

from dataclasses import dataclass

MAX_ECHOES = 3


@dataclass(frozen=True, slots=True)
class Measure:
    """What a look at the page gave, in whole CSS pixels.

    Attributes:
        frame_width: The frame's inner width.
        frame_height: The frame's inner height.
        content_height: The height that the content wants.
    """

    frame_width: int
    frame_height: int
    content_height: int


class SizePolicy:
    """Remembers what was measured and reported.

    A height that grows or shrinks by just what the frame did is an echo: the content follows
    the frame (`100vh`, `height: 100%`), and a host that adds a border to what is reported, or
    takes a pixel off, would be chased for ever. A few echoes are reported, since an animation
    can look like one; after that they are held back until the content changes by itself.
    """

    def __init__(self) -> None:
        self._last: Measure | None = None
        self._reported: int | None = None
        self._echoes = 0

    def reset(self) -> None:
        """Forget everything: the next measure is reported."""
        self._last = None
        self._reported = None
        self._echoes = 0

    def report(self, measure: Measure, *, mutated: bool) -> tuple[int, int] | None:
        """Give the width and height to report, or None.

        Args:
            measure: What the page looks like now.
            mutated: Whether the document has changed since the last measure.
        """
        last, self._last = self._last, measure
        if measure.content_height in (self._reported, 0):
            return None
        if last is not None:
            if measure.content_height == last.content_height:
                return None  # it was held back, and still is what it was
            echo = not mutated and _is_echo(last, measure)
            self._echoes = self._echoes + 1 if echo else 0
            if self._echoes > MAX_ECHOES:
                return None
        self._reported = measure.content_height
        return measure.frame_width, measure.content_height


def _is_echo(last: Measure, now: Measure) -> bool:
    frame = now.frame_height - last.frame_height
    content = now.content_height - last.content_height
    return frame != 0 and abs(content - frame) <= 1
