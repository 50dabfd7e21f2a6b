"""What became of a case that a person labelled: nothing of it before their word is final and the case is settled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from goldsmith.records.person import Person
from goldsmith.records.workbench import Labelled
from goldsmith.review.blinding import Revealed, reveal
from goldsmith.review.casework import LabelSaid, Remark, Round
from goldsmith.review.differences import Differing, differences
from goldsmith.review.labelling import is_final
from goldsmith.review.offer import MarkShown
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_seat import Seat, seat_at
from goldsmith.workflows.review_shown import marks_shown
from goldsmith.workflows.review_sources import shelves

Progress = Literal["open", "settled", "applied", "closed"]
"""`open`: others have to say something, an expert checks its batch, or this person may still take their label back
· `settled` · `applied`: it stands in the set · `closed`: the round ended without a word on the case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a person may know of a round that they labelled."""

    progress: Progress
    question: str
    language: str | None
    own: LabelSaid
    own_marks: tuple[MarkShown, ...]
    case: Revealed | None = None
    """What was hidden. None: the label is not final, or who settles the case may still read a remark of theirs."""
    word: Labelled | None = None
    """What holds in the end. None: it is not settled, or not theirs to know yet."""
    word_marks: tuple[MarkShown, ...] = ()
    withheld: int = 0
    """Marks of the word that holds in documents that are not theirs to see."""
    differing: tuple[Differing, ...] = ()
    """In what their own label differs from it."""
    remarks: tuple[Remark, ...] = ()
    """Their own ones; once it is settled, those of everybody."""


def outcome_of(desk: Desk, person: Person, handle: str) -> Outcome | None:
    """Return what became of the latest round of a case; None: the person gave no label in it.

    What was expected and what others said is told once the person's label is final and the round is over, and not while
    an expert checks its batch. Raises InputError for a case that they cannot have.
    """
    seat = seat_at(desk, person, handle)
    one = seat.round
    own = one.label_of(person.name)
    if own is None:
        return None
    known = Outcome(
        progress="open",
        question=seat.shown.question,
        language=seat.shown.language,
        own=own,
        own_marks=marks_shown(desk, person, seat, own.label.marks),
        remarks=tuple(remark for remark in one.comments if remark.author == person.name),
    )
    with desk.turn() as bench:
        batch = bench.batch_of(one)
    # A batch that goes back is labelled again, perhaps by the same people: until it is decided, nothing is told.
    if (batch is not None and batch.closed is None) or not is_final(one, person.name, batch=batch):
        return known
    known = replace(known, progress=_progress(one))
    if known.progress != "open":
        known = replace(known, case=reveal(seat.shown))
    return known if one.word is None else _settled(desk, person, seat, known, one.word)


def _settled(desk: Desk, person: Person, seat: Seat, known: Outcome, word: Labelled) -> Outcome:
    shelf = shelves(desk, seat.round.opened.corpus)
    seen = shelf.seen_by(person) if shelf is not None else {}
    own = {mark.document for mark in known.own.label.marks}
    theirs = [mark for mark in word.marks if mark.document in seen or mark.document in own]
    return replace(
        known,
        word=replace(word, marks=tuple(theirs)),
        word_marks=marks_shown(desk, person, seat, theirs),
        withheld=len(word.marks) - len(theirs),
        differing=differences(known.own.label, word),
        remarks=seat.round.comments,
    )


def _progress(one: Round) -> Progress:
    if one.state in {"applied", "closed"}:
        return "applied" if one.state == "applied" else "closed"
    return "open" if one.word is None else "settled"
