"""Waivers: a gate switched off for one case, by name, with a reason and an end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from goldsmith.records.case import Case, Waiver
from goldsmith.records.gate import GateFinding


def waiver_of(case: Case, gate: str) -> Waiver | None:
    """Return the waiver of `gate` on `case` that ends last, expired or not."""
    own = [waiver for waiver in case.waivers if waiver.gate == gate]
    return max(own, key=_last_day) if own else None


def _last_day(waiver: Waiver) -> date:
    """Return the last day of a waiver; one whose end is no date has long expired, so that no word lasts for ever."""
    try:
        return date.fromisoformat(waiver.until)
    except ValueError:
        return date.min


def waive(finding: GateFinding, cases: Mapping[str, Case], gate: str, today: str) -> GateFinding:
    """Return `finding` as a waived one where its case waives `gate` today.

    An expired waiver no longer helps, and is told apart from a case that never had one. `today` is an ISO date; a
    waiver holds through its last day.
    """
    case = cases.get(finding.case)
    waiver = waiver_of(case, gate) if case else None
    if waiver is None or finding.kind not in {"broken", "not_observed"}:
        return finding
    told = f"{finding.message} (waived by {waiver.who} until {waiver.until}: {waiver.why})"
    if _last_day(waiver) >= date.fromisoformat(today):
        return GateFinding(case=finding.case, kind="waived", message=told)
    expired = f"{finding.message} (the waiver by {waiver.who} expired on {waiver.until})"
    return GateFinding(case=finding.case, kind="expired_waiver", message=expired)
