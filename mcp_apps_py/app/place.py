"""What the place offers where this runs; the page's module fills it in."""

from collections.abc import Callable
from typing import Any, cast

from ..codec import decode
from ..errors import LocalProtocolError, RemoteProtocolError
from ..transport import Transport
from .state import Storage

METADATA_ID = "mcp-app"
"""The id of the page's `<script type="application/json">` with `appInfo` and `appCapabilities`."""


class Place:
    """The defaults of an app that are not the same everywhere.

    Attributes:
        make_transport: Makes the transport to the host, or None.
        find_storage: Gives the storage that outlives the page, or None if there is none now.
        find_metadata: Gives what the page says of its app, as JSON text, or None if it says nothing.
    """

    make_transport: Callable[[], Transport] | None = None
    find_storage: Callable[[], Storage | None] | None = None
    find_metadata: Callable[[], str | None] | None = None

    def transport(self) -> Transport:
        """Make the transport to the host.

        Raises:
            LocalProtocolError: If this place has no host.
        """
        if self.make_transport is None:
            raise LocalProtocolError(
                "connect() needs a transport here: in a page, import mcp_apps_py.browser first; "
                "in a test, give it that of a mcp_apps_py.testing.StubHost"
            )
        return self.make_transport()

    def storage(self) -> Storage | None:
        """Give the storage that outlives the page, or None."""
        return None if self.find_storage is None else self.find_storage()

    def metadata(self) -> dict[str, Any]:
        """Give what the page says of its app: `appInfo` and `appCapabilities`, {} if it says nothing.

        Raises:
            LocalProtocolError: If it is not a JSON object.
        """
        text = None if self.find_metadata is None else self.find_metadata()
        if text is None:
            return {}
        try:
            metadata = decode(text)
        except RemoteProtocolError as error:
            raise LocalProtocolError(f"the page's metadata, the script with id {METADATA_ID!r}, is {error}") from error
        if not isinstance(metadata, dict):
            raise LocalProtocolError(f"the page's metadata, the script with id {METADATA_ID!r}, is no JSON object")
        return cast("dict[str, Any]", metadata)


place = Place()
"""The place where this runs."""
