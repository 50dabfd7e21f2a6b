"""How much of a change is the ruler's (labels that no longer name their passages) and how much the system's.

Each side has its scores as labelled, and, where its ids are those of another corpus revision than the labels name, the
scores of the same recorded replies with each label where its passage stands in that revision. With B and A the means
before and after as labelled, and B', A' re-anchored: the change A - B is the system's share A' - B' and the rest, which
is that of stale labels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from goldsmith.comparison.differences import of_one_version
from goldsmith.comparison.pairing import pair
from goldsmith.comparison.values import Values, case_values, change_of, outcome
from goldsmith.records.case import Case
from goldsmith.records.comparison import LeftOut, RulerShift, Side
from goldsmith.records.measure import Measure, Score, Scored

_LAYERS = frozenset({"retrieval", "evidence"})
"""Only these hold what was retrieved or cited against labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reanchored:
    """One side under labels of its own revision."""

    scores: tuple[Score, ...]
    """Of every case but those left out."""
    moved: frozenset[str] = frozenset()
    """Cases of which some passage stands under another id than the labels of the set name."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Cases of which it is not proved where their passages stand, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A change, taken apart."""

    shifts: tuple[RulerShift, ...]
    left_out: tuple[LeftOut, ...]
    """Common cases that are not counted, in order of their ids."""


def labelled_measures(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """Return the measures whose values rest on labels and that say which way is better."""
    return tuple(item for item in measures if item.layer in _LAYERS and item.direction != "none")


def split_change(
    now: Side,
    before: Side,
    *,
    reanchored: tuple[Reanchored | None, Reanchored | None],
    measures: Sequence[Measure],
    cases: Mapping[str, Case],
) -> Split:
    """Return what of the change of each measure is stale labels, on the common unchanged cases of two runs.

    `reanchored` are now and before under labels of their own revisions; None: the labels of the set are those. A
    measure without a case that has all values has no shift; values as labelled may be missing where a whole side does
    not show them. `cases` are those of today's set.
    """
    labelled = case_values(now.scores), case_values(before.scores)
    own = tuple(
        case_values(side.scores) if side is not None else values
        for side, values in zip(reanchored, labelled, strict=True)
    )
    sides = [side for side in reanchored if side is not None]
    why = {name: told for side in sides for name, told in sorted(side.left_out.items())}
    moved = frozenset[str]().union(*(side.moved for side in sides))
    common = pair(now, before, cases).common
    counted = [name for name in common if name not in why]
    comparable, _ = of_one_version(labelled_measures(measures), now.versions, before.versions)
    shifts = (_shift(measure, counted, (labelled[1], own[1], labelled[0], own[0]), moved) for measure in comparable)
    return Split(
        shifts=tuple(shift for shift in shifts if shift is not None),
        left_out=tuple(LeftOut(case=name, why=why[name]) for name in common if name in why),
    )


def _shift(
    measure: Measure, cases: Sequence[str], four: tuple[Values, Values, Values, Values], moved: frozenset[str]
) -> RulerShift | None:
    """Return the shift of one measure; `four`: before as labelled and re-anchored, then after likewise."""
    told = [place for place in range(len(four)) if place in _ANCHORED or _is_observed(measure, cases, four[place])]
    rows: dict[str, dict[int, float]] = {}
    for name in cases:
        found = {place: outcome(four[place], measure, name) for place in told}
        scored = {place: item.value for place, item in found.items() if isinstance(item, Scored)}
        if len(scored) == len(told):
            rows[name] = scored
    if not rows:
        return None
    mean = {place: math.fsum(row[place] for row in rows.values()) / len(rows) for place in told}
    system = change_of(mean[3], mean[1])
    both = 0 in mean and 2 in mean
    return RulerShift(
        measure=str(measure),
        unit=measure.unit,
        direction=measure.direction,
        before=mean.get(0),
        before_reanchored=mean[1],
        after_as_labelled=mean.get(2),
        after_reanchored=mean[3],
        stale_labels=change_of(change_of(mean[2], mean[0]), system) if both else None,
        system=system,
        n=len(rows),
        cases=tuple(name for name in rows if name in moved),
    )


_ANCHORED = frozenset({1, 3})
"""Places of the re-anchored among the four."""


def _is_observed(measure: Measure, cases: Sequence[str], labelled: Values) -> bool:
    """Say whether a side shows the measure as labelled on any case."""
    return any(isinstance(outcome(labelled, measure, name), Scored) for name in cases)
