"""Give a person their next case, with what is laid before them. Nothing of what anybody else said is in it."""

from __future__ import annotations

from goldsmith.records.person import Person
from goldsmith.records.workbench import Taken
from goldsmith.review.bench import Bench
from goldsmith.review.casework import Round
from goldsmith.review.offer import DocumentShown, Offer, PassageShown, Waiting
from goldsmith.review.queue import PUT_BACK, Arrivals, Line, begun_cases, places_left, urgency
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_seat import (
    Seat,
    bar_to,
    cases_now,
    handle_for,
    look_of,
    nothing_here,
    seat_at,
    sit_down,
    step_over,
)
from goldsmith.workflows.review_shown import document_shown, offer_of, passages_found

MOST_COUNTED = 200
"""Waiting cases that are counted; a queue says "200 or more"."""


def next_case(desk: Desk, person: Person) -> Offer | None:
    """Return the next case of a person, with a place kept for them for half an hour; None: nothing waits for them now.

    What they began comes first, then what changed, then what is new, high risk before the rest, in an order of their
    own; what they put back comes last. A case whose places are all taken is passed over.
    """
    seat = sit_down(desk, person, lambda bench: _next(desk, person, bench))
    return offer_of(desk, person, seat) if seat is not None else None


def take(desk: Desk, person: Person, handle: str) -> Offer:
    """Return one case: to be labelled, with a place kept for the person, or as they labelled it.

    Raises InputError for a case that they cannot have, always in the same words.
    """
    seat = seat_at(desk, person, handle)
    if step_over(seat.round, person.name):
        return offer_of(desk, person, seat)
    found = sit_down(desk, person, lambda bench: _this(desk, person, bench, seat))
    if found is None:
        # Another tab of theirs may have said it meanwhile.
        found = seat_at(desk, person, handle)
        if not step_over(found.round, person.name):
            raise nothing_here()
    return offer_of(desk, person, found)


def put_back(desk: Desk, person: Person, handle: str, *, key: str | None = None) -> None:
    """Give up the place at a case, so that somebody else gets it; it comes to this person again after all others.

    Evidence that they gave stays theirs. Raises InputError for a case that they cannot have.
    """
    seat = seat_at(desk, person, handle)
    if seat.round.state == "waiting" and person.name in seat.round.taken:
        desk.say(person.name, seat.subject, Taken(round=seat.round.number, until=PUT_BACK), key=key)


def waiting_for(desk: Desk, person: Person, *, most: int = MOST_COUNTED) -> Waiting:
    """Return what a person began, and how much more waits for them (counted up to `most`)."""
    with desk.turn() as bench:
        begun = _begun(desk, person, bench)
        look = look_of(desk, person, bench)
        left = _line(desk, person, bench).count(bench, look, most + len(begun))
        counted = sum(1 for one in begun if look(one) in {"take", "last"})
        return Waiting(
            begun=tuple(handle_for(desk, one.case) for one in begun),
            left=min(most, max(0, left - counted)),
            most=most,
        )


def document_page(desk: Desk, person: Person, handle: str, source: str) -> DocumentShown:
    """Return a whole document in paragraphs that can be marked.

    `source`: its opaque name. Raises InputError for a case that the person cannot have, and for a document that is not
    there or that their clearance does not allow: they are told the same.
    """
    return document_shown(desk, person, seat_at(desk, person, handle), source)


def find_passages(desk: Desk, person: Person, handle: str, words: str, *, k: int = 20) -> tuple[PassageShown, ...]:
    """Return the `k` best passages for some words, best first, of what the person may see.

    Raises InputError for a case that they cannot have.
    """
    return passages_found(desk, person, seat_at(desk, person, handle), words, k=k)


def _next(desk: Desk, person: Person, bench: Bench) -> Round | None:
    begun = _begun(desk, person, bench)
    if begun:
        return begun[0]
    return _line(desk, person, bench).first(bench, look_of(desk, person, bench))


def _this(desk: Desk, person: Person, bench: Bench, seat: Seat) -> Round | None:
    one = bench.round_of(seat.round.case)
    if one is None or one.number != seat.round.number or one.state != "waiting":
        return None
    return one if places_left(one, person.name, desk.stamp()) > 0 else None


def _begun(desk: Desk, person: Person, bench: Bench) -> list[Round]:
    now = desk.stamp()
    return [
        one
        for one in begun_cases(bench, person.name)
        if places_left(one, person.name, now) > 0 and bar_to(desk, person, one) is None
    ]


def _line(desk: Desk, person: Person, bench: Bench) -> Line:
    lines: dict[tuple[Person, int], Line] = desk.once.get("lines", dict)
    key = person, desk.settings.seed
    line = lines.setdefault(key, Line(person=person.name, seed=desk.settings.seed))
    known = cases_now(desk)
    arrivals: Arrivals = desk.once.get("arrivals", Arrivals)
    arrivals.take_in(bench, lambda one: urgency(one, known.get(one.case) or desk.case_shown(one.opened)))
    line.take_in(arrivals)
    return line
