"""JSON that a system wrote is read in one way wherever it arrives."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.json_door import NoJsonError, read_json


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'{"retrieved": ["leak#1"], "retrieved": []}', "'retrieved' stands twice in one object"),
        ('{"a": {"b": 1, "b": 1}}', "'b' stands twice in one object"),
        (b'{"a": "\\":", "b": "b: c", "b" : "\\" :"}', "'b' stands twice in one object"),
        (b'[{"a":1,"\\u0061":{"c":1}}]', "'a' stands twice in one object"),
        ("[" * 100_000, "it is nested too deeply"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b'{"a": "\xe9"}', ""),
        ('{"a": 1} {"a": 2}', ""),
        ('{"a": 1' + "0" * 5_000 + "}", ""),
        (b"", ""),
    ],
)
def test_what_two_readers_could_read_in_two_ways_is_refused(data: bytes | str, told: str) -> None:
    with pytest.raises(NoJsonError) as refused:
        read_json(data)

    assert str(refused.value) == told


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_whatever_is_written_is_read_back(value: object, encoding: str) -> None:
    text = json.dumps(value)

    assert read_json(text) == value
    assert read_json(text.encode(encoding)) == value


@given(
    st.recursive(
        JSON | st.sampled_from([": ", '":', '" :', "\ud800"]),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["a", "a:", '"', '":']), inner),
    ),
    st.sampled_from([(",", ":"), (", ", ": "), (" ,\n", "\t:\r\n")]),
)
def test_what_stands_in_texts_and_between_names_changes_nothing(value: object, separators: tuple[str, str]) -> None:
    text = json.dumps(value, separators=separators)

    assert read_json(text.encode()) == read_json(text) == value
