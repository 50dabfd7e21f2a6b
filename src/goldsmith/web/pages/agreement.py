"""How far reviewers agree, what to rewrite where they do not, and how the work is shared out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from goldsmith.errors import InputError
from goldsmith.ports.pages import Reply
from goldsmith.records.agreement import Difference, Figure, GroupAgreement, ReviewAgreement
from goldsmith.records.forecast import Drop, Forecast, Pace
from goldsmith.web import figures
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.review_agreement import Asked, review_agreement
from goldsmith.workflows.review_discretion import covered
from goldsmith.workflows.review_forecast import review_forecast
from goldsmith.workflows.review_load import load_of
from goldsmith.workflows.review_seat import cases_now, handle_for

AXES = ("risk", "job", "behaviour", "answerability", "difficulty", "language")
"""Axes by which the page can be asked."""
_KINDS = {"holds": "good", "below": "bad", "cannot_tell": "warn", "not_asked": ""}
_STATES = ("waiting", "disputed", "settled", "applied")
_HOURS_A_WEEK = 168.0


def show_agreement(visit: Visit) -> Reply:
    """Return the agreement on what is settled in the set, without the names of reviewers unless the reader may manage.

    Cases that the reader may still judge, and those that rest on sources beyond them, are in the figures alone.
    """
    axis = visit.call.asked("by", AXES[0])
    axis = axis if axis in AXES else AXES[0]
    project = visit.desk.project
    found = project.once.get(f"agreement by {axis}", lambda: review_agreement(project, Asked(by=(axis,))))
    names = _names(visit, found)
    told = list(_differences(visit, found, names))
    all_of_it = sum(1 for item in found.differences if item.current)
    values: dict[str, Any] = {
        "found": found,
        "floor": figures.share(visit, found.floor),
        "state": visit.say(f"agreement.state.{found.standing}"),
        "kind": _KINDS[found.standing],
        "whole": _group(visit, found, found.whole, visit.say("agreement.all"), names),
        "rows": list(_rows(visit, found, names)),
        "words": [
            (visit.say(f"case.decision.{item.word}"), figures.percent(visit, item.share),
             figures.percent(visit, item.agreement))
            for item in found.whole.words
        ],
        "differences": told,
        "hidden": all_of_it > len(told),
        "left_out": [
            visit.say(f"agreement.left_out.{name}", n=n)
            for name, n in (
                ("no_side", found.left_out.no_side),
                ("replaced", found.left_out.replaced),
                ("after_another", found.left_out.after_another),
                ("after_adjudication", found.left_out.after_adjudication),
            )
            if n
        ],
        "axes": [(name, figures.axis_name(visit, name)) for name in AXES],
        "axis": axis,
        "missing": max(0, found.least - found.whole.contents),
    }  # fmt: skip
    return visit.page("agreement.html", values)


def show_load(visit: Visit) -> Reply:
    """Return what waits, who labelled how much, and when it will be done."""
    hours, by = visit.call.asked("hours").strip(), visit.call.asked("by").strip()
    problems: dict[str, str] = {}
    asked_hours, asked_by = _hours(visit, hours, problems), _day(visit, by, problems)
    try:
        found = review_forecast(visit.desk, hours=asked_hours, by=asked_by)
    except InputError:
        problems["by"] = visit.say("load.not_future")
        found = review_forecast(visit.desk, hours=asked_hours)
    held = load_of(visit.desk)
    auto = held.auto
    values: dict[str, Any] = {
        "states": [(visit.say(f"load.state.{state}"), held.states.get(state, 0)) for state in _STATES],
        "left": [
            (figures.axis_word(visit, "risk", item.risk) if item.risk else visit.say("load.no_risk"),
             item.cases, item.labels, figures.tenths(visit, item.hours))
            for item in found.left
        ],
        "forecast": found,
        "total": figures.tenths(visit, found.hours),
        "weekly": figures.tenths(visit, found.weekly),
        "needed": math.ceil(found.weekly_needed) if found.weekly_needed is not None else None,
        "paces": _paces(visit, found),
        "people": _people(visit, found),
        "weeks": held.weeks,
        "given": [(item.name, item.labels, sum(item.labels)) for item in held.people],
        "drops": [_drop(visit, item) for item in found.drops],
        "hours": hours,
        "by": by,
        "problems": problems,
        "auto": visit.say(
            "load.auto_wrong",
            part=auto.part,
            of=auto.of,
            share=figures.percent(visit, auto.share),
            interval=figures.percents(visit, auto.interval),
        )
        if auto.share is not None
        else "",
    }  # fmt: skip
    return visit.page("load.html", values, status=422 if problems else 200)


def _names(visit: Visit, found: ReviewAgreement) -> Mapping[str, str]:
    """Return what each reviewer is called: by name to who may manage, else by a letter."""
    every = sorted(
        {*found.whole.reviewers, *(name for item in found.differences for name in (item.first, item.second))}
    )
    if visit.person.may("manage"):
        return {name: name for name in every}
    # The order of the letters follows from a secret, not from the names.
    every.sort(key=lambda name: handle_for(visit.desk, name))
    return {name: visit.say("agreement.reviewer", letter=_letter(at)) for at, name in enumerate(every)}


def _letter(at: int) -> str:
    return (_letter(at // 26 - 1) if at >= 26 else "") + chr(ord("A") + at % 26)


def _rows(visit: Visit, found: ReviewAgreement, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for group in found.slices:
        yield _group(visit, found, group, figures.slice_name(visit, group.slice), names)
    # Whoever reviewed alone with one other needs no row of their own beside the whole.
    for group in found.pairs if len(found.pairs) > 1 else ():
        yield _group(visit, found, group, ", ".join(names[name] for name in group.reviewers), names)


def _group(
    visit: Visit, found: ReviewAgreement, group: GroupAgreement, name: str, names: Mapping[str, str]
) -> dict[str, Any]:
    return {
        "name": name,
        "few": group.contents < found.least,
        "n": group.contents,
        "reviewers": len(names),
        "raw": figures.percent(visit, group.raw),
        "raw_interval": figures.percents(visit, group.raw_interval),
        "ac1": figures.share(visit, group.ac1),
        "figure": _figure(visit, group.figure),
        "evidence": _figure(visit, group.evidence.figure),
        "same": figures.percent(visit, group.evidence.same),
        "jaccard": figures.share(visit, group.evidence.jaccard),
        "masi": figures.share(visit, group.evidence.masi),
        "evidence_n": group.evidence.contents,
    }


def _figure(visit: Visit, figure: Figure) -> dict[str, Any]:
    return {
        "name": visit.say(f"agreement.figure.{figure.name}"),
        "value": figures.share(visit, figure.value),
        "number": figure.value,
        "ends": figure.interval,
        "interval": figures.interval(visit, figure.interval),
        "why": figure.why,
        "state": visit.say(f"agreement.state.{figure.standing}"),
        "kind": _KINDS[figure.standing],
    }


def _differences(visit: Visit, found: ReviewAgreement, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    hides, known = covered(visit.desk, visit.person), cases_now(visit.desk)
    for item in found.differences:
        if item.current and item.case in known and item.case not in hides:
            yield _difference(visit, item, known[item.case].question, names)


def _difference(visit: Visit, item: Difference, question: str, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "question": question,
        "case": item.case,
        "settled": item.settled,
        "sides": [
            (names[item.first], visit.say(f"case.decision.{item.first_word}"), item.first_reason, len(item.only_first)),
            (
                names[item.second],
                visit.say(f"case.decision.{item.second_word}"),
                item.second_reason,
                len(item.only_second),
            ),
        ],
    }


def _hours(visit: Visit, text: str, problems: dict[str, str]) -> float | None:
    if not text:
        return None
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        found = math.nan
    if not 0 < found <= _HOURS_A_WEEK:
        problems["hours"] = visit.say("load.no_hours")
        return None
    return found


def _day(visit: Visit, text: str, problems: dict[str, str]) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        problems["by"] = visit.say("load.no_day")
        return None


def _people(visit: Visit, found: Forecast) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "hours": figures.NONE if one.hours_per_week is None else figures.tenths(visit, one.hours_per_week),
            "may": one.may,
            "alone": one.alone,
            "slowest": one.name in found.slowest,
        }
        for one in found.people
        if one.may or one.hours_per_week
    ]


def _paces(visit: Visit, found: Forecast) -> list[str]:
    if found.paces and all(pace.basis == "assumed" for pace in found.paces):
        return [visit.say("load.pace_assumed", minutes=f"{found.paces[0].minutes:g}")]
    return [_pace(visit, pace) for pace in found.paces]


def _pace(visit: Visit, pace: Pace) -> str:
    risk = figures.axis_word(visit, "risk", pace.risk) if pace.risk else visit.say("load.no_risk")
    minutes = figures.tenths(visit, pace.minutes)
    if pace.interval is not None:
        minutes += f" [{figures.tenths(visit, pace.interval[0])}; {figures.tenths(visit, pace.interval[1])}]"
    return visit.say(f"load.pace.{pace.basis}", risk=risk, minutes=minutes, n=pace.labels)


def _drop(visit: Visit, item: Drop) -> dict[str, Any]:
    cost = ""
    if item.before is not None and item.after is not None:
        told = figures.percent if item.kind == "second" else figures.points
        cost = visit.say(f"load.cost.{item.kind}", before=told(visit, item.before), after=told(visit, item.after))
    known = cases_now(visit.desk)
    return {
        "what": visit.say(f"load.drop.{item.kind}", n=len(item.cases)),
        "hours": figures.tenths(visit, item.hours),
        "cost": cost,
        "questions": [known[name].question if name in known else name for name in item.cases],
    }


PAGES = (
    Page(method="GET", path="/agreement", right="read", handle=show_agreement),
    Page(method="GET", path="/load", right="manage", handle=show_load),
)
