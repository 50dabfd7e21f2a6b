"""Settle what others differ on: a third person sees both labels with every difference named, and says what holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from goldsmith._base.canonical import digest
from goldsmith.errors import ConflictError, GoldsmithError, InputError
from goldsmith.records.person import Person
from goldsmith.records.workbench import EvidenceGiven, Labelled, Resolved
from goldsmith.review.blinding import BlindCase, Whose, blind, shuffled
from goldsmith.review.casework import LabelSaid, Remark, Round
from goldsmith.review.differences import Differing, differences
from goldsmith.review.labelling import LabelGiven, whole_label
from goldsmith.review.offer import MarkShown
from goldsmith.review.routing import is_author
from goldsmith.workflows.handbook import digest_in_use
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import Kept, Sent
from goldsmith.workflows.review_marks import MarkGiven, marks_of
from goldsmith.workflows.review_seat import Seat, bar_to, case_behind, handle_for, nothing_here, seat_behind, subject_of
from goldsmith.workflows.review_shown import marks_shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What one of those who differ said. Their names stay hidden: the word counts, and not whose it is."""

    letter: str
    """A, B …, in an order of the third person's own."""
    label: Labelled
    marks: tuple[MarkShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """One thing in which two sides differ."""

    first: str
    second: str
    """Letters of the sides."""
    differing: Differing


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A round whose labels differ, before somebody who gave none of them."""

    handle: str
    round: int
    case: BlindCase
    sides: tuple[Side, ...]
    apart: tuple[Apart, ...]
    remarks: tuple[Remark, ...]
    """Comments of those who took part, their names taken out."""
    base: int
    seen: str
    """What a form must carry back: it tells the labels that were shown, so that no other ones are settled."""


def disputes(desk: Desk, person: Person) -> tuple[str, ...]:
    """Return the handles of the disputes that `person` may settle, the longest open first."""
    with desk.turn() as bench:
        rounds = [bench.round_of(name) for name in bench.states["disputed"]]
        found = [one for one in rounds if one is not None and _may(desk, person, one)]
    ordered = sorted(found, key=lambda one: (max(said.at for said in one.sides), one.case))
    return tuple(handle_for(desk, one.case) for one in ordered)


def dispute_of(desk: Desk, person: Person, handle: str) -> Dispute:
    """Return one dispute. Raises InputError, always the same, for a case that `person` cannot settle."""
    seat = _seat(desk, person, handle)
    sides = _sides(desk, person, seat)
    apart = [
        Apart(first=one, second=other, differing=item)
        for at, (one, said) in enumerate(sides)
        for other, said_too in sides[at + 1 :]
        for item in differences(said.label, said_too.label)
    ]
    return Dispute(
        handle=handle,
        round=seat.round.number,
        case=blind(seat.shown, step="label"),
        sides=tuple(
            Side(
                letter=letter,
                label=replace(said.label, marks=()),
                marks=marks_shown(desk, person, seat, said.label.marks),
            )
            for letter, said in sides
        ),
        apart=tuple(apart),
        remarks=tuple(replace(remark, author="") for remark in seat.round.comments),
        base=seat.work.said.get(person.name, 0),
        seen=_seen(seat),
    )


def follow(desk: Desk, person: Person, handle: str, *, sent: Sent, seen: str, letter: str, reason: str) -> Kept:
    """Settle a dispute with the whole word of one side.

    Raises InputError without a reason, for a letter of no side, and for a dispute that `person` cannot settle;
    ConflictError where it was settled or somebody took a label back meanwhile.
    """
    if not reason.strip():
        message = "a resolution needs a reason, so that those who differ can learn from it"
        raise InputError(message, next_step="say why this side is right")

    def word(seat: Seat) -> Labelled:
        said = dict(_sides(desk, person, seat)).get(letter)
        if said is None:
            message = f"there is no side {letter!r}"
            raise InputError(message, next_step="choose one of the sides that are shown")
        return replace(said.label, reason=reason.strip(), seconds=None)

    return _resolved(desk, person, handle, (sent, seen), word)


def resolve(
    desk: Desk, person: Person, handle: str, *, sent: Sent, seen: str, label: LabelGiven, marks: Sequence[MarkGiven]
) -> Kept:
    """Settle a dispute with a word of one's own, evidence and all.

    Raises InputError for a label that is not whole and marks that are none, and as `follow` does; ConflictError as
    `follow` does.
    """

    def word(seat: Seat) -> Labelled:
        read = marks_of(desk, person, seat, marks)
        evidence = EvidenceGiven(round=seat.round.number, marks=tuple(item.mark for item in read), prelabel_shown=False)
        return whole_label(
            label, seat.shown, number=seat.round.number, evidence=evidence, handbook=digest_in_use(desk.project)
        )

    return _resolved(desk, person, handle, (sent, seen), word)


def _resolved(
    desk: Desk, person: Person, handle: str, form: tuple[Sent, str], word: Callable[[Seat], Labelled]
) -> Kept:
    kept = _kept(desk, person, handle, form[0].key)
    if kept is not None:
        return kept
    try:
        return _settled(desk, person, handle, form, word)
    except GoldsmithError:
        # The same form may have come twice at once, and be taken already.
        kept = _kept(desk, person, handle, form[0].key)
        if kept is None:
            raise
        return kept


def _settled(desk: Desk, person: Person, handle: str, form: tuple[Sent, str], word: Callable[[Seat], Labelled]) -> Kept:
    sent, seen = form
    seat = _seat(desk, person, handle)
    if (seat.round.number, _seen(seat)) != (sent.round, seen):
        raise _overtaken()
    of = tuple(said.digest for said in seat.round.sides)
    fact = Resolved(round=seat.round.number, label=word(seat), of=of)
    try:
        stored = desk.say(person.name, seat.subject, fact, key=sent.key, base=sent.base, expects=seat.work.facts)
    except ConflictError:
        raise _overtaken() from None
    return Kept(stored=stored)


def _kept(desk: Desk, person: Person, handle: str, key: str) -> Kept | None:
    """Return what the person said under this key: a form that is sent again was taken, whoever lost the reply."""
    name = case_behind(desk, handle)
    stored = desk.kept(person.name, subject_of(name), key) if name is not None else None
    return Kept(stored=stored) if stored is not None else None


def _seen(seat: Seat) -> str:
    return digest([said.digest for said in seat.round.sides])[:16]


def _overtaken() -> ConflictError:
    message = "something was said about this case since you opened it"
    return ConflictError(message, next_step="look at it again: nothing of yours was written")


def _seat(desk: Desk, person: Person, handle: str) -> Seat:
    seat = seat_behind(desk, handle)
    if seat is None or seat.round.state != "disputed" or not _may(desk, person, seat.round):
        raise nothing_here()
    return seat


def _may(desk: Desk, person: Person, one: Round) -> bool:
    """Say whether `person` is a third one: took no part in the round, and may see what it rests on."""
    work = desk.bench().work[one.case]
    took_part = one.label_of(person.name) is not None or person.name in one.evidence
    return (
        person.may("adjudicate")
        and not took_part
        and not is_author(work, person.name)
        and bar_to(desk, person, one) is None
    )


def _sides(desk: Desk, person: Person, seat: Seat) -> list[tuple[str, LabelSaid]]:
    own = Whose(seed=desk.settings.seed, case=seat.round.case, round=seat.round.number, person=person.name)
    order = shuffled(((said.author, said) for said in seat.round.sides), own)
    return [(chr(ord("A") + place), said) for place, said in enumerate(order)]
