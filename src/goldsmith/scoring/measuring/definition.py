"""What a measure is made of, and the outcomes that all families share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from goldsmith.records.measure import Direction, Measure, Outcome, Scored, Unscored
from goldsmith.records.observation import CheckSeen, Observation
from goldsmith.records.vocabulary import Layer

Unit = Literal["share", "count", "ms", "tokens", "usd", "rank"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A measure by name: how it is computed from one observation, and how its figures are to be read."""

    name: str
    layer: Layer
    direction: Direction
    unit: Unit
    outcome: Callable[[Observation, int | None], Outcome]
    """From an observation and the cutoff. Never raises and never leaves a pair without an outcome."""
    cutoff: Literal["none", "optional", "required"] = "none"
    version: int = 1

    def measure(self, cutoff: int | None) -> Measure:
        """Return the measure with this cutoff."""
        return Measure(
            name=self.name,
            cutoff=cutoff,
            layer=self.layer,
            direction=self.direction,
            unit=self.unit,
            version=self.version,
        )


def not_applicable(detail: str) -> Unscored:
    """The case does not ask it."""
    return Unscored(reason="not_applicable", detail=detail)


def not_observed(detail: str) -> Unscored:
    """The system does not show it."""
    return Unscored(reason="not_observed", detail=detail)


def failed(observation: Observation) -> Unscored | None:
    """Return the outcome of everything that a failed response cannot tell; None where there is a reply."""
    failure = observation.failure
    if failure is None:
        return None
    reason: Literal["not_answered", "system_failed"] = (
        "not_answered" if failure.kind == "not_answered" else "system_failed"
    )
    return Unscored(reason=reason, detail=f"{failure.kind}: {failure.message}")


def of_checks(observation: Observation, name: str) -> Outcome:
    """Return the share of the checks of one name that are met."""
    checks = [check for check in observation.checks if check.check == name]
    if not checks:
        return not_applicable(f"the case asks for no {name}")
    missing = failed(observation) or _unseen(checks)
    if missing is not None:
        return missing
    return Scored(value=sum(check.state == "met" for check in checks) / len(checks))


def all_checks(observation: Observation, name: str) -> Outcome:
    """Return 1 where every check of one name is met, else 0. One that is not met decides, whatever is not observed."""
    checks = [check for check in observation.checks if check.check == name]
    if not checks:
        return not_applicable(f"the case asks for no {name}")
    missing = failed(observation)
    if missing is not None:
        return missing
    if any(check.state == "not_met" for check in checks):
        return Scored(value=0.0)
    return _unseen(checks) or Scored(value=1.0)


def _unseen(checks: list[CheckSeen]) -> Unscored | None:
    unseen = next((check for check in checks if check.state == "not_observed"), None)
    return None if unseen is None else not_observed(unseen.detail)
