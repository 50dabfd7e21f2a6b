"""Around the check of a batch: what could be drawn, what the plan would be, and what an expert reads and keeps."""

from __future__ import annotations

from dataclasses import dataclass

from goldsmith.errors import ConflictError
from goldsmith.records.acceptance import AcceptancePlan
from goldsmith.records.person import Person
from goldsmith.review.acceptance import plan_batch
from goldsmith.review.offer import DocumentShown, PassageShown
from goldsmith.workflows.review_batch import Quality, drawable, may_check, sample_seat
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_drafts import keep_entered
from goldsmith.workflows.review_shown import document_shown, passages_found, step_of

FOUND = 20
"""Passages that a search brings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToCheck:
    """A batch as an expert sees it before they checked anything."""

    name: str
    left: int
    """Cases of its sample that this person may still check."""


def preview(desk: Desk, quality: Quality) -> AcceptancePlan | None:
    """Return the plan of a batch of all that could be drawn; None: nothing can. Raises InputError as `plan_batch`."""
    with desk.turn() as bench:
        size = sum(1 for _ in drawable(desk, bench))
    return plan_batch(size, good=quality.good, bad=quality.bad, risk=quality.risk) if size else None


def to_check(desk: Desk, person: Person) -> tuple[ToCheck, ...]:
    """Return the open batches by name, with how much of each `person` may still check."""
    with desk.turn() as bench:
        open_ones = [batch for batch in bench.batches.values() if batch.closed is None]
        return tuple(
            ToCheck(name=one.name, left=sum(may_check(desk, bench, person, one, case) for case in one.left))
            for one in sorted(open_ones, key=lambda one: one.name)
        )


def sample_document(desk: Desk, person: Person, name: str, handle: str, source: str) -> DocumentShown:
    """Return a whole document beside a case of the sample. Raises InputError for what is not there or not theirs."""
    return document_shown(desk, person, sample_seat(desk, person, name, handle), source)


def sample_passages(desk: Desk, person: Person, name: str, handle: str, words: str) -> tuple[PassageShown, ...]:
    """Return the best passages for some words beside a case of the sample."""
    return passages_found(desk, person, sample_seat(desk, person, name, handle), words, k=FOUND)


def save_sample_draft(
    desk: Desk, person: Person, name: str, handle: str, *, round_number: int, revision: int, entered: str
) -> int:
    """Keep what an expert entered and did not submit; return its revision.

    Raises ConflictError where another tab saved meanwhile or the round is another, InputError for a case that they
    cannot check.
    """
    seat = sample_seat(desk, person, name, handle)
    if seat.round.number != round_number:
        message = "the case was opened for review anew since you opened it here"
        raise ConflictError(message, next_step="go back to the batches")
    frame = {"round": round_number, "step": step_of(seat.round, person.name)}
    return keep_entered(desk, person, seat.subject, revision=revision, entered=entered, frame=frame)
