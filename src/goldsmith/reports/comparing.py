"""The blocks of text that `evaluate` and `compare` share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from goldsmith.records.comparison import Cause, Comparison, Effect, Regression, RulerShift, RulerSide
from goldsmith.records.measure import Summary
from goldsmith.reports.figures import REASONS, change, count, value, value_range
from goldsmith.reports.plain_text import cell, columns, fitted, listed, middle, shown, wrapped

MOST_REGRESSIONS = 6
_MOST_CHANGES = 3
_MOST_SHIFTS = 6
_MOST_UNPROVED = 4
_CASE_ROOM = 28
_LEAST_ROOM = 16
_PASSAGE_ROOM = 36
_IN_THE_ANSWER = frozenset({"claim_missing", "prohibited_claim", "wrong_behaviour"})
"""What a person meets, beside what led to it."""
_CHANGE_ROOM = 26
_ALWAYS = frozenset(
    {
        "precision", "recall", "recall@5", "reciprocal_rank", "document_recall@5", "citation_precision",
        "citation_recall", "claim_recall", "decided_claim_recall", "right_behaviour", "leaks", "latency_ms",
        "time_to_first_token_ms", "failed",
    }
)  # fmt: skip
"""Measures that have a line in every table; others only where they say something, and only so many."""
_MOST_OTHERS = 4
_STANDS_FOR = {"decided_claim_recall": "claim_recall", "document_recall@5": "recall@5"}
"""A measure that is worth its line only where it has a value of cases of which the other has none."""
_MARKS = {"worse": "!", "better": "+"}
LEGEND = "! worse, + better: p < 0.05 after correcting for all measures"
_FIGURE_END = 45
_NARROWEST = 38
_CHANGE_LEAST = 21
_WIDEST = _FIGURE_END + 10 + 3 + _CHANGE_ROOM + 5
_WORTH_NAMING = frozenset({"needs_judge", "not_observed", "measure_failed"})


def regressions(comparison: Comparison, width: int) -> Iterator[str]:
    """Yield the block of regressions, the weightiest first, and what else differs between the two runs."""
    against = f"against {comparison.baseline} ({sameness(comparison)})"
    why = f" · {comparison.why_this_baseline}" if comparison.why_this_baseline else ""
    yield "REGRESSIONS   " + shown(against + why, width - 14)
    if not comparison.regressions:
        yield f"  none on {count(comparison.common, 'common unchanged case')}"
    told = comparison.regressions[:MOST_REGRESSIONS]
    room = min(max((columns(shown(item.case, _CASE_ROOM)) for item in told), default=0), _CASE_ROOM)
    for item in told:
        yield f"  {cell(item.case, room)}   {_told(item, width - room - 5)}"
    if len(comparison.regressions) > len(told):
        yield f"  … and {len(comparison.regressions) - len(told):,} more in the report"
    if comparison.improved:
        improved = f"{count(len(comparison.improved), 'case')} failed before and passed now"
        yield "  " + shown(f"{improved}: {listed(comparison.improved, 4)}", width - 2)
    yield from _differences(comparison, width)


def _differences(comparison: Comparison, width: int) -> Iterator[str]:
    for item in comparison.changes[:_MOST_CHANGES]:
        yield "  " + shown(f"{item.what}: {item.message}", width - 2)
    if len(comparison.changes) > _MOST_CHANGES:
        yield f"  … and {len(comparison.changes) - _MOST_CHANGES} more differences in the report"
    if comparison.stale:
        yield "  " + shown("the baseline is stale: components differ or are not declared on both sides", width - 2)
    if comparison.left_out:
        reasons = "; ".join(f"{number} {why}" for why, number in left_out(comparison))
        yield "  " + shown(f"left out of the comparison: {reasons}", width - 2)


def ruler(comparison: Comparison, width: int) -> Iterator[str]:
    """Yield what of the change is stale labels and what the system's; nothing where both sides fit the labels."""
    if not comparison.ruler_told:
        return
    yield "RULER   what of the change is stale labels, and what the system's"
    yield from wrapped(comparison.ruler_told, width, head="  ", indent=2)
    for side in comparison.ruler_sides:
        if side.relabelled:
            yield "  " + shown(f"{side.side}: {ids_told(side)}", width - 2)
    moved = [shift for shift in comparison.ruler if shift.stale_labels != 0]
    if moved:
        yield fitted(f"  {'':<22}{'as labelled':>14}{'re-anchored':>14}{'stale':>8}{'system':>8}{'n':>4}", width)
    for shift in moved[:_MOST_SHIFTS]:
        yield fitted(_shift(shift), width)
    if len(moved) > _MOST_SHIFTS:
        yield "  " + shown(f"and {listed(tuple(shift.measure for shift in moved[_MOST_SHIFTS:]), 5)}", width - 2)
    yield from _unproved(comparison, width)


