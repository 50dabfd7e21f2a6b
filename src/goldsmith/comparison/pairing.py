"""Which cases two runs can be compared on, and why each other one was left out.

A case is common when both sides were asked it as it stands in the set today, both have a result, and the baseline has
an answer. A case that the baseline answered and that fails now stays common: leaving it out would hide the fall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldsmith.records.case import Case
from goldsmith.records.comparison import LeftOut, Side
from goldsmith.records.digests import case_digest
from goldsmith.records.observation import Observation, by_case
from goldsmith.records.response import Failure

Grouped = Mapping[str, tuple[Observation, ...]]
"""Observations by case, in order of step and repeat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """The common cases and all others. Every tuple of ids is sorted."""

    common: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    changed: tuple[str, ...]
    """On both sides, and not the same on both."""
    outdated: tuple[str, ...]
    """The same on both sides, and otherwise or not at all in today's set."""
    gone: tuple[str, ...]
    """Only the baseline was asked it."""
    added: tuple[str, ...]
    """Only the run was asked it."""
    now: Grouped
    before: Grouped


def pair(now: Side, before: Side, cases: Mapping[str, Case]) -> Pairing:
    """Sort every case of either side into common ones and left out ones; `cases` are those of today's set."""
    asked_now, asked_before = dict(now.digests), dict(before.digests)
    seen_now, seen_before = by_case(now.observations), by_case(before.observations)
    common: list[str] = []
    left_out: list[LeftOut] = []
    changed: list[str] = []
    outdated: list[str] = []
    for name in sorted(asked_now.keys() | asked_before.keys()):
        why = _not_asked(name, asked_now, asked_before)
        if not why:
            why = _changed(asked_now[name], asked_before[name], cases.get(name))
            if why:
                (outdated if asked_now[name] == asked_before[name] else changed).append(name)
        why = why or _no_result(seen_now.get(name, ()), seen_before.get(name, ()))
        if why:
            left_out.append(LeftOut(case=name, why=why))
        else:
            common.append(name)
    return Pairing(
        common=tuple(common),
        left_out=tuple(left_out),
        changed=tuple(changed),
        outdated=tuple(outdated),
        gone=tuple(sorted(asked_before.keys() - asked_now.keys())),
        added=tuple(sorted(asked_now.keys() - asked_before.keys())),
        now=seen_now,
        before=seen_before,
    )


def told_failure(failure: Failure) -> str:
    """Return a failure in one line: what kind it is, and the first line of what the system said."""
    kind = failure.kind.replace("_", " ")
    said = next(iter(failure.message.strip().splitlines()), "")
    return f"{kind}: {said}" if said else kind


def _not_asked(name: str, asked_now: Mapping[str, str], asked_before: Mapping[str, str]) -> str:
    if name not in asked_now:
        return "only in the baseline: this run was not asked it"
    if name not in asked_before:
        return "new: the baseline was not asked it"
    return ""


def _changed(asked_now: str, asked_before: str, case: Case | None) -> str:
    if case is None:
        return "no longer in the set"
    today = case_digest(case)
    if asked_now != asked_before:
        side = "since the baseline was asked it" if asked_now == today else "between the two runs"
        return f"changed {side}"
    return "" if asked_now == today else "changed in the set since both were asked it"


def _no_result(now: Sequence[Observation], before: Sequence[Observation]) -> str:
    if not now:
        return "no result in this run"
    if not before:
        return "no result in the baseline"
    failures = [item.failure for item in before if item.failure is not None]
    if len(failures) == len(before):
        return f"the baseline has no answer: {told_failure(failures[0])}"
    return ""
