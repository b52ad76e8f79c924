"""What every wire type is made of: the base model and the rule by which it becomes JSON.

The wire speaks camelCase, Python snake_case; either is accepted when a model is made. Members
that nobody knows are kept, since hosts and future versions of the protocol add some.
"""

from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, SerializerFunctionWrapHandler, Strict, model_serializer
from pydantic_core import PydanticSerializationError, PydanticUseDefault

from ..errors import LocalProtocolError

T = TypeVar("T")


@cache
def wire_name(field: str) -> str:
    """Give the wire's name of a field: `mime_type` is `mimeType`, and `meta` is `_meta`."""
    if field == "meta":
        return "_meta"
    head, *rest = field.split("_")
    return head + "".join(map(str.capitalize, rest))


def _default_for_null(value: object) -> object:
    if value is None:
        raise PydanticUseDefault
    return value


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

    An optional member is None if it is absent or null. Dumping leaves out declared members that
    are None and keeps everything else: unknown members, and null where any JSON may stand, as in
    a tool's arguments. Models are built when they are first used: building them all at import
    would hold up the first message of a page.
    """

    model_config = ConfigDict(
        extra="allow",
        alias_generator=wire_name,
        validate_by_name=True,
        validate_by_alias=True,
        defer_build=True,
    )

    _sent_if_given: ClassVar[tuple[str, ...]] = ()
    """Fields that are dumped if somebody gave them, be it as None, and never by default."""

    @model_serializer(mode="wrap")
    def _dump(self, dump: SerializerFunctionWrapHandler) -> Json:
        # `exclude_none` would take null out of unknown members too, and `exclude_if` fails inside
        # unions under Pydantic 2.12.0.
        dumped = dump(self)
        for field, value in self.__dict__.items():
            if not self._is_sent(field, value):
                dumped.pop(field, None)
                dumped.pop(wire_name(field), None)
        return dumped

    def _is_sent(self, field: str, value: object) -> bool:
        return field in self.model_fields_set if field in self._sent_if_given else value is not None

    def to_wire(self) -> Json:
        """Make the JSON object that goes on the wire, under the wire's names.

        Raises:
            LocalProtocolError: If free-form data holds something that JSON has no form for.
        """
        try:
            return self.model_dump(mode="json", by_alias=True)
        except PydanticSerializationError as error:
            raise LocalProtocolError(f"{type(self).__name__} is not JSON: {error}") from error

    def wire_members(self) -> Json:
        """Make the same object for `codec.encode`, with free-form values left as they are.

        So a large value is walked through once, when the text is written.
        """
        members: Json = {}
        only_if_given = self._sent_if_given
        for field, value in self.__dict__.items():
            # Most members are None, in every message.
            if (value is not None or field in only_if_given) and self._is_sent(field, value):
                members[wire_name(field)] = _part(value)
        if self.__pydantic_extra__:
            members.update(self.__pydantic_extra__)
        return members


def _part(value: Any) -> Any:
    if isinstance(value, WireModel):
        return value.wire_members()
    if isinstance(value, list):
        elements = cast("list[Any]", value)
        # Free-form lists are not walked through here.
        if elements and isinstance(elements[0], WireModel):
            return [_part(element) for element in elements]
        return elements
    return value


class Params(WireModel):
    """Params of a message; alone, those of a message that has none of its own (`ping`)."""

    meta: Json | None = None


class Result(WireModel):
    """The result of a request."""

    meta: Json | None = None


class EmptyResult(Result):
    """The result of a request that gives nothing back (TypeScript: EmptyResult)."""
