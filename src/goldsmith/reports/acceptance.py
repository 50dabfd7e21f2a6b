"""The plan by which a batch is accepted, on one screen: what to do, what it guards against, then the curve."""

from __future__ import annotations

import math
from collections.abc import Iterator

from goldsmith.records.acceptance import AcceptancePlan, CurvePoint, SampleReading
from goldsmith.reports.figures import percent
from goldsmith.reports.plain_text import fitted, wrapped

WIDTH = 100
_NARROWEST = 60
_BAR = 40
_NEVER = 1e-9
_LEAST_SHOWN = 0.0005
_NEXT = (
    "goldsmith review handbook; then draw the cases by lot, not by choice, and let somebody who did not label them "
    "decide on each anew, without seeing the first labels"
)


def render_plan(plan: AcceptancePlan, *, width: int = WIDTH) -> str:
    """Return the plan as lines of at most `width` columns (60 at least)."""
    room = max(width, _NARROWEST)
    lines = [*wrapped(_what_to_do(plan), room), ""]
    for told in guards(plan):
        lines += wrapped(told, room, head="  ", indent=2)
    title = f"chance that the batch is accepted, by how many of the {plan.batch:,} are really wrong"
    lines += ["", *wrapped(title, room, head="OPERATING CURVE   ", indent=18)]
    lines += [fitted(line, room) for line in curve_lines(plan)]
    title = f"of all {plan.batch:,}, {percent(plan.level)} interval"
    lines += ["", *wrapped(title, room, head="WHAT THE SAMPLE SAYS   ", indent=23)]
    lines += [fitted(_reading(item, plan), room) for item in plan.readings]
    return "\n".join([*lines, "", *wrapped(_NEXT, room, head="Next: ", indent=6)])


def _what_to_do(plan: AcceptancePlan) -> str:
    drawn = f"all {plan.batch:,}: no smaller sample is enough" if plan.whole else f"{plan.sample:,} of {plan.batch:,}"
    upto = f"with up to {plan.accept:,} wrong" if plan.accept else "where none is wrong"
    return (
        f"CHECK {drawn}. Accept the batch {upto}; send it back whole with {plan.accept + 1:,}"
        f"{' or more' if plan.accept + 1 < plan.sample else ''}"
    )


def guards(plan: AcceptancePlan) -> Iterator[str]:
    """Yield what a plan guards against, a sentence each."""
    through = _how_often("slips through", plan.bad_accepted)
    yield f"Guards against a bad batch: with {plan.bad_wrong:,} or more wrong ({_share(plan.bad)} and up) it {through}."
    upto = f"at most {plan.good_wrong:,}" if plan.good_wrong else "none"
    back = _how_often("is sent back", plan.good_sent_back)
    yield f"Spares a good batch: with {upto} wrong (up to {_share(plan.good)}) it {back}."
    if plan.bad_wrong - plan.good_wrong > 1:
        yield "A batch between the two may go either way: the curve says how likely."


def _how_often(what: str, chance: float) -> str:
    """Return what happens with its largest chance, rounded up so that it stays true."""
    if chance < _NEVER:
        verb, _, rest = what.partition(" ")
        return f"never {what}" if verb != "is" else f"is never {rest}"
    return f"{what} in at most {math.ceil(chance * 1000 - _NEVER) / 10:.1f} % of draws"


def curve_lines(plan: AcceptancePlan) -> Iterator[str]:
    """Yield the operating curve, a line a point."""
    yield f"  {'wrong':>9}{'share':>8}{'accepted':>11}"
    for point in plan.curve:
        bar = "#" * round(point.accepted * _BAR)
        told = f"  {point.wrong:>9,}{_short(point.share):>8}{_short(point.accepted):>11}  {bar:<{_BAR}}"
        yield told + _named(point, plan)


def _named(point: CurvePoint, plan: AcceptancePlan) -> str:
    if point.wrong == plan.good_wrong:
        return "  good"
    return "  bad" if point.wrong == plan.bad_wrong else ""


def _reading(item: SampleReading, plan: AcceptancePlan) -> str:
    ends = [f"{item.low:,}", f"{item.high:,}"] if item.low < item.high else [f"{item.low:,}"]
    shares = dict.fromkeys(_short(number / plan.batch) for number in (item.low, item.high))
    verdict = "accept" if item.accepted else "send back"
    return f"  {item.found:>9,} wrong found: {' to '.join(ends)} wrong in the batch ({' to '.join(shares)}): {verdict}"


def _short(share: float) -> str:
    """Return a share or chance with one decimal; what is neither 0 nor 1 is never written as if it were."""
    if share < _NEVER or share > 1.0 - _NEVER:
        return percent(round(share))
    if share < _LEAST_SHOWN:
        return "<0.1 %"
    return f"{share * 100:.1f} %" if share < 1.0 - _LEAST_SHOWN else ">99.9 %"


def _share(stated: float) -> str:
    """Return a share as it was stated."""
    return f"{stated * 100:.6g} %"
