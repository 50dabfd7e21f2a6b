"""Writing YAML: the house style, and splices that leave every other byte as it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.yaml_events import read_yaml
from goldsmith.ondisk.yaml_write import (
    apply_edits,
    edit_record,
    emit_yaml,
)

FILE = b"""\
# refunds
- id: a   # first
  question: When?
  evidence:
    # checked twice
    - {document: d, quote: "x"}
  notes: |
    two
    lines

# payouts
- {id: b, question: "Why?", tags: [x, y]} # short
- id: c
  question: 'How?'
"""


def records(data: bytes) -> list[RawRecord]:
    return read_yaml(data, name="cases.yaml")


def values(data: bytes) -> list[object]:
    return [record.value for record in records(data)]


def changed(data: bytes, record: RawRecord, changes: dict[str, object]) -> bytes:
    return apply_edits(data, [edit_record(record, changes)])


def test_the_house_style_is_that_of_the_design(shared: Path) -> None:
    design = (shared / "DESIGN.md").read_text(encoding="utf-8")
    example = design.split("```yaml\n")[1].split("```")[0]
    cases = values(example.encode())

    assert emit_yaml(cases[:1]) == "".join(line + "\n" for line in example.splitlines()[1:5])
    assert "\n".join(emit_yaml(cases).splitlines()[4:17]) == "\n".join(example.splitlines()[6:19])
    assert emit_yaml(cases).splitlines()[-7:] == example.splitlines()[-7:]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("text", "text"),
        ("", '""'),
        ("007", '"007"'),
        ("no", '"no"'),
        ("9:30", '"9:30"'),
        ("2026-03-01", '"2026-03-01"'),
        ("1_000", '"1_000"'),
        ("1.10", '"1.10"'),
        (".nan", '".nan"'),
        ("null", '"null"'),
        ("- x", '"- x"'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        ("a#b", "a#b"),
        ("x ", '"x "'),
        ("…", '"…"'),
        ("Where is it?", "Where is it?"),
        ("退货需要多久", "退货需要多久"),
        ("tab\there", r'"tab\there"'),
        ("line\u2028separator", r'"line\u2028separator"'),
        (True, "true"),
        (None, "null"),
        (1.1, "1.1"),
        (10**20, "100000000000000000000"),
        ([], "[]"),
        ({}, "{}"),
        (["a, b", "c"], '["a, b", c]'),
        ({"k": [1, 2]}, "{k: [1, 2]}"),
        ("one\ntwo", "|-\n  one\n  two"),
        ("one\n\ntwo\n", "|\n  one\n\n  two"),
        (" one\ntwo", r'" one\ntwo"'),
    ],
)
def test_a_value_is_quoted_only_where_a_reader_would_take_it_for_another(value: object, written: str) -> None:
    assert emit_yaml({"x": value}) == f"x: {written}\n"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "a\0b", "\ud83d", {1: 2}, {"<<": 1}, {1, 2}])
def test_what_yaml_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        emit_yaml({"x": value})


def test_a_replaced_field_leaves_every_other_byte() -> None:
    first, second, third = records(FILE)

    assert changed(FILE, first, {"question": "Since when?"}) == FILE.replace(b"When?", b"Since when?")
    assert changed(FILE, first, {"id": 'say "007"'}) == FILE.replace(b"id: a ", b'id: say "007" ')
    assert changed(FILE, second, {"tags": ["z"]}) == FILE.replace(b"[x, y]", b"[z]")
    assert changed(FILE, third, {"question": None}) == FILE.replace(b"'How?'", b"null")
    assert changed(FILE, first, {"notes": "one"}) == FILE.replace(b"|\n    two\n    lines", b"one")


def test_a_replaced_list_is_written_as_lines() -> None:
    passages = [{"document": "d", "quote": "y"}, {"document": "e", "grade": 2}]

    assert changed(FILE, records(FILE)[0], {"evidence": passages}) == FILE.replace(
        b'    # checked twice\n    - {document: d, quote: "x"}',
        b'    - {document: d, quote: "y"}\n    - {document: e, grade: 2}',
    )


def test_a_new_field_goes_last() -> None:
    first, second, third = records(FILE)

    assert changed(FILE, first, {"risk": "high"}) == FILE.replace(b"    lines\n", b"    lines\n  risk: high\n")
    assert changed(FILE, second, {"risk": "high"}) == FILE.replace(b"[x, y]}", b"[x, y], risk: high}")
    assert changed(FILE, third, {"tags": ["x"]}) == FILE + b"  tags: [x]\n"


def test_several_records_change_in_one_go() -> None:
    first, second, third = records(FILE)
    edits = [edit_record(third, {"id": "z"}), edit_record(first, {"id": "x"})]

    assert values(apply_edits(FILE, edits)) == [
        {"id": "x", "question": "When?", "evidence": [{"document": "d", "quote": "x"}], "notes": "two\nlines\n"},
        second.value,
        {"id": "z", "question": "How?"},
    ]


def test_crlf_and_the_byte_order_mark_stay() -> None:
    data = b"\xef\xbb\xbf" + FILE.replace(b"\n", b"\r\n")
    found = changed(data, records(data)[2], {"notes": "one\ntwo"})

    assert found == data + b"  notes: |-\r\n    one\r\n    two\r\n"


def test_utf_16_stays_utf_16() -> None:
    data = "- id: ü\n".encode("utf-16")

    assert changed(data, records(data)[0], {"id": "ö"}) == "- id: ö\n".encode("utf-16")


@pytest.mark.parametrize(
    ("text", "key", "value", "expected"),
    [
        ("[id: a, id: b]", "id", "c", "[{id: c}, id: b]"),
        ("[{id: a}, {id: b}]\n", "id", "c, d", '[{id: "c, d"}, {id: b}]\n'),
        ("? id\n: a\n", "id", "c", "id: c\n"),
        ("-\n  id: a\n  b: 1\n", "id", "c", "-\n  id: c\n  b: 1\n"),
        ("id: a # note\nb: 1\n", "id", "x\ny", 'id: "x\\ny" # note\nb: 1\n'),
        ("- - id: a\n", "id", "c", None),
        ('{"id":"a","b":1}', "id", "c", '{id: c,"b":1}'),
        ("id:   # none yet\nb: 1\n", "id", "c", "id: c   # none yet\nb: 1\n"),
    ],
)
def test_unusual_layouts_are_spliced_or_written_anew(text: str, key: str, value: object, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(InvalidFileError):
            records(text.encode())
        return

    assert changed(text.encode(), records(text.encode())[0], {key: value}).decode() == expected


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30) | st.sampled_from(
    [
        "007",
        "no",
        "9:30",
        "a: b",
        "x #y",
        "- z",
        "two\nlines",
        "two\nlines\n",
        "a\n\n",
        " lead",
        "trail ",
        "…",
        "---",
        "{a}",
    ]
)
NAMES = TEXT.filter(lambda name: name != "<<")
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
DATA = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=12
)
RECORD = st.dictionaries(
    st.sampled_from(["id", "question", "tags", "notes", "é"]) | NAMES, DATA, min_size=1, max_size=5
)


@given(st.lists(RECORD, min_size=1, max_size=3), st.sampled_from([0, 2, 6]))
def test_what_is_written_is_read_back(data: list[dict[str, Any]], indent: int) -> None:
    found = values(emit_yaml(data, indent=indent).encode())

    assert json.dumps(found) == json.dumps(data)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """A file of records in several layouts, with comments between and behind them, in LF or CRLF."""
    parts = []
    for record in draw(st.lists(RECORD, min_size=1, max_size=4)):
        layout = draw(st.sampled_from(["lines", "brackets", "json"]))
        if layout == "lines":
            text = emit_yaml([record])
        elif layout == "brackets":
            flow = emit_yaml([[record]]).removeprefix("- [").removesuffix("]\n")
            text = f"- {flow}\n" if flow.startswith("{") and "\n" not in flow else emit_yaml([record])
        else:
            text = "- " + json.dumps(record) + "\n"
        parts.append(
            draw(st.sampled_from(["", "# above\n", "\n\n"])) + text + draw(st.sampled_from(["", "\n", "  # below\n"]))
        )
    text = "".join(parts)
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    data = text.replace("\n", newline).encode()
    try:
        read_yaml(data, name="cases.yaml")
    except InvalidFileError:
        assume(False)
    return data


@settings(max_examples=60)
@given(files(), st.data())
def test_a_splice_changes_its_record_and_no_other_byte(data: bytes, choice: st.DataObject) -> None:
    before = records(data)
    at = choice.draw(st.integers(0, len(before) - 1))
    record = before[at]
    assert isinstance(record.value, dict)
    old = dict(record.value)
    changes = choice.draw(st.dictionaries(st.sampled_from([*old, "new"]), DATA, max_size=2))
    edit = edit_record(record, changes)
    expected = old | changes
    after = apply_edits(data, [edit])
    text = record.source.text

    assert json.dumps(values(after)) == json.dumps(
        [expected if index == at else other.value for index, other in enumerate(before)]
    )
    assert after.decode().startswith(text[: record.start])
    assert after.decode().endswith(text[edit.end :])
    assert text[record.end : edit.end].strip()[:1] in ("", "#")
    assert ("\r\n" in text) == ("\r\n" in after.decode()) or "\n" not in text
