"""What is wrong with the columns of a CSV of cases is told once, at the header, in the words of a CSV."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.csv_columns import COLUMNS, nearest_column
from goldsmith.ondisk.golden import load_golden


def told(folder: Path, text: str, **fields: str) -> list[tuple[int, int, str, str]]:
    """Return line, column, message and mend of every problem of a CSV file."""
    path = folder / "golden.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidFileError) as caught:
        load_golden(path, shown="golden.csv", fields=fields)
    return [(one.line, one.column, one.message, one.mend) for one in caught.value.problems]


def test_an_unknown_column_is_told_once_and_not_for_every_row(tmp_path: Path) -> None:
    assert told(tmp_path, "id,query,expected_anser,colour\na,Q?,A,red\nb,R?,B,blue\n") == [
        (1, 4, "there is no column `query`", "did you mean `question`? rename the column"),
        (1, 10, "there is no column `expected_anser`", "did you mean `expected_answer`? rename the column"),
        (
            1,
            25,
            "there is no column `colour`",
            "the columns are: id, question, expected_answer, expected_sources, type, difficulty, notes",
        ),
    ]


def test_other_problems_of_the_rows_are_told_with_those_of_the_header(tmp_path: Path) -> None:
    assert told(tmp_path, "id,query,type\na,Q?,simple\nb,R?,no-anser\n")[1:] == [
        (
            3,
            6,
            "`no-anser` is no type; did you mean `no_answer`?",
            "types: simple, multi_hop, no_answer, ambiguous, typo, cross_lingual, adversarial, long",
        ),
    ]


def test_a_missing_column_is_added_as_a_column(tmp_path: Path) -> None:
    assert told(tmp_path, "question\nOne?\nTwo?\n") == [(1, 1, "the column `id` is missing", "add a column `id`")]


def test_a_missing_column_is_named_as_the_file_would_name_it(tmp_path: Path) -> None:
    problems = told(tmp_path, "id,gold\na,x\n", question="text", evidence="gold")

    assert problems == [(1, 1, "the column `text` is missing", "add a column `text`")]


def test_a_field_that_no_cell_can_hold_is_told_once(tmp_path: Path) -> None:
    assert told(tmp_path, "id,question,accept,claims\na,Q?,A,C\nb,R?,B,\n") == [
        (1, 13, "`accept` is no text in a case, and a cell holds only text", "write `expected_answer` instead"),
        (1, 20, "`claims` is no text in a case, and a cell holds only text", "write these cases as YAML or JSONL"),
    ]


def test_mapped_columns_are_read_as_cells(tmp_path: Path) -> None:
    (tmp_path / "theirs.csv").write_text("id,question,gold,truth\na,Q?,x#1;x#2,\n", encoding="utf-8")
    (case,) = load_golden(tmp_path / "theirs.csv", fields={"evidence": "gold", "accept": "truth"}).golden.cases

    assert ([need.any_of[0].chunk for need in case.evidence], case.accept) == (["x#1", "x#2"], ())


@pytest.mark.parametrize(
    ("written", "column"),
    [
        ("query", "question"),
        ("input", "question"),
        ("User Input", "question"),
        ("answer", "expected_answer"),
        ("ground_truth", "expected_answer"),
        ("reference", "expected_answer"),
        ("expected-output", "expected_answer"),
        ("source", "expected_sources"),
        ("contexts", "expected_sources"),
        ("ground_truth_chunk_ids", "expected_sources"),
        ("relevant_chunk_ids", "expected_sources"),
        ("Question", "question"),
        ("dificulty", "difficulty"),
        ("hallucination-risk", "hallucination_risk"),
        ("banana", ""),
    ],
)
def test_the_nearest_column_is_one_of_a_csv_first_then_what_others_call_it_then_a_field(
    written: str, column: str
) -> None:
    assert nearest_column(written) == column


def test_a_column_that_is_there_is_not_proposed_a_second_time() -> None:
    assert nearest_column("query", COLUMNS) == ""
