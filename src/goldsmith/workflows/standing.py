"""Where each case of a set stands, and what of it may be run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith.records.case import Case
from goldsmith.records.decision import Flag, ReviewFact, Status
from goldsmith.records.digests import status
from goldsmith.records.golden_set import GoldenSet
from goldsmith.records.resolution import Resolution

_STALE = frozenset({"dangling", "document_failed", "changed", "quote_missing"})


def standing(golden: GoldenSet, resolutions: Sequence[Resolution] = ()) -> Mapping[str, Status]:
    """Return the status of each case by id. Evidence that no longer stands in the revision makes a case stale."""
    stale = {item.case for item in resolutions if item.state in _STALE}
    facts: dict[str, list[ReviewFact]] = {}
    for fact in golden.facts:
        facts.setdefault(fact.case, []).append(fact)
    return {case.id: status(case, facts.get(case.id, ()), flags=_flags(case, stale)) for case in golden.cases}


def _flags(case: Case, stale: set[str]) -> tuple[Flag, ...]:
    flags: list[Flag] = []
    if case.id in stale:
        flags.append("stale")
    if case.origin is not None and case.origin.kind == "synthetic":
        flags.append("uncalibrated")
    return tuple(flags)


def runnable(golden: GoldenSet, states: Mapping[str, Status]) -> tuple[Case, ...]:
    """Return the cases that are neither rejected nor retired."""
    return tuple(case for case in golden.cases if states[case.id].state not in {"rejected", "retired"})
