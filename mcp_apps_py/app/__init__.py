"""The app of a view: what authors hold in their hands."""

from .app import App, Connection
from .logs import HostLogHandler
from .partial import validate_partial
from .state import MemoryStorage, Storage, ViewState

__all__ = [
    "App",
    "Connection",
    "HostLogHandler",
    "MemoryStorage",
    "Storage",
    "ViewState",
    "validate_partial",
]
