"""Findings that a person accepts, by rule and case, until a day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from goldsmith.lint.registry import code_of
from goldsmith.lint.wording import some
from goldsmith.records.finding import Finding
from goldsmith.records.settings import Suppression


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Findings with those marked that are accepted, and the suppressions that met none."""

    findings: tuple[Finding, ...]
    unused: tuple[Suppression, ...]


def suppress(
    findings: Iterable[Finding], suppressions: Sequence[Suppression], *, today: str, applied: frozenset[str]
) -> Suppressed:
    """Mark what is accepted today; one that expired is not applied.

    A suppression is unused where none of its cases (without cases: nothing about the set) has the finding, and its
    rule is among the `applied` ones; of two that accept the same, the second is.
    Raises UnknownNameError for a code that no rule has.
    """
    held: dict[tuple[str, str], int] = {}
    for place, one in enumerate(suppressions):
        if not is_expired(one, today):
            for case in one.cases or ("",):
                held.setdefault((code_of(one.code), case), place)
    used: set[int] = set()
    marked = tuple(_marked(findings, suppressions, held, used))
    unused = tuple(
        one
        for place, one in enumerate(suppressions)
        if place not in used and not is_expired(one, today) and code_of(one.code) in applied
    )
    return Suppressed(marked, unused)


def is_expired(suppression: Suppression, today: str) -> bool:
    """Say whether its last day has passed."""
    return suppression.until is not None and suppression.until < today


def spelled(suppression: Suppression) -> str:
    """Return rule and cases of a suppression in words."""
    return f"{suppression.code} for {some(suppression.cases)}" if suppression.cases else suppression.code


def _marked(
    findings: Iterable[Finding], suppressions: Sequence[Suppression], held: dict[tuple[str, str], int], used: set[int]
) -> Iterator[Finding]:
    for finding in findings:
        place = held.get((finding.code, finding.case))
        if place is None:
            yield finding
            continue
        used.add(place)
        yield replace(finding, suppressed=suppressions[place].reason)
