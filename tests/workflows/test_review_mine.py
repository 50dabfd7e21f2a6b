"""What a person decided last, and how fast: of their own alone."""

from __future__ import annotations

from pathlib import Path

from goldsmith.review.labelling import LabelGiven
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import give_evidence, give_label
from goldsmith.workflows.review_mine import own_pace_s, own_words
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_take import take
from tests.workflows.reviewers import frame, marks, opened_in, says
from tests.workflows.small_project import WORDS


def reject(desk: Desk, name: str, case: str, seconds: float | None = None) -> None:
    person, handle = desk.person(name), handle_for(desk, case)
    give_evidence(desk, person, handle, sent=frame(take(desk, person, handle)), marks=[])
    label = LabelGiven(decision="rejected", reason="nobody asks this", seconds=seconds)
    give_label(desk, person, handle, sent=frame(take(desk, person, handle)), label=label)


def test_my_words_are_told_the_latest_first_with_whether_they_can_be_taken_back(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    marks(desk, desk.person("r1"), handle_for(desk, "window"), "within 30 days")
    says(desk, desk.person("r1"), handle_for(desk, "window"))
    reject(desk, "r1", "receipt")
    reject(desk, "r2", "window")
    held = own_words(desk, desk.person("r1"))

    assert [(one.question, one.decision, one.may_take_back) for one in held] == [
        ("Do I need a receipt?", "rejected", True),
        ("When can I return it?", "approved", False),
    ]
    assert len(own_words(desk, desk.person("r1"), most=1)) == 1
    assert own_words(desk, desk.person("arbiter")) == ()


def test_a_case_beyond_ones_clearance_is_told_no_more(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    reject(desk, "r1", "receipt")
    path = tmp_path / "goldsmith.toml"
    path.write_text(path.read_text().replace("[people.r1]", '[people.r1]\ndenied = ["returns"]'), encoding="utf-8")
    desk.look_again()

    assert own_words(desk, desk.person("r1")) == ()


def test_a_pace_is_the_median_of_ones_own_timed_labels_once_there_are_three(tmp_path: Path) -> None:
    more = "\n- id: third\n  question: And the third?\n  answerability: unsupported\n  behaviour: refuse\n"
    desk = opened_in(tmp_path, cases=WORDS + more)
    reject(desk, "r1", "window", 60)
    reject(desk, "r1", "receipt", 100)
    before = own_pace_s(desk, desk.person("r1"))
    reject(desk, "r1", "third", 500)

    assert (before, own_pace_s(desk, desk.person("r1"))) == (None, 100)
    assert own_pace_s(desk, desk.person("r2")) is None
