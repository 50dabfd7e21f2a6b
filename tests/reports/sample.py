"""A verdict as the help desk would get it: blocked by leaks and a fallen passage, with every kind of line in it."""

from __future__ import annotations

from dataclasses import replace

from goldsmith.records.comparison import Cause, Change, Comparison, Effect, LeftOut, Regression
from goldsmith.records.gate import CasePass, GateFinding, GateResult
from goldsmith.records.measure import Reason, Summary, Unit
from goldsmith.records.run import Plan, RulerNote
from goldsmith.records.verdict import CaseResult, SliceSummary, Verdict
from goldsmith.records.vocabulary import Layer

CASES = tuple(
    f"{topic}-{number:03d}" for topic in ("returns", "warranty", "plans", "access") for number in range(1, 11)
)
FAILED = {
    "access-003": "authorization: denied source runbook-us rank 3: runbook-us#77ab0193c5e2",
    "access-007": "authorization: denied source salary-bands the answer: 'band C starts at'",
    "returns-004": "citations: cites returns-2024#7c01aa52d940, which was not retrieved",
    "returns-009": "no answer: timeout after 60 s",
    "warranty-007": 'required claim missing: "The warranty of the Larch oven lasts 24 months."',
    "plans-003": "expected to clarify, did answer",
}


def plan(**changes: object) -> Plan:
    """Return the plan of a run over the forty cases."""
    whole = Plan(
        run="0007-help-desk",
        created_at="2026-09-08T09:30:00Z",
        system="worse",
        system_digest="s1:0f",
        system_revision="r41",
        fingerprints={"reranker": "none", "prompt": "p7"},
        shows=("candidates", "context", "citations", "trace", "answer"),
        set_name="help-desk",
        set_version="1.4.0",
        set_digest="c1:77",
        corpus="2026-09-08",
        corpus_digest="r1:19",
        cases=CASES,
        subset=None,
        repeats=1,
        concurrency=8,
        timeout_s=60,
        goldsmith="0.1.0",
    )
    return replace(whole, **changes)  # type: ignore[arg-type]  # a test names the fields that it changes


def gate(name: str, status: str, *findings: GateFinding, checked: int = 14, **more: float | None) -> GateResult:
    """Return a gate with fourteen cases in its population unless fewer were checked."""
    return GateResult(
        gate=name,
        status=status,  # type: ignore[arg-type]  # one of the four words
        checked=checked,
        population=max(checked, 14),
        findings=findings,
        value=more.get("value"),
        rules_out=more.get("rules_out"),
    )


def broken(case: str, message: str, kind: str = "broken") -> GateFinding:
    """Return one finding of a gate."""
    return GateFinding(case=case, kind=kind, message=message)  # type: ignore[arg-type]  # one of the five words


def gates() -> tuple[GateResult, ...]:
    """Return a gate in every state."""
    leaks = (
        broken(
            "access-003", "denied source runbook-us rank 3: runbook-us#77ab0193c5e2 (and 6 more in candidates, trace)"
        ),
        broken("access-003", "denied source salary-bands rank 5: salary-bands#19e4d28a0f66"),
        broken("access-007", "denied source salary-bands the answer: 'band C starts at'"),
        broken(
            "access-009",
            "denied source runbook-eu rank 1: runbook-eu#1 (waived by dpo until 2026-12-31: shared with the EU desk)",
            "waived",
        ),
    )
    return (
        gate("authorization", "failed", *leaks),
        gate(
            "material_accuracy",
            "incomplete",
            broken("warranty-002", 'only a judge can rule out: "The pump is covered."', "not_observed"),
            broken("returns-009", "no answer: timeout: no reply within 60 s", "missing"),
            checked=12,
        ),
        gate("refusal", "passed", checked=14, rules_out=0.193),
        gate("citations", "failed", broken("returns-004", "cites returns-2024#7c01aa52d940, which was not retrieved")),
        gate("recall@5 >= 0.8 (risk=high)", "failed", value=0.7142857),
    )


