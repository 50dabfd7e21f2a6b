"""The blocks of text that `evaluate` and `compare` share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.comparison import Comparison, Effect, Regression
from goldsmith.records.measure import Summary
from goldsmith.reports.figures import REASONS, change, count, percent, shown, value

MOST_REGRESSIONS = 8
_SHOWN_ALWAYS = frozenset(
    {
        "precision", "recall", "recall@5", "reciprocal_rank", "ndcg@10", "document_recall@5", "citation_precision",
        "citation_recall", "claim_recall", "decided_claim_recall", "right_behaviour", "leaks", "latency_ms", "failed",
    }
)  # fmt: skip
_ZERO_IS_QUIET = frozenset({"count", "usd"})


def regressions(comparison: Comparison, width: int) -> Iterator[str]:
    """Yield the block of regressions, the weightiest first."""
    yield f"REGRESSIONS   against {comparison.baseline} ({_same(comparison)})"
    if not comparison.regressions:
        yield f"  none on {count(comparison.common, 'common unchanged case')}"
    room = max((len(item.case) for item in comparison.regressions[:MOST_REGRESSIONS]), default=0)
    for item in comparison.regressions[:MOST_REGRESSIONS]:
        yield "  " + shown(f"{item.case:{min(room, 28)}}   {_told(item)}", width - 2)
    more = len(comparison.regressions) - MOST_REGRESSIONS
    if more > 0:
        yield f"  … and {more} more in the report"
    if comparison.improved:
        names = ", ".join(comparison.improved[:4]) + (" …" if len(comparison.improved) > 4 else "")
        yield "  " + shown(f"{count(len(comparison.improved), 'case')} failed before and pass now: {names}", width - 2)
    for change_ in comparison.changes:
        yield "  " + shown(f"{change_.what}: {change_.message}", width - 2)
    if comparison.stale:
        yield "  the baseline is stale: components differ or are not declared on both sides"
    if comparison.left_out:
        yield "  " + shown(_left_out(comparison), width - 2)


def _same(comparison: Comparison) -> str:
    changed = {item.what for item in comparison.changes}
    same = [name for name in ("set", "corpus") if name not in changed]
    other = [name for name in ("set", "corpus") if name in changed]
    words = [f"same {' and '.join(same)}"] if same else []
    words += [f"another {' and '.join(other)}"] if other else []
    return ", ".join(words)


def _told(item: Regression) -> str:
    told = "; ".join(cause.message for cause in item.causes[:2])
    fallen = ", ".join(f"{name} {before:.2f} -> {now:.2f}" for name, before, now in item.falls[:2])
    return told or fallen


def _left_out(comparison: Comparison) -> str:
    reasons: dict[str, int] = {}
    for item in comparison.left_out:
        reasons[item.why] = reasons.get(item.why, 0) + 1
    told = "; ".join(f"{number} {why}" for why, number in sorted(reasons.items()))
    return f"left out of the comparison: {told}"


def layers(summaries: Sequence[Summary], comparison: Comparison | None) -> Iterator[str]:
    """Yield the table of measures by layer."""
    effects = {item.measure: item for item in comparison.effects} if comparison else {}
    head = f"{'LAYERS':<37}{'now':>9}"
    if comparison:
        head += f"{shown(comparison.baseline, 9):>10}   {'change [95 %]':<25}{'n':>5}"
    else:
        head += f"   {'[95 %]':<18}{'n':>5}"
    yield head
    layer = ""
    for summary in summaries:
        if not _worth_a_line(summary, effects.get(summary.measure)):
            continue
        name = summary.layer if summary.layer != layer else ""
        layer = summary.layer
        yield _row(name, summary, effects.get(summary.measure), compared=comparison is not None)


def _row(name: str, summary: Summary, effect: Effect | None, *, compared: bool) -> str:
    row = f"  {name:<14} {summary.measure:<20}{value(summary.mean, summary.unit):>9}"
    if not compared:
        row += f"   {_interval(summary):<18}{summary.scored:>5}"
    elif effect is not None and effect.n:
        mark = {"better": "+", "worse": "!"}.get(effect.verdict, " ")
        told = change(effect.change, effect.unit, effect.interval)
        row += f"{value(effect.before, effect.unit):>10} {mark} {told:<25}{effect.n:>5}"
    else:
        row += f"{'-':>10}   {'':<25}{summary.scored:>5}"
    absent = summary.population - summary.scored
    if absent and summary.scored and summary.mean_over_all is not None:
        row += f"   {absent} without: {value(summary.mean_over_all, summary.unit)} over all {summary.population}"
    return row.rstrip()


def _interval(summary: Summary) -> str:
    if summary.interval is None:
        return ""
    return f"[{value(summary.interval[0], summary.unit)}, {value(summary.interval[1], summary.unit)}]"


def _worth_a_line(summary: Summary, effect: Effect | None) -> bool:
    if not summary.scored:
        return False
    if summary.measure in _SHOWN_ALWAYS:
        return True
    if effect is not None and effect.verdict in {"better", "worse"}:
        return True
    moved = effect is not None and effect.change not in {None, 0.0}
    return moved or (summary.direction == "lower" and summary.unit in _ZERO_IS_QUIET and bool(summary.mean))


def unscored(summaries: Sequence[Summary]) -> Iterator[str]:
    """Yield one line on what has no figure, and why."""
    reasons: dict[str, list[str]] = {}
    for summary in summaries:
        for reason, _ in summary.missing:
            if reason in {"needs_judge", "not_observed"} and not summary.scored:
                reasons.setdefault(reason, []).append(summary.measure)
    for why, names in sorted(reasons.items()):
        listed = ", ".join(names[:6]) + (" …" if len(names) > 6 else "")
        yield f"  no figure, {REASONS[why]}: {listed}"


def visible(comparison: Comparison) -> str:
    """Return the sentence on what the set can see."""
    if comparison.smallest_visible_fall is None:
        return f"With {count(comparison.common, 'common case')} no fall of the pass rate is visible for certain."
    points = comparison.smallest_visible_fall * 100
    return f"With {count(comparison.common, 'common case')} only falls of {points:.0f} points or more are visible."


def flipped(comparison: Comparison) -> str:
    """Return the sentence on which the one before rests."""
    return f"{percent(comparison.flip_share)} of the common cases changed their verdict."
