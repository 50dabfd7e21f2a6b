"""Lists in a cell come back as they were, whoever printed them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.interchange.listed_cells import JSON, NUMPY, ONE_TEXT, REPR, listed

_TEXTS = st.lists(st.text(st.characters(codec="utf-8"), max_size=12), max_size=4)


@given(_TEXTS)
def test_what_python_prints_is_read(items: list[str]) -> None:
    assert listed(repr(items)) == (items, REPR)


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=12), min_size=2, max_size=4))
def test_what_numpy_prints_is_read(items: list[str]) -> None:
    assert listed(f"[{' '.join(map(repr, items))}]") == (items, NUMPY)


@given(_TEXTS)
def test_what_json_prints_is_read_as_the_same_texts(items: list[str]) -> None:
    assert listed(json.dumps([*items, None]))[0] == [*items, None]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("plain words", ("plain words", ONE_TEXT)),
        ("['cut off", ("['cut off", ONE_TEXT)),
        ("['a', nan]", ("['a', nan]", ONE_TEXT)),
        ('["a", null]', (["a", None], JSON)),
        ("{'a': 1}", ({"a": 1}, REPR)),
        ("('a', 'b')", (["a", "b"], REPR)),
        ("[f'a' 'b']", ("[f'a' 'b']", ONE_TEXT)),
        ("(" * 400, ("(" * 400, ONE_TEXT)),
    ],
)
def test_anything_else_is_one_text(cell: str, expected: tuple[Any, str]) -> None:
    assert listed(cell) == expected
