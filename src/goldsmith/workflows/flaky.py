"""Cases whose repeats disagree, and what that means for a release.

A case that passed in the baseline blocks as a regression only where it fails in more than half of its repeats; one that
fails in fewer is named and does not block. A hard gate that is broken once blocks: a leak is no matter of luck, so such
a case counts as failed in every repeat and is never flaky.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldsmith.records.gate import CasePass
from goldsmith.records.verdict import FlakyCase, RepeatFigures
from goldsmith.stats.repeats import RepeatCount, mean_pass_at_k, mean_pass_hat_k
from goldsmith.stats.undefined import Undefined


def flaky_cases(passes: Iterable[CasePass]) -> tuple[FlakyCase, ...]:
    """Return the cases of which some repeats passed and some failed, those that fail most first."""
    found = [
        FlakyCase(
            case=item.case,
            passed=item.passes,
            repeats=item.repeats,
            blocks=2 * (item.repeats - item.passes) > item.repeats,
        )
        for item in passes
        if item.state == "failed" and 0 < item.passes < item.repeats
    ]
    return tuple(sorted(found, key=lambda item: (item.passed / item.repeats, item.case)))


def repeat_figures(passes: Sequence[CasePass], k: int) -> RepeatFigures | None:
    """Return pass@k and pass^k over the decided cases that have all `k` repeats; None where k is 1 or there is none."""
    counts = [
        RepeatCount(runs=item.repeats, passed=item.passes)
        for item in passes
        if item.state != "undecided" and item.repeats >= k
    ]
    at_least_one, all_of_them = mean_pass_at_k(counts, k), mean_pass_hat_k(counts, k)
    if k < 2 or isinstance(at_least_one, Undefined) or isinstance(all_of_them, Undefined):
        return None
    return RepeatFigures(k=k, cases=len(counts), at_least_one=at_least_one, all_of_them=all_of_them)
