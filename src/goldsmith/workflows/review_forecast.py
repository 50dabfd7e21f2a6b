"""Say how long the open reviews of a set will take those who may do them, and what to leave out for a wished date."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

from goldsmith.coverage.detection import flip_share
from goldsmith.errors import InputError
from goldsmith.records.case import Case
from goldsmith.records.forecast import Drop, Forecast
from goldsmith.records.slices import words
from goldsmith.review.bench import Bench
from goldsmith.review.casework import CaseWork, Round
from goldsmith.review.forecast import (
    Covered,
    Pending,
    Timing,
    drops_for,
    left_of,
    nobody_for,
    pace_of,
    shares,
    timing,
)
from goldsmith.review.policy import Policy, needed_labels
from goldsmith.review.routing import bar_of, is_author
from goldsmith.workflows.check import states_of
from goldsmith.workflows.command_lines import of_the_set
from goldsmith.workflows.cover import past_runs
from goldsmith.workflows.review_batch import may_check
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_seat import bar_to, cases_now, is_alone
from goldsmith.workflows.review_sentinels import due
from goldsmith.workflows.review_sources import shelves
from goldsmith.workflows.standing import runnable

SLICED = ("behaviour", "job", "language", "reasoning")
"""Axes of which every slice stays well covered when cases are left out."""


def review_forecast(desk: Desk, *, hours: float | None = None, by: date | None = None) -> Forecast:
    """Return the forecast at `hours` a week altogether, or at the hours that goldsmith.toml gives each person.

    `hours` are shared out as those of goldsmith.toml are, evenly among who may label where it gives none. What is left
    are the labels of open reviews, of cases that will be opened, of sentinels that are due, disputes, and the samples
    of batches. Raises InputError for hours that are none, and for a date that is not in the future.
    """
    today = desk.now().date()
    _refuse(hours, by, today)
    pending = tuple(_pending(desk))
    paces = pace_of(tuple(_seconds(desk)), ["low", *{item.risk for item in pending} - {"low"}])
    people = {name: one.hours_per_week for name, one in desk.people.items()}
    staffed = _staffed(desk, people, pending, hours)
    held = timing(pending, paces, staffed)
    left = left_of(pending, paces)
    found = Forecast(
        set_name=desk.project.golden.header.name,
        today=today.isoformat(),
        paces=tuple(paces[risk] for risk in sorted(paces, key=lambda name: name or "") if _is_asked(risk, pending)),
        left=left,
        labels=sum(one.labels for one in left),
        hours=math.fsum(one.hours for one in left),
        people=shares(pending, people, staffed),
        weekly=math.fsum(staffed.values()),
        nobody=nobody_for(pending),
        unstaffed=held.unstaffed if held is not None else 0,
        weeks=held.weeks if held is not None else None,
        done_on=_date(today, held.weeks) if held is not None else None,
        slowest=held.slowest if held is not None else (),
    )
    if by is not None:
        weeks = (by - today).days / 7
        drops: tuple[Drop, ...] = ()
        meets = held is not None and held.weeks <= weeks
        if held is not None and not meets:
            drops, meets = drops_for(pending, paces, staffed, weeks=weeks, covered=_covered(desk, pending))
        found = replace(found, by=by.isoformat(), drops=drops, meets=meets, weekly_needed=_needed(found, held, weeks))
    return replace(found, next_step=_next_step(desk, found))


def _refuse(hours: float | None, by: date | None, today: date) -> None:
    if hours is not None and not (math.isfinite(hours) and hours > 0):
        message = f"{hours:g} hours a week finish nothing"
        raise InputError(message, next_step="goldsmith review forecast --hours 6")
    if by is not None and by <= today:
        message = f"{by.isoformat()} is not in the future"
        raise InputError(message, next_step=f"goldsmith review forecast --by {today + timedelta(days=28)}")


def _is_asked(risk: str | None, pending: tuple[Pending, ...]) -> bool:
    return any(item.risk == risk and item.left for item in pending)


def _staffed(
    desk: Desk, people: Mapping[str, float | None], pending: tuple[Pending, ...], hours: float | None
) -> dict[str, float]:
    stated = {name: held for name, held in people.items() if held and held > 0 and desk.people[name].may("label")}
    if hours is None:
        return stated
    able = stated or dict.fromkeys(sorted({name for item in pending for name in item.able}), 1.0)
    whole = math.fsum(able.values())
    return {name: held * hours / whole for name, held in able.items()}


def _date(today: date, weeks: float) -> str:
    return (today + timedelta(days=math.ceil(weeks * 7 - 1e-9))).isoformat()


def _needed(found: Forecast, held: Timing | None, weeks: float) -> float | None:
    return None if held is None else found.weekly * held.weeks / weeks


def _seconds(desk: Desk) -> Iterator[tuple[str | None, float]]:
    """Yield risk and seconds of every label that was timed."""
    known = cases_now(desk)
    with desk.turn() as bench:
        for work in bench.work.values():
            for one in work.rounds:
                case = known.get(one.case)
                for said in one.labels:
                    if said.label.seconds:
                        yield (case.risk if case is not None else None, said.label.seconds)


def _pending(desk: Desk) -> Iterator[Pending]:
    # Others work at the desk meanwhile: only what is on the bench is looked up while they wait.
    with desk.turn() as bench:
        current = {name: (work, one) for name, work in bench.work.items() if (one := work.current) is not None}
        samples = tuple(_samples(desk, bench))
    yield from _open_rounds(desk, current)
    yield from samples
    yield from _unopened(desk, {name: one for name, (_, one) in current.items()})


def _open_rounds(desk: Desk, current: Mapping[str, tuple[CaseWork, Round]]) -> Iterator[Pending]:
    people, alone = desk.people, is_alone(desk)
    for name, (work, one) in sorted(current.items()):
        if one.state not in {"waiting", "disputed"}:
            continue
        case, disputed = _case(desk, one), one.state == "disputed"
        said = {label.author for label in one.labels}
        able = frozenset(
            person
            for person, held in people.items()
            if person not in said
            and held.may("adjudicate" if disputed else "label")
            and (alone or not is_author(work, person))
            and bar_to(desk, held, one) is None
        )
        yield Pending(
            case=name,
            risk=case.risk,
            left=1 if disputed else one.opened.needed - len(one.sides),
            able=able,
            second=not disputed and one.opened.needed > 1 and case.risk != "high" and not case.sentinel,
            kept=disputed or case.sentinel,
            slices=_slices(case),
        )


def _samples(desk: Desk, bench: Bench) -> Iterator[Pending]:
    for batch in sorted(bench.batches.values(), key=lambda one: one.name):
        for name in batch.left if batch.closed is None else ():
            one = bench.round_in(batch, name)
            able = (person for person, held in desk.people.items() if may_check(desk, bench, held, batch, name))
            yield Pending(case=name, risk=_case(desk, one).risk, left=1, able=frozenset(able), kept=True)


def _unopened(desk: Desk, current: Mapping[str, Round]) -> Iterator[Pending]:
    """Yield the cases that the next opening of reviews will open, and sentinels that are due."""
    project, known, states = desk.project, cases_now(desk), states_of(desk.project)
    again = set(due(desk))
    wanted = [
        case
        for name, case in known.items()
        if name in again or (states[name].state in {"candidate", "edited"} and _is_new(desk, case, current.get(name)))
    ]
    opened = {name: (known[name].risk, one.opened.needed) for name, one in current.items() if name in known}
    policy = Policy(
        second_share=desk.settings.second_share, least_second=desk.settings.least_second, seed=desk.settings.seed
    )
    needed = needed_labels(wanted, policy, opened=opened)
    shelf = shelves(desk, project.revision.digest if project.revision else None)
    for case in wanted:
        able = frozenset(
            name
            for name, person in desk.people.items()
            if bar_of(
                person,
                case,
                seen=shelf.seen_by(person) if shelf is not None else {},
                document_of=shelf.document_of if shelf is not None else _nowhere,
            )
            is None
        )
        yield Pending(
            case=case.id,
            risk=case.risk,
            left=needed[case.id],
            able=able,
            second=needed[case.id] > 1 and case.risk != "high" and not case.sentinel,
            kept=case.sentinel,
            slices=_slices(case),
        )


def _is_new(desk: Desk, case: Case, last: Round | None) -> bool:
    return last is None or not (last.is_open or last.answers(desk.project.once.digest(case)))


def _nowhere(_: str) -> None:
    return None


def _case(desk: Desk, one: Round) -> Case:
    return cases_now(desk).get(one.case) or desk.case_shown(one.opened)


def _slices(case: Case) -> tuple[tuple[str, str], ...]:
    return tuple((axis, word) for axis in SLICED for word in words(case, axis))


def _covered(desk: Desk, pending: tuple[Pending, ...]) -> Covered:
    live = runnable(desk.project.golden, states_of(desk.project))
    left = {item.case for item in pending if item.second}
    with desk.turn() as bench:
        current = [work.current for work in bench.work.values()]
    low = {case.id for case in live if case.risk == "low"}
    doubled = {one.case for one in current if one is not None and one.opened.needed > 1} | left
    return Covered(
        slices=Counter(held for case in live for held in _slices(case)),
        cases=len(live),
        doubled=len(low & doubled),
        flips=flip_share(tuple(past_runs(desk.project, live))).value,
    )


def _next_step(desk: Desk, found: Forecast) -> str:
    of_set = of_the_set(desk.project)
    call = f"goldsmith review forecast{of_set}"
    if not found.labels:
        return f"goldsmith review apply{of_set}"
    if found.nobody:
        return (
            "add somebody to goldsmith.toml who reads the language, knows the field and sees the sources of these cases"
        )
    if found.weeks is None:
        return f"write hours_per_week under [people.NAME] in goldsmith.toml, or {call} --hours N"
    if found.meets is False and found.weekly_needed is not None:
        return f"{call} --by {found.by} --hours {math.ceil(found.weekly_needed)}, or a later date"
    if found.drops:
        return (
            f"leave these out until {found.by}: they stay open, and nothing of them is applied; goldsmith serve{of_set}"
        )
    return f"goldsmith serve{of_set}"
