"""What became worse between two observations in what the system said and did with what it had.

Where the system does another thing than it should (refuses instead of answering), that is the cause: the claims and
citations that are missing in consequence are not told beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from goldsmith.comparison.retrieval_causes import is_within
from goldsmith.records.comparison import Cause
from goldsmith.records.observation import CheckSeen, CitationSeen, ClaimSeen, Observation

_DID: Mapping[str, str] = MappingProxyType(
    {
        "answer": "answered",
        "clarify": "asked to clarify",
        "refuse": "refused",
        "escalate": "handed over",
        "fail_safely": "failed safely",
        "unstated": "did something else",
    }
)
_WHATEVER_IT_DOES = frozenset({"tools", "identity", "state"})
"""Checks that no other behaviour excuses."""
_FORM = frozenset({"format", "order"})


def answer_causes(before: Observation, now: Observation, cutoff: int, lost: frozenset[int]) -> tuple[Cause, ...]:
    """Return what got worse in the answer; `lost` are the needs that are not retrieved any more."""
    deflected = _is_wrong(now) and not _is_wrong(before)
    causes: list[Cause] = []
    if before.answered and not now.answered:
        causes.append(Cause(kind="other", message="there is no answer text now"))
    if not deflected:
        causes += _not_used(before, now, cutoff, lost)
        causes += _missing(before, now)
        causes += _unsupported_citations(before, now, cutoff)
    causes += _prohibited(before, now)
    causes += _false_citations(before, now)
    if deflected:
        causes.append(_behaviour(before, now))
    elif before.behaviour.refusal_reason == "right" and now.behaviour.refusal_reason == "wrong":
        causes.append(
            Cause(kind="wrong_behaviour", message=f"{_DID[now.behaviour.expected]} for another reason than is right")
        )
    causes += _checks(before, now, deflected=deflected)
    return tuple(causes)


def _is_wrong(seen: Observation) -> bool:
    return seen.behaviour.observed is not None and seen.behaviour.observed != seen.behaviour.expected


def _behaviour(before: Observation, now: Observation) -> Cause:
    did = _DID[now.behaviour.observed or "unstated"]
    if before.behaviour.observed is None:
        return Cause(kind="wrong_behaviour", message=f"{did} where it should have {_DID[now.behaviour.expected]}")
    return Cause(kind="wrong_behaviour", message=f"{_DID[before.behaviour.observed]}, {did} instead")


def _newly_missing(before: Observation, now: Observation) -> list[ClaimSeen]:
    stated = {claim.claim for claim in before.claims if claim.state == "stated"}
    return [
        claim
        for claim in now.claims
        if claim.force == "required" and claim.state == "not_stated" and claim.claim in stated
    ]


def _missing(before: Observation, now: Observation) -> Iterator[Cause]:
    for claim in _newly_missing(before, now):
        found = f" (found {claim.found})" if claim.found else ""
        yield Cause(kind="claim_missing", message=f'required claim "{claim.text}" missing{found}')


def _prohibited(before: Observation, now: Observation) -> Iterator[Cause]:
    stated = {claim.claim for claim in before.claims if claim.state == "stated"}
    for claim in now.claims:
        if claim.force == "prohibited" and claim.state == "stated" and claim.claim not in stated:
            yield Cause(kind="prohibited_claim", message=f'prohibited claim "{claim.text}" stated')


def _rests_on(claim: ClaimSeen, need: int) -> bool:
    """A required claim that names no need rests on all of them."""
    return claim.force == "required" and (need in claim.needs or not claim.needs)


def _cites(seen: Observation, need: int) -> bool:
    return any(need in citation.needs for citation in seen.citations or ())


def _is_used(seen: Observation, need: int) -> bool:
    stated = any(_rests_on(claim, need) and claim.state == "stated" for claim in seen.claims)
    return stated or _cites(seen, need)


def _not_used(before: Observation, now: Observation, cutoff: int, lost: frozenset[int]) -> Iterator[Cause]:
    """Yield the needs that are met and that nothing in the answer rests on any more.

    Not where every claim that is missing rests on another need as well that is not retrieved: that says it.
    """
    missing = _newly_missing(before, now)
    for old, need in zip(before.needs, now.needs, strict=True):
        at = need.need
        if not is_within(need.rank, cutoff) or _is_used(now, at) or not _is_used(before, at):
            continue
        own = [claim for claim in missing if _rests_on(claim, at)]
        explained = [claim for claim in own if lost & frozenset(claim.needs or lost)]
        if (own and len(explained) < len(own)) or (not own and _ignores(before, now, at)):
            yield Cause(
                kind="not_used",
                message=f"evidence retrieved but not used ({need.passage} at rank {need.rank})",
                passage=need.passage,
                rank_before=old.rank,
                rank_now=need.rank,
            )


def _ignores(before: Observation, now: Observation, need: int) -> bool:
    """Say whether citations alone show that a need is not used: it was cited, and what is cited now was retrieved."""
    # A citation of what was not retrieved says nothing of what the answer rests on.
    honest = now.citations is not None and all(citation.retrieved == "yes" for citation in now.citations)
    return honest and _cites(before, need)


def _unsupported_citations(before: Observation, now: Observation, cutoff: int) -> Iterator[Cause]:
    """Yield new citations of what meets no need, and needs that the answer uses and no longer cites."""
    if not now.needs or now.citations is None or before.citations is None:
        return
    cited_before = {citation.id for citation in before.citations}
    for citation in _once(now):
        if (
            citation.id not in cited_before
            and not citation.needs
            and citation.retrieved == "yes"
            and not citation.superseded
        ):
            told = f"cites {citation.id}, which is not evidence for this case"
            yield Cause(kind="wrong_citation", message=told, passage=citation.id, rank_now=_rank(now, citation.id))
    for old, need in zip(before.needs, now.needs, strict=True):
        at = need.need
        kept = is_within(need.rank, cutoff) and _is_used(now, at)
        if kept and _cites(before, at) and not _cites(now, at):
            told = f"{need.passage} is retrieved (rank {need.rank}) and no longer cited"
            yield Cause(
                kind="wrong_citation", message=told, passage=need.passage, rank_before=old.rank, rank_now=need.rank
            )


def _false_citations(before: Observation, now: Observation) -> Iterator[Cause]:
    known = {citation.id for citation in before.citations or () if citation.retrieved == "no"}
    misquoted = {citation.id for citation in before.citations or () if citation.quote == "not_found"}
    for citation in _once(now):
        if citation.retrieved == "no" and citation.id not in known:
            told = f"cites {citation.id}, which was not retrieved"
        elif citation.quote == "not_found" and citation.id not in misquoted:
            told = f"quotes words of {citation.id} that do not stand there"
        else:
            continue
        yield Cause(kind="wrong_citation", message=told, passage=citation.id, rank_now=_rank(now, citation.id))


def _once(seen: Observation) -> tuple[CitationSeen, ...]:
    """Return one citation an id, the false one where there is one."""
    found: dict[str, CitationSeen] = {}
    for citation in seen.citations or ():
        if citation.id not in found or citation.quote == "not_found":
            found[citation.id] = citation
    return tuple(found.values())


def _rank(seen: Observation, identifier: str) -> int | None:
    return next((item.rank for item in seen.passages or () if identifier in {item.id, item.document}), None)


def _checks(before: Observation, now: Observation, *, deflected: bool) -> Iterator[Cause]:
    unmet = {(check.check, check.detail) for check in before.checks if check.state == "not_met"}
    for check in now.checks:
        if check.state != "not_met" or (check.check, check.detail) in unmet:
            continue
        if not deflected or check.check in _WHATEVER_IT_DOES:
            yield _unmet(check)


def _unmet(check: CheckSeen) -> Cause:
    if check.check == "citation":
        return Cause(kind="wrong_citation", message="cites nothing where a citation is required")
    told = {
        "must_ask": f'did not ask for "{check.detail}"',
        "must_point_to": f'did not point to "{check.detail}"',
        "uncertainty": "did not say how uncertain it is",
        "conflict": "did not say that the sources conflict",
        "tools": f"forbidden tool call: {check.detail}",
        "identity": check.detail,
        "state": f"state of the conversation: {check.detail}",
        "format": f"form of the answer: {check.detail}",
        "order": f"required claims out of order: {check.detail}",
    }[check.check]
    return Cause(kind="other" if check.check in _FORM else "wrong_behaviour", message=told)
