"""Operations: time, tokens, money, attempts, and whether there was a reply at all."""

from __future__ import annotations

import math
from collections.abc import Callable

from goldsmith.records.measure import Outcome, Scored, Unit
from goldsmith.records.observation import Observation
from goldsmith.scoring.measuring.definition import Definition, OutcomeOf, failed, not_observed, of_reply


def _shown(read: Callable[[Observation], float | None], what: str) -> OutcomeOf:
    def amount(observation: Observation) -> Outcome:
        value = read(observation)
        if value is None:
            return not_observed(f"{what} not shown")
        if not math.isfinite(value) or value < 0:
            return not_observed(f"{what} shown as {value}, which is no amount")
        return Scored(value=float(value))

    return of_reply(amount)


def _attempts(observation: Observation, k: int | None) -> Outcome:
    del k
    missing = failed(observation)
    # A call that failed was still tried; one that was never made was not.
    if missing is not None and missing.reason == "not_answered":
        return missing
    return Scored(value=float(observation.attempts))


def _failed(observation: Observation, k: int | None) -> Outcome:
    del k
    return Scored(value=float(observation.failure is not None))


def _lower(name: str, unit: Unit, outcome: OutcomeOf) -> Definition:
    return Definition(name=name, layer="operations", direction="lower", unit=unit, outcome=outcome)


DEFINITIONS: tuple[Definition, ...] = (
    _lower("latency_ms", "ms", _shown(lambda one: one.latency_ms, "latency is")),
    _lower(
        "time_to_first_token_ms", "ms", _shown(lambda one: one.time_to_first_token_ms, "time to the first token is")
    ),
    _lower("input_tokens", "tokens", _shown(lambda one: one.input_tokens, "input tokens are")),
    _lower("output_tokens", "tokens", _shown(lambda one: one.output_tokens, "output tokens are")),
    _lower("cost_usd", "usd", _shown(lambda one: one.cost_usd, "cost is")),
    _lower("attempts", "count", _attempts),
    _lower("failed", "share", _failed),
)
