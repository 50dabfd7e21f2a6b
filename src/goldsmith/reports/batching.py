"""A batch on one screen: where it stands, what the sample says, and what the check guards against."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.records.batching import BatchStanding
from goldsmith.reports.acceptance import curve_lines, guards
from goldsmith.reports.figures import count, percent
from goldsmith.reports.plain_text import cell, fitted, listed, shown, wrapped

WIDTH = 100
_NARROWEST = 60
_MOST_NAMES = 12
_STATES = {"checking": "BEING CHECKED", "accepted": "ACCEPTED", "returned": "SENT BACK"}


def render_batch(found: BatchStanding, *, width: int = WIDTH) -> str:
    """Return a batch as lines of at most `width` columns (60 at least)."""
    room, plan = max(width, _NARROWEST), found.plan
    drawn = f"{shown(found.name, 64)} · drawn by {shown(found.drawn_by, 40)} on {found.drawn_at[:10]}"
    lines = [*wrapped(_told(found), room, head=f"{_STATES[found.state]}   "), *wrapped(drawn, room)]
    if found.wrong:
        names = listed(found.wrong, _MOST_NAMES)
        lines += ["", *wrapped(names, room, head="WRONG   ", indent=8)]
    if found.reading is not None:
        lines += ["", *wrapped(_reading(found), room, head="WHAT THE SAMPLE SAYS   ", indent=23)]
    lines.append("")
    for told in guards(plan):
        lines += wrapped(told, room, head="  ", indent=2)
    title = f"chance that the batch is accepted, by how many of the {plan.batch:,} are really wrong"
    lines += ["", *wrapped(title, room, head="OPERATING CURVE   ", indent=18)]
    lines += [fitted(line, room) for line in curve_lines(plan)]
    return "\n".join([*lines, "", *wrapped(found.next_step, room, head="Next: ", indent=6)])


def render_batches(found: Sequence[BatchStanding], *, width: int = WIDTH) -> str:
    """Return every batch on a line of its own, the newest first."""
    room = max(width, _NARROWEST)
    if not found:
        return "no batch was drawn yet\n\nNext: goldsmith review batch draw NAME"
    lines = [
        fitted(f"{cell('BATCH', 28)} {'drawn':<11}{'cases':>7}{'sample':>8}{'checked':>9}{'wrong':>7}  state", room)
    ]
    for one in found:
        wrong = "" if one.state == "checking" else str(len(one.wrong))
        state = _STATES[one.state].lower()
        numbers = f"{one.plan.batch:>7,}{one.plan.sample:>8,}{one.checked:>9,}{wrong:>7}"
        lines.append(fitted(f"{cell(one.name, 28)} {one.drawn_at[:10]:<11}{numbers}  {state}", room))
    return "\n".join([*lines, "", *wrapped(found[0].next_step, room, head="Next: ", indent=6)])


def _told(found: BatchStanding) -> str:
    plan, checked = found.plan, f"{found.checked:,} of {found.plan.sample:,} checked"
    upto = f"up to {plan.accept:,} wrong" if plan.accept else "none wrong"
    if found.state == "checking":
        hands = "nobody may check the rest" if not found.hands else f"{count(found.hands, 'expert')} may check the rest"
        return f"{checked} of a batch of {plan.batch:,}; it stands with {upto}; {hands}"
    wrong = f"{len(found.wrong):,} wrong" if found.wrong else "none wrong"
    if found.state == "accepted":
        return f"{checked}, {wrong}: it stands with {upto}, and all {plan.batch:,} are applied"
    return f"{wrong} among the {checked}, and it stands with {upto}: all {plan.batch:,} are labelled again"


def _reading(found: BatchStanding) -> str:
    reading, batch = found.reading, found.plan.batch
    if reading is None:
        return ""
    numbers = dict.fromkeys((reading.low, reading.high))
    held = " to ".join(f"{number:,}" for number in numbers)
    shares = " to ".join(dict.fromkeys(percent(number / batch) for number in numbers))
    stopped = "; the check stopped there, which the range allows for" if found.checked < found.plan.sample else ""
    return f"{held} of all {batch:,} are wrong ({shares}), {percent(found.plan.level)} interval{stopped}"
