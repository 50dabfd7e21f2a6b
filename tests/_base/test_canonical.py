"""Equal content has one spelling, and different content never shares it."""

from __future__ import annotations

import json
import unicodedata
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith._base.canonical import canonical_json, canonical_number, canonical_text, digest, text_sha256

TEXTS = st.text(max_size=12)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
# Letters that compose, keys that look like our own mark, and blanks: where spellings could meet.
KEYS = st.text(alphabet=["a", "b", "#", "\N{COMBINING ACUTE ACCENT}", "é", " "], max_size=3)


def no_two_keys_alike(mapping: dict[str, Any]) -> bool:
    return len({canonical_text(key) for key in mapping}) == len(mapping)


VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4).filter(no_two_keys_alike),
    max_leaves=12,
)


def meaning(value: Any) -> Any:
    """State what a value means in a form that Python compares: 1 and 1.0 agree, 1 and True do not."""
    match value:
        case None | bool():
            return ("constant", repr(value))
        case str():
            return ("text", canonical_text(value))
        case int() | float():
            return ("number", Decimal(repr(value)))
        case list():
            return ("list", tuple(meaning(item) for item in value))
        case _:
            return ("mapping", frozenset((canonical_text(key), meaning(item)) for key, item in value.items()))


def read_back(value: Any) -> Any:
    """Read the meaning out of a parsed canonical text: what can be read back has lost nothing."""
    match value:
        case None | bool() | str() | list():
            return ("list", tuple(map(read_back, value))) if isinstance(value, list) else meaning(value)
        case {"#": number, **rest} if not rest:
            return ("number", Decimal(number))
        case _:
            keys = {key: key.removeprefix("#") for key in value}
            return ("mapping", frozenset((keys[key], read_back(item)) for key, item in value.items()))


def backwards(value: Any) -> Any:
    """Return an equal value whose mappings were filled in the opposite order."""
    if isinstance(value, dict):
        return {key: backwards(item) for key, item in reversed(value.items())}
    return [backwards(item) for item in value] if isinstance(value, list) else value


@given(VALUES)
def test_the_canonical_text_of_a_value_holds_all_that_it_means(value: Any) -> None:
    assert read_back(json.loads(canonical_json(value))) == meaning(value)


@given(VALUES)
def test_the_canonical_text_is_what_a_json_encoder_writes(value: Any) -> None:
    written = canonical_json(value)

    assert json.dumps(json.loads(written), ensure_ascii=False, sort_keys=True, separators=(",", ":")) == written


@given(VALUES)
def test_the_order_in_which_keys_were_written_is_not_content(value: Any) -> None:
    assert canonical_json(backwards(value)) == canonical_json(value)


@given(TEXTS)
def test_how_accents_are_composed_is_not_content(text: str) -> None:
    assert canonical_text(unicodedata.normalize("NFD", text)) == canonical_text(unicodedata.normalize("NFC", text))


@given(st.text(alphabet="a \t\n\r\x0b\x0c\x1c\x1f", max_size=8))
def test_ascii_text_has_the_form_that_any_text_has(text: str) -> None:
    assert canonical_text(text) == canonical_text(text + "\né").removesuffix("é").rstrip("\n")


@given(st.lists(st.text(alphabet="ab é\t", max_size=5), max_size=4))
def test_line_ends_and_blanks_before_them_are_not_content(lines: list[str]) -> None:
    unix, windows, old = ("\n".join(lines), "\r\n".join(lines), "\r".join(lines))
    trailing = " \t\n".join(lines)

    assert {canonical_text(text) for text in (unix, windows, old, trailing)} == {canonical_text(unix)}


@given(st.text())
def test_canonical_text_is_its_own_canonical_text(text: str) -> None:
    assert canonical_text(canonical_text(text)) == canonical_text(text)


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_written_so_that_it_reads_back_exactly(number: float) -> None:
    text = canonical_number(number)

    assert (Decimal(text), "e" in text.lower(), text == "-0") == (Decimal(repr(number)), False, False)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1"),
        (1.0, "1"),
        (Decimal("1.00"), "1"),
        (-0.0, "0"),
        (0.1, "0.1"),
        (1e21, "1000000000000000000000"),
        (1e-7, "0.0000001"),
        (100, "100"),
        (2**70, "1180591620717411303424"),
        (np.float64(0.5), "0.5"),
    ],
)
def test_numbers_that_agree_are_written_alike(number: float | Decimal, text: str) -> None:
    assert canonical_number(number) == text


@pytest.mark.parametrize("number", [float("nan"), float("inf"), Decimal("-Infinity"), Decimal("1e1000000")])
def test_what_has_no_plain_decimal_text_is_refused(number: float | Decimal) -> None:
    with pytest.raises(ValueError, match="number"):
        canonical_number(number)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, "1"),
        (None, ""),
        (None, "None"),
        ([], {}),
        ([1, 2], [2, 1]),
        (["ab"], ["a", "b"]),
        ({"a": None}, {}),
        ({"#": "1"}, 1),
        ({"##": "1"}, {"#": "1"}),
        ("\ud800", "\udc00"),
        ("a b", "a  b"),
        (" a", "a"),
    ],
)
def test_values_that_differ_have_different_digests(one: object, other: object) -> None:
    assert digest(one) != digest(other)


def test_a_set_is_written_sorted_and_each_member_once() -> None:
    assert canonical_json({"é", "e\N{COMBINING ACUTE ACCENT}", "b ", "b", "a"}) == '["a","b","é"]'


def test_two_keys_that_are_written_alike_are_refused_rather_than_one_of_them_lost() -> None:
    with pytest.raises(ValueError, match="two keys"):
        canonical_json({"é": 1, "e\N{COMBINING ACUTE ACCENT}": 2})


def test_a_key_that_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="key"):
        canonical_json({1: "a"})


def test_what_is_not_plain_data_is_refused_by_its_type() -> None:
    with pytest.raises(TypeError, match="bytes has no canonical form"):
        canonical_json({"a": [b"x"]})


def test_the_digest_of_known_content_never_changes() -> None:
    content = {"question": "Wie lange?", "claims": [{"number": 10.0, "unit": "day"}], "roles": {"b", "a"}, "note": None}

    assert canonical_json(content) == (
        '{"claims":[{"number":{"#":"10"},"unit":"day"}],"note":null,"question":"Wie lange?","roles":["a","b"]}'
    )
    assert digest(content) == "3d3e094f9d2ed2bde889647c29e117271d8d5ea75fed9fdf0bb8bba16ced03af"


def test_the_digest_of_a_text_is_of_its_bytes_as_they_stand() -> None:
    assert text_sha256("a \r\n") != text_sha256("a\n")
    assert text_sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
