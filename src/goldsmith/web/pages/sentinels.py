"""Sentinels: which there are, which are due, how far everybody says what was settled, and which to choose."""

from __future__ import annotations

from typing import Any

from goldsmith.ports.pages import Reply
from goldsmith.records.sentinels import RulerReading, SentinelStanding
from goldsmith.web import figures
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.review_discretion import covered
from goldsmith.workflows.review_seat import cases_now
from goldsmith.workflows.review_sentinels import open_due, sentinels

MOST_SUGGESTED = 10
TOLD = frozenset({"opened", "none_due"})
_KINDS = {"holds": "good", "drifted": "bad", "cannot_tell": "warn"}


def show_sentinels(visit: Visit) -> Reply:
    """Return the sentinels; of those that the reader may still label they learn neither word nor time."""
    found = sentinels(visit.desk, most=MOST_SUGGESTED if visit.call.asked("suggest") else None)
    hides, known = covered(visit.desk, visit.person), cases_now(visit.desk)
    told = visit.call.asked("told")
    values: dict[str, Any] = {
        "found": found,
        "told": visit.say(f"sentinels.{told}") if told in TOLD else "",
        "rows": [_row(visit, one, known[one.case].question, hidden=one.case in hides) for one in found.sentinels],
        "due": sum(1 for one in found.sentinels if one.due),
        "floor": figures.share(visit, found.floor),
        "readings": [_reading(visit, one, hides) for one in found.readings],
        "choices": [
            (known[one.case].question, one.case, one.reasons, one.calibrated, one.place)
            for one in found.choices
            if one.case not in hides
        ],
        "suggested": bool(visit.call.asked("suggest")),
    }
    return visit.page("sentinels.html", values)


def post_open(visit: Visit) -> Reply:
    """Open a review of every sentinel that is due."""
    opened = open_due(visit.desk, visit.person).opened
    return visit.go("/sentinels", told="opened" if opened else "none_due")


def _row(visit: Visit, one: SentinelStanding, question: str, *, hidden: bool) -> dict[str, Any]:
    state = "open" if one.open else "due" if one.due else "fine"
    return {
        "question": question,
        "case": one.case,
        "state": visit.say(f"sentinels.state.{state}"),
        "kind": {"open": "", "due": "warn", "fine": "good"}[state],
        "calibrated": one.calibrated,
        "at": None if hidden else one.labelled_at,
        "next": None if hidden or one.open else one.due_at,
        "hidden": hidden,
    }


def _reading(visit: Visit, one: RulerReading, hides: frozenset[str]) -> dict[str, Any]:
    known = cases_now(visit.desk)
    return {
        "who": one.who,
        "what": visit.say(f"sentinels.kind.{one.kind}"),
        "labels": one.labels,
        "same": figures.percent(visit, one.same_word / one.labels if one.labels else None),
        "number": one.same_word / one.labels if one.labels else None,
        "ends": one.interval,
        "interval": figures.percents(visit, one.interval),
        "evidence": figures.percent(visit, one.same_evidence / one.selections if one.selections else None),
        "evidence_interval": figures.percents(visit, one.evidence_interval),
        "selections": one.selections,
        "state": visit.say(f"sentinels.ruler.{one.standing}"),
        "kind": _KINDS[one.standing],
        "apart": [known[name].question for name in one.apart if name in known and name not in hides],
    }


PAGES = (
    Page(method="GET", path="/sentinels", right="manage", handle=show_sentinels),
    Page(method="POST", path="/sentinels/open", right="manage", handle=post_open),
)
