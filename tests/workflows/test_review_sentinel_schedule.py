"""A sentinel from its choice to its second labelling: marked, calibrated, due, labelled again, and the ruler read."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from goldsmith.errors import InputError, UnknownNameError
from goldsmith.records.digests import case_digest
from goldsmith.records.sentinels import WordSaid
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_apply import apply_reviews
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import Sent
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_resolve import dispute_of, follow
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_sentinels import (
    due,
    mark_sentinels,
    open_due,
    ruler,
    sentinels,
    standing,
    suggest,
)
from tests.workflows.reviewers import DOUBLE, PEOPLE, Clock, desk_in, marks, says

CASES = """\
- id: window   # asked daily
  question: When can I return it?
  risk: high
  accept: [Within 30 days.]
  evidence:
    - {document: returns, quote: within 30 days}

- id: receipt
  question: Do I need a receipt?
  risk: low
  accept: [Yes.]
  evidence: [{document: returns, quote: No return is possible without a receipt.}]
"""
QUOTES = {"window": "within 30 days", "receipt": "No return is possible without a receipt."}
FILE = "golden/cases/a.yaml"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a desk with two cases that two people approved without each other."""
    held = desk_in(tmp_path, cases=CASES, settings=PEOPLE + DOUBLE)
    pin_evidence(open_project(tmp_path))
    held.look_again()
    open_reviews(held, person=held.person("owner"))
    for name in QUOTES:
        label(held, name, "r1", "r2")
    apply_reviews(held, person="owner")
    return held


def label(desk: Desk, case: str, *people: str, rejected_by: str = "") -> None:
    """Let people label a case, an hour after each other."""
    handle = handle_for(desk, case)
    for name in people:
        passes(desk, hours=1)
        marks(desk, desk.person(name), handle, QUOTES[case])
        if name == rejected_by:
            says(desk, desk.person(name), handle, "rejected", reason="nobody asks this")
        else:
            says(desk, desk.person(name), handle)


def passes(desk: Desk, **time: int) -> None:
    assert isinstance(desk.now, Clock)
    desk.now.moment += timedelta(**time)


def test_a_sentinel_is_chosen_and_marked_and_nothing_else_of_the_set_moves(desk: Desk) -> None:
    root = desk.project.root
    (first, second) = suggest(desk.project, 5)

    assert (first.case, first.calibrated, first.place) == ("window", True, f"{FILE}:1")
    assert first.reasons == (
        "its risk is high (+2)",
        "no sentinel has behaviour answer (+1)",
        "no sentinel has risk high (+1)",
    )
    assert (second.case, second.value) == ("receipt", 1.0)

    before = (root / FILE).read_text(encoding="utf-8")
    digests = {case.id: case_digest(case) for case in desk.project.golden.cases}
    marked = mark_sentinels(desk.project, ["window"])
    desk.look_again()
    after = (root / FILE).read_text(encoding="utf-8")

    assert marked == ("window",)
    assert after.replace("  sentinel: true\n", "", 1) == before
    assert {case.id: case_digest(case) for case in desk.project.golden.cases} == digests


def test_the_schedule_is_played_through(desk: Desk) -> None:
    mark_sentinels(desk.project, ["window"])
    desk.look_again()
    (now,) = standing(desk)

    assert (now.state, now.calibrated, now.why, now.due) == ("approved", True, "r1 and r2 agree", False)
    assert (now.labelled_at, now.due_at) == ("2026-09-08T14:00:00Z", "2026-12-07T14:00:00Z")

    passes(desk, days=89)
    early = due(desk)
    passes(desk, days=2)

    assert (early, due(desk)) == ((), ("window",))

    opening = open_due(desk, desk.person("owner"))
    (open_now,) = standing(desk)

    assert (opening.opened, opening.double) == (("window",), 1)
    assert (open_now.due, open_now.open) == (False, True)
    assert open_due(desk, desk.person("owner")).opened == ()
    one = desk.bench().round_of("window")
    assert one is not None
    assert (one.opened.trigger, one.opened.needed, one.number) == ("audit", 2, 2)

    label(desk, "window", "r1", "arbiter")
    applied = apply_reviews(desk, person="owner")
    (again,) = standing(desk)

    assert [item.case for item in applied.applied] == ["window"]
    assert (again.labelled_at, again.due, again.open, again.calibrated) == ("2026-12-08T18:00:00Z", False, False, True)
    readings = ruler(desk)
    assert [(one.who, one.labels, one.same_word, one.selections, one.same_evidence) for one in readings] == [
        ("arbiter", 1, 1, 1, 1),
        ("r1", 1, 1, 1, 1),
    ]
    assert {(one.standing, one.why) for one in readings} == {
        ("cannot_tell", "1 of at least 5 labels of sentinels since they were settled")
    }


