"""Files of other tools as rows: nothing is guessed, and what cannot be decoded is refused with its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from goldsmith.errors import InputError, InvalidFileError
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.ports.foreign import ForeignSource, Part, Row


def _no_rows(_path: Path) -> Iterator[Row]:
    return iter(())


def _source(*paths: Path) -> ForeignSource:
    return open_foreign(paths, options={}, workbook=_no_rows)


def _part(folder: Path, name: str, data: bytes | str) -> Part:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return _source(path).parts[0]


def _values(part: Part) -> list[object]:
    return [row.value for row in part.rows()]


def test_json_lines_are_read_with_their_lines(tmp_path: Path) -> None:
    part = _part(tmp_path, "a.jsonl", '\ufeff{"q": "one"}\r\n\n{"q": "two"}')

    assert list(part.rows()) == [
        Row(place="line 1", value={"q": "one"}),
        Row(place="line 3", value={"q": "two"}),
    ]
    assert (part.container, part.columns, part.first) == ("jsonl", ("q",), {"q": "one"})


def test_only_a_line_feed_ends_a_line_of_json_lines(tmp_path: Path) -> None:
    part = _part(tmp_path, "a.jsonl", '{"q": "one\u2028still one"}\n')

    assert _values(part) == [{"q": "one\u2028still one"}]


def test_a_json_list_gives_its_items_and_an_object_one_row(tmp_path: Path) -> None:
    listed, lone = _part(tmp_path, "a.json", '[{"q": 1}, 2]'), _part(tmp_path, "b.json", '{"q": 1}')

    assert [row.place for row in listed.rows()] == ["item 1", "item 2"]
    assert list(lone.rows()) == [Row(place="", value={"q": 1})]
    assert (listed.is_list, lone.is_list) == (True, False)


def test_json_lines_under_the_name_of_json_are_read_as_lines(tmp_path: Path) -> None:
    part = _part(tmp_path, "a.json", '{"q": 1}\n{"q": 2}\n')

    assert (part.container, _values(part)) == ("jsonl", [{"q": 1}, {"q": 2}])


def test_a_score_that_is_no_number_stays_one_so_that_its_reader_can_say_so(tmp_path: Path) -> None:
    part = _part(tmp_path, "a.jsonl", '{"score": NaN, "other": -Infinity}')

    assert repr(_values(part)) == "[{'score': nan, 'other': -inf}]"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("001", "1"), ("012", "12"), ("1.10", "1.1"), ("0.80", "0.8"), ("+5", "5"),
        (".5", "0.5"), ("7", "7"), ("1e3", "1000.0"),
    ],
)  # fmt: skip
def test_a_number_of_yaml_counts_as_one_and_is_shown_as_it_was_written(
    tmp_path: Path, written: str, shown: str
) -> None:
    (held,) = (row.value["x"] for row in _part(tmp_path, "a.yaml", f"x: {written}\n").rows())

    assert (str(held), repr(held)) == (written, shown)


@pytest.mark.parametrize("written", ["9:30", "1_000", "0x1F", "yes", "no", "on", "12:30:45", "2026-13-45", "1.2.0"])
def test_what_only_an_older_yaml_takes_for_a_number_or_a_yes_is_text(tmp_path: Path, written: str) -> None:
    assert _values(_part(tmp_path, "a.yaml", f"x: {written}\n")) == [{"x": written}]


def test_aliases_in_brackets_are_counted_too(tmp_path: Path) -> None:
    with pytest.raises(InvalidFileError, match="cannot be read") as raised:
        _part(tmp_path, "a.yaml", "a: &a [1]\nb: [" + "*a, " * 1_001 + "*a]\n")

    assert raised.value.problems[0].message == "more than 1,000 aliases"


@pytest.mark.parametrize(
    ("name", "data", "line", "message"),
    [
        ("a.jsonl", '{"q": 1}\n{"q": 1,', 2, "not JSON"),
        ("a.jsonl", '{"q": 1, "q": 2}', 1, "the field 'q' stands twice in one object"),
        ("a.json", '{"q": ]}', 1, "not JSON"),
        ("a.jsonl", b'{"q": "\xff"}', 1, "no UTF-8"),
        ("a.jsonl", "[" * 100_000, 1, "too deep"),
        ("a.csv", "a,b\n1,2\n1,2,3\n", 3, "3 cells, the header has 2"),
        ("a.csv", "a,a\n1,2\n", 1, "the column 'a' stands twice"),
        ("a.csv", 'a,b\n1,"2\n', 2, "not CSV"),
        ("a.csv", "a,b\n1,\0\n", 2, "NUL"),
        ("a.yaml", "a: 1\na: 2\n", 2, "the field 'a' stands twice"),
        ("a.yaml", "a: [1\n", 2, "not YAML"),
        ("a.parquet", b"PAR1 no", 0, "not Parquet"),
    ],
)
def test_what_cannot_be_decoded_is_refused_with_its_place(
    tmp_path: Path, name: str, data: bytes | str, line: int, message: str
) -> None:
    with pytest.raises(InvalidFileError) as refused:
        _values(_part(tmp_path, name, data))

    (problem,) = refused.value.problems
    assert (problem.file, problem.line) == (name, line)
    assert message in problem.message


def test_a_cell_may_hold_line_ends_and_begins_with_whatever_it_begins_with(tmp_path: Path) -> None:
    part = _part(tmp_path, "a.csv", 'q,a\r\n"two\r\nlines","=1+1"\r\n\r\n-5,+1\r\n')

    assert [(row.place, row.value) for row in part.rows()] == [
        ("row 2", {"q": "two\r\nlines", "a": "=1+1"}),
        ("row 4", {"q": "-5", "a": "+1"}),
    ]


@pytest.mark.parametrize(("encoding", "mark"), [("utf-16", ""), ("utf-8-sig", ""), ("utf-16-be", "\ufeff")])
def test_tables_of_a_spreadsheet_program_are_read_in_its_encodings(tmp_path: Path, encoding: str, mark: str) -> None:
    part = _part(tmp_path, "a.csv", f"{mark}q;a\nЧто?;да, конечно\n".encode(encoding))

    assert _values(part) == [{"q": "Что?", "a": "да, конечно"}]


def test_yaml_takes_only_true_and_false_for_no_text(tmp_path: Path) -> None:
    part = _part(tmp_path, "a.yaml", "- {country: no, open: true, code: 'on'}\n- off\n")

    assert _values(part) == [{"country": "no", "open": True, "code": "on"}, "off"]


def test_a_folder_is_one_source_without_hidden_files_binaries_and_our_own_loss_report(tmp_path: Path) -> None:
    for name, data in {
        "set/b.jsonl": b'{"q": 1}\n',
        "set/in/a.csv": b"q\n1\n",
        "set/.hidden/c.jsonl": b"{",
        "set/picture.png": b"\x89PNG\0\0",
        "set/loss.jsonl": b'{"record": "a"}\n',
        "set/README": b"words\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)

    source = _source(tmp_path / "set")

    assert source.name == "set"
    assert [part.name for part in source.parts] == ["README", "b.jsonl", "in/a.csv"]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file"):
        _source(tmp_path / "nothing.jsonl")


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no file"):
        _source(tmp_path)
