"""Goes on with a connection that a script of the page has begun while Python was on its way.

The session does its handshake as ever, and this plays the part of the host as far as it has been done: the request goes
nowhere, since the host has it already, and everything that was heard meanwhile comes now, through the door of all other
messages. So nothing downstream can tell the difference.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from ..codec import excerpt
from ..errors import LocalProtocolError
from ..protocol import INITIALIZE, INITIALIZED, own_id
from ..transport import Receiver

_MISSING = object()


@dataclass(frozen=True)
class Begun:
    """What a script of the page has done before Python was there.

    Attributes:
        request_id: Under which id it has asked the host to `ui/initialize`; None if it has not.
        params: What it has said of the app, as in that request.
        initialized: Whether it has told the host that the handshake is over.
    """

    request_id: int | None
    params: dict[str, Any]
    initialized: bool


class Handover:
    """Stands between a transport and the session that has started it.

    Args:
        begun: What was done already.
        receiver: The session.
        post: Posts a text to the host.
        replay: Brings what was heard before to `receive` and `fail`, in order.

    Attributes:
        over: Whether the handshake is over, so that everything may be posted as it is.
    """

    def __init__(
        self, begun: Begun, receiver: Receiver, post: Callable[[str], None], replay: Callable[[], None]
    ) -> None:
        self._begun = begun
        self._receiver = receiver
        self._post = post
        self._replay = replay
        self._asked: int | None = None
        self._answered = begun.request_id is None
        self.over = False

    def receive(self, text: str) -> None:
        """Take a message; an answer to the page's request becomes one to the session's."""
        self._receiver.receive(text if self._answered else self._readdressed(text))

    def fail(self, error: Exception) -> None:
        """Take an error from the transport."""
        self._receiver.fail(error)

    def closed(self) -> None:
        """Learn that the host is gone."""
        self._receiver.closed()

    def send(self, text: str) -> None:
        """Post a message of the session, unless the host has it already.

        Raises:
            LocalProtocolError: If the app says something else of itself than the page has told the host.
        """
        message = json.loads(text)
        method = message.get("method")
        if method == INITIALIZE:
            self._begin(message, text)
            return
        self.over = method == INITIALIZED
        if not (self.over and self._begun.initialized):
            self._post(text)

    def _begin(self, message: dict[str, Any], text: str) -> None:
        if self._begun.request_id is None:
            self._post(text)
        else:
            self._asked = message["id"]
            _compare(message["params"], self._begun.params)
        self._replay()

    def _readdressed(self, text: str) -> str:
        if str(self._begun.request_id) not in text:
            return text
        message = json.loads(text)
        if not isinstance(message, dict) or "method" in message:
            return text
        answer = cast("dict[str, Any]", message)
        if own_id(answer.get("id")) != self._begun.request_id:
            return text
        self._answered = True
        return json.dumps(answer | {"id": self._asked})


def _compare(app: dict[str, Any], page: dict[str, Any]) -> None:
    for path, in_app, in_page in _differences(app, page, ""):
        said = [f"{who} {_words(value)}" for who, value in (("App says", in_app), ("the page has told", in_page))]
        advice = "write `tools = true` into the view's header" if path == "appCapabilities.tools" else "let them agree"
        raise LocalProtocolError(f"{path}: {said[0]}, and {said[1]} the host already: {advice}")


def _words(value: Any) -> str:
    return "nothing of it" if value is _MISSING else excerpt(value)


def _differences(app: Any, page: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if not (isinstance(app, dict) and isinstance(page, dict)):
        if app != page:
            yield path, app, page
        return
    ours, theirs = cast("dict[str, Any]", app), cast("dict[str, Any]", page)
    for key in ours | theirs:
        below = f"{path}.{key}" if path else key
        yield from _differences(ours.get(key, _MISSING), theirs.get(key, _MISSING), below)
