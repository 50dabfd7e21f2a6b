"""Cases that have a value on one side only: how many, why, and what they could do to the mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from goldsmith.comparison.differences import NAMED, listed
from goldsmith.comparison.effects import Column
from goldsmith.comparison.values import Values, outcome
from goldsmith.records.comparison import Change
from goldsmith.records.measure import Measure, Unscored
from goldsmith.stats.denominators import Bounds, worst_and_best

_FAILED = frozenset({"system_failed", "not_answered"})


@dataclass(frozen=True, slots=True)
class _Loss:
    """Cases that one or more measures lost on one side for the same reasons."""

    cases: tuple[str, ...]
    reasons: tuple[str, ...]
    judge: bool
    pairs: int


def lost_scores(columns: Sequence[Column], now: Values, before: Values, common: int) -> Iterator[Change]:
    """Yield what is lost now, then what the baseline lacks: failed cases in one line, then the rest by measures.

    Measures that lost the same cases for the same reasons share a line. Where a judge, or something that is not shown,
    is missing now, it bounds the mean by the worst and the best that the lost cases could have been.
    """
    for values, of_now in ((now, True), (before, False)):
        side = "now" if of_now else "in the baseline"
        failed: set[str] = set()
        groups: dict[_Loss, list[Column]] = {}
        for column in columns:
            found = _unscored(values, column.measure, column.lost if of_now else column.only_now)
            failed |= {case for case, why in found if why.reason in _FAILED}
            rest = [(case, why) for case, why in found if why.reason not in _FAILED]
            if rest:
                groups.setdefault(_loss(rest, len(column.cases)), []).append(column)
        if failed:
            told = f"{len(failed)} of {common} cases failed {side}, wholly or in part, and stand in no mean"
            yield Change(what="measure", message=f"{told}: {listed(sorted(failed))}")
        for loss, members in groups.items():
            yield _told(loss, members, side, bounded=of_now)


def _unscored(values: Values, measure: Measure, cases: Sequence[str]) -> list[tuple[str, Unscored]]:
    outcomes = [(case, outcome(values, measure, case)) for case in cases]
    return [(case, found) for case, found in outcomes if isinstance(found, Unscored)]


def _loss(found: Sequence[tuple[str, Unscored]], pairs: int) -> _Loss:
    reasons = {why.reason.replace("_", " ") + (f": {why.detail}" if why.detail else "") for _, why in found}
    return _Loss(
        tuple(case for case, _ in found),
        tuple(sorted(reasons)),
        all(why.reason == "needs_judge" for _, why in found),
        pairs,
    )


def _told(loss: _Loss, members: Sequence[Column], side: str, *, bounded: bool) -> Change:
    names = listed([str(column.measure) for column in members])
    counts = f"{len(loss.cases)} of {loss.pairs + len(loss.cases)} cases not scored {side}"
    told = [f"{names}: {counts} ({listed(loss.reasons, '; ')}): {listed(loss.cases)}"]
    if bounded:
        told += [text for column in members[:NAMED] if (text := _bounds(column))]
    return Change(what="judge" if loss.judge else "measure", message="; ".join(told))


def _bounds(column: Column) -> str:
    if column.measure.unit != "share":
        return ""
    bounds = worst_and_best(column.now, asked=len(column.cases) + len(column.lost))
    if not isinstance(bounds, Bounds):
        return ""
    return f"the mean of {column.measure} over all of them lies between {bounds.worst:.2f} and {bounds.best:.2f}"
