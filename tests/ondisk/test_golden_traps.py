"""The traps of encodings, YAML, JSON and CSV, as a set meets them: read right, or refused with the place."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.ondisk.golden import load_golden

SharedCase = Callable[[str], Path]


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write a set and return its folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder


def problems_of(path: Path) -> tuple[Problem, ...]:
    with pytest.raises(InvalidFileError) as caught:
        load_golden(path, shown=path.name)
    return caught.value.problems


def test_a_field_that_we_do_not_know_is_refused_and_never_dropped(shared_case: SharedCase) -> None:
    problems = problems_of(shared_case("008-roundtrip-delimiters") / "golden.json")

    assert [(problem.line, problem.field, problem.message) for problem in problems] == [
        (10, "context", "there is no field `context`")
    ]


def test_utf16_with_a_mark_is_read_right(shared_case: SharedCase) -> None:
    case = load_golden(shared_case("002-utf16-csv") / "golden.csv").golden.cases[0]

    assert (case.id, case.accept[0].answer, case.notes) == ("g001", "2 Jahre, außer Akku", "Übersetzt")


def test_yaml_never_turns_a_text_into_something_else(shared_case: SharedCase) -> None:
    problems = problems_of(shared_case("011-yaml-implicit-types") / "golden.yaml")

    assert [(problem.line, problem.mend) for problem in problems if "would be read as" in problem.message] == [
        (5, 'write id: "001"'),
        (7, 'write expected_output: "no"'),
        (9, 'write "on"'),
        (9, 'write "off"'),
        (9, 'write "yes"'),
        (11, 'write id: "012"'),
        (13, 'write expected_output: "9:30"'),
        (15, 'write "no"'),
        (17, 'write id: "2026-02-01"'),
        (19, 'write expected_output: "1_000"'),
        (22, 'write weight: ".nan"'),
    ]


def test_the_traps_of_yaml_in_our_own_fields_are_named_with_their_mend(tmp_path: Path) -> None:
    one = "- id: 012\n  question: Q?\n  accept: [no, 9:30]\n  tags: [~]\n  weight: .nan\n"
    two = "- id: b\n  question: Q?\n  weight: '2'\n"
    problems = problems_of(written(tmp_path, {"a.yaml": one + two}) / "a.yaml")

    assert [(problem.line, problem.field, problem.message) for problem in problems] == [
        (1, "id", "012 would be read as a number"),
        (3, "accept.0", "no would be read as a yes or no"),
        (3, "accept.1", "9:30 would be read as a number in base 60"),
        (4, "tags.0", "a text was expected, found nothing"),
        (5, "weight", "a number was expected, found .nan"),
        (8, "weight", 'a number was expected, found the text "2"'),
    ]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("golden.yaml", [(7, "expected_output"), (8, "denied_sources")]),
        ("golden.json", [(1, "hard_gates.authorization")]),
    ],
)
def test_a_field_that_stands_twice_is_refused_with_both_places(
    shared_case: SharedCase, name: str, fields: list[tuple[int, str]]
) -> None:
    problems = problems_of(shared_case("012-yaml-duplicate-keys") / name)

    assert [(problem.line, problem.field) for problem in problems] == fields
    assert all("the first is on line" in problem.message for problem in problems)


@pytest.mark.parametrize("name", ["bomb.yaml", "deep.json", "tag.yaml"])
def test_a_hostile_file_is_refused_at_once(shared_case: SharedCase, tmp_path: Path, name: str) -> None:
    start = time.monotonic()
    problems = problems_of(shared_case("013-yaml-hostile") / name)

    assert len(problems) == 1
    assert time.monotonic() - start < 2
    assert not (Path() / "goldsmith-was-here").exists()


def test_ids_of_many_digits_stay_exact_and_numbers_are_refused(shared_case: SharedCase, tmp_path: Path) -> None:
    case = load_golden(shared_case("014-huge-integers") / "golden.json").golden.cases[0]
    numbers = written(
        tmp_path, {"a.json": '[{"id": "a", "question": "Q?", "evidence": [{"chunk": 9007199254740993}]}]'}
    )

    assert case.evidence[0].any_of[0].chunk == "9007199254740993"
    assert [problem.mend for problem in problems_of(numbers / "a.json")] == ['write "chunk": "9007199254740993"']


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("array.jsonl", [(1, "this looks like a JSON array; in this file every line is one object")]),
        (
            "pretty.jsonl",
            [(1, "this looks like one JSON object over several lines; in this file every line is one object")],
        ),
        ("mixed.jsonl", [(3, "the text that starts here is not closed on its line"), (4, "not JSON: expecting value")]),
    ],
)
def test_a_bad_line_is_told_and_never_skipped(
    shared_case: SharedCase, name: str, expected: list[tuple[int, str]]
) -> None:
    problems = problems_of(shared_case("015-json-lines-dialects") / name)

    assert [(problem.line, problem.message) for problem in problems] == expected


def test_a_line_separator_inside_text_ends_no_line(shared_case: SharedCase, tmp_path: Path) -> None:
    lines = (shared_case("015-json-lines-dialects") / "mixed.jsonl").read_bytes().split(b"\n")
    (tmp_path / "good.jsonl").write_bytes(b"\n".join([lines[0], lines[1], lines[4]]))

    assert [(case.id, case.question) for case in load_golden(tmp_path / "good.jsonl").golden.cases] == [
        ("g003", "Q?"),
        ("g005", "U+2028 \u2028 inside"),
    ]


def test_cases_whose_ids_look_alike_are_all_loaded(shared_case: SharedCase) -> None:
    golden = load_golden(shared_case("017-near-duplicate-case-ids") / "golden.csv").golden

    assert [(case.id, case.question, place.line) for case, place in zip(golden.cases, golden.places, strict=True)] == [
        ("g001", "Q1?", 2),
        ("g001", "Q1 again?", 3),
        ("G001", "Q2?", 4),
        ("g001 ", "Q3?", 5),
        ("g\u200b001", "Q4?", 6),
        ("é1", "Q5?", 7),
        ("e\u03011", "Q6?", 8),
        ("с001", "Q7?", 9),
        ("c001", "Q8?", 10),
    ]


@pytest.mark.parametrize("name", ["zero.csv", "blank-lines.csv", "header-only.csv", "empty.yaml", "null.yaml"])
def test_a_file_without_cases_is_refused(shared_case: SharedCase, name: str) -> None:
    assert len(problems_of(shared_case("050-empty-inputs") / name)) == 1


def test_a_very_long_cell_is_read_whole(shared_case: SharedCase) -> None:
    golden = load_golden(shared_case("051-very-long-cell") / "golden.csv").golden

    assert len(golden.cases) == 2
    assert len(golden.cases[0].accept[0].answer) > 131_072


def test_dates_in_a_case_are_text_as_written_or_asked_to_be_quoted(tmp_path: Path) -> None:
    head = "- id: a\n  question: Q?\n  evidence:\n    - {document: d, effective: "
    good = load_golden(written(tmp_path, {"a.yaml": f'{head}"2026-03-01T00:30:00+14:00"}}\n'}) / "a.yaml").golden
    problems = problems_of(written(tmp_path, {"b.yaml": f"{head}2026-02-30}}\n"}) / "b.yaml")

    assert good.cases[0].evidence[0].any_of[0].effective == "2026-03-01T00:30:00+14:00"
    assert [(problem.line, problem.mend) for problem in problems] == [(4, 'write effective: "2026-02-30"')]
