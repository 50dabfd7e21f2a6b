"""JSON and JSON Lines: strict, with the place of everything that is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.json_strict import read_json, read_json_lines
from goldsmith.ondisk.located import Place, RawRecord, Source, walk

CaseFolder = Callable[[str], Path]
Read = Callable[..., list[RawRecord]]


def told(read: Read, data: bytes) -> list[tuple[int, int, str, str]]:
    with pytest.raises(InvalidFileError) as caught:
        read(data, name="cases")
    return [(found.line, found.column, found.field, found.message) for found in caught.value.problems]


def test_escaped_nul_and_half_surrogate_are_caught_on_reading(shared_case: CaseFolder) -> None:
    found = told(read_json_lines, (shared_case("004-nul-and-control-bytes") / "golden.jsonl").read_bytes())

    assert found == [
        (1, 25, "question", "the text holds a NUL character (U+0000)"),
        (2, 25, "question", "the text holds U+D83D, half of a surrogate pair"),
    ]


def test_a_field_that_stands_twice_is_refused(shared_case: CaseFolder) -> None:
    found = told(read_json, (shared_case("012-yaml-duplicate-keys") / "golden.json").read_bytes())

    assert found == [
        (
            1,
            65,
            "hard_gates.authorization",
            "the field `authorization` stands here a second time; the first is on line 1",
        )
    ]


def test_the_first_of_two_fields_is_named_by_its_line() -> None:
    found = told(read_json, b'[\n{"id": "a",\n "tags": [],\n "tags": ["x"]}]')

    assert found == [(4, 2, "tags", "the field `tags` stands here a second time; the first is on line 3")]


def test_three_thousand_levels_are_one_plain_error(shared_case: CaseFolder) -> None:
    found = told(read_json, (shared_case("013-yaml-hostile") / "deep.json").read_bytes())

    assert found == [(1, 65, "", "lists and objects stand more than 64 deep in each other")]


@pytest.mark.parametrize("depth", [65, 900, 100_000])
def test_depth_is_refused_at_any_depth(depth: int) -> None:
    data = b'{"a":' * depth + b"1" + b"}" * depth

    assert [message for *_, message in told(read_json_lines, data)] == [
        "lists and objects stand more than 64 deep in each other"
    ]


def test_integers_stay_exact(shared_case: CaseFolder) -> None:
    folder = shared_case("014-huge-integers")
    number, text = read_json_lines((folder / "manifest.jsonl").read_bytes(), name="manifest.jsonl")
    (case,) = read_json((folder / "golden.json").read_bytes(), name="golden.json")

    assert (number.at(("chunk_id",)), text.at(("chunk_id",))) == (9007199254740993, "9007199254740992")
    assert number.as_written(("chunk_id",)) == "9007199254740993"
    assert case.at(("expected_sources",)) == ["9007199254740993"]


@pytest.mark.parametrize(
    ("name", "kind"), [("array.jsonl", "a JSON array"), ("pretty.jsonl", "one JSON object over several lines")]
)
def test_another_layout_in_a_jsonl_file_is_told_apart(shared_case: CaseFolder, name: str, kind: str) -> None:
    found = told(read_json_lines, (shared_case("015-json-lines-dialects") / name).read_bytes())

    assert found == [(1, 1, "", f"this looks like {kind}; in this file every line is one object")]


def test_every_bad_line_is_listed_and_none_is_skipped(shared_case: CaseFolder) -> None:
    found = told(read_json_lines, (shared_case("015-json-lines-dialects") / "mixed.jsonl").read_bytes())

    assert found == [
        (3, 25, "", "the text that starts here is not closed on its line"),
        (4, 1, "", "not JSON: expecting value"),
    ]


def test_the_good_lines_of_that_file_are_two_records_with_their_lines(shared_case: CaseFolder) -> None:
    lines = (shared_case("015-json-lines-dialects") / "mixed.jsonl").read_bytes().split(b"\n")
    records = read_json_lines(b"\n".join([*lines[:2], *lines[4:]]), name="mixed.jsonl")

    assert [(record.record_id, record.place().line) for record in records] == [("g003", 1), ("g005", 3)]
    assert records[1].at(("question",)) == "U+2028 \u2028 inside"


def test_numbers_that_json_does_not_know_are_refused(shared_case: CaseFolder) -> None:
    found = told(read_json_lines, (shared_case("016-nan-in-results") / "results.jsonl").read_bytes())

    assert found == [
        (1, 51, "score", "NaN is not a number that JSON knows"),
        (2, 51, "score", "Infinity is not a number that JSON knows"),
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", (1, 1, "", "the file holds no cases")),
        (b"[]", (1, 1, "", "the file holds no cases")),
        (b'{"cases": []}', (1, 1, "", "the file holds no cases")),
        (b"[1]", (1, 2, "", "an object (`{...}`) was expected, found a number or a yes or no")),
        (b'[{"a": 1e999}]', (1, 8, "a", "1e999 is too large for a number")),
        (b'[{"a": ' + b"9" * 5000 + b"}]", (1, 8, "a", "the number has 5000 digits")),
        (b'[{"a": 1} {"b": 2}]', (1, 11, "", "not JSON: `,` or `]` was expected after an item of the list")),
        (b'[{"a": 1},]', (1, 10, "", "not JSON: a comma stands after the last item of the list")),
        (b'[{"a": 1}]}', (1, 11, "", "the list has ended, found more text after it")),
        (b'[{"a": 1', (1, 9, "", "not JSON: expecting ',' delimiter")),
        (b'[{"a": "x\ty"}]', (1, 10, "", "the text holds the control character U+0009")),
    ],
)
def test_what_cannot_be_taken_is_placed(data: bytes, expected: tuple[int, int, str, str]) -> None:
    assert told(read_json, data) == [expected]


def test_an_empty_file_of_lines_can_be_fine() -> None:
    assert read_json_lines(b"\n\n", name="reviews.jsonl", may_be_empty=True) == []


def test_cases_may_stand_under_their_name() -> None:
    records = read_json(b'{"cases": [\n {"id": "a"},\n {"id": "b"}\n]}', name="cases.json")

    assert [(record.record_id, record.place().line) for record in records] == [("a", 2), ("b", 3)]


def test_an_escaped_emoji_and_an_escaped_backslash_are_fine() -> None:
    (record,) = read_json_lines(rb'{"a": "\ud83d\ude00", "b": "\\u0000"}', name="cases.jsonl")

    assert record.value == {"a": "😀", "b": r"\u0000"}


def test_places_and_spans_point_into_the_file() -> None:
    data = b'\n{"id": "a",  "tags": ["x", {"deep": true}]}\n'
    (record,) = read_json_lines(data, name="cases.jsonl")
    spans = {name: record.source.text[span.start : span.end] for name, span in record.fields().items()}

    assert (record.place(("tags", 1, "deep")).line, record.place(("tags", 1, "deep")).column) == (2, 37)
    assert record.place(("tags", 1, "deep"), of_key=True).column == 29
    assert record.place(("tags", 7)) == record.place(("tags",))
    assert spans == {"id": '"a"', "tags": '["x", {"deep": true}]'}


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=8,
)


@settings(max_examples=50)
@given(
    st.lists(st.dictionaries(TEXT, DATA, max_size=4), min_size=1, max_size=4), st.booleans(), st.sampled_from([None, 1])
)
def test_what_json_writes_is_read_back_with_the_place_of_every_node(
    values: list[dict[str, object]], ascii_only: bool, indent: int | None
) -> None:
    lines = "\n".join(json.dumps(value, ensure_ascii=ascii_only) for value in values)
    from_lines = read_json_lines(lines.encode(), name="cases.jsonl")
    from_list = read_json(json.dumps(values, ensure_ascii=ascii_only, indent=indent).encode(), name="cases.json")

    assert [record.value for record in from_lines] == values
    assert [record.value for record in from_list] == values
    for record in from_list:
        for _index, loc, is_name in walk(record.value, record.first):
            place = record.place(loc, of_key=is_name)
            offset = record.source.line_starts[place.line - 1] + place.column - 1
            written, _end = json.JSONDecoder().raw_decode(record.source.text, offset)
            assert written == (loc[-1] if is_name else record.at(loc))


def test_the_place_of_a_record_is_known_without_reading_it() -> None:
    def never(_record: RawRecord) -> NoReturn:
        raise AssertionError

    record = RawRecord(None, Source("a.jsonl", "\n\n  {}", "json"), 4, 6, never, never)

    assert (record.place(), record.line) == (Place(3, 3), 3)


def test_the_data_of_a_record_are_read_once_when_somebody_asks() -> None:
    record = read_json_lines(b'{"id": "a", "tags": ["x"]}', name="a.jsonl", unread=True)[0]
    first = record.value

    assert (first, record.value is first) == ({"id": "a", "tags": ["x"]}, True)
