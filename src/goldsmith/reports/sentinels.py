"""The sentinels of a set on one screen: what is due, by whom they can be measured, and who drifted."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.sentinels import RulerReading, SentinelChoice, Sentinels, SentinelStanding
from goldsmith.reports.figures import count, percent
from goldsmith.reports.plain_text import cell, fitted, listed, shown, wrapped

WIDTH = 100
_NARROWEST = 72
_MOST = 12
_MOST_NAMES = 6
_MARKS = {"holds": " ", "drifted": "x", "cannot_tell": "?"}


def render_sentinels(found: Sentinels, *, width: int = WIDTH) -> str:
    """Return sentinels as lines of at most `width` columns (72 at least)."""
    room = max(width, _NARROWEST)
    head, told = _headline(found)
    lines = [*wrapped(told, room, head=f"{head}   ")]
    if found.sentinels:
        lines += ["", *_standings(found, room)]
    if found.readings:
        lines += ["", *_readings(found, room)]
    if found.choices:
        lines += ["", *_choices(found.choices, room)]
    return "\n".join([*lines, "", *wrapped(found.next_step, room, head="Next: ", indent=6)])


def _headline(found: Sentinels) -> tuple[str, str]:
    held = found.sentinels
    if not held:
        return "NO SENTINEL", f"{shown(found.set_name, 60)} has none: nothing measures those who label it"
    due, open_ = sum(one.due for one in held), sum(one.open for one in held)
    calibrated = sum(one.calibrated for one in held)
    drifted = sum(one.standing == "drifted" for one in found.readings)
    told = [count(len(held), "sentinel"), f"{calibrated} calibrated", f"{due} due"]
    told += [f"{open_} being labelled"] if open_ else []
    told += [f"{drifted} drifted"] if drifted else []
    return "TO DO" if found.exit_status else "IN ORDER", ", ".join(told)


def _standings(found: Sentinels, width: int) -> Iterator[str]:
    yield fitted(f"{cell('SENTINELS', 30)} {'labelled':<12}{'due':<12}calibrated", width)
    for one in found.sentinels[:_MOST]:
        yield from wrapped(_calibrated(one), width, head=f"{_line(one)}  ", indent=4)
    if len(found.sentinels) > _MOST:
        yield f"  … and {len(found.sentinels) - _MOST} more (--json lists all)"


def _line(one: SentinelStanding) -> str:
    due = "now" if one.due else "open" if one.open else one.due_at[:10] if one.due_at else one.state
    return f"  {cell(one.case, 28)} {(one.labelled_at or 'never')[:10]:<12}{due:<10}"


def _calibrated(one: SentinelStanding) -> str:
    return f"{'yes' if one.calibrated else 'no'}: {one.why}"


def _readings(found: Sentinels, width: int) -> Iterator[str]:
    title = f"{cell('RULER', 26)} {'same word [95 %]':<24}{'same evidence [95 %]':<26}"
    yield fitted(f"{title}{'labels':>7}   floor {percent(found.floor)}", width)
    for one in found.readings:
        words = _share(one.same_word, one.labels, one.interval)
        evidence = _share(one.same_evidence, one.selections, one.evidence_interval)
        name = f"{one.who} ({one.kind})" if one.kind != "reviewer" else one.who
        yield fitted(f"{_MARKS[one.standing]} {cell(name, 24)} {words:<24}{evidence:<26}{one.labels:>7}", width)
        yield from _about(one, width)
    yield fitted("  x drifted   ? cannot tell", width)


def _about(one: RulerReading, width: int) -> Iterator[str]:
    if one.why:
        yield from wrapped(one.why, width, head="    ", indent=4)
    if one.apart:
        yield from wrapped(
            f"another word or evidence on {listed(one.apart, _MOST_NAMES)}", width, head="    ", indent=4
        )


def _share(found: int, of: int, interval: tuple[float, float] | None) -> str:
    if interval is None:
        return "-"
    return f"{percent(found / of)} [{percent(interval[0])[:-2]}, {percent(interval[1])[:-2]}]"


def _choices(choices: tuple[SentinelChoice, ...], width: int) -> Iterator[str]:
    yield fitted("TO CHOOSE   what a sentinel decides is worth more than how easy it is to label", width)
    for one in choices:
        told = f"{one.value:g}: {'; '.join(one.reasons) or 'nothing speaks for it'}"
        told += "; calibrated already" if one.calibrated else ""
        told += f" ({one.place})" if one.place else ""
        yield from wrapped(told, width, head=f"  {cell(one.case, 24)} ", indent=4)
    yield from wrapped(
        "a person decides: write `sentinel: true` into the case, or goldsmith review sentinels --mark ID", width,
        head="  ", indent=2,
    )  # fmt: skip
