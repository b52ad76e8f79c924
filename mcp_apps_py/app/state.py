"""A view's state that survives a reload of its frame."""

import logging
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from ..codec import encode
from ..errors import LocalProtocolError
from ..validation import adapter_for, describe

T = TypeVar("T")
R = TypeVar("R")

logger = logging.getLogger("mcp_apps_py")


class Storage(Protocol):
    """Where state is kept: text by key. Any method may raise OSError if it is not to be had."""

    def get(self, key: str) -> str | None:
        """Give what was put there last, or None."""
        ...

    def put(self, key: str, text: str) -> None:
        """Keep a text."""
        ...

    def remove(self, key: str) -> None:
        """Forget a text; it is no error if there was none."""
        ...


class MemoryStorage:
    """Keeps state as long as the page lives: all that an opaque origin has."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """Give what was put there last, or None."""
        return self._texts.get(key)

    def put(self, key: str, text: str) -> None:
        """Keep a text."""
        self._texts[key] = text

    def remove(self, key: str) -> None:
        """Forget a text."""
        self._texts.pop(key, None)


class ViewState(Generic[T]):
    """The state of one view of one tool call, of any type that pydantic can validate.

        state = ViewState(Counter, ...)
        counter = await state.load()
        counter.clicks += 1
        await state.save()

    It belongs to the tool call that opened the view: the key is the `_meta.viewUUID` of the
    tool's result, else the `toolInfo.id` of the host context. Without either, or where the
    page has no storage, it lives in memory.

    Args:
        type_: The type of the state.
        keys: Gives the keys that the state may be found under, the best first.
        storage: Gives the place where it is kept, or None if there is none.
    """

    def __init__(
        self,
        type_: type[T],
        keys: Callable[[], list[str]],
        storage: Callable[[], Storage | None],
    ) -> None:
        self._adapter: TypeAdapter[T] = adapter_for(type_, "the view's state")
        self._make = type_
        self._keys = keys
        self._storage = storage
        self._memory = MemoryStorage()
        self._value: T | None = None

    @property
    def value(self) -> T:
        """The state: what was loaded or set last, else a new one.

        Raises:
            LocalProtocolError: If there is none yet and the type can't be made without arguments.
        """
        if self._value is None:
            self._value = self._new()
        return self._value

    @value.setter
    def value(self, value: T) -> None:
        self._value = value

    def _new(self) -> T:
        try:
            return self._make()
        except (TypeError, ValueError) as error:
            reason = describe(error) if isinstance(error, ValidationError) else str(error)
            raise LocalProtocolError(
                f"the view has no state yet, and {self._make!r} can't be made without arguments ({reason}): "
                "give its fields defaults, or set app.state.value first"
            ) from error

    @property
    def persistent(self) -> bool:
        """Whether the state would survive a reload now."""
        return bool(self._keys()) and self._storage() is not None

    async def load(self) -> T:
        """Read the state; gives it, or a new one if none was saved or it does not fit any more."""
        for key in self._keys() or [""]:
            text = self._read(key)
            if text is None:
                continue
            try:
                self._value = self._adapter.validate_json(text)
                break
            except ValidationError as error:
                logger.warning("the saved state of the view does not fit: %s", describe(error))
        return self.value

    async def save(self) -> None:
        """Keep the state.

        Raises:
            LocalProtocolError: If it can't be written as JSON, or is not of its type.
        """
        text = encode(self._dumped(), where="state")
        key = (self._keys() or [""])[0]
        self._memory.put(key, text)
        self._in_storage(key, lambda storage: storage.put(key, text), "the view's state is kept in memory only")

    def _dumped(self) -> object:
        try:
            return self._adapter.dump_python(self.value, mode="json", by_alias=True, warnings="error")
        except PydanticSerializationError as error:
            reason = str(error).rpartition("\n")[2].strip()
            raise LocalProtocolError(f"the view's state can't be written as JSON: {reason}") from error

    async def clear(self) -> None:
        """Forget the state, wherever it is kept."""
        self._value = None
        for key in self._keys() or [""]:
            self._memory.remove(key)
            self._in_storage(key, lambda storage, key=key: storage.remove(key), "the view's state could not be removed")

    def _read(self, key: str) -> str | None:
        text = self._memory.get(key)
        if text is None:
            text = self._in_storage(key, lambda storage: storage.get(key), "the view's state can't be read")
        return text

    def _in_storage(self, key: str, do: Callable[[Storage], R], problem: str) -> R | None:
        """Do something where the state outlives the page; None if that is not to be had, or under no key."""
        storage = self._storage() if key else None
        if storage is None:
            return None
        try:
            return do(storage)
        except OSError as error:
            logger.warning("%s: %s", problem, error)
            return None
