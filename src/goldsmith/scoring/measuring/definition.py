"""What a measure is made of, and the outcomes that all families share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from goldsmith.records.measure import Direction, Measure, Outcome, Scored, Unit, Unscored
from goldsmith.records.observation import CheckSeen, Observation
from goldsmith.records.vocabulary import Layer

OutcomeOf = Callable[[Observation, int | None], Outcome]
"""From an observation and the cutoff. Never raises and never leaves a pair without an outcome."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A measure by name: how it is computed from one observation, and how its figures are to be read."""

    name: str
    layer: Layer
    direction: Direction
    unit: Unit
    outcome: OutcomeOf
    cutoff: Literal["none", "optional"] = "none"
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


# The same few reasons stand beside most measures of every response; one object serves them all.
@lru_cache(maxsize=1024)
def not_applicable(detail: str) -> Unscored:
    """The case does not ask it."""
    return Unscored(reason="not_applicable", detail=detail)


@lru_cache(maxsize=1024)
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


def of_reply(
    read: Callable[[Observation], Outcome], unasked: Callable[[Observation], Unscored | None] | None = None
) -> OutcomeOf:
    """Return the measure without cutoff that `read` takes from a reply.

    What a case does not ask (`unasked`) does not apply to it, whether the response failed or not.
    """

    def outcome(observation: Observation, k: int | None) -> Outcome:
        del k
        return (unasked and unasked(observation)) or failed(observation) or read(observation)

    return outcome


def share_of_checks(name: str) -> OutcomeOf:
    """Return the measure that is the share of the checks of one name that are met."""

    def read(observation: Observation) -> Outcome:
        checks = checks_of(observation, name)
        return _unseen(checks) or Scored(value=sum(check.state == "met" for check in checks) / len(checks))

    return of_reply(read, _without_check(name))


def all_checks(name: str) -> OutcomeOf:
    """Return the measure that is 1 where every check of one name is met, else 0.

    One that is not met decides, whatever is not observed.
    """

    def read(observation: Observation) -> Outcome:
        checks = checks_of(observation, name)
        if any(check.state == "not_met" for check in checks):
            return Scored(value=0.0)
        return _unseen(checks) or Scored(value=1.0)

    return of_reply(read, _without_check(name))


def checks_of(observation: Observation, name: str) -> list[CheckSeen]:
    """Return the checks of one name."""
    return [check for check in observation.checks if check.check == name]


def _without_check(name: str) -> Callable[[Observation], Unscored | None]:
    missing = not_applicable(f"the case asks for no {name}")

    def unasked(observation: Observation) -> Unscored | None:
        return None if observation.checks and checks_of(observation, name) else missing

    return unasked


def _unseen(checks: list[CheckSeen]) -> Unscored | None:
    unseen = next((check for check in checks if check.state == "not_observed"), None)
    return None if unseen is None else not_observed(unseen.detail)
