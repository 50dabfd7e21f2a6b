"""Tiny runs to compare: every factory fills in what a test does not speak of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from goldsmith.comparison.compare import compare
from goldsmith.records.case import Case
from goldsmith.records.comparison import Comparison, Side
from goldsmith.records.digests import case_digest
from goldsmith.records.gate import CasePass
from goldsmith.records.measure import Measure, Outcome, Score, Scored
from goldsmith.records.observation import (
    BehaviourSeen,
    CitationSeen,
    ClaimSeen,
    Leak,
    NeedSeen,
    Observation,
    PassageSeen,
)
from goldsmith.records.response import Failure
from goldsmith.records.run import Plan
from goldsmith.records.task import TaskKey
from goldsmith.records.vocabulary import Behaviour

RECALL = Measure(name="recall", cutoff=5, layer="retrieval", direction="higher", unit="share")
RANK = Measure(name="reciprocal_rank", layer="retrieval", direction="higher", unit="share")

State = Literal["passed", "failed", "undecided"]


def case(name: str, **fields: Any) -> Case:
    return Case(id=name, **{"question": f"{name}?", "behaviour": "answer", "answerability": "supported"} | fields)


def plan(**fields: Any) -> Plan:
    usual = Plan(
        run="r1",
        created_at="2026-09-08T10:00:00Z",
        system="desk",
        system_digest="s1",
        system_revision=None,
        set_name="help-desk",
        set_version="1.4.0",
        set_digest="d1",
        corpus="2026-09",
        corpus_digest="k1",
        cases=(),
        subset=None,
        repeats=1,
        concurrency=1,
        timeout_s=60,
        goldsmith="0.1",
    )
    return replace(usual, **fields)


def need(
    at: int = 0,
    *,
    rank: int | None,
    passage: str = "warranty#3a90",
    candidate_rank: int | None = None,
    in_corpus: Literal["yes", "no", "unknown"] = "yes",
) -> NeedSeen:
    return NeedSeen(
        need=at,
        name=passage,
        rank=rank,
        candidate_rank=candidate_rank,
        passage=passage,
        grade=1,
        matched_by=None if rank is None else "chunk",
        in_corpus=in_corpus,
        document_level=False,
    )


def passage(name: str, rank: int, *, superseded: bool = False) -> PassageSeen:
    return PassageSeen(
        id=name,
        document=name.partition("#")[0],
        rank=rank,
        needs=(),
        grade=0,
        superseded=superseded,
        known="yes",
        text_differs=False,
    )


def claim(
    text: str = "24 months",
    state: Literal["stated", "not_stated", "undecided"] = "stated",
    *,
    at: int = 0,
    force: Literal["required", "optional", "prohibited"] = "required",
    needs: tuple[int, ...] = (),
    found: str = "",
) -> ClaimSeen:
    return ClaimSeen(
        claim=at,
        text=text,
        force=force,
        kind="claim",
        state=state,
        at=None,
        found=found,
        weight=1,
        order=None,
        needs=needs,
    )


def cites(
    name: str,
    *needs: int,
    retrieved: Literal["yes", "no", "unknown"] = "yes",
    superseded: bool = False,
    quote: Literal["none", "found", "not_found", "unknown"] = "none",
) -> CitationSeen:
    return CitationSeen(id=name, retrieved=retrieved, needs=needs, known="yes", quote=quote, superseded=superseded)


def did(observed: Behaviour | None, expected: Behaviour = "answer") -> BehaviourSeen:
    return BehaviourSeen(
        expected=expected, observed=observed, source="declared", why="declared", refusal_reason="not_asked"
    )


def leak(document: str, channel: Any, detail: str) -> Leak:
    return Leak(channel=channel, document=document, detail=detail, basis="denied")


def seen(name: str = "c1", *, repeat: int = 1, **fields: Any) -> Observation:
    """Return an observation of a system that answers, retrieves something and shows its citations."""
    usual = Observation(
        key=TaskKey(task=name, step=0, repeat=repeat),
        case=name,
        case_digest="",
        failure=None,
        needs=(),
        passages=(),
        claims=(),
        answered=True,
        citations=(),
        behaviour=did("answer"),
        leaks=(),
        unlisted=(),
        not_observed=(),
        guarded=False,
        checks=(),
        latency_ms=None,
        time_to_first_token_ms=None,
        input_tokens=None,
        output_tokens=None,
        cost_usd=None,
        attempts=1,
    )
    return replace(usual, **fields)


def failed(name: str = "c1", *, repeat: int = 1) -> Observation:
    return seen(
        name,
        repeat=repeat,
        failure=Failure(kind="timeout", message="no reply within 60 s"),
        passages=None,
        citations=None,
        answered=False,
        behaviour=did(None),
    )


def scores(measure: Measure, values: Mapping[str, float | Outcome]) -> tuple[Score, ...]:
    return tuple(
        Score(
            key=TaskKey(task=name, step=0, repeat=1),
            case=name,
            measure=str(measure),
            outcome=Scored(value=value) if isinstance(value, float | int) else value,
        )
        for name, value in values.items()
    )


def passed(name: str, state: State = "passed", *why: str) -> CasePass:
    return CasePass(case=name, state=state, why=why, passes=int(state == "passed"), repeats=1)


def side(
    name: str,
    cases: Sequence[Case],
    *,
    observations: Sequence[Observation] | None = None,
    scored: Sequence[Score] = (),
    passes: Sequence[CasePass] = (),
    **of_plan: Any,
) -> Side:
    """Return a side that was asked `cases` as they stand; without observations each has a plain one."""
    return Side(
        name=name,
        plan=plan(**of_plan),
        digests=tuple((one.id, case_digest(one)) for one in cases),
        observations=tuple(observations if observations is not None else [seen(one.id) for one in cases]),
        scores=tuple(scored),
        passes=tuple(passes),
    )


def compared(
    now: Side, before: Side, cases: Sequence[Case], *, measures: Sequence[Measure] = (), cutoff: int = 5
) -> Comparison:
    return compare(
        now,
        before,
        measures=measures,
        cutoff=cutoff,
        why_this_baseline="it was asked for",
        cases={one.id: one for one in cases},
    )
