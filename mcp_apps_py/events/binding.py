"""Fits an author's function to an event: by its parameters, and by their annotation."""

import inspect
from collections.abc import Callable
from typing import Any, get_origin

from pydantic import TypeAdapter

from ..errors import LocalProtocolError, ResultValidationError
from ..validation import adapter_for, validate_into

Select = Callable[[Any], Any]
"""Takes the payload that typed listeners want out of an event's value."""

SKIP: Any = object()
"""What a `Select` gives when typed listeners must not hear of a value."""


def bind(
    function: Callable[..., Any], *, event: str, select: Select | None, whole: bool = True
) -> Callable[[Any], Any]:
    """Make a function of one value out of a listener.

    A listener without parameters is called without the value. One whose parameter has no
    annotation, or the SDK's own, gets the whole value. Any other annotation is a type for the
    payload.

    Args:
        function: The listener.
        event: The event's name, for error texts.
        select: Takes the payload out of the value; None if the event has none.
        whole: Whether the payload is complete; if not, it can't be asked for as a model.

    Raises:
        LocalProtocolError: If the function can't be called with one value, or its annotation
            is not a type that pydantic understands.
    """
    parameter = _parameter(function, event)
    if parameter is None:
        return lambda _value: function()
    annotation = _annotation(function, parameter)
    if select is None or _takes_all(annotation):
        return function
    if not whole and (get_origin(annotation) or annotation) is not dict:
        raise LocalProtocolError(
            f"{event} is not complete, so {parameter.name!r} can't be {annotation!r}: annotate it as dict, "
            "and use validate_partial for what is there"
        )
    return _typed(function, adapter_for(annotation, f"a listener for {event}"), event, select)


def _parameter(function: Callable[..., Any], event: str) -> inspect.Parameter | None:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # a builtin or a JavaScript function: it takes what it gets
        return inspect.Parameter("value", inspect.Parameter.POSITIONAL_ONLY)
    required = [p for p in parameters if p.default is p.empty and p.kind not in _OPTIONAL]
    keyword_only = [p.name for p in required if p.kind is p.KEYWORD_ONLY]
    if len(required) > 1 or keyword_only:
        names = ", ".join(p.name for p in required)
        raise LocalProtocolError(
            f"a listener for {event} is called with one value, but "
            f"{getattr(function, '__name__', function)!s} needs: {names}"
        )
    positional = [p for p in parameters if p.kind not in (p.KEYWORD_ONLY, p.VAR_KEYWORD)]
    return positional[0] if positional else None


_OPTIONAL = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _annotation(function: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    if not isinstance(parameter.annotation, str):
        return parameter.annotation
    try:
        return inspect.signature(function, eval_str=True).parameters[parameter.name].annotation
    except Exception as error:
        raise LocalProtocolError(
            f"the annotation {parameter.annotation!r} of parameter {parameter.name!r} can't be resolved: {error}"
        ) from error


def _takes_all(annotation: Any) -> bool:
    if annotation is inspect.Parameter.empty or annotation is Any or annotation is object:
        return True
    return getattr(annotation, "__module__", "").partition(".")[0] == __name__.partition(".")[0]


def _typed(function: Callable[..., Any], adapter: TypeAdapter[Any], event: str, select: Select) -> Callable[[Any], Any]:
    def listen(value: Any) -> Any:
        payload = select(value)
        if payload is SKIP:
            return None
        try:
            payload = validate_into(adapter, payload, event)
        except ResultValidationError as error:
            if payload is None:
                raise ResultValidationError(f"{event}: there is no structured content to validate") from error
            raise
        return function(payload)

    return listen
