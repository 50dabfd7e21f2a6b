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
    OutcomeOf,
    all_checks,
    failed,
    not_applicable,
    not_observed,
    share_of_checks,
)


def _of_claims(force: str, read: Callable[[list[ClaimSeen]], Outcome]) -> OutcomeOf:
    """Return `read`, which asks for the claims of one force, as a measure."""

    unasked = not_applicable(f"the case has no {force} claim")

    def outcome(observation: Observation, k: int | None) -> Outcome:
        del k
        claims = [claim for claim in observation.claims if claim.force == force]
        if not claims:
            return unasked
        missing = failed(observation)
        if missing is not None:
            return missing
        return not_observed("no answer is shown") if "answer" in observation.not_observed else read(claims)

    return outcome


def _stated_share(claims: Sequence[ClaimSeen]) -> Outcome:
    total = math.fsum(claim.weight for claim in claims)
    if total <= 0:
        return not_applicable("the claims weigh nothing")
    return Scored(value=math.fsum(claim.weight for claim in claims if claim.state == "stated") / total)


def _claim_recall(claims: list[ClaimSeen]) -> Outcome:
    open_ones = [claim for claim in claims if claim.state == "undecided"]
    if open_ones:
        why = f" ({open_ones[0].found})" if open_ones[0].found else ""
        detail = f"{len(open_ones)} of {len(claims)} required claims need a judge, first {open_ones[0].text!r}{why}"
        return Unscored(reason="needs_judge", detail=detail)
    return _stated_share(claims)


def _decided(claims: list[ClaimSeen]) -> Outcome:
    decided = [claim for claim in claims if claim.state != "undecided"]
    if not decided:
        return Unscored(reason="needs_judge", detail=f"all {len(claims)} {claims[0].force} claims need a judge")
    return _stated_share(decided)


def _prohibited(claims: list[ClaimSeen]) -> Outcome:
    """Count prohibited claims that are stated. One found counts though others are open; none found asks for all."""
    stated = sum(claim.state == "stated" for claim in claims)
    open_ones = sum(claim.state == "undecided" for claim in claims)
    if open_ones and not stated:
        return Unscored(reason="needs_judge", detail=f"{open_ones} of {len(claims)} prohibited claims need a judge")
    return Scored(value=float(stated))


def _response(name: str, outcome: OutcomeOf) -> Definition:
    return Definition(name=name, layer="response", direction="higher", unit="share", outcome=outcome)


DEFINITIONS: tuple[Definition, ...] = (
    _response("claim_recall", _of_claims("required", _claim_recall)),
    _response("decided_claim_recall", _of_claims("required", _decided)),
    _response("optional_claims", _of_claims("optional", _decided)),
    Definition(
        name="prohibited_claims",
        layer="response",
        direction="lower",
        unit="count",
        outcome=_of_claims("prohibited", _prohibited),
    ),
    _response("order_kept", all_checks("order")),
    _response("must_ask", share_of_checks("must_ask")),
    _response("must_point_to", share_of_checks("must_point_to")),
    _response("uncertainty_shown", all_checks("uncertainty")),
    _response("format_kept", all_checks("format")),
    _response("state_kept", share_of_checks("state")),
)
