"""Two runs on the cases that they have in common: what changed, by how much, which cases got worse and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith.comparison.differences import component_changes, of_one_version, run_changes, undecided_changes
from goldsmith.comparison.effects import columns_of, effects_of
from goldsmith.comparison.losses import lost_scores
from goldsmith.comparison.pairing import pair
from goldsmith.comparison.regressions import regressions_of, watched
from goldsmith.comparison.values import case_values
from goldsmith.records.case import Case
from goldsmith.records.comparison import Comparison, Side
from goldsmith.records.gate import CasePass
from goldsmith.records.measure import Measure
from goldsmith.stats.power import LEAST_FLIPS, smallest_fall_that_flips


def compare(
    now: Side,
    before: Side,
    *,
    measures: Sequence[Measure],
    cutoff: int,
    why_this_baseline: str,
    cases: Mapping[str, Case],
) -> Comparison:
    """Return what changed from `before` (the baseline) to `now`, both scored under the same `measures`.

    `cases` are those of today's set, by id. Only common unchanged cases are compared (`pairing.pair`); all others are
    listed with the reason, and so is a measure of which the two sides had different versions. Ranks beyond `cutoff`
    count as not retrieved when causes are told. Nothing depends on the order of cases, observations or scores; effects
    stand in the order of `measures`.
    """
    pairing = pair(now, before, cases)
    values = (case_values(now.scores), case_values(before.scores))
    passes = (_by_case(now.passes), _by_case(before.passes))
    comparable, other_versions = of_one_version(measures, now.versions, before.versions)
    columns = columns_of(comparable, values[0], values[1], pairing.common)
    components = component_changes(now.plan.fingerprints, before.plan.fingerprints)
    decided, fallen, risen = _flips(pairing.common, *passes)
    flip_share = (len(fallen) + len(risen)) / decided if decided else 0.0
    return Comparison(
        baseline=before.name,
        why_this_baseline=why_this_baseline,
        common=len(pairing.common),
        left_out=pairing.left_out,
        changes=(
            *run_changes(now.plan, before.plan, pairing),
            *components,
            *other_versions,
            *undecided_changes(*passes, pairing.common),
            *lost_scores(columns, *values, len(pairing.common)),
        ),
        effects=effects_of(columns),
        regressions=regressions_of(pairing, passes, values, watched(comparable, cutoff), cutoff),
        improved=risen,
        smallest_visible_fall=_visible_fall(decided, flip_share),
        flip_share=flip_share,
        stale=bool(components),
    )


def _visible_fall(decided: int, flip_share: float) -> float | None:
    """Return the smallest fall that the cases `decided` on both sides show; None: so few show none."""
    if not decided:
        return None
    fall = smallest_fall_that_flips(decided, least_flips=max(flip_share, LEAST_FLIPS))
    return fall if isinstance(fall, float) else None


def _by_case(passes: Sequence[CasePass]) -> Mapping[str, CasePass]:
    return {item.case: item for item in passes}


def _flips(
    common: Sequence[str], now: Mapping[str, CasePass], before: Mapping[str, CasePass]
) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Return how many cases are decided on both sides, those that fell to failed, and those that rose to passed."""
    states = {
        name: (before[name].state, now[name].state)
        for name in common
        if name in before and name in now and "undecided" not in {before[name].state, now[name].state}
    }
    fallen = tuple(name for name, pair_of in states.items() if pair_of == ("passed", "failed"))
    risen = tuple(name for name, pair_of in states.items() if pair_of == ("failed", "passed"))
    return len(states), fallen, risen