def test_who_contradicts_a_sentinel_is_read_on_the_ruler_whatever_the_third_person_says(desk: Desk) -> None:
    mark_sentinels(desk.project, ["window"])
    passes(desk, days=100)
    desk.look_again()
    open_due(desk, desk.person("owner"))
    label(desk, "window", "arbiter", "r2", rejected_by="arbiter")
    during = ruler(desk)
    owner = desk.person("owner")
    dispute = dispute_of(desk, owner, handle_for(desk, "window"))
    letter = next(side.letter for side in dispute.sides if side.label.decision == "approved")
    passes(desk, hours=1)
    sent = Sent(round=dispute.round, base=dispute.base, key="k")
    follow(desk, owner, dispute.handle, sent=sent, seen=dispute.seen, letter=letter, reason="the source says so")
    apply_reviews(desk, person="owner")
    (now,) = standing(desk)

    assert during == ()  # what is disputed is nobody's to know
    assert [(one.who, one.labels, one.same_word, one.apart) for one in ruler(desk)] == [
        ("arbiter", 1, 0, ("window",)),
        ("r2", 1, 1, ()),
    ]
    assert (now.calibrated, now.why) == (True, "adjudicated by owner")


def test_nothing_of_a_round_that_waits_is_read(desk: Desk) -> None:
    mark_sentinels(desk.project, ["window"])
    passes(desk, days=100)
    desk.look_again()
    open_due(desk, desk.person("owner"))
    label(desk, "window", "arbiter")

    assert ruler(desk) == ()
    (now,) = standing(desk)
    assert (now.labelled_at, now.open, now.due) == ("2026-09-08T14:00:00Z", True, False)


def test_a_judge_is_held_against_the_same_ruler(desk: Desk) -> None:
    mark_sentinels(desk.project, ["window", "receipt"])
    desk.look_again()
    digests = {case.id: case_digest(case) for case in desk.project.golden.cases}
    said = [
        WordSaid(
            who="model-7", kind="judge", case=name, content=digests[name], at=f"2026-10-0{day}T12:00:00Z",
            decision="rejected" if (name, day) == ("receipt", 3) else "approved", evidence=None,
        )
        for name in digests
        for day in range(1, 4)
    ]  # fmt: skip
    (reading,) = ruler(desk, others=said)

    assert (reading.who, reading.kind, reading.labels, reading.same_word) == ("model-7", "judge", 6, 5)
    assert (reading.selections, reading.evidence_interval, reading.apart) == (0, None, ("receipt",))
    assert reading.interval == pytest.approx((0.4365, 0.9699), abs=1e-4)
    assert reading.standing == "cannot_tell"


def test_a_sentinel_that_one_person_approved_is_not_calibrated(tmp_path: Path) -> None:
    settings = PEOPLE + "\n[workbench]\nsecond_share = 0.0\nleast_second = 0\n"
    desk = desk_in(tmp_path, cases=CASES, settings=settings)
    pin_evidence(open_project(tmp_path))
    desk.look_again()
    open_reviews(desk, person=desk.person("owner"))
    label(desk, "receipt", "r1")
    apply_reviews(desk, person="owner")
    mark_sentinels(desk.project, ["receipt", "window"])
    desk.look_again()
    found = sentinels(desk)

    assert [(one.case, one.state, one.calibrated, one.due_at) for one in found.sentinels] == [
        ("receipt", "approved", False, "2026-12-07T13:00:00Z"),
        ("window", "candidate", False, None),
    ]
    assert found.exit_status == 1
    assert found.next_step.startswith("let two people label receipt without each other")


def test_what_is_no_case_is_not_marked_and_what_is_marked_is_left(desk: Desk) -> None:
    with pytest.raises(UnknownNameError):
        mark_sentinels(desk.project, ["windows"])
    assert mark_sentinels(desk.project, ["window", "window"]) == ("window",)
    desk.look_again()
    assert mark_sentinels(desk.project, ["window"]) == ()
    with pytest.raises(InputError, match="at least 1 case"):
        suggest(desk.project, 0)
