"""Tiny cases and observations for the tests of gates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from goldsmith.records.case import Case, Identity
from goldsmith.records.observation import BehaviourSeen, CitationSeen, ClaimSeen, Leak, Observation
from goldsmith.records.task import TaskKey

AGENT = Identity(user="agent", denied=("runbook-b",))


def case(name: str, **fields: Any) -> Case:
    """Return a supported case that expects an answer, unless `fields` say otherwise."""
    return Case(**({"id": name, "question": "Q?", "answerability": "supported", "behaviour": "answer"} | fields))


def seen(of: Case, *, repeat: int = 1, **fields: Any) -> Observation:
    """Return a clean observation of a right answer, unless `fields` say otherwise."""
    clean = Observation(
        key=TaskKey(task=of.id, step=0, repeat=repeat),
        case=of.id,
        case_digest="c1:0",
        failure=None,
        needs=(),
        passages=(),
        claims=(),
        answered=True,
        citations=(),
        behaviour=BehaviourSeen(
            expected=of.behaviour, observed=of.behaviour, source="declared", why="", refusal_reason="not_asked"
        ),
        leaks=(),
        unlisted=(),
        not_observed=(),
        guarded=of.identity is not None,
        checks=(),
        latency_ms=None,
        time_to_first_token_ms=None,
        input_tokens=None,
        output_tokens=None,
        cost_usd=None,
        attempts=1,
    )
    return replace(clean, **fields)


def behaved(of: Case, observed: str | None) -> BehaviourSeen:
    """Return what a system did in place of what was expected."""
    return BehaviourSeen(
        expected=of.behaviour,
        observed=observed,  # type: ignore[arg-type]  # a word of the vocabulary
        source="declared" if observed else "none",
        why="",
        refusal_reason="not_asked",
    )


def leak(document: str = "runbook-b", channel: str = "context", detail: str = "rank 3") -> Leak:
    """Return one leak."""
    return Leak(channel=channel, document=document, detail=detail, basis="denied")  # type: ignore[arg-type]


def claim(text: str, force: str, state: str) -> ClaimSeen:
    """Return one claim in a state."""
    return ClaimSeen(
        claim=0,
        text=text,
        force=force,  # type: ignore[arg-type]  # a word of the vocabulary
        kind="claim",
        state=state,  # type: ignore[arg-type]
        at=None,
        found="",
        weight=1,
        order=None,
        needs=(),
    )


def citation(name: str, retrieved: str) -> CitationSeen:
    """Return one citation."""
    return CitationSeen(
        id=name,
        retrieved=retrieved,  # type: ignore[arg-type]  # a word of the vocabulary
        needs=(),
        known="yes",
        quote="none",
        superseded=False,
    )
