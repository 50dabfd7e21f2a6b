"""What the machine-written files of format 1 hold, in records: every field differs from its default somewhere."""

from __future__ import annotations

from goldsmith.ondisk.runs import snapshot
from goldsmith.records.case import Case
from goldsmith.records.comparison import Cause, Change, Comparison, Effect, LeftOut, Regression
from goldsmith.records.decision import Adjudication, Confirmations, Decision, Status
from goldsmith.records.digests import case_digest, fact_digest
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.gate import CasePass, GateFinding, GateResult
from goldsmith.records.measure import Score, Scored, Summary, Unscored
from goldsmith.records.observation import (
    BehaviourSeen,
    CheckSeen,
    CitationSeen,
    ClaimSeen,
    Leak,
    NeedSeen,
    Observation,
    PassageSeen,
)
from goldsmith.records.response import (
    Citation,
    Failure,
    Reply,
    Response,
    RetrievedItem,
    StreamEvent,
    ToolCall,
    Usage,
)
from goldsmith.records.run import Plan, RulerNote
from goldsmith.records.task import TaskKey
from goldsmith.records.verdict import CaseResult, SliceSummary, Verdict
from tests.records.building import FULL

WINDOW = Case(
    id="window",
    question="When can I send it back? · когда?",
    answerability="supported",
    behaviour="answer",
    evidence=(Need(need="window", any_of=(Alternative(document="returns", quote="within 30 days"),)),),
)

FIRST = Decision(
    id="d-000000000001",
    case="window",
    reviewer="ann",
    at="2026-03-01T10:00:00Z",
    decision="approved",
    reason="the source states the 30 days",
    evidence=("returns#1",),
    confirmations=Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True),
    case_digest=case_digest(WINDOW),
    handbook_digest="sha256:00ff",
)
SECOND = Decision(
    id="d-000000000002",
    case="window",
    reviewer="bo",
    at="2026-03-02T10:00:00Z",
    decision="rejected",
    reason="Нет: срок старый",
    case_digest=case_digest(WINDOW),
    trigger="audit",
    previous=fact_digest(FIRST),
)
THIRD = Adjudication(
    id="j-000000000001",
    case="window",
    reviewer="cy",
    at="2026-03-03T10:00:00Z",
    decision="approved",
    reason="read both",
    resolves=("d-000000000001", "d-000000000002"),
    case_digest=case_digest(WINDOW),
    previous=fact_digest(SECOND),
)
FACTS = (FIRST, SECOND, THIRD)

SNAPSHOTS = (
    snapshot(WINDOW, Status(state="approved", why="approved by cy on 2026-03-03: read both")),
    snapshot(FULL, Status(state="candidate", why="reviewers disagree", flags=("stale", "disputed"))),
)

PLAN = Plan(
    run="0001-help-desk",
    created_at="2026-03-04T05:06:07Z",
    system="help desk",
    system_digest="sha256:01",
    system_revision="2026-03-01.2",
    fingerprints={"model": "m-3", "prompt": "p-7"},
    shows=("context", "citations", "answer"),
    set_name="desk",
    set_version="1.2",
    set_digest="sha256:02",
    split="dev",
    corpus="2026-03",
    corpus_digest="sha256:03",
    cases=("window", "refund-window"),
    subset="first 2",
    repeats=2,
    concurrency=4,
    timeout_s=1.5,
    goldsmith="0.1.0",
)

ITEM = RetrievedItem(
    id="returns#1",
    document="returns",
    text="Goods can be returned within 30 days.",
    score=0.875,
    span=(11, 48),
    version="4",
    metadata={"page": 3, "tags": ["a", None], "deep": {"x": True}},
)
REPLY = Reply(
    answer="Within 30 days — \u2028 innerhalb von 30 Tagen.",
    retrieved=(ITEM, RetrievedItem(id="")),
    candidates=(RetrievedItem(id="wages#1"), ITEM),
    citations=(Citation(id="returns#1", quote="within 30 days", at=(0, 14)),),
    events=(StreamEvent(kind="text", text="Within", at_ms=12.5),),
    tool_calls=(ToolCall(name="search", arguments='{"q": "return"}'),),
    behaviour="answer",
    refusal_reason="not_found",
    identity_echo="ann",
    trace_id="t-1",
    trace={"spans": [{"name": "retrieve", "ms": 3}]},
    cache="",
    state={"order": "A-1"},
    usage=Usage(input_tokens=120, output_tokens=9, cost_usd=0.00012),
    time_to_first_token_ms=30.25,
    revision="2026-03-01.2",
    fingerprints={"embedding": "e-1"},
)
WINDOW_KEYS = tuple(TaskKey(task="window", step=0, repeat=repeat) for repeat in (1, 2))
FULL_KEYS = tuple(TaskKey(task="refund-window", step=step, repeat=1) for step in (0, 1))
RESPONSES = (
    Response(
        key=WINDOW_KEYS[0], case="window", case_digest=case_digest(WINDOW), outcome=REPLY, latency_ms=41.5, attempts=2
    ),
    Response(key=WINDOW_KEYS[1], case="window", case_digest=case_digest(WINDOW), outcome=Reply(retrieved=())),
    Response(
        key=FULL_KEYS[0],
        case="refund-window",
        case_digest=case_digest(FULL),
        outcome=Reply(answer="Hello."),
        judged=False,
    ),
    Response(
        key=FULL_KEYS[1],
        case="refund-window",
        case_digest=case_digest(FULL),
        outcome=Failure(kind="timeout", message="no answer within 1.5 s"),
        latency_ms=1500.0,
    ),
)

