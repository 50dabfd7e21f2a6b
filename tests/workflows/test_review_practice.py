"""Practice at the workbench: what is laid before a person, and what is kept of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.records.workbench import Practised
from goldsmith.review.labelling import LabelGiven
from goldsmith.workflows.handbook import handbook_of
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_marks import MarkGiven
from goldsmith.workflows.review_practice import PracticeCase, lessons, practice_case, practised
from tests.web.workbench import help_desk
from tests.workflows.reviewers import facts


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return help_desk(tmp_path)


def answered(desk: Desk, name: str = "r1") -> PracticeCase:
    """Return the first practice case whose answer rests on a source."""
    numbers = [item.number for item in lessons(desk, desk.person(name)) if item.exercise.example.needs]
    return practice_case(desk, desk.person(name), numbers[0])


def right_marks(desk: Desk, laid: PracticeCase) -> list[MarkGiven]:
    """Return a mark of the first passage of every need."""
    marks = []
    for number, need in enumerate(laid.lesson.exercise.example.needs):
        quote = need.any_of[0].quote or ""
        shown = next(item for item in laid.passages if quote in (item.text or ""))
        start = shown.start + (shown.text or "").index(quote)
        marks.append(MarkGiven(need=number, source=shown.source.source, start=start, end=start + len(quote)))
    return marks


def test_a_right_answer_is_told_right_and_kept_under_the_handbook_of_today(desk: Desk) -> None:
    laid = answered(desk)
    label = LabelGiven(decision="approved", behaviour=laid.lesson.exercise.example.behaviour)
    outcome = practised(desk, desk.person("r1"), laid, label, right_marks(desk, laid), key="k")
    again = practised(desk, desk.person("r1"), laid, label, right_marks(desk, laid), key="k")
    kept = [(author, fact) for author, fact in facts(desk) if isinstance(fact, Practised)]

    assert (outcome.right, outcome.lessons) == (True, ())
    assert again == outcome
    digest = handbook_of(desk.project).digest
    assert kept == [("r1", Practised(example=laid.lesson.exercise.name, right=True, handbook_digest=digest))]
    assert [item.right for item in lessons(desk, desk.person("r1")) if item.number == laid.lesson.number] == [True]
    assert {item.right for item in lessons(desk, desk.person("r2"))} == {None}


@pytest.mark.parametrize(("source", "start", "end"), [("nowhere", 0, 5), ("", -1, 5), ("", 5, 5), ("", 0, 10**9)])
def test_a_mark_that_stands_in_no_source_is_refused(desk: Desk, source: str, start: int, end: int) -> None:
    laid = answered(desk)
    mark = MarkGiven(need=0, source=source or laid.passages[0].source.source, start=start, end=end)

    with pytest.raises(InputError):
        practised(desk, desk.person("r1"), laid, LabelGiven(decision="approved"), [mark], key="k")


def test_no_document_id_is_among_what_is_laid_before_a_person(desk: Desk) -> None:
    ids = {item.id for item in desk.project.documents}

    assert not {item.source.source for item in answered(desk).passages} & ids
