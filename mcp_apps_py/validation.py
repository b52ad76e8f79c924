"""Validation with pydantic, and errors that name the field instead of quoting the library."""

from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from .errors import LocalProtocolError, ResultValidationError
from .types import WireModel

M = TypeVar("M", bound=WireModel)

_MOST = 3


def describe(error: ValidationError) -> str:
    """Say in one line which fields are wrong and why, by the names they have on the wire."""
    problems = error.errors(include_url=False, include_context=False)
    lines = [_describe_one(str(p["type"]), p["loc"], str(p["msg"])) for p in problems[:_MOST]]
    if len(problems) > _MOST:
        lines.append(f"and {len(problems) - _MOST} more")
    return "; ".join(lines)


def _describe_one(kind: str, location: tuple[int | str, ...], message: str) -> str:
    path = ".".join(str(part) for part in location)
    text = "it is missing" if kind == "missing" else message[:1].lower() + message[1:]
    return f"{path}: {text}" if path else text


def validate_what_fits(model: type[M], data: dict[str, Any]) -> tuple[M, str | None]:
    """Validate a message of which every member stands for itself.

    A member that does not fit is left out, the rest is kept.

    Returns:
        The model, and what was wrong with the members that were left out, or None.

    Raises:
        ValidationError: If it does not fit without them either.
    """
    try:
        return model.model_validate(data), None
    except ValidationError as error:
        wrong = {p["loc"][0] for p in error.errors(include_url=False) if p["loc"]}
        return model.model_validate({k: v for k, v in data.items() if k not in wrong}), describe(error)


def adapter_for(annotation: Any, what: str) -> TypeAdapter[Any]:
    """Make what validates into a type that an author named.

    Raises:
        LocalProtocolError: If pydantic can't validate into it; `what` says who asked for it.
    """
    try:
        return TypeAdapter(annotation)
    except Exception as error:
        reason = str(error).partition("\n")[0]
        raise LocalProtocolError(f"{what}: pydantic can't validate into {annotation!r}: {reason}") from error


def validate_into(adapter: TypeAdapter[Any], data: Any, what: str) -> Any:
    """Validate data into an author's type.

    Raises:
        ResultValidationError: If it does not fit; the text names `what` and each field.
    """
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        raise ResultValidationError(f"{what}: {describe(error)}") from error
