"""Where a case stands follows from the facts and from what the case says now."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ondisk.golden import load_golden
from goldsmith.records.case import Case
from goldsmith.records.decision import Adjudication, Decision, DecisionWord, ReviewFact, Status
from goldsmith.records.digests import case_digest, status
from goldsmith.records.evidence import Alternative, Need

CASE = Case(id="a", question="Q?", evidence=(Need(any_of=(Alternative(chunk="d#1"),)),))
EDITED = replace(CASE, question="R?")
WORDS: tuple[DecisionWord, ...] = (
    "approved", "rejected", "retired", "ambiguous", "outside_my_field", "source_unreadable",
)  # fmt: skip


def said(word: DecisionWord, reviewer: str = "ann", *, of: Case = CASE, name: str = "") -> Decision:
    return Decision(
        id=name or f"{reviewer}-{word}",
        case=of.id,
        reviewer=reviewer,
        at="2026-03-01T10:00:00Z",
        decision=word,
        reason="because",
        case_digest=case_digest(of),
    )


def settled(word: DecisionWord, *names: str, reviewer: str = "cy", of: Case = CASE) -> Adjudication:
    return Adjudication(
        id=f"{reviewer}-settled",
        case=of.id,
        reviewer=reviewer,
        at="2026-03-02T10:00:00Z",
        decision=word,
        reason="read both",
        resolves=names,
        case_digest=case_digest(of),
    )


def state(case: Case, *facts: ReviewFact) -> tuple[str, tuple[str, ...]]:
    found = status(case, facts)
    return found.state, found.flags


def test_a_case_that_nobody_judged_is_a_candidate() -> None:
    assert status(CASE, ()) == Status(state="candidate", why="no decision yet")


def test_an_approval_holds_and_says_who_and_why() -> None:
    assert status(CASE, [said("approved")]) == Status(state="approved", why="approved by ann on 2026-03-01: because")


def test_decisions_on_other_cases_count_for_nothing() -> None:
    assert state(CASE, said("approved", of=replace(CASE, id="b"))) == ("candidate", ())


def test_a_case_that_was_changed_after_its_approval_is_edited() -> None:
    assert status(EDITED, [said("approved")]) == Status(
        state="edited", why="changed after: approved by ann on 2026-03-01: because"
    )


def test_an_edit_that_is_taken_back_is_approved_again() -> None:
    assert state(CASE, said("approved"), said("rejected", of=EDITED, name="x")) == ("rejected", ())
    assert state(CASE, said("approved"), said("ambiguous", "bo", of=EDITED)) == ("approved", ())


def test_tags_notes_and_moved_anchors_leave_an_approval_alone() -> None:
    pinned = Alternative(document="d", quote="ten", chunk="d#1")
    before = replace(CASE, evidence=(Need(any_of=(pinned,)),))
    after = replace(before, tags=("x",), notes="n", evidence=(Need(any_of=(replace(pinned, chunk="d#9"),)),))

    assert state(after, said("approved", of=before)) == ("approved", ())


def test_a_rejection_holds_through_later_edits_until_somebody_approves() -> None:
    assert state(CASE, said("rejected")) == ("rejected", ())
    assert state(EDITED, said("rejected")) == ("rejected", ())
    assert state(EDITED, said("rejected"), said("ambiguous", "bo", of=EDITED)) == ("rejected", ())
    assert state(EDITED, said("rejected"), said("approved", "bo", of=EDITED)) == ("approved", ())


def test_a_retired_case_stays_retired_whatever_it_says() -> None:
    assert state(CASE, said("approved"), said("retired", "owner")) == ("retired", ())
    assert state(EDITED, said("approved"), said("retired", "owner")) == ("retired", ())
    assert state(CASE, said("retired", "owner"), said("outside_my_field", "bo")) == ("retired", ())
    assert state(EDITED, said("retired", "owner"), said("approved", "bo", of=EDITED)) == ("approved", ())


def test_the_last_word_of_a_reviewer_counts() -> None:
    assert state(CASE, said("rejected"), said("approved")) == ("approved", ())
    assert state(CASE, said("approved"), said("ambiguous")) == ("candidate", ())


def test_reviewers_who_disagree_leave_a_disputed_candidate() -> None:
    assert status(CASE, [said("approved"), said("rejected", "bo")]) == Status(
        state="candidate", why="reviewers disagree (ann: approved, bo: rejected)", flags=("disputed",)
    )
    assert state(CASE, said("rejected"), said("ambiguous", "bo")) == ("candidate", ("disputed",))
    assert state(CASE, said("retired", "owner"), said("approved", "bo")) == ("candidate", ("disputed",))


def test_who_says_that_it_is_outside_their_field_takes_no_side() -> None:
    assert state(CASE, said("approved"), said("outside_my_field", "bo")) == ("approved", ())
    assert state(CASE, said("outside_my_field", "bo")) == ("candidate", ())


def test_decisions_on_older_content_disagree_with_nobody() -> None:
    assert state(EDITED, said("approved"), said("approved", "bo", of=EDITED)) == ("approved", ())


def test_an_adjudication_stands_above_the_decisions_that_it_resolves() -> None:
    both = (said("approved"), said("rejected", "bo"))

    assert state(CASE, *both, settled("approved", "ann-approved", "bo-rejected")) == ("approved", ())
    assert state(CASE, *both, settled("rejected", "ann-approved", "bo-rejected")) == ("rejected", ())
    assert state(CASE, *both, settled("approved", "bo-rejected")) == ("approved", ())
    assert state(CASE, *both, settled("approved", "ann-approved")) == ("candidate", ("disputed",))


def test_an_adjudication_of_older_content_does_not_approve_an_edit() -> None:
    facts = (said("approved"), said("rejected", "bo"), settled("approved", "ann-approved", "bo-rejected"))

    assert state(EDITED, *facts) == ("edited", ())


def test_a_word_after_the_adjudication_opens_the_dispute_again() -> None:
    facts = (said("approved"), said("rejected", "bo"), settled("approved", "ann-approved", "bo-rejected"))

    assert state(CASE, *facts, said("rejected", "bo", name="again")) == ("candidate", ("disputed",))


def test_a_resolved_decision_still_replaces_what_its_reviewer_said_before() -> None:
    facts = (said("rejected"), said("ambiguous"), said("approved", "bo"), settled("approved", "ann-ambiguous"))

    assert state(CASE, *facts) == ("approved", ())


def test_a_case_that_was_called_ambiguous_and_then_mended_was_never_approved() -> None:
    assert status(EDITED, [said("ambiguous")]) == Status(
        state="candidate", why="changed after: ambiguous by ann on 2026-03-01: because"
    )


def test_flags_are_kept_beside_a_dispute() -> None:
    found = status(CASE, [said("approved"), said("rejected", "bo")], flags=("stale",))

    assert found.flags == ("stale", "disputed")


facts = st.lists(
    st.builds(
        said,
        st.sampled_from(WORDS),
        st.sampled_from(["ann", "bo", "cy"]),
        of=st.sampled_from([CASE, EDITED, replace(CASE, id="b")]),
        name=st.integers(0, 99).map(str),
    ),
    max_size=6,
)


@given(facts)
def test_only_an_unopposed_approval_of_what_the_case_says_now_makes_it_approved(decisions: list[Decision]) -> None:
    own = [fact for fact in decisions if fact.case == CASE.id]
    last = {fact.reviewer: fact for fact in own}
    words = {fact.decision for fact in last.values() if fact.case_digest == case_digest(CASE)} - {"outside_my_field"}
    retired = bool(own) and own[-1].decision == "retired"

    assert (status(CASE, decisions).state == "approved") == (words == {"approved"} and not retired)


@given(facts)
def test_a_status_does_not_depend_on_what_was_said_of_other_cases(decisions: list[Decision]) -> None:
    own = [fact for fact in decisions if fact.case == CASE.id]

    assert status(CASE, decisions) == status(CASE, own)


def test_reading_the_same_cases_again_keeps_what_was_decided(
    shared_case: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = shared_case("040-refresh-keeps-decisions")
    records = [json.loads(line) for line in (folder / "before.jsonl").read_text(encoding="utf-8").splitlines()]
    lines = [json.dumps({key: item for key, item in record.items() if key != "review"}) for record in records]
    (tmp_path / "before.jsonl").write_text("\n".join(lines), encoding="utf-8")
    cases = load_golden(tmp_path / "before.jsonl").golden.cases
    decisions = [
        said(record["review"]["status"], record["review"]["reviewed_by"], of=case)
        for record, case in zip(records, cases, strict=True)
    ]
    again = load_golden(folder / "import-again.jsonl").golden.cases

    assert [(case.id, status(case, decisions).state) for case in again] == [
        ("g001", "approved"),
        ("g002", "edited"),
        ("g003", "rejected"),
        ("g004", "candidate"),
    ]
