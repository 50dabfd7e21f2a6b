"""What the page draws, worked out before the template: rows of figures and the geometry of small interval bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.records.comparison import Comparison, Effect
from goldsmith.records.measure import Summary
from goldsmith.records.verdict import CaseResult, SliceSummary, Verdict
from goldsmith.reports.comparing import effects_by_measure, mean_now
from goldsmith.reports.figures import change, count, value, value_range

BAR_WIDTH = 140
MOST_CASES = 1_000
"""Cases on the page: a browser that draws many thousands of them is of no use to anybody."""
_MARGIN = 5
_STEP = 0.05
_LEAST_REACH = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """An interval in a small picture: horizontal places in units of the picture."""

    low: str
    high: str
    at: str
    zero: str
    """Where the line of no change, or of none, stands."""
    words: str
    """What the picture says, for those who do not see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measure."""

    layer: str
    """Empty where the row above has the same."""
    measure: str
    now: str
    everything: str
    before: str
    moved: str
    n: str
    tone: str
    """``good``, ``bad`` or nothing."""
    word: str
    """The verdict on the change, in words."""
    bar: Bar | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceRow:
    """One slice."""

    axis: str
    word: str
    rate: str
    passed: str
    cases: int
    thin: bool
    bar: Bar | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """Expected behaviours down, observed ones across."""

    observed: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    """Expected word, and for each observed one its tone and count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The cases that did alike."""

    state: str
    total: int
    members: tuple[tuple[int, CaseResult], ...]
    """Those that the page shows, each with its place in the verdict."""


def bar(at: float, interval: tuple[float, float], ends: tuple[float, float], words: str) -> Bar:
    """Return the picture of `interval` on a scale that runs from the first to the second of `ends`."""
    low, high = ends

    def place(number: float) -> str:
        share = (min(max(number, low), high) - low) / (high - low)
        return f"{_MARGIN + share * (BAR_WIDTH - 2 * _MARGIN):.1f}"

    return Bar(low=place(interval[0]), high=place(interval[1]), at=place(at), zero=place(0.0), words=words)


def reach(comparison: Comparison) -> float:
    """Return the end of the scale of changes: the widest interval of a share that has a bar, rounded up."""
    shares = [item.interval for item in comparison.effects if _has_bar(item) and item.interval]
    bounds = [abs(end) for interval in shares for end in interval]
    return max(_LEAST_REACH, math.ceil(max(bounds, default=0.0) / _STEP - 1e-9) * _STEP)


def measure_rows(verdict: Verdict) -> tuple[Row, ...]:
    """Return a row for each measure that has a figure."""
    effects = effects_by_measure(verdict.comparison)
    scale = reach(verdict.comparison) if verdict.comparison else 1.0
    rows: list[Row] = []
    layer = ""
    for summary in verdict.summaries:
        if summary.scored:
            shown_layer = "" if summary.layer == layer else summary.layer
            layer = summary.layer
            effect = effects.get(summary.measure)
            compared = verdict.comparison is not None
            rows.append(_beside(shown_layer, summary, effect, scale) if compared else _alone(shown_layer, summary))
    return tuple(rows)


def _alone(layer: str, summary: Summary) -> Row:
    picture = None
    if summary.unit == "share" and summary.mean is not None and summary.interval is not None:
        words = f"{value(summary.mean, 'share')}, 95 % interval {value_range(summary.interval, 'share')}"
        picture = bar(summary.mean, summary.interval, (0.0, 1.0), words)
    whole = summary.scored == summary.population
    return Row(
        layer=layer,
        measure=summary.measure,
        now=value(summary.mean, summary.unit),
        everything=value(summary.mean_over_all, summary.unit),
        before="",
        moved=value_range(summary.interval, summary.unit),
        n=f"{summary.scored}" if whole else f"{summary.scored} of {summary.population}",
        tone="",
        word="",
        bar=picture,
    )


_TONES = {"better": ("good", "better"), "worse": ("bad", "worse"), "undecided": ("", "undecided")}


def _beside(layer: str, summary: Summary, effect: Effect | None, scale: float) -> Row:
    compared = effect if effect is not None and effect.n else None
    tone, word = _TONES.get(compared.verdict, ("", "")) if compared else ("", "not compared")
    return Row(
        layer=layer,
        measure=summary.measure,
        now=value(mean_now(summary, effect), summary.unit),
        everything=value(summary.mean_over_all, summary.unit),
        before=value(compared.before, summary.unit) if compared else "-",
        moved=change(compared.change, compared.unit, compared.interval) if compared else "",
        n=f"{compared.n if compared else summary.scored}",
        tone=tone,
        word=word if summary.direction != "none" else "",
        bar=_change_bar(compared, scale) if compared else None,
    )


def _has_bar(effect: Effect) -> bool:
    # Intervals of one or two pairs would span the picture and flatten all others.
    return effect.unit == "share" and effect.verdict != "undecided"


def _change_bar(effect: Effect, scale: float) -> Bar | None:
    if not _has_bar(effect) or effect.change is None or effect.interval is None:
        return None
    words = f"change {change(effect.change, 'share', effect.interval)}"
    return bar(effect.change, effect.interval, (-scale, scale), words)


def slice_rows(slices: Sequence[SliceSummary]) -> tuple[SliceRow, ...]:
    """Return a row for each slice, in the order given."""
    return tuple(_slice_row(item) for item in slices)


def _slice_row(item: SliceSummary) -> SliceRow:
    rate = item.passed / item.decided if item.decided else None
    picture = None
    if rate is not None and item.interval is not None and not item.below_minimum:
        words = f"{value(rate, 'share')}, 95 % interval {value_range(item.interval, 'share')}"
        picture = bar(rate, item.interval, (0.0, 1.0), words)
    return SliceRow(
        axis=item.axis,
        word=item.word,
        rate="" if item.below_minimum else value(rate, "share"),
        passed=f"{item.passed} of {item.decided}",
        cases=item.cases,
        thin=item.below_minimum,
        bar=picture,
    )


def matrix(behaviours: Sequence[tuple[str, str, int]]) -> Matrix:
    """Return the confusion matrix; behaviours that were expected come first among the observed ones."""
    expected = sorted({row[0] for row in behaviours})
    observed = [*expected, *sorted({row[1] for row in behaviours} - set(expected))]
    counts = {(row[0], row[1]): row[2] for row in behaviours}

    def told(wanted: str, seen: str) -> tuple[str, int]:
        number = counts.get((wanted, seen), 0)
        return ("" if not number else "good" if wanted == seen else "bad"), number

    return Matrix(
        observed=tuple(_spoken(word) for word in observed),
        rows=tuple((_spoken(wanted), tuple(told(wanted, seen) for seen in observed)) for wanted in expected),
    )


def completeness(verdict: Verdict) -> tuple[tuple[str, str, str], ...]:
    """Return how much of what was to be done the figures rest on: label, words and tone of each fact."""
    plan = verdict.plan
    asked = len(plan.cases) * plan.repeats
    undecided = sum(item.result.state == "undecided" for item in verdict.cases)
    answers = "answers" if plan.repeats > 1 else "cases"
    rows = [
        ("Scored", f"{verdict.answered:,} of {asked:,} {answers}", "bad" if verdict.answered < asked else ""),
        ("Failed calls", f"{verdict.failed:,}", "bad" if verdict.failed else ""),
        ("Not answered", f"{verdict.unanswered:,}", "bad" if verdict.unanswered else ""),
        ("Undecided", count(undecided, "case"), "warn" if undecided else ""),
        ("Reviewed", f"{verdict.reviewed:,} of {count(len(verdict.cases), 'case')}", ""),
    ]
    if verdict.calls:
        probes = f", {verdict.probe_calls:,} of them for probes" if verdict.probe_calls else ""
        rows.append(("Calls", f"{verdict.calls:,}{probes}", ""))
    if plan.subset is not None:
        rows.append(("Subset", plan.subset, "warn"))
    return tuple(rows)


def _spoken(word: str) -> str:
    return word.replace("_", " ")


def by_state(cases: Sequence[CaseResult], most: int = MOST_CASES) -> tuple[Group, ...]:
    """Return the cases by how they did, failed first; empty states left out, and of all cases only the first `most`."""
    groups: list[Group] = []
    for state in ("failed", "undecided", "passed"):
        members = [(place, item) for place, item in enumerate(cases) if item.result.state == state]
        if members:
            groups.append(Group(state=state, total=len(members), members=tuple(members[:most])))
            most = max(most - len(members), 0)
    return tuple(groups)
