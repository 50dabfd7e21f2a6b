"""Batches: what could be drawn and what the plan would guard against, how each stands, and what its sample says."""

from __future__ import annotations

from typing import Any

from goldsmith.errors import InputError
from goldsmith.ports.pages import Reply
from goldsmith.records.acceptance import AcceptancePlan, SampleReading
from goldsmith.records.batching import BatchStanding
from goldsmith.web import figures
from goldsmith.web.pages import sample
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.review_batch import Quality, batch_standing, batches, draw_batch, next_sample
from goldsmith.workflows.review_discretion import covered
from goldsmith.workflows.review_sampling import preview, to_check
from goldsmith.workflows.review_seat import cases_now

TOLD = frozenset({"checked", "nothing"})
_KINDS = {"checking": "", "accepted": "good", "returned": "bad"}
_USUAL = Quality()
_MOST_POINTS = 60
"""Of a drawn curve."""


def show_batches(visit: Visit) -> Reply:
    """Return the batches: to experts what they may check, to who manages also their plans and outcomes."""
    return _listed(visit, problems={})


def post_draw(visit: Visit) -> Reply:
    """Draw a batch of everything that is settled and in none."""
    problems: dict[str, str] = {}
    quality = _quality(visit, posted=True, problems=problems)
    name = visit.call.posted("name").strip()
    if quality is not None and not problems:
        try:
            draw_batch(visit.desk, visit.person, name=name, quality=quality)
        except InputError as error:
            problems["name"] = f"{error.message}. {error.next_step}"
        else:
            return visit.go("/batches/batch", name=name)
    return _listed(visit, problems=problems, name=name, posted=True)


def show_batch(visit: Visit) -> Reply:
    """Return one batch: its plan with the operating curve, how far its check got, and what the sample says."""
    held = batch_standing(visit.desk, visit.call.asked("name"))
    hides, known = covered(visit.desk, visit.person), cases_now(visit.desk)
    wrong = [(known[name].question, name) for name in held.wrong if name in known and name not in hides]
    mine = next((one.left for one in to_check(visit.desk, visit.person) if one.name == held.name), 0)
    values = {
        "batch": held,
        "state": visit.say(f"batches.state.{held.state}"),
        "kind": _KINDS[held.state],
        "next": visit.say(f"batches.next.{'nobody' if held.state == 'checking' and not held.hands else held.state}"),
        "wrong": wrong,
        "wrong_hidden": len(held.wrong) - len(wrong),
        "reading": _reading(visit, held.reading, held.plan) if held.reading is not None else "",
        "mine": mine,
        **_plan(visit, held.plan),
    }
    return visit.page("batch.html", values)


def post_next(visit: Visit) -> Reply:
    """Send an expert to the next case of a sample."""
    name = visit.call.posted("name")
    offer = next_sample(visit.desk, visit.person, name)
    if offer is None:
        return visit.go("/batches", told="nothing")
    return visit.go("/batches/sample", name=name, case=offer.handle)


def _listed(visit: Visit, *, problems: dict[str, str], name: str = "", posted: bool = False) -> Reply:
    manages = visit.person.may("manage")
    told = visit.call.asked("told")
    values: dict[str, Any] = {
        "told": visit.say(f"batches.{told}") if told in TOLD else "",
        "mine": to_check(visit.desk, visit.person),
        "rows": [_row(visit, one) for one in batches(visit.desk)] if manages else [],
        "manages": manages,
        "problems": problems,
        "name": name or f"{visit.desk.stamp()[:10]}",
        "plan": None,
        "asked": {key: _asked(visit, key, posted=posted) for key in ("good", "bad", "risk")},
    }
    if manages:
        quality = _quality(visit, posted=posted, problems=problems)
        try:
            plan = preview(visit.desk, quality or _USUAL)
        except InputError as error:
            problems["bad"] = error.message
            plan = None
        if plan is not None:
            values |= _plan(visit, plan)
    return visit.page("batches.html", values, status=422 if problems else 200)


def _quality(visit: Visit, *, posted: bool, problems: dict[str, str]) -> Quality | None:
    found: dict[str, float] = {}
    for key in ("good", "bad", "risk"):
        text = _asked(visit, key, posted=posted)
        try:
            found[key] = float(text.replace(",", ".")) / 100
        except ValueError:
            problems[key] = visit.say("batches.no_share")
            continue
        # The upper end excluded: everything wrong is no quality, and a risk of 1 guards against nothing.
        if not 0 <= found[key] < 1 or (key != "good" and not found[key]):
            problems[key] = visit.say("batches.no_share")
    if problems:
        return None
    if found["good"] >= found["bad"]:
        problems["bad"] = visit.say("batches.good_below_bad")
        return None
    return Quality(good=found["good"], bad=found["bad"], risk=found["risk"])


def _asked(visit: Visit, key: str, *, posted: bool) -> str:
    text = visit.call.posted(key) if posted else visit.call.asked(key)
    return text.strip() or f"{100 * getattr(_USUAL, key):g}"


def _row(visit: Visit, one: BatchStanding) -> dict[str, Any]:
    return {
        "name": one.name,
        "at": one.drawn_at,
        "by": one.drawn_by,
        "size": one.plan.batch,
        "checked": visit.say("batches.of", part=one.checked, n=one.plan.sample),
        "state": visit.say(f"batches.state.{one.state}"),
        "kind": _KINDS[one.state],
    }


def _plan(visit: Visit, plan: AcceptancePlan) -> dict[str, Any]:
    most = max(point.wrong for point in plan.curve) or 1
    named = ((plan.good_wrong, 1 - plan.good_sent_back, "good"), (plan.bad_wrong, plan.bad_accepted, "bad"))
    return {
        "plan": plan,
        "curve": [(point.wrong / most, point.accepted) for point in plan.curve[:_MOST_POINTS]],
        "dots": [
            (wrong / most, chance, visit.say(f"batches.dot.{kind}", n=wrong), kind)
            for wrong, chance, kind in named
            if wrong <= most
        ],
        "points": [(point.wrong, figures.percent(visit, point.share), _chance(visit, point.accepted))
                   for point in plan.curve],
        "through": _chance(visit, plan.bad_accepted),
        "back": _chance(visit, plan.good_sent_back),
        "good": figures.percent(visit, plan.good),
        "bad": figures.percent(visit, plan.bad),
        "readings": [_reading(visit, item, plan) for item in plan.readings],
    }  # fmt: skip


def _chance(visit: Visit, number: float) -> str:
    """Return a chance as per cent with one decimal; what is neither 0 nor 1 is never written as if it were."""
    least = 0.0005
    text = f"{100 * number:.1f}"
    if 0 < number < least:
        text = "<0.1"
    elif 1 - least < number < 1:
        text = ">99.9"
    text = text.removesuffix(".0")
    return f"{text.replace('.', ',') if visit.language == 'ru' else text}\N{NO-BREAK SPACE}%"


def _reading(visit: Visit, item: SampleReading, plan: AcceptancePlan) -> str:
    return visit.say(
        "batches.reading_accept" if item.accepted else "batches.reading_return",
        found=item.found, low=item.low, high=item.high, n=plan.batch,
    )  # fmt: skip


PAGES = (
    Page(method="GET", path="/batches", right="adjudicate", handle=show_batches),
    Page(method="POST", path="/batches/draw", right="manage", handle=post_draw),
    Page(method="GET", path="/batches/batch", right="manage", handle=show_batch),
    Page(method="POST", path="/batches/next", right="adjudicate", handle=post_next),
    *sample.PAGES,
)