SEEN = Observation(
    key=WINDOW_KEYS[0],
    case="window",
    case_digest=case_digest(WINDOW),
    failure=None,
    needs=(
        NeedSeen(
            need=0, name="window", rank=1, candidate_rank=2, passage="returns#1", grade=2, matched_by="quote",
            in_corpus="yes", document_level=False,
        ),
    ),
    passages=(
        PassageSeen(
            id="returns#1", document="returns", rank=1, needs=(0,), grade=2, superseded=False, known="yes",
            text_differs=True,
        ),
        PassageSeen(
            id="", document=None, rank=None, needs=(), grade=0, superseded=True, known="unknown", text_differs=False
        ),
    ),
    claims=(
        ClaimSeen(
            claim=0, text="30 days", force="required", kind="claim", state="stated", at=(7, 14), found="30 days",
            weight=2.0, order=1, needs=(0,),
        ),
    ),
    answered=True,
    citations=(
        CitationSeen(id="returns#1", retrieved="yes", needs=(0,), known="yes", quote="found", superseded=False),
    ),
    behaviour=BehaviourSeen(
        expected="answer", observed="answer", source="declared", why="the system says so", refusal_reason="not_asked"
    ),
    leaks=(Leak(channel="candidates", document="wages", detail="rank 1", basis="denied"),),
    unlisted=("fees.txt",),
    not_observed=("cache",),
    guarded=True,
    checks=(CheckSeen(check="citation", state="met", detail="returns#1"),),
    latency_ms=41.5,
    time_to_first_token_ms=30.25,
    input_tokens=120,
    output_tokens=9,
    cost_usd=0.00012,
    attempts=2,
)  # fmt: skip
FAILED = Observation(
    key=FULL_KEYS[1],
    case="refund-window",
    case_digest=case_digest(FULL),
    failure=Failure(kind="timeout", message="no answer within 1.5 s"),
    needs=(),
    passages=None,
    claims=(),
    answered=False,
    citations=None,
    behaviour=BehaviourSeen(expected="answer", observed=None, source="none", why="", refusal_reason="unknown"),
    leaks=(),
    unlisted=(),
    not_observed=("context", "citations", "answer"),
    guarded=False,
    checks=(),
    latency_ms=None,
    time_to_first_token_ms=None,
    input_tokens=None,
    output_tokens=None,
    cost_usd=None,
    attempts=1,
)
OBSERVATIONS = (SEEN, FAILED)
SCORES = (
    Score(key=WINDOW_KEYS[0], case="window", measure="recall@5", outcome=Scored(value=0.7092)),
    Score(
        key=FULL_KEYS[1],
        case="refund-window",
        measure="recall@5",
        outcome=Unscored(reason="system_failed", detail="timeout"),
    ),
)
NOTES = (RulerNote(kind="text_differs", message="1 of 2 retrieved chunks differ", mend="freeze again"),)

PASS = CasePass(case="window", state="failed", why=("wages was retrieved",), passes=1, repeats=2)
COMPARISON = Comparison(
    baseline="main",
    why_this_baseline="same set, same corpus",
    common=1,
    left_out=(LeftOut(case="refund-window", why="failed"),),
    changes=(Change(what="system", message="another model", component="model"),),
    effects=(
        Effect(
            measure="recall@5", layer="retrieval", direction="higher", unit="share", now=0.5, before=1.0, change=-0.5,
            interval=(-0.75, -0.25), p=0.03125, p_adjusted=0.0625, n=6, rises=0, falls=1, verdict="worse",
        ),
        Effect(
            measure="latency", layer="operations", direction="lower", unit="ms", now=None, before=None, change=None,
            interval=None, p=None, p_adjusted=None, n=0, rises=0, falls=0, verdict="undecided",
        ),
    ),
    regressions=(
        Regression(
            case="window",
            falls=(("recall@5", 1.0, 0.5),),
            case_failed=True,
            causes=(Cause(kind="leak", message="wages", passage="wages#1", rank_before=2, rank_now=9),),
        ),
    ),
    improved=("mars",),
    smallest_visible_fall=0.25,
    flip_share=0.125,
    stale=True,
)  # fmt: skip
VERDICT = Verdict(
    status="blocked",
    headline="1 gate · 1 regression",
    plan=PLAN,
    answered=2,
    failed=1,
    unanswered=1,
    reviewed=1,
    ruler=NOTES,
    gates=(
        GateResult(
            gate="authorization",
            status="failed",
            checked=1,
            population=2,
            findings=(GateFinding(case="window", kind="broken", message="denied source wages at rank 1"),),
        ),
        GateResult(
            gate="recall@5 >= 0.8", status="passed", checked=6, population=6, findings=(), value=0.9, rules_out=0.39
        ),
    ),
    comparison=COMPARISON,
    summaries=(
        Summary(
            measure="recall@5", layer="retrieval", direction="higher", unit="share", mean=0.5, interval=(0.25, 0.75),
            scored=1, population=2, mean_over_all=0.25, missing=(("system_failed", 1),),
        ),
    ),
    slices=(
        SliceSummary(
            axis="risk", word="high", passed=1, decided=2, cases=3, interval=(0.1, 0.9), below_minimum=True
        ),
    ),
    cases=(
        CaseResult(
            result=PASS, question="When?", answer="Within 30 days.", expected="Within 30 days.", state="approved",
            ranks=(("window", 1), ("payout", None)), scores=(("recall@5", 0.5, ""), ("claims", None, "needs_judge")),
        ),
    ),
    behaviours=(("answer", "refuse", 1),),
    next_step="look at window",
    report="reports/0001-help-desk.html",
)  # fmt: skip
