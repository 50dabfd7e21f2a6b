"""What a settled round writes: the case with the evidence that was agreed on, and a decision of each reviewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from goldsmith._base.canonical import digest
from goldsmith.records.case import Case
from goldsmith.records.claims import ProhibitedClaim
from goldsmith.records.decision import Adjudication, Decision, ReviewFact
from goldsmith.records.digests import case_digest, fact_digest
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.workbench import Labelled, Mark
from goldsmith.review.casework import LabelSaid, Round
from goldsmith.review.differences import by_need


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an alternative of the case stands in the corpus that the reviewers saw."""

    chunks: tuple[str, ...]
    span: tuple[int, int] | None
    """Code points of the document text; None: the whole passage."""

    def was_marked(self, mark: Mark) -> bool:
        """Say whether a reviewer who made `mark` marked these words: the same chunks, and at least a part of them."""
        if self.chunks != mark.chunks:
            return False
        return self.span is None or (self.span[0] < mark.end and mark.start < self.span[1])


CONFIRMED = "confirmed: the question is plausible, the answer says no more than the source, the evidence is sufficient"
"""The reason of an approval that gave none: what its reviewer confirmed one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """All that a settled round writes."""

    after: Case
    edited: bool
    """The evidence is another than the case names."""
    decisions: tuple[Decision, ...]
    adjudication: Adjudication | None

    def facts(self) -> tuple[ReviewFact, ...]:
        """Return the facts in the order in which they are appended, not yet chained."""
        return self.decisions if self.adjudication is None else (*self.decisions, self.adjudication)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBack:
    """Why what was settled cannot be written as it is, and what to do."""

    why: str
    next_step: str


def settle(
    one: Round, shown: Case, *, place_of: Callable[[Alternative], Place], pin: Callable[[Mark], Alternative]
) -> Settlement | HeldBack:
    """Return what a settled round writes of the case as it was `shown`.

    Evidence whose words were marked, in the same chunks and need by need, stays as it is written: which words of them a
    person marks is open. What nobody marked leaves, and `pin` makes an alternative of a mark that the case lacks. An
    approval that says of answer, claims or behaviour what the case does not is held back: nobody may put other words
    into a case than those that were judged.
    """
    word = one.word
    if word is None:
        return HeldBack(why="it is not settled", next_step="goldsmith serve")
    after = shown
    if word.decision == "approved":
        against = _against(shown, word)
        if against:
            return HeldBack(why=against, next_step=f"edit {shown.id}: it is opened for review again by itself")
        renewed = _renewed(shown, word.marks, place_of, pin)
        if isinstance(renewed, HeldBack):
            return renewed
        after = renewed
    decisions = tuple(_decision(one, said, shown=shown, after=after) for said in one.sides)
    return Settlement(
        after=after,
        edited=after.evidence != shown.evidence,
        decisions=decisions,
        adjudication=None if one.resolved is None else _adjudication(one, one.resolved, after, decisions),
    )


def chained(facts: Iterable[ReviewFact], last: ReviewFact | None) -> tuple[ReviewFact, ...]:
    """Return facts of one case, each bound to the one before it; `last`: the one that stands already."""
    bound: list[ReviewFact] = []
    previous = fact_digest(last) if last is not None else None
    for fact in facts:
        bound.append(replace(fact, previous=previous))
        previous = fact_digest(bound[-1])
    return tuple(bound)


def _against(shown: Case, word: Labelled) -> str:
    """Return in what an approval contradicts the case; empty: in nothing."""
    if word.answer not in {None, "right"}:
        told = {"says_more": "says more than the source", "incomplete": "is incomplete", "wrong": "is wrong"}
        return f"it was approved, and its answer {told[word.answer or '']}"
    for item in word.claims:
        if not item.holds and item.claim < len(shown.claims):
            return f"it was approved, and the claim {shown.claims[item.claim].text!r} does not hold"
    expected = shown.behaviour if shown.behaviour != "unstated" else "answer"
    if word.behaviour not in {"unstated", expected}:
        return f"the reviewers say that the right behaviour is {word.behaviour}, and the case says {expected}"
    if shown.evidence and not word.marks:
        return "the reviewers found no evidence, and the case names some"
    if word.marks and not shown.evidence and shown.answerability not in {"supported", "unstated"}:
        return f"the reviewers found evidence, and the case says that it is {shown.answerability}"
    return ""


def _renewed(
    shown: Case, marks: tuple[Mark, ...], place_of: Callable[[Alternative], Place], pin: Callable[[Mark], Alternative]
) -> Case | HeldBack:
    places = [[place_of(item) for item in need.any_of] for need in shown.evidence]
    needs = [need for held in by_need(marks) for need in _needs(shown, places, held, pin)]
    if _as_sets(needs) == _as_sets(shown.evidence):
        return shown
    names = [need.need for need in needs if need.need is not None]
    missing = sorted(_referred(shown) - set(names))
    if missing:
        return HeldBack(
            why=f"its claims refer to the need {missing[0]!r}, of which the reviewers marked nothing",
            next_step=f"edit the claims of {shown.id}: it is opened for review again by itself",
        )
    # Two needs that share a passage would take the same name.
    kept = [replace(need, need=None) if need.need in names[:at] else need for at, need in enumerate(needs)]
    return replace(shown, evidence=tuple(kept))


def _as_sets(needs: Iterable[Need]) -> frozenset[frozenset[Alternative]]:
    return frozenset(frozenset(need.any_of) for need in needs)


def _needs(
    shown: Case, places: list[list[Place]], marks: list[Mark], pin: Callable[[Mark], Alternative]
) -> Iterator[Need]:
    """Yield what the marks of one need are in the case: one need, or those that a single mark covers.

    Who marks a passage in which two needs of the case stand has marked both: they stay two, each of them required.
    """
    if len(marks) == 1:
        covered = [
            (need, kept)
            for need, held in zip(shown.evidence, places, strict=True)
            if (kept := _marked(need, held, marks[0]))
        ]
        if len(covered) > 1:
            yield from (replace(need, any_of=kept) for need, kept in covered)
            return
    yield _need(shown, places, marks, pin)


def _marked(need: Need, places: list[Place], mark: Mark) -> tuple[Alternative, ...]:
    return tuple(item for item, place in zip(need.any_of, places, strict=True) if place.was_marked(mark))


def _need(shown: Case, places: list[list[Place]], marks: list[Mark], pin: Callable[[Mark], Alternative]) -> Need:
    """Return a need of the case made of marks; it keeps the name of the need whose passages it shares."""
    wanted = {name for mark in marks for name in mark.chunks}
    shared = [len(wanted & {name for place in need for name in place.chunks}) for need in places]
    best = max(range(len(shared)), key=lambda at: shared[at], default=-1)
    if not shared or not shared[best]:
        return Need(any_of=tuple(dict.fromkeys(pin(mark) for mark in marks)))
    own = shown.evidence[best]
    written = list(zip(own.any_of, places[best], strict=True))
    found = [item for mark in marks for item in _alternatives(mark, written, pin)]
    return Need(need=own.need, any_of=tuple(dict.fromkeys(found)))


def _alternatives(
    mark: Mark, written: list[tuple[Alternative, Place]], pin: Callable[[Mark], Alternative]
) -> list[Alternative]:
    """Return what the case already says of marked words, else what is written for them."""
    marked = [item for item, place in written if place.was_marked(mark)]
    if marked:
        return marked
    same = next((item for item, place in written if place.chunks == mark.chunks), None)
    found = pin(mark)
    if same is None:
        return [found]
    return [replace(found, supports=same.supports, contribution=same.contribution, grade=same.grade)]


def _referred(shown: Case) -> set[str]:
    names = {name for claim in shown.claims if not isinstance(claim, ProhibitedClaim) for name in claim.needs}
    return names | {name for item in shown.accept for name in item.needs}


def _decision(one: Round, said: LabelSaid, *, shown: Case, after: Case) -> Decision:
    """Return the decision of one label. Labels that agree approve the case with the evidence that they share; labels
    that a third person resolved are bound to the case as it was shown, and the resolution to the case as it stands.
    """
    label, opened = said.label, one.opened
    current = case_digest(after if one.resolved is None else shown)
    identity = digest([one.case, one.number, said.author, said.at, label.decision, current])
    return Decision(
        id=f"d-{identity[:12]}",
        case=one.case,
        reviewer=said.author,
        at=said.at,
        decision=label.decision,
        reason=label.reason or CONFIRMED,
        evidence=tuple(dict.fromkeys(name for mark in label.marks for name in mark.chunks)),
        confirmations=label.confirmations,
        blind=True,
        case_digest=current,
        handbook_digest=label.handbook_digest,
        trigger=opened.trigger,
        request=opened.request,
        corpus=opened.corpus,
    )


def _adjudication(one: Round, said: LabelSaid, after: Case, decisions: tuple[Decision, ...]) -> Adjudication:
    current = case_digest(after)
    identity = digest([one.case, one.number, said.author, said.at, said.label.decision, current])
    return Adjudication(
        id=f"j-{identity[:12]}",
        case=one.case,
        reviewer=said.author,
        at=said.at,
        decision=said.label.decision,
        reason=said.label.reason or CONFIRMED,
        resolves=tuple(item.id for item in decisions),
        case_digest=current,
    )
