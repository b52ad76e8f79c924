"""How values cross between Python and JavaScript: as JSON text, by the same rules everywhere.

Text was chosen by measurement (`benchmarks/boundary`): it comes in about as fast as proxies do, and a
large message goes out in half the time or less. What JSON cannot say has one rule each:

    null             None, both ways
    undefined        a member is absent, an element of an array is None
    NaN, ±Infinity   null, both ways
    integers         exact up to ±(2**53 - 1); beyond that `encode` refuses, since JavaScript
                     would round; a JavaScript BigInt arrives as a string of digits
    lone surrogates  U+FFFD, both ways
    deep nesting     an error beyond 200 levels in and, in a page, 48 out: the page's stack is small
"""

import json
import re
import reprlib
from typing import Any, cast

from pydantic_core import PydanticSerializationError, from_json, to_json, to_jsonable_python

from .errors import LocalProtocolError, RemoteProtocolError

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that JavaScript can tell from its neighbours."""

# JSON text with every digit as 0, the dot as itself and the rest as blanks shows integers that are
# too long at a glance; a regular expression took as long as all the rest.
_DIGITS = bytes(ord("0") if 48 <= byte <= 57 else 46 if byte == 46 else 32 for byte in range(256))
_LONG_INTEGER = b" " + b"0" * len(str(MAX_SAFE_INTEGER))
# A pair of escapes, or one surrogate's alone, or any other escape.
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)
_EXCERPT = 60

_brief = reprlib.Repr()
_brief.maxlevel = 3
_brief.maxstring = _brief.maxother = _EXCERPT


def encode(message: Any, *, where: str = "message") -> str:
    """Write a value as JSON text that `JSON.parse` reads without loss.

    Models, dataclasses, dates, decimals and whatever else pydantic can serialise may stand
    anywhere in it.

    Raises:
        LocalProtocolError: If something in it is not JSON and can't be made so, or an integer
            is too large for JavaScript; `where` names the value in the text.
    """
    try:
        text = _to_text(message)
    except (PydanticSerializationError, ValueError, RecursionError) as error:
        raise LocalProtocolError(f"{where} can't be written as JSON: {error}") from error
    if _LONG_INTEGER in b" " + text.translate(_DIGITS):
        _refuse_long_integers(json.loads(text), where)
    return text.decode()


def decode(text: str) -> Any:
    """Read JSON text from the other side.

    Raises:
        RemoteProtocolError: If it is not JSON, or nested too deeply.
    """
    try:
        return from_json(text, allow_inf_nan=False)
    except (ValueError, TypeError) as error:  # the latter for a bare lone surrogate
        mended, problem = _without_lone_surrogates_in_text(text), error
    if mended != text:
        try:
            return from_json(mended, allow_inf_nan=False)
        except ValueError as error:
            problem = error
    raise RemoteProtocolError(f"not JSON ({problem}): {text[:_EXCERPT]!r}") from problem


def excerpt(value: Any) -> str:
    """Show a JSON value in an error text, however large or deep it is."""
    return _brief.repr(value)


def _to_text(message: Any) -> bytes:
    try:
        return to_json(message, inf_nan_mode="null")
    except (PydanticSerializationError, ValueError) as error:
        if "surrogates not allowed" not in str(error):
            raise
    plain = to_jsonable_python(_without_lone_surrogates(message))
    return to_json(_without_lone_surrogates(plain), inf_nan_mode="null")


def _without_lone_surrogates_in_text(text: str) -> str:
    escaped = _ESCAPE.sub(lambda match: "\\ufffd" if match[1] else match[0], text)
    return _without_lone_surrogates(escaped)


def _without_lone_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        members = cast("dict[Any, Any]", value).items()
        return {_without_lone_surrogates(k): _without_lone_surrogates(v) for k, v in members}
    if isinstance(value, list | tuple):
        return [_without_lone_surrogates(v) for v in cast("list[Any]", value)]
    return value


def _refuse_long_integers(value: Any, where: str) -> None:
    if isinstance(value, int) and abs(value) > MAX_SAFE_INTEGER:
        raise LocalProtocolError(
            f"{where} is {value}, beyond the integers that JavaScript keeps exact "
            f"(±{MAX_SAFE_INTEGER}); send it as a string"
        )
    if isinstance(value, dict):
        for key, member in cast("dict[str, Any]", value).items():
            _refuse_long_integers(member, f"{where}.{key}")
    elif isinstance(value, list):
        for index, element in enumerate(cast("list[Any]", value)):
            _refuse_long_integers(element, f"{where}[{index}]")