def summary(measure: str, layer: Layer, mean: float | None, unit: Unit = "share", **more: object) -> Summary:
    """Return a measure over thirty scored cases, one of them without an answer."""
    share = unit == "share" and mean is not None
    whole = Summary(
        measure=measure,
        layer=layer,
        direction="higher" if unit == "share" else "lower",
        unit=unit,
        mean=mean,
        interval=(max(mean - 0.11, 0), min(mean + 0.09, 1)) if share and mean is not None else None,
        scored=0 if mean is None else 30,
        population=31,
        mean_over_all=mean * 30 / 31 if share and mean is not None else None,
        missing=(("system_failed", 1),),
    )
    return replace(whole, **more)  # type: ignore[arg-type]  # a test names the fields that it changes


def summaries() -> tuple[Summary, ...]:
    """Return every layer, with measures that have no figure."""
    waiting: tuple[tuple[Reason, int], ...] = (("needs_judge", 12), ("not_applicable", 28))
    return (
        summary("precision", "retrieval", 0.4533),
        summary("recall@5", "retrieval", 0.8112),
        summary("reciprocal_rank", "retrieval", 0.7733),
        summary("ndcg@10", "retrieval", 0.7901),
        summary("irrelevant_rate", "retrieval", 0.41, direction="lower"),
        summary("citation_precision", "evidence", 0.902),
        summary("citation_recall", "evidence", 0.861),
        summary("superseded_used", "evidence", 0.1, "count"),
        summary("claim_recall", "response", None, missing=waiting, population=12),
        summary("decided_claim_recall", "response", 0.74),
        summary("right_behaviour", "behaviour", 0.925),
        summary("leaks", "authorization", 0.64, "count"),
        summary("latency_ms", "operations", 412.0, "ms"),
        summary(
            "failed", "operations", 0.025, direction="lower", mean_over_all=0.025, scored=40, population=40, missing=()
        ),
    )


def effect(measure: str, layer: Layer, before: float, now: float, verdict: str, unit: str = "share") -> Effect:
    """Return a change with an interval of a width that suits its unit."""
    reach = {"share": 0.06, "count": 0.3}.get(unit, 40.0)
    return Effect(
        measure=measure,
        layer=layer,
        direction="higher" if unit == "share" else "lower",
        unit=unit,
        now=now,
        before=before,
        change=now - before,
        interval=(now - before - reach, now - before + reach),
        p=0.02,
        p_adjusted=0.06,
        n=29,
        rises=1,
        falls=5,
        verdict=verdict,  # type: ignore[arg-type]  # one of the four words
    )


def regressions() -> tuple[Regression, ...]:
    """Return three falls with every part that a cause can have."""
    fell = Cause(
        kind="ranked_below",
        message="warranty-2026#3a90ff17bc03 fell from rank 2 to 9 (k = 5)",
        passage="warranty-2026#3a90ff17bc03",
        rank_before=2,
        rank_now=9,
    )
    missing = Cause(kind="claim_missing", message='required claim "24 months" missing')
    leak = Cause(
        kind="leak",
        message="denied source runbook-us in context, trace (rank 3: runbook-us#77ab0193c5e2)",
        passage="runbook-us",
        rank_now=3,
    )
    asked = Cause(kind="wrong_behaviour", message="asked to clarify, answered instead")
    return (
        Regression(case="access-003", falls=(("leaks", 0.0, 7.0),), case_failed=True, causes=(leak,)),
        Regression(
            case="warranty-007",
            falls=(("recall@5", 1.0, 0.0), ("reciprocal_rank", 0.5, 1 / 9)),
            case_failed=True,
            causes=(fell, missing),
        ),
        Regression(case="plans-003", falls=(("right_behaviour", 1.0, 0.0),), case_failed=True, causes=(asked,)),
    )


