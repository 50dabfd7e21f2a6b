"""Where nobody else is configured, one label settles every review, however it was opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.ondisk.work_facts import snapshot
from goldsmith.records.case import Case
from goldsmith.records.digests import case_digest
from goldsmith.records.person import Person
from goldsmith.records.workbench import Opened
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_proposed, open_reviews, reopen
from tests.workflows.reviewing import Clock
from tests.workflows.small_project import WORDS, frozen_project

ME = Person(name="me", roles=("domain_reviewer", "evaluation_owner"))
RISKY = Case(id="fee", question="What does express cost?", risk="high", answerability="unsupported", behaviour="refuse")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return the desk of somebody alone, with a case of high risk."""
    project = frozen_project(tmp_path, cases=WORDS.replace("- id: receipt", "- id: receipt\n  risk: high"))
    return Desk(project, MemoryReviewStore(), now=Clock(), local=ME)


def needed(desk: Desk) -> dict[str, int]:
    return {one.case: one.opened.needed for one in desk.bench().current()}


def test_alone_one_label_is_needed_of_what_is_opened_and_of_what_is_proposed(desk: Desk) -> None:
    open_reviews(desk, person=ME)
    open_proposed(desk, ME, RISKY)

    assert needed(desk) == {"window": 1, "receipt": 1, "fee": 1}


def test_alone_one_label_is_needed_of_what_is_opened_again(desk: Desk) -> None:
    open_reviews(desk, person=ME)
    path = desk.project.root / "golden/cases/a.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Do I need", "Do I always need"), encoding="utf-8")
    desk.look_again()

    reopen(desk, ME, "receipt")

    assert needed(desk)["receipt"] == 1


def test_two_rounds_of_one_digest_show_each_what_it_was_opened_on(desk: Desk) -> None:
    case = open_project(desk.project.root).golden.cases[0]
    tagged = replace(case, tags=("returns",))
    first, second = (
        Opened(round=number, case_digest=case_digest(one), snapshot=snapshot(one), trigger="new", why="new", needed=1)
        for number, one in enumerate((case, tagged), start=1)
    )

    assert first.case_digest == second.case_digest
    assert (desk.case_shown(first), desk.case_shown(second)) == (case, tagged)
