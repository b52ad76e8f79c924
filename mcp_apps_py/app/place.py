"""What the place offers where this runs; the page's module fills it in."""

from collections.abc import Callable

from ..errors import LocalProtocolError
from ..transport import Transport
from .state import Storage


class Place:
    """The defaults of an app that are not the same everywhere.

    Attributes:
        make_transport: Makes the transport to the host, or None.
        find_storage: Gives the storage that outlives the page, or None if there is none now.
    """

    make_transport: Callable[[], Transport] | None = None
    find_storage: Callable[[], Storage | None] | None = None

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


place = Place()
"""The place where this runs."""
