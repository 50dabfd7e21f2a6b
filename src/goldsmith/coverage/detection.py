"""Which fall of the pass rate a set can show, and how many cases and repeats a given fall needs.

Paired: the same cases before and after, two-sided 0.05, 80 % power. What rules it is the share of cases whose verdict
flips between two runs; it is taken from repeats, else from two runs, else assumed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldsmith.coverage.families import families, family_sizes
from goldsmith.coverage.mix import words_on
from goldsmith.records.case import Case
from goldsmith.records.coverage import Detected, Detection, FlipShare, Repeated
from goldsmith.records.gate import CasePass
from goldsmith.stats.power import LEAST_FLIPS, design_effect, paired_sample_size, smallest_fall_that_flips
from goldsmith.stats.repeats import RepeatCount, flip_share_of_repeats
from goldsmith.stats.undefined import Undefined

ASSUMED_FLIPS = 0.20
"""Share of cases taken to flip where no run tells."""
LEAST_SEEN = 20
"""Cases on which flips must have been seen before they are believed."""
REPEATS = (1, 3, 5)
"""Runs of each case for which the cases needed are told."""
SLICED_AXES = ("answerability", "behaviour", "job", "reasoning", "difficulty", "risk", "language", "challenges")
"""Axes whose slices are looked at one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """The verdicts of one run of the whole set, on cases that are as they were asked."""

    run: str
    system: str
    """What was asked: the same system under the same settings has the same words here."""
    passes: Mapping[str, CasePass]
    """By case id."""


def flip_share(runs: Sequence[PastRun]) -> FlipShare:
    """Return the share of cases that flip, from `runs` (latest first).

    From the repeats of the latest run that has them on `LEAST_SEEN` cases or more; else from the latest run and the
    one before it of the same system; else assumed. At least `LEAST_FLIPS` are taken: few cases cannot show that fewer
    would.
    """
    for run in runs:
        counts = [
            RepeatCount(runs=item.repeats, passed=item.passes)
            for item in run.passes.values()
            if item.repeats > 1 and item.state != "undecided"
        ]
        observed = flip_share_of_repeats(counts)
        if len(counts) >= LEAST_SEEN and not isinstance(observed, Undefined):
            return FlipShare(
                value=max(observed, LEAST_FLIPS),
                basis="repeats",
                observed=observed,
                cases=len(counts),
                runs=(run.run,),
            )
    return _of_two_runs(runs) or FlipShare(value=ASSUMED_FLIPS, basis="assumed")


def _of_two_runs(runs: Sequence[PastRun]) -> FlipShare | None:
    for place, later in enumerate(runs):
        for earlier in runs[place + 1 :]:
            if earlier.system != later.system:
                continue
            states = [
                (item.state, earlier.passes[name].state)
                for name, item in later.passes.items()
                if name in earlier.passes and "undecided" not in {item.state, earlier.passes[name].state}
            ]
            if len(states) >= LEAST_SEEN:
                observed = sum(1 for one, other in states if one != other) / len(states)
                return FlipShare(
                    value=max(observed, LEAST_FLIPS),
                    basis="two_runs",
                    observed=observed,
                    cases=len(states),
                    runs=(earlier.run, later.run),
                )
    return None


def detect(cases: Sequence[Case], flips: FlipShare, points: float, *, axes: Sequence[str] = SLICED_AXES) -> Detection:
    """Return what `cases` can show of a fall of `points` (0 < points <= 100), whole and in each slice of `axes`.

    Cases of one family count as if they always passed or failed together, the worst case: n²/sum m² of n cases in
    families of m. Raises ValueError for other `points`.
    """
    if not 0.0 < points <= 100.0:
        message = f"a fall is more than 0 and at most 100 points, not {points!r}"
        raise ValueError(message)
    drop = points / 100.0
    repeats = tuple(_repeated(count, flips.value, drop) for count in REPEATS)
    family_of = families(cases)
    members: dict[tuple[str, str], list[int]] = {}
    for case, family in zip(cases, family_of, strict=True):
        for axis in axes:
            for word in words_on(case, axis):
                members.setdefault((axis, word), []).append(family)
    order = {axis: place for place, axis in enumerate(axes)}
    return Detection(
        points=points,
        flips=flips,
        whole=_detected({}, family_of, flips.value, repeats[0].needed),
        slices=tuple(
            _detected({axis: word}, members[axis, word], flips.value, repeats[0].needed)
            for axis, word in sorted(members, key=lambda key: (order[key[0]], key[1]))
        ),
        repeats=repeats,
    )


def _detected(named: dict[str, str], family_of: Sequence[int], flips: float, needed: int) -> Detected:
    sizes = family_sizes(family_of)
    effective = len(family_of) / design_effect(sizes)
    # A sum of squares divides the cases: what is whole but for the noise of a float is whole.
    whole = math.floor(effective + 1e-9)
    fall = smallest_fall_that_flips(whole, least_flips=flips) if whole else Undefined("there is no case")
    return Detected(
        slice=named,
        cases=len(family_of),
        families=len(sizes),
        effective=effective,
        smallest_fall=None if isinstance(fall, Undefined) else fall,
        more=max(0, needed - whole),
    )


def _repeated(repeats: int, flips: float, drop: float) -> Repeated:
    """Say what `repeats` runs a case leave to need.

    The fall itself flips as many cases as it takes points, however often each is run; what flips beyond that is noise,
    whose variance the mean of k runs divides by k.
    """
    left = drop + max(flips - drop, 0.0) / repeats
    needed = max(_FEWEST, paired_sample_size(drop=drop, flip_share=left))
    return Repeated(repeats=repeats, flip_share=left, needed=needed)


_FEWEST = 6
"""With fewer cases the smallest two-sided p, 2/2^n, is above 0.05."""
