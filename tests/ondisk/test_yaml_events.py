"""YAML: scalars as written, and nothing that two readers read differently."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.located import Place, RawRecord, walk
from goldsmith.ondisk.yaml_events import read_yaml, read_yaml_mapping
from goldsmith.ondisk.yaml_write import emit_yaml

CaseFolder = Callable[[str], Path]
Told = tuple[int, int, str]


def told(data: bytes) -> list[Told]:
    with pytest.raises(InvalidFileError) as caught:
        read_yaml(data, name="cases.yaml")
    return [(found.line, found.column, found.message) for found in caught.value.problems]


def one(text: str) -> RawRecord:
    (record,) = read_yaml(text.encode(), name="cases.yaml")
    return record


def test_scalars_of_the_shared_case_come_as_written(shared_case: CaseFolder) -> None:
    folder = shared_case("011-yaml-implicit-types")
    record = read_yaml_mapping((folder / "golden.yaml").read_bytes(), name="golden.yaml")
    traps = {".".join(map(str, loc)): written for loc, written, _is_name in record.trapped()}

    assert traps == {
        "created_at": "2026-01-01",
        "test_cases.0.id": "001",
        "test_cases.0.expected_output": "no",
        "test_cases.0.tags.0": "on",
        "test_cases.0.tags.1": "off",
        "test_cases.0.tags.2": "yes",
        "test_cases.1.id": "012",
        "test_cases.1.expected_output": "9:30",
        "test_cases.1.tags.0": "no",
        "test_cases.2.id": "2026-02-01",
        "test_cases.2.expected_output": "1_000",
        "test_cases.2.weight": ".nan",
    }
    assert record.as_written(("version",)) == "1.10"
    assert record.at(("test_cases", 1, "weight")) == "2"
    assert record.at(("test_cases", 2, "tags")) == [None]


def test_a_field_that_stands_twice_is_named_with_both_lines(shared_case: CaseFolder) -> None:
    assert told((shared_case("012-yaml-duplicate-keys") / "golden.yaml").read_bytes()) == [
        (7, 5, "the field `expected_output` stands here a second time; the first is on line 5"),
        (8, 5, "the field `denied_sources` stands here a second time; the first is on line 6"),
    ]


def test_a_tag_runs_nothing_and_is_refused(
    shared_case: CaseFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert told((shared_case("013-yaml-hostile") / "tag.yaml").read_bytes()) == [
        (3, 12, "the tag `tag:yaml.org,2002:python/object/apply:os.system` is refused")
    ]
    assert list(tmp_path.iterdir()) == []


def test_aliases_are_refused_before_they_grow(shared_case: CaseFolder) -> None:
    data = (shared_case("013-yaml-hostile") / "bomb.yaml").read_bytes()
    tracemalloc.start()
    found = told(data)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert found == [(1, 4, "the anchor `&a` is refused, like every anchor and alias")]
    assert peak < 10_000_000


def test_an_empty_list_and_an_empty_field_stay_what_they_are(shared_case: CaseFolder) -> None:
    folder = shared_case("050-empty-inputs")

    assert read_yaml_mapping((folder / "empty.yaml").read_bytes(), name="empty.yaml").value == {"test_cases": []}
    assert read_yaml_mapping((folder / "null.yaml").read_bytes(), name="null.yaml").value == {"test_cases": None}


def test_an_unquoted_date_is_a_trap_and_an_unquoted_number_a_number(shared_case: CaseFolder) -> None:
    record = read_yaml_mapping((shared_case("056-dates-and-zones") / "golden.yaml").read_bytes(), name="golden.yaml")

    assert [(loc, written) for loc, written, _is_name in record.trapped()] == [
        (("test_cases", 0, "reviewed_at"), "2026-02-30")
    ]
    assert record.at(("test_cases", 4, "reviewed_at")) == 1767225600
    assert record.place(("test_cases", 4, "reviewed_at")) == Place(6, 62)


def test_a_gate_file_is_read(shared_case: CaseFolder) -> None:
    record = read_yaml_mapping((shared_case("016-nan-in-results") / "gate.yaml").read_bytes(), name="gate.yaml")

    assert record.value == {"gates": [{"metric": "faithfulness", "min_mean": 0.75, "min_completeness": 0.95}]}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0", 0),
        ("-12", -12),
        ("1.10", 1.1),
        ("1e5", 100000.0),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("Yes, please", "Yes, please"),
        ("v1.2", "v1.2"),
        ("10 days", "10 days"),
        ("1.2.3", "1.2.3"),
        ("a#b", "a#b"),
        ("'007'", "007"),
        ('"no"', "no"),
    ],
)
def test_a_scalar_that_all_readers_agree_on_is_taken(written: str, value: object) -> None:
    record = one(f"x: {written}\n")

    assert (record.at(("x",)), type(record.at(("x",))), list(record.trapped())) == (value, type(value), [])


@pytest.mark.parametrize(
    "written",
    """007 0o17 0x1F 0b11 1_000 +1 1. .5 -0 9:30 1:20:30 yes no On OFF y N .nan .inf -.Inf NaN 2026-03-01
    2026-3-1 2026-03-01T10:00:00Z 1e999 1_0.5 =""".split(),
)
def test_a_scalar_that_readers_disagree_on_is_kept_as_text_and_noted(written: str) -> None:
    record = one(f"x: {written}\n")

    assert record.value == {"x": written}
    assert list(record.trapped()) == [(("x",), written, False)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, 1, "the file holds no cases")),
        ("# nothing\n", (1, 1, "the file holds no cases")),
        ("[]", (1, 1, "the file holds no cases")),
        ("hello", (1, 1, "a list of cases was expected, found one text or number")),
        ("- a: 1\n- b\n", (2, 3, "a case was expected (`id: …` and further lines), found 'b'")),
        ("a: 1\n---\nb: 2\n", (2, 1, "a second YAML document starts here")),
        ("- <<: {a: 1}\n", (1, 3, "the merge key `<<` is refused: what it brings in cannot be seen here")),
        ("a: *b\n", (1, 4, "the alias `*b` is refused, like every anchor and alias")),
        ("a: !!str 1\n", (1, 4, "the tag `tag:yaml.org,2002:str` is refused")),
        ("{a: 1, 12: 2}\n", (1, 8, "the field name 12 would be read as a number")),
        ("a: 1\non: 2\n", (2, 1, "the field name on would be read as a yes or no")),
        ("? [a]\n: 1\n", (1, 3, "the name of a field is a list or a mapping")),
        ("a: " + "[" * 65, (1, 67, "lists and mappings stand more than 64 deep in each other")),
        ("a: 1\n b: 2\n", (2, 3, "not YAML: mapping values are not allowed in this context")),
        ("a: 'x\n", (2, 1, "not YAML: found unexpected end of stream, while scanning a quoted scalar")),
        ("a: x\u0085y\n", (1, 5, "the file holds the invisible character U+0085")),
        ("é: x\u2028y\n", (1, 5, "the file holds the invisible character U+2028")),
        ("a: x\0y\n", (1, 5, "the file holds the invisible character U+0000")),
    ],
)
def test_what_is_refused_is_placed(text: str, expected: Told) -> None:
    assert told(text.encode()) == [expected]


def test_text_that_is_not_utf_8_is_placed() -> None:
    assert told(b"a: 1\nb: caf\xe9\n") == [
        (2, 7, "byte 0xe9 is not UTF-8 text; the file may be in an older encoding such as Windows-1252")
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_says_the_encoding(encoding: str) -> None:
    (record,) = read_yaml("- id: ü\n".encode(encoding), name="cases.yaml")

    assert (record.value, record.place(("id",))) == ({"id": "ü"}, Place(1, 7))


def test_all_problems_of_a_file_are_told_at_once() -> None:
    assert told(b"- a: 1\n  a: 2\n- x\n- b: !t y\n") == [
        (2, 3, "the field `a` stands here a second time; the first is on line 1"),
        (3, 3, "a case was expected (`id: …` and further lines), found 'x'"),
        (4, 6, "the tag `!t` is refused"),
    ]


def test_an_empty_mapping_file_is_an_empty_mapping() -> None:
    record = read_yaml_mapping(b"# later\n", name="set.yaml")

    assert (record.value, record.place(("name",))) == ({}, Place(1, 1))


def test_a_record_ends_where_its_content_ends() -> None:
    first, second, third = read_yaml(
        b"- id: a # note\n  text: |\n    x\n\n# c\n- {id: b}   # d\n- id: c\n  empty:\n", name="cases.yaml"
    )
    text = first.source.text

    assert [text[record.start : record.end] for record in (first, second, third)] == [
        "id: a # note\n  text: |\n    x",
        "{id: b}",
        "id: c\n  empty:",
    ]


def test_fields_span_their_names_and_values() -> None:
    record = read_yaml(
        b"- id: a\n- id: 'b'  # c\n  list:\n    - {x: 1}\n    - y\n  last: >-\n    z\n\n", name="c.yaml"
    )[1]
    text = record.source.text
    found = {
        name: (text[span.key_start : span.key_end], text[span.start : span.end])
        for name, span in record.fields().items()
    }

    assert found == {"id": ("id", "'b'"), "list": ("list", "- {x: 1}\n    - y"), "last": ("last", ">-\n    z")}


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
NAMES = TEXT.filter(lambda name: name != "<<")
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner),
    max_leaves=8,
)


@settings(max_examples=40)
@given(st.lists(st.dictionaries(NAMES, DATA, max_size=4), min_size=1, max_size=4))
def test_the_place_of_every_node_is_where_the_parser_saw_it(values: list[dict[str, object]]) -> None:
    text = emit_yaml(values)
    expected: list[int] = []

    def collect(node: Any) -> None:
        expected.append(node.start_mark.index)
        for child in node.value if isinstance(node, yaml.CollectionNode) else ():
            for part in child if isinstance(child, tuple) else (child,):
                collect(part)

    collect(yaml.compose(text, Loader=yaml.CBaseLoader))
    records = read_yaml(text.encode(), name="cases.yaml")
    found = [0 if index == 0 else -1 for index in range(len(expected))]
    for record in records:
        for index, loc, is_name in walk(record.value, record.first):
            place = record.place(loc, of_key=is_name)
            found[index] = record.source.line_starts[place.line - 1] + place.column - 1

    assert [record.value for record in records] == values
    assert found[1:] == expected[1:]


@given(st.text(st.sampled_from("0123456789abcdefxonyestrulinfaTZ+-._:eE \t~=") | st.characters(codec="utf-8")))
def test_text_without_quotes_is_never_another_text_in_silence(text: str) -> None:
    """What our reader takes as plain text or number, PyYAML and the JSON rules take for the same."""
    try:
        record = one(f"x: {text}\n")
    except InvalidFileError:
        return
    if set(record.value if isinstance(record.value, dict) else ()) != {"x"} or list(record.trapped()):
        return
    ours = record.at(("x",))
    theirs = yaml.load(f"x: {text}\n", Loader=yaml.CSafeLoader)["x"]

    assert ours == theirs or (isinstance(ours, float) and float(str(theirs)) == ours)
