"""When a label is whole, and how long it can be taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from goldsmith.errors import InputError
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.decision import Confirmations
from goldsmith.records.workbench import (
    AppliedToSet,
    ClaimWord,
    Closed,
    EvidenceGiven,
    Labelled,
    Mark,
    Opened,
)
from goldsmith.review.casework import LabelSaid, Round
from goldsmith.review.labelling import LabelGiven, is_final, whole_label, why_not_back

ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
CASE = Case(
    id="c",
    question="Why?",
    accept=(AcceptedAnswer(answer="So."),),
    claims=(RequiredClaim(required="So."), RequiredClaim(required="And so.")),
)
MARK = Mark(need=0, document="rules", start=0, end=3, quote="So.", chunks=("rules#1",))
GIVEN = EvidenceGiven(round=1, marks=(MARK,), prelabel_shown=True)
CLAIMS = (ClaimWord(claim=1, holds=False), ClaimWord(claim=0, holds=True))
APPROVAL = LabelGiven(decision="approved", answer="right", claims=CLAIMS, behaviour="answer", confirmations=ALL)


def kept(given: LabelGiven, evidence: EvidenceGiven | None = GIVEN, one: Case = CASE) -> Labelled:
    return whole_label(given, one, number=1, evidence=evidence, handbook="h1:")


def test_an_approval_holds_all_that_was_said() -> None:
    assert kept(replace(APPROVAL, seconds=12.34)) == Labelled(
        round=1,
        decision="approved",
        reason="",
        marks=(MARK,),
        answer="right",
        claims=CLAIMS[::-1],
        behaviour="answer",
        confirmations=ALL,
        handbook_digest="h1:",
        prelabel_shown=True,
        seconds=12.3,
    )


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"confirmations": None}, "says three things"),
        ({"confirmations": replace(ALL, evidence_sufficient=False)}, "says three things"),
        ({"claims": CLAIMS[:1]}, "every claim"),
        ({"claims": (*CLAIMS, ClaimWord(claim=0, holds=True))}, "a claim twice"),
        ({"claims": (*CLAIMS, ClaimWord(claim=2, holds=True))}, "a claim twice, or one"),
        ({"behaviour": "unstated"}, "what a right system does"),
        ({"answer": None}, "judges the drafted answer"),
        ({"answer": "says_more"}, "cannot be approved"),
        ({"answer": "wrong"}, "cannot be approved"),
        ({"decision": "retired"}, "not for a reviewer"),
        ({"decision": "rejected"}, "needs a reason"),
        ({"decision": "ambiguous", "reason": "  "}, "needs a reason"),
        ({"decision": "outside_my_field"}, "needs a reason"),
        ({"decision": "source_unreadable"}, "needs a reason"),
        ({"reason": "x" * 10_001}, "longer than"),
    ],
)
def test_a_label_that_is_not_whole_is_refused_in_words(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        kept(replace(APPROVAL, **changed))


def test_evidence_comes_before_any_word_but_those_that_say_there_was_nothing_to_look_at() -> None:
    with pytest.raises(InputError, match="evidence comes first"):
        kept(APPROVAL, None)
    with pytest.raises(InputError, match="evidence comes first"):
        kept(LabelGiven(decision="rejected", reason="no"), None)
    label = kept(LabelGiven(decision="outside_my_field", reason="tax law"), None)

    assert (label.decision, label.marks, label.prelabel_shown) == ("outside_my_field", (), False)


def test_an_answer_without_any_evidence_is_not_approved_and_another_behaviour_is() -> None:
    nothing = replace(GIVEN, marks=())
    with pytest.raises(InputError, match="no evidence"):
        kept(APPROVAL, nothing)

    assert kept(replace(APPROVAL, behaviour="refuse"), nothing).behaviour == "refuse"


def test_a_case_without_a_draft_needs_no_word_on_it() -> None:
    bare = Case(id="c", question="Why?")
    label = kept(replace(APPROVAL, claims=(), answer="right"), one=bare)

    assert (label.answer, label.claims) == (None, ())


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, 1e9])
def test_a_time_that_can_be_none_is_not_kept(seconds: float) -> None:
    assert kept(replace(APPROVAL, seconds=seconds)).seconds is None


def said(author: str, decision: str = "approved") -> LabelSaid:
    label = Labelled(round=1, decision=decision, reason="")  # type: ignore[arg-type]
    return LabelSaid(author=author, at="", digest=author, label=label)


def labelled(*labels: LabelSaid, needed: int = 2, **fields: Any) -> Round:
    opened = Opened(round=1, case_digest="c1:", snapshot="{}", trigger="new", why="", needed=needed)
    return Round(
        case="c", opened=opened, opened_at="", opened_by="owner", labels=labels, evidence={"ana": GIVEN}, **fields
    )


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (labelled(), "no label of yours"),
        (labelled(said("ana")), ""),
        (labelled(said("ana"), needed=1), ""),
        (labelled(said("ana"), said("bo")), "somebody else"),
        (labelled(said("ana"), said("bo", "outside_my_field")), ""),
        (labelled(said("ana", "outside_my_field"), said("bo")), ""),
        (labelled(said("ana", "outside_my_field"), said("bo"), needed=1), "others labelled"),
        (labelled(said("ana"), needed=1, closed=Closed(round=1, why="")), "closed"),
        (labelled(said("ana"), said("bo", "rejected"), resolved=said("cleo")), "third person"),
        (
            labelled(said("ana"), needed=1, applied=AppliedToSet(round=1, decisions=(), case_digest="c1:")),
            "in the set already",
        ),
    ],
)
def test_a_label_can_be_taken_back_until_it_is_more_than_ones_own(one: Round, told: str) -> None:
    why = why_not_back(one, "ana", "label")

    assert told in why
    assert bool(told) == bool(why)
    assert is_final(one, "ana") == (bool(told) and one.label_of("ana") is not None)


def test_evidence_can_be_taken_back_as_long_as_the_round_waits_whoever_else_labelled() -> None:
    assert why_not_back(labelled(said("bo")), "ana", "evidence") == ""
    assert "others labelled" in why_not_back(labelled(said("bo"), needed=1), "ana", "evidence")
    assert "somebody else" in why_not_back(labelled(said("ana"), said("bo")), "ana", "evidence")
    assert "no evidence" in why_not_back(labelled(said("bo")), "cleo", "evidence")