def ids_told(side: RulerSide) -> str:
    """Return how many of the ids that a side retrieved are those of each revision, the most first."""
    held = sorted(side.held.items(), key=lambda item: (item[0] != side.revision, -item[1], item[0]))
    (label, number), *others = held or [("", 0)]
    ids = "retrieved passages, by id and text," if side.by_text else "retrieved ids"
    return ", ".join(
        (f"{number} of {side.ids} {ids} are those of {label}", *(f"{had} of {name}" for name, had in others))
    )


def _shift(shift: RulerShift) -> str:
    def pair(before: float | None, after: float | None) -> str:
        return f"{value(before, shift.unit)} -> {value(after, shift.unit)}"

    row = f"  {shown(shift.measure, 22):<22}{pair(shift.before, shift.after_as_labelled):>14}"
    row += f"{pair(shift.before_reanchored, shift.after_reanchored):>14}"
    return f"{row}{change(shift.stale_labels, shift.unit):>8}{change(shift.system, shift.unit):>8}{shift.n:>4}"


def _unproved(comparison: Comparison, width: int) -> Iterator[str]:
    """Say which cases the split leaves out, and how the labels follow their passages for good."""
    out = comparison.ruler_left_out
    if out:
        named = listed(tuple(item.case for item in out), _MOST_UNPROVED)
        told = f"{count(len(out), 'case')} not in these figures, with labels that could not be re-anchored: {named}"
        yield "  " + shown(told, width - 2)
        yield "    " + shown(f"{out[0].case}: {out[0].why}", width - 4)
    now = comparison.ruler_sides[-1] if comparison.ruler_sides else None
    if now is not None and now.relabelled:
        yield "  " + shown(f"goldsmith refresh {now.revision} moves the labels there for good", width - 2)


def sameness(comparison: Comparison) -> str:
    """Return whether set and corpus are the same on both sides, such as ``same set, another corpus``."""
    changed = {item.what for item in comparison.changes}
    same = [name for name in ("set", "corpus") if name not in changed]
    other = [name for name in ("set", "corpus") if name in changed]
    words = [f"same {' and '.join(same)}"] if same else []
    words += [f"another {' and '.join(other)}"] if other else []
    return ", ".join(words)


def _told(item: Regression, width: int) -> str:
    """Return why a case got worse, in one line: the first cause and what came of it, else what fell."""
    if not item.causes:
        return shown(", ".join(f"{name} {before:.2f} -> {now:.2f}" for name, before, now in item.falls[:2]), width)
    first = item.causes[0]
    others = [cause for cause in item.causes if cause.kind != first.kind]
    second = next((cause for cause in others if cause.kind in _IN_THE_ANSWER), others[0] if others else None)
    if second is None:
        return shown(_message(first), width)
    link = " -> " if second.kind in _IN_THE_ANSWER and first.kind not in _IN_THE_ANSWER else "; "
    start = shown(_message(first), width)
    rest = width - columns(start) - len(link)
    return start if rest < _LEAST_ROOM else start + link + shown(_message(second), rest)


def _message(cause: Cause) -> str:
    """Return what happened, with both ends of a long id."""
    passage = cause.passage
    return cause.message.replace(passage, middle(passage, _PASSAGE_ROOM)) if passage else cause.message


def left_out(comparison: Comparison) -> tuple[tuple[str, int], ...]:
    """Return why cases could not be compared, and how many each."""
    return tuple(sorted(Counter(item.why for item in comparison.left_out).items()))


def effects_by_measure(comparison: Comparison | None) -> dict[str, Effect]:
    """Return the change of each measure; empty without a comparison."""
    return {item.measure: item for item in comparison.effects} if comparison else {}


def layers(summaries: Sequence[Summary], comparison: Comparison | None, width: int) -> Iterator[str]:
    """Yield the table of measures by layer.

    Beside a baseline every figure of a row rests on the same n pairs. Where that leaves cases out, or some have no
    answer, the mean over all cases stands in a column of its own.
    """
    effects = effects_by_measure(comparison)
    lines, others = _lines(summaries, effects)
    whole = has_all_column(lines, effects)
    # On a narrow screen blanks go first, behind the change and before the figures: no row may lose its n.
    over = max(_WIDEST + 11 * whole - width, 0) if comparison else 0
    room = max(_CHANGE_ROOM - over, _CHANGE_LEAST)
    end = max(_FIGURE_END - (over - (_CHANGE_ROOM - room)), _NARROWEST)
    first = f"{'now':>{end - 6}}" + (f"{'all cases':>11}" if whole else "")
    if comparison:
        first += f"{shown(comparison.baseline, 9):>10}   {'change [95 %]':<{room}}{'n':>5}"
    else:
        first += f"   {'[95 %]':<22}{'n':>8}"
    yield fitted(f"LAYERS{first}", width)
    layer = ""
    for summary in lines:
        effect = effects.get(summary.measure)
        row = f"  {'' if summary.layer == layer else summary.layer:<14}{summary.measure} "
        # A long name takes the blanks before its figure.
        row += value(mean_now(summary, effect), summary.unit).rjust(end - len(row))
        row += f"{value(summary.mean_over_all, summary.unit):>11}" if whole else ""
        row += _compared(effect, summary, room) if comparison else _alone(summary)
        layer = summary.layer
        yield fitted(row, width)
    if comparison:
        yield "  " + fitted(LEGEND, width - 2)
    if others:
        yield "  " + shown(f"moved too, figures in the report: {listed(others, 5)}", width - 2)


