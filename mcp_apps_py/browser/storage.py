"""The page's storage, where it has one."""

from typing import Any

from ..app import Storage
from . import _js


class LocalStorage:
    """Keeps text in the page's `localStorage`."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def get(self, key: str) -> str | None:
        """Give what was put there last, or None.

        Raises:
            OSError: If the page may not read it.
        """
        found = self._guarded(self._storage.getItem, key)
        return found if isinstance(found, str) else None  # JavaScript's null is not None

    def put(self, key: str, text: str) -> None:
        """Keep a text.

        Raises:
            OSError: If the page may not write, or the storage is full.
        """
        self._guarded(self._storage.setItem, key, text)

    def remove(self, key: str) -> None:
        """Forget a text.

        Raises:
            OSError: If the page may not write.
        """
        self._guarded(self._storage.removeItem, key)

    def _guarded(self, function: Any, *args: str) -> Any:
        try:
            return function(*args)
        except _js.JsException as error:
            raise OSError(str(error)) from error


def page_storage() -> Storage | None:
    """Give the page's storage; None where it throws, as in every opaque origin."""
    try:
        storage = _js.window.localStorage
    except _js.JsException:
        return None
    return LocalStorage(storage) if storage else None
