"""`fields` of a set in goldsmith.toml: a name that leads nowhere is told, never passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import ConfigurationError, Problem
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.project import load_settings


def test_a_field_that_no_case_has_is_refused_with_the_near_one(tmp_path: Path) -> None:
    (tmp_path / "goldsmith.toml").write_text('[[sets]]\npath = "q.csv"\nfields = {evidnce = "chunks"}\n')

    with pytest.raises(ConfigurationError) as caught:
        load_settings(tmp_path)

    assert caught.value.problems == (
        Problem(
            file="goldsmith.toml",
            field="sets.0.fields",
            message="a case has no field 'evidnce'",
            mend="did you mean 'evidence'?",
        ),
    )


def test_a_name_that_stands_in_no_record_is_refused_with_the_near_one(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_text("id,question,notes\na,What is x?,x#1\n")

    with pytest.raises(ConfigurationError) as caught:
        load_golden(tmp_path / "q.csv", shown="q.csv", fields={"evidence": "note"})

    assert str(caught.value) == (
        "GSE-104 no case of q.csv has a field 'note', which `fields` in goldsmith.toml names; did you mean 'notes'?\n"
        "  Next: name one that is there: id, notes, question"
    )


def test_a_name_that_some_record_has_is_enough(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text(
        '{"id": "a", "question": "x?", "gold": ["x#1"]}\n'
        '{"id": "b", "question": "y?", "answerability": "unsupported", "behaviour": "refuse"}\n'
    )
    cases = load_golden(tmp_path / "q.jsonl", fields={"evidence": "gold"}).golden.cases

    assert [len(case.evidence) for case in cases] == [1, 0]