def _lines(summaries: Sequence[Summary], effects: Mapping[str, Effect]) -> tuple[list[Summary], tuple[str, ...]]:
    scored = {summary.measure: summary.scored for summary in summaries}
    telling = [
        item
        for item in summaries
        if _worth_a_line(item, effects.get(item.measure))
        and item.scored > scored.get(_STANDS_FOR.get(item.measure, ""), 0)
    ]
    others = tuple(item.measure for item in telling if item.measure not in _ALWAYS)[_MOST_OTHERS:]
    return [item for item in telling if item.measure not in others], others


def mean_now(summary: Summary, effect: Effect | None) -> float | None:
    """Return the mean that stands beside the baseline's: on the same pairs, where there are any."""
    return effect.now if effect is not None and effect.n else summary.mean


def has_all_column(summaries: Sequence[Summary], effects: Mapping[str, Effect]) -> bool:
    """Say whether some mean leaves cases out: cases without an answer, or cases that the baseline does not share."""
    return any(
        summary.scored < summary.population
        or value(mean_now(summary, effects.get(summary.measure)), summary.unit) != value(summary.mean, summary.unit)
        for summary in summaries
        if summary.scored
    )


def _compared(effect: Effect | None, summary: Summary, room: int) -> str:
    if effect is None or not effect.n:
        return f"{'-':>10}   {'':<{room}}{summary.scored:>5}"
    told = change(effect.change, effect.unit, effect.interval)
    return f"{value(effect.before, effect.unit):>10} {mark(effect)} {told:<{room}}{effect.n:>5}"


def mark(effect: Effect) -> str:
    """Return the mark of a change that is hardly chance, as `LEGEND` explains it; a blank for any other."""
    return _MARKS.get(effect.verdict, " ")


def _alone(summary: Summary) -> str:
    scored = f"{summary.scored}" if summary.scored == summary.population else f"{summary.scored}/{summary.population}"
    return f"   {value_range(summary.interval, summary.unit):<22}{scored:>8}"


def _worth_a_line(summary: Summary, effect: Effect | None) -> bool:
    if not summary.scored:
        return False
    if effect is not None and effect.verdict in {"better", "worse"}:
        return True
    if summary.measure in _ALWAYS:
        return summary.measure != "failed" or bool(summary.mean)
    if "." in summary.measure:
        return True  # of a plug-in: somebody asked for it by name
    return (
        summary.direction == "lower"
        and summary.unit == "count"
        and summary.layer != "operations"
        and bool(summary.mean)
    )


def notes(summaries: Sequence[Summary], width: int) -> Iterator[str]:
    """Yield what the table leaves unsaid: cases that count as worst, and measures without a figure, with the reason."""
    failed = without_answer(summaries)
    if failed:
        told = f"{count(failed, 'case')} without an answer: 'all cases' counts each as the worst value"
        yield "  " + shown(told, width - 2)
    for why, names in without_figure(summaries):
        yield "  " + shown(f"no figure, {why}: {listed(names, 6)}", width - 2)
    for summary in summaries:
        waiting = dict(summary.missing).get("needs_judge", 0)
        if waiting and summary.scored and summary.measure in _ALWAYS:
            yield "  " + shown(f"{summary.measure}: {count(waiting, 'case')} more need a judge", width - 2)
        broken = dict(summary.missing).get("measure_failed", 0)
        if broken and summary.scored:
            yield "  " + shown(f"{summary.measure}: the measure failed on {count(broken, 'case')} more", width - 2)


def without_answer(summaries: Sequence[Summary]) -> int:
    """Return how many cases have no value because there is no answer."""
    return max((summary.population - summary.scored for summary in summaries if summary.scored), default=0)


def without_figure(summaries: Sequence[Summary]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the measures that no case has a value of though some ask for it, by reason in words with its cases."""
    groups: dict[tuple[str, int], list[str]] = {}
    for summary in summaries:
        for reason, cases in summary.missing:
            if reason in _WORTH_NAMING and not summary.scored:
                groups.setdefault((REASONS[reason], cases), []).append(summary.measure)
    return tuple((f"{why} ({count(cases, 'case')})", tuple(names)) for (why, cases), names in sorted(groups.items()))


def visible(comparison: Comparison) -> str:
    """Return the sentence on what the set can see."""
    cases = count(comparison.common, "common case")
    if comparison.smallest_visible_fall is None:
        return f"With {cases} no fall of the pass rate is visible for certain."
    return f"With {cases} only falls of {comparison.smallest_visible_fall * 100:.0f} points or more are visible."
