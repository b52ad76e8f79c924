"""The transport of a page: postMessage to the frame that holds it."""

import json
from collections.abc import Callable
from typing import Any

from ..errors import ConnectionClosedError, LocalProtocolError
from ..transport import Receiver, Timer
from . import _js
from .clock import PageClock
from .handover import Begun, Handover


class PostMessageTransport:
    """Carries messages between this page and another window (TypeScript: PostMessageTransport).

    To the parent, it goes on with the connection that the page's start-up script has begun, if there is one; see
    `handover`. That happens once: whoever connects again shakes hands again.

    Args:
        target: The window to post to; the parent by default.
        source: The window whose messages count; the target by default. Messages of any other,
            be it a child frame or this page itself, are dropped before they are looked at.

    Raises:
        LocalProtocolError: If there is no page, or the page is not in a frame.
    """

    def __init__(self, target: Any = None, source: Any = None) -> None:
        window = _js.window
        self._may_go_on = target is None and source is None
        if target is None:
            target = window.parent
            if target == window.self:
                raise LocalProtocolError(
                    "this page is not in a frame, so it has no host: open it in an MCP host, or in the development host"
                )
        self._target = target
        self._source = target if source is None else source
        self._port: _js.Port | None = None
        self._timers = PageClock()
        self._handover: Handover | None = None

    def start(self, receiver: Receiver) -> None:
        """Begin to listen.

        Raises:
            LocalProtocolError: If it is started already.
            ConnectionClosedError: If the host has taken the view away while Python was on its way.
        """
        if self._port is not None:
            raise LocalProtocolError("this transport is started already")
        taken = _js.take_over() if self._may_go_on else None
        if taken is not None:
            if taken.over:
                raise ConnectionClosedError("the view has ended before Python was there")
            kept, begun = taken.kept, Begun(taken.id, json.loads(taken.params), taken.initialized)
            self._handover = receiver = Handover(begun, receiver, self._post, lambda: self._replay(kept))
        self._port = _js.open_port(self._target, self._source, receiver.receive, receiver.fail)

    def _post(self, text: str) -> None:
        if self._port is not None:
            self._port.post(text)

    def _replay(self, kept: Any) -> None:
        if self._port is not None:
            self._port.replay(kept)

    def send(self, text: str) -> None:
        """Post a message.

        Raises:
            ConnectionClosedError: If it is not started or is closed.
        """
        if self._port is None:
            raise ConnectionClosedError("this transport is closed")
        if self._handover is not None and not self._handover.over:
            self._handover.send(text)
        else:
            self._port.post(text)

    def close(self) -> None:
        """Stop listening and release what belongs to it. Idempotent."""
        port, self._port, self._handover = self._port, None, None
        if port is not None:
            port.close()
        self._timers.close()

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Run `callback` after `delay` seconds, by the page's clock."""
        return self._timers.call_later(delay, callback)
