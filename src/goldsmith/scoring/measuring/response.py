"""Response: what the answer says, of what it must, may and must not say.

`claim_recall` is there only where every required claim can be decided without a judge; `decided_claim_recall` counts
those that can, and never stands for the whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from goldsmith.records.measure import Outcome, Scored, Unscored
from goldsmith.records.observation import ClaimSeen, Observation
from goldsmith.scoring.measuring.definition import (
    Definition,
    all_checks,
    failed,
    not_applicable,
    not_observed,
    of_checks,
)


def _claims(observation: Observation, force: str) -> list[ClaimSeen] | Unscored:
    """Return the claims of one force that there are to decide."""
    claims = [claim for claim in observation.claims if claim.force == force]
    if not claims:
        return not_applicable(f"the case has no {force} claim")
    missing = failed(observation)
    if missing is not None:
        return missing
    return not_observed("no answer is shown") if "answer" in observation.not_observed else claims


def _stated_share(claims: Sequence[ClaimSeen]) -> Outcome:
    total = math.fsum(claim.weight for claim in claims)
    if total <= 0:
        return not_applicable("the claims weigh nothing")
    return Scored(value=math.fsum(claim.weight for claim in claims if claim.state == "stated") / total)


def _claim_recall(observation: Observation, k: int | None) -> Outcome:
    del k
    claims = _claims(observation, "required")
    if isinstance(claims, Unscored):
        return claims
    open_ones = [claim for claim in claims if claim.state == "undecided"]
    if open_ones:
        detail = f"{len(open_ones)} of {len(claims)} required claims need a judge, first {open_ones[0].text!r}"
        return Unscored(reason="needs_judge", detail=detail)
    return _stated_share(claims)


def _decided(force: str) -> Callable[[Observation, int | None], Outcome]:
    def outcome(observation: Observation, k: int | None) -> Outcome:
        del k
        claims = _claims(observation, force)
        if isinstance(claims, Unscored):
            return claims
        decided = [claim for claim in claims if claim.state != "undecided"]
        if not decided:
            return Unscored(reason="needs_judge", detail=f"all {len(claims)} {force} claims need a judge")
        return _stated_share(decided)

    return outcome


def _prohibited(observation: Observation, k: int | None) -> Outcome:
    """Count prohibited claims that are stated. One found counts though others are open; none found asks for all."""
    del k
    claims = _claims(observation, "prohibited")
    if isinstance(claims, Unscored):
        return claims
    stated = sum(claim.state == "stated" for claim in claims)
    open_ones = sum(claim.state == "undecided" for claim in claims)
    if open_ones and not stated:
        return Unscored(reason="needs_judge", detail=f"{open_ones} of {len(claims)} prohibited claims need a judge")
    return Scored(value=float(stated))


def _share_of(name: str) -> Callable[[Observation, int | None], Outcome]:
    def outcome(observation: Observation, k: int | None) -> Outcome:
        del k
        return of_checks(observation, name)

    return outcome


def _all_of(name: str) -> Callable[[Observation, int | None], Outcome]:
    def outcome(observation: Observation, k: int | None) -> Outcome:
        del k
        return all_checks(observation, name)

    return outcome


def _response(name: str, outcome: Callable[[Observation, int | None], Outcome]) -> Definition:
    return Definition(name=name, layer="response", direction="higher", unit="share", outcome=outcome)


DEFINITIONS: tuple[Definition, ...] = (
    _response("claim_recall", _claim_recall),
    _response("decided_claim_recall", _decided("required")),
    _response("optional_claims", _decided("optional")),
    Definition(name="prohibited_claims", layer="response", direction="lower", unit="count", outcome=_prohibited),
    _response("order_kept", _all_of("order")),
    _response("must_ask", _share_of("must_ask")),
    _response("must_point_to", _share_of("must_point_to")),
    _response("uncertainty_shown", _all_of("uncertainty")),
    _response("format_kept", _all_of("format")),
    _response("state_kept", _share_of("state")),
)
