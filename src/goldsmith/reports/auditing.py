"""An audit of production traces, on one screen: what leaked to whom, what cannot be told, and what the rest proves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.audit import Audit, AuditedTrace
from goldsmith.records.observation import Leak
from goldsmith.reports.figures import count, percent
from goldsmith.reports.plain_text import wrapped

_MOST = 12
_SINCE = 10


def render_audit(told: Audit, *, width: int) -> str:
    """Return lines of at most `width` columns."""
    lines = list(wrapped(_summary(told), width, head=f"{_word(told):<10}"))
    if told.leaking:
        lines += ["", "LEAKED"]
        for one in told.leaking[:_MOST]:
            lines += _leak(one, width)
        if len(told.leaking) > _MOST:
            lines.append(f"  … and {len(told.leaking) - _MOST} more traces (--json lists all)")
    if told.untold:
        lines += ["", "CANNOT BE TOLD"]
        for item in told.untold:
            first = f" (first: {', '.join(item.first[:2])})"
            lines += wrapped(f"{item.why}{first}", width, head=f"{item.traces:>7,}  ", indent=9)
    lines += ["", "RULES"]
    for used in told.rules:
        since = f" from {used.since[:_SINCE]} on" if used.since else ""
        lines += wrapped(f"{used.revision}{since}", width, head=f"{used.traces:>7,}  ", indent=9)
    for note in told.notes:
        lines += wrapped(note, width, head="  note: ", indent=8)
    return "\n".join([*lines, "", *wrapped(told.next_step, width, head="Next: ", indent=6)])


def _word(told: Audit) -> str:
    return {0: "CLEAN", 1: "LEAKED", 3: "UNDECIDED"}[told.exit_status]


def _summary(told: Audit) -> str:
    documents = {leak.document for one in told.leaking for leak in one.leaks}
    parts = [count(told.traces, "trace")]
    if told.leaking:
        users = {(one.user, one.tenant) for one in told.leaking}
        parts.append(
            f"{count(len(documents), 'denied document')} showed in {count(len(told.leaking), 'trace')} "
            f"of {count(len(users), 'asker')}"
        )
    parts.append(f"{told.tried:,} could show a leak and tell enough")
    if told.rules_out is not None:
        parts.append(f"none did: only rates above {percent(told.rules_out)} are ruled out")
    if told.free:
        parts.append(f"{told.free:,} asked by people to whom nothing is denied")
    return " · ".join(parts)


def _leak(one: AuditedTrace, width: int) -> Iterator[str]:
    tenant = f" of {one.tenant}" if one.tenant else ""
    yield from wrapped(f"{one.user}{tenant} · {one.at or 'no time'} · trace {one.trace}", width, head="  x ", indent=4)
    for document in dict.fromkeys(leak.document for leak in one.leaks):
        own = [leak for leak in one.leaks if leak.document == document]
        ways = "; ".join(_way(channel, own) for channel in dict.fromkeys(leak.channel for leak in own))
        yield from wrapped(f"{document}: {ways}", width, head="      ", indent=8)


def _way(channel: str, leaks: Sequence[Leak]) -> str:
    own = [leak.detail for leak in leaks if leak.channel == channel]
    more = f", and {len(own) - 1} more" if len(own) > 1 else ""
    return f"{channel}, {own[0]}{more}"
