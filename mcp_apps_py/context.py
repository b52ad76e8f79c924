"""What a request handler learns about the request it serves, and what it can do meanwhile."""

from typing import Any, Protocol

from .types import RequestId


class Sender(Protocol):
    """The side of a session that a handler may use."""

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification to the host."""
        ...


class RequestContext:
    """The circumstances of one request of the host.

    When the host cancels the request, the handler's task is cancelled, so that a handler only
    has to look after itself, as in any asyncio code.

    Attributes:
        request_id: The request's id, as the host sent it; None if it came as a notification.
        method: The request's method.
        meta: The request's `_meta`, {} if it has none.
    """

    def __init__(self, sender: Sender, request_id: RequestId | None, method: str, meta: dict[str, Any]) -> None:
        self._sender = sender
        self.request_id = request_id
        self.method = method
        self.meta = meta

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Tell the host how far the work is; does nothing if the host did not ask for it.

        Args:
            progress: How much is done; it must grow.
            total: How much there is to do, in the same unit, if that is known.
            message: What is being done.

        Raises:
            ConnectionClosedError: If the connection is closed.
        """
        token = self.meta.get("progressToken")
        if token is None:
            return
        params: dict[str, Any] = {"progressToken": token, "progress": progress}
        if total is not None:
            params["total"] = total
        if message is not None:
            params["message"] = message
        self._sender.notify("notifications/progress", params)
