"""Decides which sizes are worth a report, so that view and host never chase each other."""

from dataclasses import dataclass

MAX_ECHOES = 2

Size = tuple[int, int]
"""Width and height to report, in CSS pixels."""


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

    A height that changes because the frame did is an echo: the content follows the frame
    (`100vh`, `height: 100%`, a chart that fills its window), and a host that adds a border to
    what is reported, or takes a pixel off, would be chased for ever. A few echoes in a row are
    reported, since content that grows while the host catches up looks the same; further ones
    are held back, until something else changes the height. Once all is quiet, what was held
    back gets one more try, so that content which stopped growing just then is not cut off.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget everything: the next measure is reported."""
        self._last: Measure | None = None
        self._reported: Measure | None = None
        self._begin_counting()

    def _begin_counting(self) -> None:
        self._echoes = 0
        self._tried_again = False

    def look(self, now: Measure) -> Size | None:
        """Give the size to report for a measure, or None."""
        last, self._last = self._last, now
        if not now.content_height or self._is_reported(now) or (last and last.content_height == now.content_height):
            return None
        if not self._is_echo(last, now):
            self._begin_counting()
        elif self._echoes < MAX_ECHOES:
            self._echoes += 1
        else:
            return None
        return self._report(now)

    def quiet(self) -> Size | None:
        """Give the size to report when nothing has changed for a while, or None."""
        now, reported = self._last, self._reported
        if now is None or reported is None or not now.content_height:
            return None
        if self._is_reported(now):
            if now.frame_height != reported.frame_height:
                self._begin_counting()  # the host reacted, and the content did not mind
            return None
        if self._tried_again:
            return None
        self._tried_again = True
        return self._report(now)

    def _report(self, now: Measure) -> Size:
        self._reported = now
        return now.frame_width, now.content_height

    def _is_reported(self, now: Measure) -> bool:
        return self._reported is not None and self._reported.content_height == now.content_height

    def _is_echo(self, last: Measure | None, now: Measure) -> bool:
        if last is None or self._reported is None:
            return False
        if now.frame_height != last.frame_height:
            return True
        # A script may follow the frame a little later, by just as much.
        frame = now.frame_height - self._reported.frame_height
        content = now.content_height - self._reported.content_height
        return frame != 0 and abs(content - frame) <= 1
