"""What every wire type is made of: the base model and the rule by which it becomes JSON.

The wire speaks camelCase, Python snake_case; either is accepted when a model is made. Members
that nobody knows are kept, since hosts and future versions of the protocol add some.
"""

from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict
from pydantic_core import PydanticSerializationError, PydanticUseDefault

from ..errors import LocalProtocolError

T = TypeVar("T")


def wire_name(field: str) -> str:
    """Give the wire's name of a field: `mime_type` is `mimeType`, and `meta` is `_meta`."""
    if field == "meta":
        return "_meta"
    head, *rest = field.split("_")
    return head + "".join(map(str.capitalize, rest))


def _is_none(value: object) -> bool:
    return value is None


def _default_for_null(value: object) -> object:
    if value is None:
        raise PydanticUseDefault
    return value


Maybe = Annotated[T | None, Field(exclude_if=_is_none)]
"""An optional member: null counts as absent when it comes in, and absent is what goes out."""

Defaulted = Annotated[T, BeforeValidator(_default_for_null)]
"""A member that is never None for the reader: null and absent both give its default."""

Number = int | float
"""A JSON number, whole or fractional, kept as it came."""

RequestId = Annotated[int, Strict()] | Annotated[str, Strict()]
"""The id of a request, a whole number or a string, kept as it came (TypeScript: RequestId)."""

ProgressToken = RequestId
"""What ties progress to the request that asked for it (TypeScript: ProgressToken)."""

Json = dict[str, Any]
"""A free-form JSON object. What stands in it crosses untouched, null included."""


class WireModel(BaseModel):
    """The base of everything that crosses between a view and its host.

    Models are built when they are first used, since building them all at import would delay
    the first message of a page by more than anything else in the SDK.
    """

    model_config = ConfigDict(
        extra="allow",
        alias_generator=wire_name,
        validate_by_name=True,
        validate_by_alias=True,
        defer_build=True,
    )

    _only_if_given: ClassVar[tuple[str, ...]] = ()
    """Fields whose default is for the reader only: not sent unless somebody gave them."""

    def to_wire(self) -> Json:
        """Make the JSON object that goes on the wire, under the wire's names.

        Declared optional members that are None are left out. Everything else is kept: unknown
        members, and null where any JSON may stand, as in a tool's arguments.

        Raises:
            LocalProtocolError: If free-form data holds something that JSON has no form for.
        """
        try:
            # Pydantic 2.12.0 warns of members left out inside a union; its output is right.
            wire = self.model_dump(mode="json", by_alias=True, warnings=False)
        except PydanticSerializationError as error:
            raise LocalProtocolError(f"{type(self).__name__} is not JSON: {error}") from error
        for field in self._only_if_given:
            if field not in self.model_fields_set:
                del wire[wire_name(field)]
        return wire


class Params(WireModel):
    """Params of a message; alone, those of a message that has none of its own (`ping`)."""

    meta: Maybe[Json] = None


class Result(WireModel):
    """The result of a request."""

    meta: Maybe[Json] = None


class EmptyResult(Result):
    """The result of a request that gives nothing back (TypeScript: EmptyResult)."""
