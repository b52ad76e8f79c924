"""The transport of a page: postMessage to the frame that holds it."""

from collections.abc import Callable
from typing import Any

from ..errors import ConnectionClosedError, LocalProtocolError, RemoteProtocolError
from ..transport import Receiver, Timer
from . import _js


class PostMessageTransport:
    """Carries messages between this page and another window (TypeScript: PostMessageTransport).

    Args:
        target: The window to post to; the parent by default.
        source: The window whose messages count; the target by default. Messages of any other,
            be it a child frame or this page itself, are dropped before they are looked at.

    Raises:
        LocalProtocolError: If there is no page, or the page is not in a frame.
    """

    def __init__(self, target: Any = None, source: Any = None) -> None:
        window = _js.window
        if target is None:
            target = window.parent
            if target == window.self:
                raise LocalProtocolError(
                    "this page is not in a frame, so it has no host: open it in an MCP host, or in the development host"
                )
        self._target = target
        self._source = target if source is None else source
        self._receiver: Receiver | None = None
        self._unlisten: Callable[[], None] | None = None

    def start(self, receiver: Receiver) -> None:
        """Begin to listen.

        Raises:
            LocalProtocolError: If it is started already.
        """
        if self._receiver is not None:
            raise LocalProtocolError("this transport is started already")
        self._receiver = receiver
        self._unlisten = _js.listen(_js.window, "message", self._take)

    def _take(self, event: Any) -> None:
        # The source first: nothing of a stranger's message is read.
        if self._receiver is None or event.source != self._source:
            return
        data = event.data
        if not _js.is_json_rpc(data):
            return
        try:
            text = _js.to_text(data)
        except RemoteProtocolError as error:
            self._receiver.fail(error)
            return
        self._receiver.receive(text)

    def send(self, text: str) -> None:
        """Post a message.

        Raises:
            ConnectionClosedError: If it is not started or is closed.
        """
        if self._receiver is None:
            raise ConnectionClosedError("this transport is closed")
        _js.post(self._target, text)

    def close(self) -> None:
        """Remove the listener and release its proxy. Idempotent."""
        self._receiver = None
        if self._unlisten is not None:
            self._unlisten()
            self._unlisten = None

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Run `callback` after `delay` seconds, by the page's clock."""
        return _js.PageTimer(delay, callback)