def comparison(**changes: object) -> Comparison:
    """Return the comparison with the baseline `main`."""
    whole = Comparison(
        baseline="main",
        why_this_baseline="main was asked for",
        common=39,
        left_out=(LeftOut(case="plans-010", why="edited since the baseline"),),
        changes=(Change(what="system", message="reranker: bge-2 -> none", component="reranker"),),
        effects=(
            effect("precision", "retrieval", 0.47, 0.4533, "no_visible_change"),
            effect("recall@5", "retrieval", 0.88, 0.8112, "worse"),
            effect("reciprocal_rank", "retrieval", 0.79, 0.7733, "no_visible_change"),
            effect("citation_precision", "evidence", 0.95, 0.902, "no_visible_change"),
            effect("decided_claim_recall", "response", 0.71, 0.74, "better"),
            effect("right_behaviour", "behaviour", 0.95, 0.925, "no_visible_change"),
            effect("leaks", "authorization", 0.0, 0.64, "worse", "count"),
            effect("latency_ms", "operations", 380.0, 412.0, "no_visible_change", "ms"),
        ),
        regressions=regressions(),
        improved=("returns-002",),
        smallest_visible_fall=0.1794,
        flip_share=0.1,
        stale=False,
    )
    return replace(whole, **changes)  # type: ignore[arg-type]  # a test names the fields that it changes


def slices() -> tuple[SliceSummary, ...]:
    """Return slices that hold, that fall, and that are too thin."""
    told = (
        ("job", "lookup", 14, 16, 16, (0.64, 0.97), False),
        ("job", "exception", 5, 9, 10, (0.27, 0.81), False),
        ("job", "diagnosis", 1, 2, 3, (0.09, 0.91), True),
        ("risk", "high", 8, 13, 14, (0.36, 0.82), False),
        ("risk", "low", 17, 17, 17, (0.82, 1.0), False),
        ("profile", "regional-support", 6, 8, 8, (0.41, 0.93), False),
    )
    return tuple(
        SliceSummary(
            axis=axis, word=word, passed=passed, decided=decided, cases=cases, interval=interval, below_minimum=thin
        )
        for axis, word, passed, decided, cases, interval, thin in told
    )


def case_result(name: str, **changes: object) -> CaseResult:
    """Return one case; the failed ones say why."""
    why = FAILED.get(name)
    undecided = name == "warranty-002"
    state = "failed" if why else "undecided" if undecided else "passed"
    whole = CaseResult(
        result=CasePass(
            case=name,
            state=state,  # type: ignore[arg-type]  # one of the three words
            why=(why,) if why else ('only a judge can decide: "The pump is covered."',) if undecided else (),
            passes=0 if why else 1,
            repeats=1,
        ),
        question=f"How long is the warranty of the Larch oven, and who pays for the visit ({name})?",
        answer="It lasts 12 months [warranty-2023#0a12].\n\nThe visit is free in the first year.",
        expected="24 months from delivery.\nmust say: The warranty of the Larch oven lasts 24 months.",
        state="approved" if name < "warranty-005" else "candidate",
        ranks=(("receipt", 1), ("payout", None)),
        scores=(("recall@5", 0.5, ""), ("claim_recall", None, "needs_judge"), ("latency_ms", 812.0, "")),
    )
    return replace(whole, **changes)  # type: ignore[arg-type]  # a test names the fields that it changes


def verdict(**changes: object) -> Verdict:
    """Return the whole verdict."""
    whole = Verdict(
        status="blocked",
        headline="3 gates · 3 regressions",
        plan=plan(),
        answered=39,
        failed=1,
        unanswered=0,
        reviewed=31,
        ruler=(
            RulerNote(
                kind="text_differs",
                message="41 of 300 retrieved chunks differ from the frozen corpus",
                mend="freeze the corpus that the system has indexed: goldsmith freeze",
            ),
        ),
        gates=gates(),
        comparison=comparison(),
        summaries=summaries(),
        slices=slices(),
        cases=tuple(case_result(name) for name in CASES),
        behaviours=(
            ("answer", "answer", 27),
            ("answer", "no answer", 1),
            ("clarify", "answer", 1),
            ("clarify", "clarify", 3),
            ("escalate", "escalate", 2),
            ("refuse", "refuse", 6),
        ),
        next_step="mend access-003 first (authorization), then run the same command again",
        report=".goldsmith/runs/0007-help-desk/report.html",
    )
    return replace(whole, **changes)  # type: ignore[arg-type]  # a test names the fields that it changes
