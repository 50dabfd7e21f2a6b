"""Take what a person says of a case: evidence first, then the label, and what they take back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from goldsmith.errors import ConflictError, GoldsmithError, InputError
from goldsmith.ondisk.work_facts import read_fact
from goldsmith.ports.review_store import StoredFact
from goldsmith.records.person import Person
from goldsmith.records.workbench import Commented, EvidenceGiven, Labelled, Taken, Withdrawn, WorkFact
from goldsmith.review.labelling import LabelGiven, whole_label, why_not_back
from goldsmith.review.queue import places_left
from goldsmith.workflows.handbook import digest_in_use
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_drafts import keep_entered
from goldsmith.workflows.review_marks import MarkGiven, MarkRead, marks_of
from goldsmith.workflows.review_open import moved
from goldsmith.workflows.review_seat import Seat, case_behind, hold_on, nothing_here, seat_at, subject_of
from goldsmith.workflows.review_shown import prelabels_shown, step_of

_TRIES = 32
_LONGEST_REMARK = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """The frame in which a form comes back."""

    round: int
    """Of the offer that the form was made for."""
    base: int
    """`Offer.base`: the same form in two tabs is taken from the first of them only."""
    key: str
    """Chosen when the form was made: sent twice, it is taken once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What was kept."""

    stored: StoredFact
    told: tuple[str, ...] = ()
    """What the person should know of how their marks were read."""


def give_evidence(desk: Desk, person: Person, handle: str, *, sent: Sent, marks: Sequence[MarkGiven]) -> Kept:
    """Keep the passages that a person marked, or none, before they are shown the drafted answer.

    Raises InputError for a case that they cannot have and for marks that are none (`marks_of`), ConflictError where
    they said more since the form was made, where they gave evidence before, and where their place went to somebody
    else. Nothing is kept then.
    """
    read: tuple[MarkRead, ...] = ()

    def fact(seat: Seat) -> EvidenceGiven:
        nonlocal read
        if step_of(seat.round, person.name) != "evidence":
            raise _said_already("your evidence is in already")
        read = marks_of(desk, person, seat, marks)
        marked = tuple(item.mark for item in read)
        return EvidenceGiven(round=seat.round.number, marks=marked, prelabel_shown=prelabels_shown(desk, seat))

    stored = _said(desk, person, handle, sent, fact)
    return Kept(stored=stored, told=tuple(item.told for item in read if item.told))


def give_label(desk: Desk, person: Person, handle: str, *, sent: Sent, label: LabelGiven) -> Kept:
    """Keep the label of a person. Its marks are those of the evidence that they gave before they saw the answer.

    Raises InputError for a case that they cannot have and for a label that is not whole (`whole_label`), ConflictError
    as `give_evidence` does.
    """

    def fact(seat: Seat) -> Labelled:
        if step_of(seat.round, person.name) == "done":
            raise _said_already("your label is in already")
        evidence = seat.round.evidence.get(person.name)
        handbook = digest_in_use(desk.project)
        whole = whole_label(label, seat.shown, number=seat.round.number, evidence=evidence, handbook=handbook)
        return replace(whole, prelabel_shown=whole.prelabel_shown or prelabels_shown(desk, seat))

    stored = _said(desk, person, handle, sent, fact)
    return Kept(stored=stored)


def take_back(desk: Desk, person: Person, handle: str, *, sent: Sent, what: Literal["evidence", "label"]) -> Kept:
    """Take one's label back, or the evidence and the label with it.

    Raises ConflictError, saying why, once somebody else labelled the round too, an expert checks the batch that it is
    in, or it was applied: a mind that changes then is no longer independent. Evidence without a label can be taken back
    as long as the round waits.
    """

    def fact(seat: Seat) -> Withdrawn:
        why = why_not_back(seat.round, person.name, what, batch=desk.bench().batch_of(seat.round))
        if why:
            message = f"this cannot be taken back: {why}"
            raise ConflictError(message, next_step="say what you think now in a comment; whoever settles it reads that")
        return Withdrawn(round=seat.round.number, what=what)

    return Kept(stored=_said(desk, person, handle, sent, fact, gives=False))


def comment(desk: Desk, person: Person, handle: str, *, sent: Sent, text: str) -> Kept:
    """Keep a remark of somebody who takes part in the round. Nobody who still has to label it sees it.

    Raises InputError for a remark without words, and for a case that the person cannot have.
    """
    words = text.strip()
    if not words or len(words) > _LONGEST_REMARK:
        message = f"a comment has from 1 to {_LONGEST_REMARK:,} characters"
        raise InputError(message, next_step="write what should be known")

    def fact(seat: Seat) -> Commented:
        return Commented(round=seat.round.number, text=words)

    return Kept(stored=_said(desk, person, handle, sent, fact, changes=False))


def save_draft(desk: Desk, person: Person, handle: str, *, round_number: int, revision: int, entered: str) -> int:
    """Keep what a person entered and did not submit; return its revision, to be sent with the next save.

    `revision`: of the draft that this one replaces; 0: none. The same again changes nothing. The place at the case is
    kept for another half hour where it would run out soon. Raises ConflictError where another tab saved meanwhile, or
    the round is over; InputError for a case that they cannot have.
    """
    seat = _own_round(desk, person, handle, round_number)
    frame = {"round": round_number, "step": step_of(seat.round, person.name)}
    kept = keep_entered(desk, person, seat.subject, revision=revision, entered=entered, frame=frame)
    hold_on(desk, person, seat)
    return kept


def drop_draft(desk: Desk, person: Person, handle: str) -> None:
    """Forget what a person entered and did not submit. Raises InputError for a case that they cannot have."""
    desk.store.drop_draft(seat_at(desk, person, handle).subject, person.name)


def _own_round(desk: Desk, person: Person, handle: str, number: int) -> Seat:
    seat = seat_at(desk, person, handle)
    if seat.round.number != number:
        message = "the case was changed and opened for review anew since you opened it here"
        raise ConflictError(message, next_step="take it again: you are shown what it says now")
    return seat


def _said(
    desk: Desk,
    person: Person,
    handle: str,
    sent: Sent,
    fact: Callable[[Seat], WorkFact],
    *,
    gives: bool = True,
    changes: bool = True,
) -> StoredFact:
    """Keep the fact that follows from the case as it stands at that moment, or what was kept under the same key.

    `gives`: it needs a place at the case; `changes`: it must know of all that the person said before.
    """
    name = case_behind(desk, handle)
    if name is None:
        raise nothing_here()
    kept = desk.kept(person.name, subject_of(name), sent.key)
    if kept is not None:
        return kept
    try:
        return _say(desk, person, handle, sent, fact, needs_place=gives and changes, knows_all=changes)
    except GoldsmithError:
        # The same form may have come twice at once, and be taken already.
        kept = desk.kept(person.name, subject_of(name), sent.key)
        if kept is None:
            raise
        return kept


def _say(
    desk: Desk,
    person: Person,
    handle: str,
    sent: Sent,
    fact: Callable[[Seat], WorkFact],
    *,
    needs_place: bool,
    knows_all: bool,
) -> StoredFact:
    for _ in range(_TRIES):
        seat = _own_round(desk, person, handle, sent.round)
        if knows_all:
            _refuse_other_tab(desk, person, seat, sent.base)
        if needs_place:
            _refuse_moved(desk, seat)
            _refuse_without_place(desk, person, seat)
        found = fact(seat)
        try:
            # The number of facts binds what was looked at: whatever anybody says in between, it is looked at again.
            stored = desk.say(person.name, seat.subject, found, key=sent.key, expects=seat.work.facts)
        except ConflictError:
            continue
        if isinstance(found, EvidenceGiven | Labelled):
            desk.store.drop_draft(seat.subject, person.name)
        return stored
    message = "many people say things about this case at this moment"
    raise ConflictError(message, next_step="send it again")


def _own(desk: Desk, person: Person, case: str) -> list[StoredFact]:
    return [one for one in desk.store.of(subject_of(case)) if one.author == person.name]


def _refuse_other_tab(desk: Desk, person: Person, seat: Seat, base: int) -> None:
    if seat.work.said.get(person.name, 0) <= base:
        return
    since = _own(desk, person, seat.round.case)[base:]
    said = [read_fact(one.body, where=f"fact {one.number} of {one.subject}") for one in since]
    if not all(isinstance(one, Taken | Commented) for one in said):
        raise _said_already("you said something on this case in another tab or window since you opened it here")


def _refuse_moved(desk: Desk, seat: Seat) -> None:
    if moved(desk, seat.round) is not None:
        message = "the case was edited since its review was opened, so what you see is no longer what the set holds"
        raise ConflictError(message, next_step="load the page again: it shows what changed, and begins anew from there")


def _refuse_without_place(desk: Desk, person: Person, seat: Seat) -> None:
    if seat.round.state == "waiting" and places_left(seat.round, person.name, desk.stamp()) > 0:
        return
    message = "your place at this case went to somebody else, since you were away from it for over half an hour"
    raise ConflictError(
        message, next_step="take the next case; this one comes back to you if the place becomes free again"
    )


def _said_already(message: str) -> ConflictError:
    return ConflictError(message, next_step="load the page again: it shows where you are")
