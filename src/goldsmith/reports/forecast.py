"""The forecast of a set's reviews on one screen: the date, what it rests on, and what to leave out."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.forecast import Drop, Forecast, Pace
from goldsmith.reports.figures import count, percent
from goldsmith.reports.plain_text import cell, fitted, listed, wrapped

WIDTH = 100
_NARROWEST = 72
_MOST_NAMES = 8
_BASIS = {"own": "labels of this risk", "all": "labels of every risk", "assumed": "assumed: too few were timed"}


def render_forecast(found: Forecast, *, width: int = WIDTH) -> str:
    """Return a forecast as lines of at most `width` columns (72 at least)."""
    room = max(width, _NARROWEST)
    head, told = _headline(found)
    lines = [*wrapped(told, room, head=f"{head}   ")]
    for told in _notes(found):
        lines += wrapped(told, room, head="  ! ", indent=4)
    if found.left:
        lines += ["", *_left(found, room), "", *_people(found, room)]
    if found.by is not None:
        lines += ["", *_wished(found, room)]
    return "\n".join([*lines, "", *wrapped(found.next_step, room, head="Next: ", indent=6)])


def hours(number: float) -> str:
    """Return hours as they are told: to a tenth, whole from ten on."""
    return f"{number:,.0f} h" if number >= 9.95 else f"{number:.1f} h"


def _headline(found: Forecast) -> tuple[str, str]:
    if not found.labels:
        return "DONE", "no label is missing"
    missing = "1 label is missing" if found.labels == 1 else f"{found.labels:,} labels are missing"
    work = f"{missing}, {hours(found.hours)}"
    if found.weeks is None:
        return "NO DATE", f"{work}; nobody said how many hours a week there are"
    return f"DONE ON {found.done_on}", f"{work}, at {hours(found.weekly)} a week"


def _notes(found: Forecast) -> Iterator[str]:
    if found.nobody:
        yield f"{count(found.nobody, 'label')} can be given by nobody: languages, fields, clearance, or too few people"
    if found.unstaffed:
        yield f"{count(found.unstaffed, 'label')} can only be given by people whose hours a week nobody said"
    if found.slowest and found.weeks:
        yield f"the date rests on {listed(found.slowest, _MOST_NAMES)}: nobody else can take this work from them"


def _left(found: Forecast, width: int) -> Iterator[str]:
    yield fitted(f"{cell('LEFT', 14)}{'cases':>8}{'labels':>8}{'hours':>10}   minutes a label, median [95 %]", width)
    paces = {one.risk: one for one in found.paces}
    for one in found.left:
        numbers = f"{one.cases:>8,}{one.labels:>8,}{hours(one.hours):>10}"
        name = f"risk {one.risk}" if one.risk else "no risk"
        yield fitted(f"  {cell(name, 12)}{numbers}   {_pace(paces[one.risk])}", width)


def _pace(pace: Pace) -> str:
    ends = f" [{pace.interval[0]:.1f}, {pace.interval[1]:.1f}]" if pace.interval is not None else ""
    of = f" ({pace.labels} {_BASIS[pace.basis]})" if pace.basis != "assumed" else f" ({_BASIS[pace.basis]})"
    return f"{pace.minutes:.1f}{ends}{of}"


def _people(found: Forecast, width: int) -> Iterator[str]:
    yield fitted(f"{cell('PEOPLE', 26)}{'hours a week':>14}{'may give':>10}{'they alone':>12}", width)
    for one in found.people:
        stated = "not said" if one.hours_per_week is None else hours(one.hours_per_week)
        yield fitted(f"  {cell(one.name, 24)}{stated:>14}{one.may:>10,}{one.alone:>12,}", width)


def _wished(found: Forecast, width: int) -> Iterator[str]:
    needed = f"{hours(found.weekly_needed)} a week would do all of it" if found.weekly_needed is not None else ""
    if not found.drops:
        can = "in time" if found.meets else "not in time, and nothing can be left out"
        told = can if found.meets or not needed else f"{can}; {needed}"
        yield from wrapped(told, width, head=f"BY {found.by}   ", indent=4)
        return
    can = "in time without" if found.meets else "not in time, even without"
    yield from wrapped(f"{can} ({needed})", width, head=f"BY {found.by}   ", indent=4)
    for number, drop in enumerate(found.drops, start=1):
        yield from wrapped(_drop(drop), width, head=f"  {number}. ", indent=5)
    yield fitted("  cases of another risk than low, sentinels and disputes are never left out", width)


def _drop(drop: Drop) -> str:
    names = listed(drop.cases, _MOST_NAMES)
    if drop.kind == "second":
        ruled = f"{_ruled(drop.before)} before, {_ruled(drop.after)} then"
        return (
            f"the second label of {count(len(drop.cases), 'low-risk case')}, {hours(drop.hours)}; where two labels "
            f"never differ, this rules out: {ruled} ({names})"
        )
    seen = f"{_fall(drop.before)} before, {_fall(drop.after)} then"
    return (
        f"{count(len(drop.cases), 'low-risk case')} of well covered slices, {hours(drop.hours)}; falls of the pass "
        f"rate that can be seen: {seen} ({names})"
    )


def _ruled(rate: float | None) -> str:
    return "nothing" if rate is None else f"disagreement above {percent(rate)}"


def _fall(points: float | None) -> str:
    return "none" if points is None else f"{points * 100:.0f} points or more"
