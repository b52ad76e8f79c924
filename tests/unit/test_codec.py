"""How values cross between Python and JavaScript: one rule each, on every path."""

import json
import math
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
from pydantic import BaseModel

from mcp_apps_py import LocalProtocolError, RemoteProtocolError
from mcp_apps_py.codec import MAX_SAFE_INTEGER, decode, encode, excerpt
from tests.cases import case

LONE = "\ud83d"
STRANGE = ["\x00", "\u2028\u2029", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "e\u0301", "\ufffe", '"\\/\b\f']


class City(BaseModel):
    name: str


@dataclass
class Place:
    city: City
    since: date


class Kind(Enum):
    A = "a"


@case("J3", "J4")
def test_none_is_null_and_comes_back() -> None:
    assert encode({"x": None, "y": [None]}) == '{"x":null,"y":[null]}'
    assert decode('{"x":null,"y":[null]}') == {"x": None, "y": [None]}


@case("J5")
@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_json_lacks_are_sent_as_null(number: float) -> None:
    assert encode([number, {"n": number}]) == '[null,{"n":null}]'


@case("J5")
@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a":-Infinity}'])
def test_text_with_numbers_that_json_lacks_is_no_json(text: str) -> None:
    with pytest.raises(RemoteProtocolError, match="not JSON"):
        decode(text)


@case("J5")
@pytest.mark.parametrize("number", [0, 1, -1, MAX_SAFE_INTEGER, -MAX_SAFE_INTEGER, 0.1, 1e300, 5e-324, -0.0])
def test_numbers_that_both_languages_have_cross_exactly(number: float) -> None:
    assert decode(encode(number)) == number


@case("J5")
@pytest.mark.parametrize("number", [MAX_SAFE_INTEGER + 1, -MAX_SAFE_INTEGER - 1, 10**30])
def test_an_integer_that_javascript_would_round_is_refused_by_its_place(number: int) -> None:
    with pytest.raises(LocalProtocolError, match=r"params\.list\[1\]\.n is -?\d+, beyond .* as a string"):
        encode({"list": [0, {"n": number}]}, where="params")


@case("J5")
def test_digits_in_a_text_are_no_large_integer() -> None:
    value = {"text": ",12345678901234567890,", "list": ["[12345678901234567890]"]}
    assert decode(encode(value)) == value


@case("J6")
@pytest.mark.parametrize("text", STRANGE, ids=ascii)
def test_strange_text_crosses_as_it_is(text: str) -> None:
    assert decode(encode({text: [text]})) == {text: [text]}
    assert decode(json.dumps(text)) == text


@case("J6")
@pytest.mark.parametrize("text", [LONE, f"a{LONE}", "\udc00x", f"{LONE}{LONE}", "\udc00\ud83d"], ids=ascii)
def test_lone_surrogates_become_replacement_characters_both_ways(text: str) -> None:
    expected = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    assert decode(encode({text: [text]})) == {expected: [expected]}
    assert decode(json.dumps({text: [text]})) == {expected: [expected]}
    assert decode(f'"{text}"') == expected


@case("J6")
def test_a_surrogate_pair_in_two_escapes_is_one_character() -> None:
    assert decode('"\\ud83d\\ude00"') == "\U0001f600"
    assert decode('["\\uD83D\\uDE00","\\udc00"]') == ["\U0001f600", "\ufffd"]
    assert decode('["\\\\ud83d","\\ud83d\\\\"]') == ["\\ud83d", "\ufffd\\"]


@case("J6")
def test_lone_surrogates_inside_models_are_replaced_too() -> None:
    assert decode(encode({"cities": [City(name=LONE)]})) == {"cities": [{"name": "\ufffd"}]}


def test_what_pydantic_can_write_may_stand_anywhere() -> None:
    value = [Place(City(name="Rome"), date(2026, 1, 26)), Decimal("1.5"), Kind.A, {1}, (2,), {3: "x"}]
    assert decode(encode(value)) == [
        {"city": {"name": "Rome"}, "since": "2026-01-26"},
        "1.5",
        "a",
        [1],
        [2],
        {"3": "x"},
    ]


def circle() -> Any:
    value: dict[str, Any] = {}
    value["self"] = value
    return value


@pytest.mark.parametrize(
    "value", [object(), {"a": [print]}, b"\xff", circle()], ids=["object", "function", "bytes", "circle"]
)
def test_what_has_no_form_in_json_is_refused_by_name(value: Any) -> None:
    with pytest.raises(LocalProtocolError, match="the result can't be written as JSON"):
        encode(value, where="the result")


@case("D4")
def test_deep_values_cross_and_too_deep_ones_are_an_error_both_ways() -> None:
    deep = "[" * 40 + "]" * 40
    assert encode(decode(deep)) == deep
    assert decode("[" * 150 + "]" * 150)
    for text in ("[" * 300 + "]" * 300, "[" * 200_000, '["\\ud83d",' + "[" * 200_000):
        with pytest.raises(RemoteProtocolError, match="not JSON"):
            decode(text)
    value: Any = None
    for _ in range(2_000):
        value = [value]
    for each in (value, ["\ud83d", value]):
        with pytest.raises(LocalProtocolError, match="the result can't be written as JSON"):
            encode(each, where="the result")


def test_an_excerpt_is_short_whatever_the_value_is() -> None:
    deep: list[Any] = []
    for _ in range(1_000):
        deep = [deep]
    for value in (deep, ["x" * 10_000] * 100, {str(n): n for n in range(1_000)}, 10**4_000):
        assert len(excerpt(value)) < 600
