"""Claims as figures: what only a judge can tell is never guessed."""

from __future__ import annotations

from goldsmith.records.claims import Claim, OptionalClaim, ProhibitedClaim, RequiredClaim, ValueMatch
from goldsmith.records.measure import Outcome, Scored, Unscored
from goldsmith.scoring.measures import parse, score
from tests.scoring.building import case, reply, seen


def outcome(measure: str, *claims: Claim, answer: str | None = "one two") -> Outcome:
    return score([seen(case(claims=claims), reply(answer=answer))], [parse(measure)])[0].outcome


def required(word: str, weight: float = 1) -> RequiredClaim:
    return RequiredClaim(required=word, weight=weight, match=ValueMatch(value=word))


JUDGED = RequiredClaim(required="It is fair.")


def test_claim_recall_is_weighted() -> None:
    assert outcome("claim_recall", required("one", 3), required("five")) == Scored(value=0.75)


def test_one_claim_that_only_a_judge_can_tell_leaves_the_recall_open() -> None:
    assert outcome("claim_recall", required("one"), JUDGED) == Unscored(
        reason="needs_judge", detail="1 of 2 required claims need a judge, first 'It is fair.'"
    )
    assert outcome("decided_claim_recall", required("one"), JUDGED) == Scored(value=1.0)
    assert outcome("decided_claim_recall", JUDGED) == Unscored(
        reason="needs_judge", detail="all 1 required claims need a judge"
    )


def test_claims_that_weigh_nothing_have_no_share() -> None:
    assert outcome("claim_recall", required("one", 0)) == Unscored(
        reason="not_applicable", detail="the claims weigh nothing"
    )


def test_optional_claims_have_their_own_share() -> None:
    assert outcome("optional_claims", OptionalClaim(optional="x", match=ValueMatch(value="two"))) == Scored(value=1.0)
    assert outcome("optional_claims", required("one")) == Unscored(
        reason="not_applicable", detail="the case has no optional claim"
    )


def test_one_prohibited_claim_found_counts_and_none_found_asks_for_all_decided() -> None:
    found = ProhibitedClaim(prohibited="p", match=ValueMatch(value="one"))
    clean = ProhibitedClaim(prohibited="p", match=ValueMatch(value="six"))
    open_one = ProhibitedClaim(prohibited="p")

    assert outcome("prohibited_claims", found, clean, open_one) == Scored(value=1.0)
    assert outcome("prohibited_claims", clean) == Scored(value=0.0)
    assert outcome("prohibited_claims", clean, open_one) == Unscored(
        reason="needs_judge", detail="1 of 2 prohibited claims need a judge"
    )


def test_an_answer_that_is_not_shown_is_told_from_an_empty_one() -> None:
    assert outcome("claim_recall", required("one"), answer=None) == Unscored(
        reason="not_observed", detail="no answer is shown"
    )
    assert outcome("claim_recall", required("one"), answer="") == Scored(value=0.0)
