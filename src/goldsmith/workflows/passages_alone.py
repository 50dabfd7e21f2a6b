"""Runs in which a system was asked for passages alone: what can be said of them, and what cannot.

Nothing is said of answers: the gates on answers do not apply, no case passes or fails by what it answered, and only
measures of retrieval, authorization and operations have values. What was retrieved is held against the rules of access
as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from goldsmith.records.case import Case
from goldsmith.records.gate import HARD_GATES, CasePass, GateResult
from goldsmith.records.measure import Measure
from goldsmith.records.observation import BehaviourSeen, Observation
from goldsmith.records.run import RulerNote
from goldsmith.records.vocabulary import Layer

LAYERS: frozenset[Layer] = frozenset({"retrieval", "authorization", "operations"})
"""What is measured without an answer."""
WHY = "only passages were asked for"
ANSWER_GATES = tuple(gate for gate in HARD_GATES if gate != "authorization")


def measured(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """Return the measures that need no answer."""
    return tuple(measure for measure in measures if measure.layer in LAYERS)


def guarded(cases: Mapping[str, Case]) -> dict[str, Case]:
    """Return the cases without their rules on tools: none is called where only passages are asked for."""
    return {name: replace(case, allowed_tools=None, forbidden_tools=()) for name, case in cases.items()}


def held(gates: Iterable[GateResult]) -> tuple[GateResult, ...]:
    """Return hard gates with those on answers set aside."""
    return tuple(not_applicable(gate.gate) if gate.gate in ANSWER_GATES else gate for gate in gates)


def not_applicable(gate: str) -> GateResult:
    """Return a gate that this run says nothing of."""
    return GateResult(gate=gate, status="not_applicable", checked=0, population=0, findings=())


def passes(found: Sequence[CasePass], observations: Mapping[str, Sequence[Observation]]) -> tuple[CasePass, ...]:
    """Return the cases undecided, but those that broke the authorization gate or of which a call failed."""
    return tuple(_pass(item, observations.get(item.case, ())) for item in found)


def _pass(item: CasePass, observations: Sequence[Observation]) -> CasePass:
    gate = tuple(line for line in item.why if line.startswith("authorization: "))
    unanswered = tuple(line for line in item.why if line.startswith("no answer: "))
    if gate or unanswered or not observations:
        return replace(item, passes=0, why=(*gate, *unanswered) or item.why)
    return CasePass(case=item.case, state="undecided", why=(WHY,), passes=0, repeats=item.repeats)


def observed(observations: Iterable[Observation]) -> tuple[Observation, ...]:
    """Return what was seen of retrieval and access, with nothing of an answer."""
    return tuple(
        replace(
            seen,
            claims=(),
            citations=None,
            checks=(),
            behaviour=BehaviourSeen(
                expected=seen.behaviour.expected, observed=None, source="none", why=WHY, refusal_reason="not_asked"
            ),
        )
        for seen in observations
    )


def note() -> RulerNote:
    """Return what a reader must know first."""
    return RulerNote(
        kind="retrieval_only",
        message=f"{WHY}: nothing is said of answers, and {', '.join(ANSWER_GATES)} do not apply",
        mend="goldsmith evaluate asks for answers too",
    )
