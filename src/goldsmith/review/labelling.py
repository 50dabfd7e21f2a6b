"""What makes a label whole, and how long it can be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from goldsmith.errors import InputError
from goldsmith.records.case import Case
from goldsmith.records.decision import Confirmations, DecisionWord
from goldsmith.records.vocabulary import Behaviour
from goldsmith.records.workbench import AnswerWord, ClaimWord, EvidenceGiven, Labelled
from goldsmith.review.batchwork import Batch
from goldsmith.review.casework import SIDES, Round

WITHOUT_EVIDENCE = frozenset({"outside_my_field", "source_unreadable"})
"""Words that can be given before evidence: who says them has seen nothing to mark."""
WORDS: tuple[DecisionWord, ...] = ("approved", "rejected", "ambiguous", "outside_my_field", "source_unreadable")
"""What a reviewer can say; that a case is retired is said by the owner of the set."""
LONGEST_REASON = 10_000
_LONGEST_S = 7 * 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelGiven:
    """A label as a form brings it."""

    decision: DecisionWord
    reason: str = ""
    """May be left empty by who approves."""
    answer: AnswerWord | None = None
    claims: tuple[ClaimWord, ...] = ()
    behaviour: Behaviour = "unstated"
    confirmations: Confirmations | None = None
    seconds: float | None = None
    """As `Labelled.seconds`."""


def whole_label(
    given: LabelGiven, case: Case, *, number: int, evidence: EvidenceGiven | None, handbook: str | None
) -> Labelled:
    """Return the label that is kept, with the marks of `evidence`, which was given before the answer was seen.

    Raises InputError, saying what is missing, for a label that is not whole: without evidence given first (unless it
    says that there was nothing to look at), a word other than approval without a reason, an approval that does not
    confirm all three things, judge the answer and every claim, and choose a behaviour, or that contradicts itself.
    """
    if given.decision not in WORDS:
        message = f"{given.decision!r} is not for a reviewer to say"
        raise InputError(message, next_step=f"choose one of: {', '.join(WORDS)}")
    if evidence is None and given.decision not in WITHOUT_EVIDENCE:
        message = "evidence comes first: mark the passages, or say that there are none"
        raise InputError(message, next_step="go back to the sources")
    reason = given.reason.strip()
    if len(reason) > LONGEST_REASON:
        message = f"a reason of {len(reason):,} characters is longer than {LONGEST_REASON:,}"
        raise InputError(message, next_step="shorten it")
    if given.decision != "approved" and not reason:
        message = "this decision needs a reason, so that whoever mends the case knows what to do"
        raise InputError(message, next_step="say in a sentence what is wrong")
    _refuse_foreign_claims(given, case)
    if given.decision == "approved":
        _refuse_half_approval(given, case, evidence)
    return Labelled(
        round=number,
        decision=given.decision,
        reason=reason,
        marks=evidence.marks if evidence is not None else (),
        answer=given.answer if case.accept else None,
        claims=tuple(sorted(given.claims, key=lambda word: word.claim)),
        behaviour=given.behaviour,
        confirmations=given.confirmations,
        handbook_digest=handbook,
        prelabel_shown=evidence is not None and evidence.prelabel_shown,
        seconds=_usable(given.seconds),
    )


def why_not_back(one: Round, person: str, what: Literal["evidence", "label"], *, batch: Batch | None = None) -> str:
    """Return why a person cannot take back what they said, in words; empty: they can.

    `batch`: the one that holds the round, if one does.
    """
    said = one.label_of(person)
    if (said is None) if what == "label" else (person not in one.evidence):
        return f"there is no {what} of yours"
    over = _over(one)
    if over:
        return over
    if batch is not None:
        # An expert checks, or has accepted, these very words for all that are like them.
        what_now = "checks" if batch.closed is None else "accepted"
        return f"an expert {what_now} the batch that it is in"
    others = any(item.author != person for item in one.sides)
    if said is not None and said.label.decision in SIDES:
        return "somebody else labelled the case too, and a mind that changes now is not independent" if others else ""
    return "" if one.state == "waiting" else "others labelled the case meanwhile"


def is_final(one: Round, person: str, *, batch: Batch | None = None) -> bool:
    """Say whether a person gave a label and can no longer take it back; `batch` as `why_not_back` has it."""
    return one.label_of(person) is not None and bool(why_not_back(one, person, "label", batch=batch))


def _over(one: Round) -> str:
    if one.applied is not None:
        return "it stands in the set already"
    if one.closed is not None:
        return "the review was closed"
    return "a third person settled it" if one.resolved is not None else ""


def _refuse_foreign_claims(given: LabelGiven, case: Case) -> None:
    places = [word.claim for word in given.claims]
    if len(set(places)) != len(places) or any(not 0 <= place < len(case.claims) for place in places):
        message = "the label judges a claim twice, or one that the case does not make"
        raise InputError(message, next_step="load the page again")


def _refuse_half_approval(given: LabelGiven, case: Case, evidence: EvidenceGiven | None) -> None:
    held = given.confirmations
    if held is None or not (held.question_plausible and held.answer_within_source and held.evidence_sufficient):
        raise _half(
            "an approval says three things: the question is plausible, the answer says no more than the source, and "
            "the evidence is sufficient",
            "confirm all three, or choose another decision",
        )
    if {word.claim for word in given.claims} != set(range(len(case.claims))):
        raise _half("an approval judges every claim", "say of each claim whether it holds")
    if given.behaviour == "unstated":
        raise _half("an approval says what a right system does", "choose one of the behaviours")
    if case.accept and given.answer is None:
        raise _half("an approval judges the drafted answer", "say whether it is right")
    if given.answer in {"says_more", "wrong"}:
        raise _half(
            "an answer that is wrong or says more than the source cannot be approved", "reject the case, and say why"
        )
    if given.behaviour == "answer" and evidence is not None and not evidence.marks:
        raise _half(
            "you marked no evidence, so nothing supports an answer",
            "choose another behaviour, or take your evidence back and mark what supports it",
        )


def _half(message: str, next_step: str) -> InputError:
    return InputError(message, next_step=next_step)


def _usable(seconds: float | None) -> float | None:
    """Return the time that a page measured, where it can be one: NaN and days on end are not."""
    return round(seconds, 1) if seconds is not None and 0 <= seconds <= _LONGEST_S else None
