"""Partial tool input: what is there already, validated, and the rest left out."""

from typing import Any, cast

from pydantic import AliasChoices, BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from ..types import ToolInputPartialParams

_UNFIT: Any = object()


def validate_partial(model: type[BaseModel], partial: ToolInputPartialParams | dict[str, Any]) -> dict[str, Any]:
    """Validate the arguments that the model has written so far against the type they will have.

    Hosts close the brackets of unfinished JSON, so that the last value may be cut short, and
    later ones are missing. What fits its field is given. What does not fit yet is left out: a
    field, or just the last elements of a list. Validators of the whole model do not run.

    Args:
        model: The model of the complete arguments.
        partial: What `on_tool_input_partial` gives, or its arguments.

    Returns:
        The validated fields that are there, by their Python names, without defaults.
    """
    data = partial.arguments if isinstance(partial, ToolInputPartialParams) else partial
    fields: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        key = next((key for key in _keys(name, field) if key in data), None)
        if key is None:
            continue
        value = _what_fits(TypeAdapter(field.rebuild_annotation()), data[key])
        if value is not _UNFIT:
            fields[name] = value
    return fields


def _keys(name: str, field: FieldInfo) -> list[str]:
    """The names a field may have on the wire, the first that counts first."""
    alias = field.validation_alias
    choices = alias.choices if isinstance(alias, AliasChoices) else [alias]
    return [*(choice for choice in choices if isinstance(choice, str)), name]


def _what_fits(adapter: TypeAdapter[Any], value: Any) -> Any:
    while value is not _UNFIT:
        try:
            return adapter.validate_python(value)
        except ValidationError as error:
            value = _without(value, error.errors(include_url=False)[0]["loc"])
    return _UNFIT


def _without(value: Any, path: tuple[int | str, ...]) -> Any:
    """Give the value without the innermost list element on the path; unfit if there is none."""
    if not path:
        return _UNFIT
    step, rest = path[0], path[1:]
    if isinstance(value, dict) and step in value:
        members = cast("dict[Any, Any]", value)
        inner = _without(members[step], rest)
        return _UNFIT if inner is _UNFIT else {**members, step: inner}
    if isinstance(value, list) and isinstance(step, int) and step < len(cast("list[Any]", value)):
        elements = cast("list[Any]", value)
        inner = _without(elements[step], rest)
        kept = [] if inner is _UNFIT else [inner]
        return [*elements[:step], *kept, *elements[step + 1 :]]
    return _without(value, rest)
