"""What plug-ins say, taken with care: what breaks in one is its own result with its name on it, and nobody else's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import get_args

from goldsmith._base.raised import told
from goldsmith.ports.matcher import Decided, MatcherPlugin, Sought
from goldsmith.ports.measure import Asked, MeasurePlugin, Selects
from goldsmith.records.case import Case
from goldsmith.records.measure import Outcome, Reason, Scored, Unscored
from goldsmith.records.observation import Observation
from goldsmith.records.response import Reply, Response
from goldsmith.records.task import TaskKey
from goldsmith.scoring.measuring.definition import Definition, failed, not_applicable

Matchers = Mapping[str, MatcherPlugin]
"""The matchers of plug-ins by name."""

NO_MATCHERS: Matchers = MappingProxyType({})
_REASONS: tuple[Reason, ...] = get_args(Reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What an observation was made from."""

    case: Case
    response: Response


def definition_of(plugin: MeasurePlugin, material: Mapping[TaskKey, Material]) -> Definition:
    """Return a measure of a plug-in as ours are defined; `material` holds what each observation was made from."""

    def outcome(observation: Observation, k: int | None) -> Outcome:
        del k
        held = material.get(observation.key)
        if held is None:
            return Unscored(reason="measure_failed", detail=f"{plugin.name}: the reply is not at hand")
        return _applies(plugin, held.case) or failed(observation) or _outcome(plugin, held, observation)

    return Definition(
        name=plugin.name,
        layer=plugin.layer,
        direction=plugin.direction,
        unit=plugin.unit,
        outcome=outcome,
        version=plugin.version,
    )


def _applies(plugin: MeasurePlugin, case: Case) -> Unscored | None:
    if not isinstance(plugin, Selects):
        return None
    try:
        return None if plugin.applies(case) else not_applicable(f"{plugin.name} does not apply to this case")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in raises is its own result
        return Unscored(reason="measure_failed", detail=f"{plugin.name}: {told(error)}")


def _outcome(plugin: MeasurePlugin, held: Material, observation: Observation) -> Outcome:
    reply = held.response.outcome
    shown = reply if isinstance(reply, Reply) else Reply()
    return outcome_of(plugin, Asked(case=held.case, reply=shown, observation=observation))


def outcome_of(plugin: MeasurePlugin, asked: Asked) -> Outcome:
    """Return what the measure says of one reply; ``measure_failed`` where it raises or says nothing usable."""
    try:
        outcome = plugin.outcome(asked)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in raises is its own result
        return Unscored(reason="measure_failed", detail=f"{plugin.name}: {told(error)}")
    problem = _unusable(plugin, outcome)
    if problem:
        return Unscored(reason="measure_failed", detail=f"{plugin.name}: {problem}")
    # A float of another library is one of ours from here on.
    return Scored(value=float(outcome.value)) if isinstance(outcome, Scored) else outcome


def _unusable(plugin: MeasurePlugin, outcome: object) -> str:
    """Return what keeps an outcome from being used, in words; nothing where it can be."""
    if isinstance(outcome, Unscored):
        known = outcome.reason in _REASONS and isinstance(outcome.detail, str)
        return "" if known else f"it gave {outcome!r}, and the reasons are {', '.join(_REASONS)}"
    if not isinstance(outcome, Scored):
        return f"it gave {outcome!r}, where Scored or Unscored was expected"
    value: object = outcome.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"its value is {value!r}, which is no number"
    if not math.isfinite(value):
        return f"its value is {value!r}, which is not finite"
    if value < 0:
        return f"its value is {value!r}, and no value is below 0"
    return f"its value is {value!r}, and a share is at most 1" if plugin.unit == "share" and value > 1 else ""


def decided(name: str, matchers: Matchers, sought: Sought) -> Decided:
    """Return what the matcher called `name` says; undecided, and why, where it breaks or there is none."""
    matcher = matchers.get(name)
    if matcher is None:
        return Decided(state="undecided", instead=f"no matcher is called {name!r}")
    try:
        found = matcher.decide(sought)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in raises is its own result
        return Decided(state="undecided", instead=f"{name}: {told(error)}")
    if not isinstance(found, Decided):
        return Decided(state="undecided", instead=f"{name}: it gave {found!r}, where Decided was expected")
    outside = next((place for place in found.at if not _is_within(place, len(sought.answer))), None)
    if outside is not None:
        return Decided(state="undecided", instead=f"{name}: {outside!r} is no place in the answer")
    return found


def _is_within(place: object, length: int) -> bool:
    match place:
        case (int(start), int(end)):
            return 0 <= start < end <= length
        case _:
            return False
