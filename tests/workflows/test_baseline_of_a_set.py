"""A baseline is of the set beside which it lies; failures are told with their reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.workflows.baseline import save
from goldsmith.workflows.open_set import open_project
from tests.workflows.shop import ask, make_shop, right_answers


def test_a_run_of_another_set_is_not_kept(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    ask(project, right_answers(project))
    (tmp_path / "other.csv").write_text("id,question,expected_answer,type\na,What is x?,1,no_answer\n")
    other = open_project(tmp_path, file=Path("other.csv"))

    with pytest.raises(InputError, match="asked the set 'shop', and this is 'other'"):
        save(other, "main", run=None, replace=False)

    assert save(project, "main", run=None, replace=False).path == tmp_path / "golden" / "baselines" / "main.jsonl"


def test_a_case_without_an_answer_is_named_with_the_reason_before_the_figures(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    answers = {name: reply for name, reply in right_answers(project).items() if "Mars" not in name}

    verdict = ask(project, answers)
    (told,) = (note.message for note in verdict.ruler if note.kind == "no_answer")

    assert told.startswith("no answer to mars: system error: ")


def test_a_refusal_that_is_only_declared_is_told_before_the_figures(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    answers = right_answers(project)
    answers["What is the warranty on Mars?"] |= {"answer": "The warranty on Mars is two years."}

    verdict = ask(project, answers)

    assert [note.kind for note in verdict.ruler] == ["declared_otherwise"]
    assert "mars (declared refuse)" in verdict.ruler[0].message
