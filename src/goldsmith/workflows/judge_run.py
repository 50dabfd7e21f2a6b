"""From a run folder to a verdict: observe, score, gate, compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from goldsmith.comparison.compare import compare
from goldsmith.gates.hard import Evidence, decide_hard_gates
from goldsmith.gates.passing import case_passes
from goldsmith.gates.thresholds import decide_threshold
from goldsmith.ondisk.revisions import view
from goldsmith.records.case import Case
from goldsmith.records.comparison import Comparison, Side
from goldsmith.records.decision import Status
from goldsmith.records.gate import CasePass, GateResult
from goldsmith.records.measure import Measure, Score, Summary
from goldsmith.records.observation import Observation, by_case
from goldsmith.records.response import Response
from goldsmith.records.run import Plan
from goldsmith.scoring.levels import what_is_shown
from goldsmith.scoring.measures import STANDARD, parse, score, summarise
from goldsmith.scoring.observe import Observer
from goldsmith.tables.chunks import CorpusView
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.run import retrieved_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One run, observed and scored under today's set."""

    plan: Plan
    cases: Mapping[str, Case]
    """Cases that the run was asked and that the set still holds, as the set holds them today."""
    asked: Mapping[str, str]
    """Case id and digest, as the run was asked it."""
    states: Mapping[str, Status]
    responses: tuple[Response, ...]
    observations: tuple[Observation, ...]
    measures: tuple[Measure, ...]
    scores: tuple[Score, ...]
    summaries: tuple[Summary, ...]
    gates: tuple[GateResult, ...]
    passes: tuple[CasePass, ...]

    def side(self, name: str) -> Side:
        """Return what a comparison needs of it."""
        return Side(
            name=name,
            plan=self.plan,
            digests=tuple(self.asked.items()),
            observations=self.observations,
            scores=self.scores,
            passes=self.passes,
        )


def measures_of(project: Project) -> tuple[Measure, ...]:
    """Return the measures that the project wants to see: its own list or the standard ones, and those that it gates."""
    wanted = project.settings.measures or STANDARD
    gated = tuple(item.measure for item in project.golden.header.gates)
    return tuple(parse(name) for name in dict.fromkeys((*wanted, *gated)))


def refuse_unusable_gates(project: Project) -> None:
    """Raise UnknownNameError or ConfigurationError for a measure or gate that no answer could decide."""
    measures_of(project)
    for item in project.golden.header.gates:
        decide_threshold(item, parse(item.measure), {}, (), {})


def judge_responses(
    project: Project,
    plan: Plan,
    asked: Mapping[str, str],
    responses: Sequence[Response],
    states: Mapping[str, Status],
    *,
    now: datetime,
) -> Judged:
    """Observe and score `responses` under today's cases.

    A case that changed since it was asked is scored (its answer is still an answer to the same question only where the
    question did not change) and kept out of every gate as "edited".
    """
    today = {case.id: case for case in project.golden.cases if case.id in asked}
    corpus = _view(project, today, responses)
    shown = what_is_shown(responses, corpus, tuple(today.values()))
    observer = Observer(corpus, access=project.golden.header.access, shown=shown)
    observations = tuple(
        observer.observe(today[item.case], item) for item in responses if item.judged and item.case in today
    )
    measures = measures_of(project)
    scores = score(observations, measures)
    dropped = _dropped(project, today, asked, states)
    gates = _gates(project, today, observations, scores, measures, dropped, now=now)
    return Judged(
        plan=plan,
        cases=today,
        asked=asked,
        states=states,
        responses=tuple(responses),
        observations=observations,
        measures=measures,
        scores=scores,
        summaries=summarise(scores, measures, cases=tuple(today)),
        gates=gates,
        passes=case_passes(today, by_case(observations), gates),
    )


def _view(project: Project, cases: Mapping[str, Case], responses: Sequence[Response]) -> CorpusView | None:
    if project.stored is None:
        return None
    names = set(retrieved_ids(responses))
    guarded: set[str] = set()
    for case in cases.values():
        names |= {item.chunk for need in case.evidence for item in need.any_of if item.chunk}
        guarded |= set(case.identity.denied) if case.identity else set()
    if any(case.identity for case in cases.values()):
        guarded |= {item.id for item in project.documents if item.tenant or item.allowed_principals is not None}
    return view(project.stored, names, fingerprinted=sorted(guarded))


def _dropped(
    project: Project, cases: Mapping[str, Case], asked: Mapping[str, str], states: Mapping[str, Status]
) -> dict[str, str]:
    dropped = {
        name: "edited after approval: approve it again, or take the edit back"
        for name in cases
        if states[name].state == "edited"
    }
    return dropped | {
        name: "the case was changed after the system was asked: run it again"
        for name, case in cases.items()
        if asked[name] != project.once.digest(case)
    }


def _gates(
    project: Project,
    cases: Mapping[str, Case],
    observations: Sequence[Observation],
    scores: Sequence[Score],
    measures: Sequence[Measure],
    dropped: Mapping[str, str],
    *,
    now: datetime,
) -> tuple[GateResult, ...]:
    evidence = Evidence(cases=cases, observations=by_case(observations), dropped=dropped, today=now.date().isoformat())
    named = {str(measure): measure for measure in measures}
    thresholds = tuple(
        decide_threshold(item, named[str(parse(item.measure))], cases, scores, dropped)
        for item in project.golden.header.gates
    )
    return (*decide_hard_gates(evidence), *thresholds)


def compared(project: Project, now: Judged, before: Judged, *, name: str, why: str) -> Comparison:
    """Return what changed between two judged runs."""
    return compare(
        now.side(now.plan.system),
        before.side(name),
        measures=now.measures,
        cutoff=project.settings.cutoff,
        why_this_baseline=why,
        cases=now.cases,
    )
