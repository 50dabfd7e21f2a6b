"""One person before one case: which case stands behind a handle, whether they may sit there, and for how long."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from goldsmith.errors import ConflictError, InputError
from goldsmith.records.case import Case
from goldsmith.records.person import Person
from goldsmith.records.workbench import Taken
from goldsmith.review.bench import CASE, Bench
from goldsmith.review.blinding import handle_of
from goldsmith.review.casework import CaseWork, Round
from goldsmith.review.queue import PUT_BACK, TAKEN_FOR_S, Look, places_left
from goldsmith.review.routing import Bar, bar_in_round, bar_of
from goldsmith.workflows.review_desk import Desk, as_stamp
from goldsmith.workflows.review_sources import shelves

_TRIES = 32
"""How often a place is tried for while others say things about the same case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A case as a person has it before them."""

    handle: str
    work: CaseWork
    round: Round
    shown: Case
    """The case as it stood when the round was opened."""

    @property
    def subject(self) -> str:
        """What facts about it are about."""
        return subject_of(self.round.case)


def subject_of(case: str) -> str:
    """Return what facts about a case are about."""
    return f"{CASE}{case}"


def handle_for(desk: Desk, case: str) -> str:
    """Return the opaque name of a case."""
    return handle_of(desk.secret("handles"), case)


def case_behind(desk: Desk, handle: str) -> str | None:
    """Return the case behind an opaque name, if it was ever opened."""
    with desk.turn() as bench:
        known: dict[str, str] = desk.once.get("cases by handle", dict)
        if len(known) < len(bench.work):
            for name in islice(bench.work, len(known), None):
                known[handle_for(desk, name)] = name
        return known.get(handle)


def nothing_here() -> InputError:
    """Return the one refusal for every case that a person cannot have, whatever the reason: reasons would tell."""
    message = "there is nothing for you to do under this address"
    return InputError(message, next_step="take the next case of your queue")


def seat_behind(desk: Desk, handle: str) -> Seat | None:
    """Return the latest round of the case behind an opaque name, whoever may sit there; None: there is none."""
    name = case_behind(desk, handle)
    with desk.turn() as bench:
        one = bench.round_of(name) if name is not None else None
        return None if one is None else _seat(desk, bench, one)


def seat_at(desk: Desk, person: Person, handle: str) -> Seat:
    """Return the latest round of a case for a person who takes part in it, or who might.

    Raises InputError, always the same, for a case that they cannot have: it does not exist, is not for them, or others
    settled it without them.
    """
    seat = seat_behind(desk, handle)
    if seat is None or bar_to(desk, person, seat.round) is not None:
        raise nothing_here()
    name, one = person.name, seat.round
    takes_part = one.label_of(name) is not None or name in one.evidence or name in one.taken
    if not takes_part and bar_in_round(seat.work, one, name, alone=is_alone(desk)) is not None:
        raise nothing_here()
    return seat


def bar_to(desk: Desk, person: Person, one: Round) -> Bar | None:
    """Return why a person may not label what a round shows, whoever labelled it."""
    held: dict[tuple[Person, str, int], Bar | None] = desk.once.get("bars", dict)
    key = (person, one.case, one.number)
    if key not in held:
        shelf = shelves(desk, one.opened.corpus)
        held[key] = bar_of(
            person,
            desk.case_shown(one.opened),
            seen=shelf.seen_by(person) if shelf is not None else {},
            document_of=shelf.document_of if shelf is not None else _nowhere,
        )
    return held[key]


def _nowhere(_: str) -> None:
    return None


def is_alone(desk: Desk) -> bool:
    """Say whether only one person may label, so that nobody else could judge what they proposed."""
    return sum(1 for person in desk.people.values() if person.may("label")) <= 1


def look_of(desk: Desk, person: Person, bench: Bench) -> Callable[[Round], Look]:
    """Return what a person does with a round of their line now."""
    now, alone = desk.stamp(), is_alone(desk)

    def look(one: Round) -> Look:
        bar = bar_in_round(bench.work[one.case], one, person.name, alone=alone)
        if bar is not None:
            # Whoever proposed it may be the only one left who can judge it one day.
            return "later" if bar == "author" else "never"
        if bar_to(desk, person, one) is not None:
            return "never"
        if places_left(one, person.name, now) <= 0:
            return "later"
        return "last" if one.taken.get(person.name) == PUT_BACK else "take"

    return look


def cases_now(desk: Desk) -> Mapping[str, Case]:
    """Return the cases of the set as it stands, by id."""
    project = desk.project
    return project.once.get("cases by id", lambda: {case.id: case for case in project.golden.cases})


def sit_down(desk: Desk, person: Person, pick: Callable[[Bench], Round | None]) -> Seat | None:
    """Return the round that `pick` chooses with a place in it kept for the person; None: it chooses none.

    Two who reach for the last place do so by the number of facts on the case: one of them gets it, the other picks
    again.
    """
    for _ in range(_TRIES):
        moment = desk.now()
        with desk.turn() as bench:
            one = pick(bench)
            seat = _seat(desk, bench, one) if one is not None else None
        if one is None or seat is None:
            return None
        until = _until(moment, one, person.name)
        if until is None:
            return seat
        try:
            desk.say(person.name, seat.subject, Taken(round=one.number, until=until), expects=seat.work.facts)
        except ConflictError:
            continue
        return seat_at(desk, person, seat.handle)
    message = "many people reach for the same cases at this moment"
    raise ConflictError(message, next_step="try again")


def hold_on(desk: Desk, person: Person, seat: Seat) -> None:
    """Keep the place of somebody who is at work, where it would run out soon and nobody else has it."""
    moment = desk.now()
    until = _until(moment, seat.round, person.name)
    if (
        until is None
        or step_over(seat.round, person.name)
        or places_left(seat.round, person.name, as_stamp(moment)) < 1
    ):
        return
    # Somebody else may say something at this very moment: the next save of the draft tries again.
    with suppress(ConflictError):
        fact = Taken(round=seat.round.number, until=until)
        desk.say(person.name, seat.subject, fact, expects=seat.work.facts)


def _seat(desk: Desk, bench: Bench, one: Round) -> Seat:
    handle = handle_for(desk, one.case)
    return Seat(handle=handle, work=bench.work[one.case], round=one, shown=desk.case_shown(one.opened))


def step_over(one: Round, person: str) -> bool:
    """Say whether a person has nothing more to say in a round."""
    return one.label_of(person) is not None or one.state != "waiting"


def _until(moment: datetime, one: Round, person: str) -> str | None:
    """Return until when a place is to be kept from now on; None: it is kept for long enough already."""
    half, whole = (as_stamp(moment + timedelta(seconds=seconds)) for seconds in (TAKEN_FOR_S / 2, TAKEN_FOR_S))
    # A time beyond that was written by a clock that ran ahead.
    return None if half <= one.taken.get(person, PUT_BACK) <= whole else whole
