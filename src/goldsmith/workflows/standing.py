"""Where each case of a set stands, and what of it may be run."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from goldsmith.records.case import Case
from goldsmith.records.decision import Flag, ReviewFact, Status
from goldsmith.records.digests import status
from goldsmith.records.golden_set import GoldenSet
from goldsmith.records.resolution import Resolution

_STALE = frozenset({"dangling", "document_failed", "changed", "quote_missing", "split"})


def standing(golden: GoldenSet, resolutions: Sequence[Resolution] = ()) -> Mapping[str, Status]:
    """Return the status of each case by id. Evidence that no longer stands in the revision makes a case stale."""
    facts: dict[str, list[ReviewFact]] = {}
    for fact in golden.facts:
        facts.setdefault(fact.case, []).append(fact)
    states = {case.id: status(case, facts.get(case.id, ()), flags=_flags(case)) for case in golden.cases}
    return marked_stale(states, resolutions)


def marked_stale(
    states: Mapping[str, Status], resolutions: Sequence[Resolution], left_open: Collection[str] = ()
) -> Mapping[str, Status]:
    """Return `states` with those cases marked whose evidence no longer stands in the revision, and those that a move to
    it left unanswered.
    """
    stale = {item.case for item in resolutions if item.state in _STALE} | set(left_open)
    return {
        name: replace(held, flags=("stale", *held.flags)) if name in stale else held for name, held in states.items()
    }


def _flags(case: Case) -> tuple[Flag, ...]:
    return ("uncalibrated",) if case.origin is not None and case.origin.kind == "synthetic" else ()


def runnable(golden: GoldenSet, states: Mapping[str, Status]) -> tuple[Case, ...]:
    """Return the cases that are neither rejected nor retired."""
    return tuple(case for case in golden.cases if states[case.id].state not in {"rejected", "retired"})
