"""The cases that got worse, each with what fell and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldsmith.comparison.causes import ORDER, causes_of, has_new_failure, leak_causes
from goldsmith.comparison.pairing import Pairing
from goldsmith.comparison.values import Values, change_of, is_worse, outcome
from goldsmith.records.comparison import Cause, Regression
from goldsmith.records.gate import CasePass
from goldsmith.records.measure import Measure, Scored

WATCHED = (
    "recall",
    "reciprocal_rank",
    "document_recall",
    "document_reciprocal_rank",
    "citation_precision",
    "cited_not_retrieved",
    "claim_recall",
    "decided_claim_recall",
    "prohibited_claims",
    "right_behaviour",
    "leaks",
)
"""Measures whose fall on one case makes it a regression; the others move for reasons that are none."""


def watched(measures: Sequence[Measure], cutoff: int) -> tuple[Measure, ...]:
    """Return the measures of the table whose fall makes a regression.

    Of one name the spelling with the cutoff, else without any, else with the smallest.
    """
    chosen: list[Measure] = []
    for name in WATCHED:
        own = [measure for measure in measures if measure.name == name]
        if own:
            chosen.append(min(own, key=lambda item: (item.cutoff != cutoff, item.cutoff is not None, item.cutoff or 0)))
    return tuple(chosen)


def regressions_of(
    pairing: Pairing,
    passes: tuple[Mapping[str, CasePass], Mapping[str, CasePass]],
    values: tuple[Values, Values],
    measures: Sequence[Measure],
    cutoff: int,
) -> tuple[Regression, ...]:
    """Return every common case that passed and fails now, that leaks or fails to answer newly, or whose measure fell.

    `passes` and `values`: of the run, then of the baseline. `measures`: those to watch. Leaks stand first, then cases
    that fail now, each in the order of their first cause and then by id.
    """
    found: list[Regression] = []
    passes_now, passes_before = passes
    for case in pairing.common:
        falls = tuple(_falls(case, values, measures))
        now, before = passes_now.get(case), passes_before.get(case)
        failed = before is not None and before.state == "passed" and now is not None and now.state == "failed"
        seen_before, seen_now = pairing.before[case], pairing.now[case]
        new_leak = next(leak_causes(seen_before, seen_now), None) is not None
        if failed or falls or new_leak or has_new_failure(seen_before, seen_now):
            causes = causes_of(seen_before, seen_now, cutoff) or (_unexplained(now if failed else None, falls),)
            found.append(Regression(case=case, falls=falls, case_failed=failed, causes=causes))
    return tuple(sorted(found, key=_urgency))


def _urgency(item: Regression) -> tuple[int, int, str]:
    first = ORDER[item.causes[0].kind]
    return (0 if first == 0 else 1 if item.case_failed else 2, first, item.case)


def _falls(case: str, values: tuple[Values, Values], measures: Sequence[Measure]) -> Iterator[tuple[str, float, float]]:
    told: set[str] = set()
    for measure in measures:
        new, old = (outcome(side, measure, case) for side in values)
        if not isinstance(new, Scored) or not isinstance(old, Scored):
            continue
        if not is_worse(measure, change_of(new.value, old.value)):
            continue
        # Over the decided claims only: the same fall where every claim is decided.
        if measure.name == "decided_claim_recall" and "claim_recall" in told:
            continue
        told.add(measure.name)
        yield str(measure), old.value, new.value


def _unexplained(now: CasePass | None, falls: Sequence[tuple[str, float, float]]) -> Cause:
    """Return the cause that says what is known where both observations show the same passages, claims and behaviour."""
    if now is not None and now.why:
        return Cause(kind="other", message=f"fails now: {'; '.join(now.why)}")
    names = ", ".join(name for name, _, _ in falls)
    if names:
        return Cause(kind="other", message=f"{names} got worse; passages, claims and behaviour show no reason")
    return Cause(kind="other", message="passed in the baseline and fails now; both responses show the same")
