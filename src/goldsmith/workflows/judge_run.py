"""From a run folder to a verdict: observe, score, gate, compare."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from dataclasses import dataclass, field, replace
from datetime import datetime

from goldsmith.comparison.compare import compare
from goldsmith.gates.hard import Evidence, decide_hard_gates
from goldsmith.gates.passing import case_passes
from goldsmith.gates.thresholds import decide_threshold, spelled
from goldsmith.ondisk.revisions import view
from goldsmith.records.case import Case
from goldsmith.records.comparison import Comparison, Side
from goldsmith.records.corpus import Document
from goldsmith.records.decision import Status
from goldsmith.records.detector import DetectorCheck
from goldsmith.records.gate import CasePass, GateResult
from goldsmith.records.measure import Measure, Score, Summary
from goldsmith.records.observation import Observation, by_case
from goldsmith.records.probe import ProbeSeen
from goldsmith.records.response import Response
from goldsmith.records.run import Plan
from goldsmith.records.task import Task
from goldsmith.runner.probing import pair_cases, probe_tasks
from goldsmith.scoring.detector import check_detector
from goldsmith.scoring.levels import what_is_shown
from goldsmith.scoring.measures import STANDARD, MeasureBook, summarise
from goldsmith.scoring.observe import Observer
from goldsmith.scoring.plugged import Material
from goldsmith.scoring.probes import observe_probes
from goldsmith.tables.chunks import CorpusView
from goldsmith.workflows import passages_alone
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
    """Those of probes of access are not among them."""
    observations: tuple[Observation, ...]
    measures: tuple[Measure, ...]
    scores: tuple[Score, ...]
    summaries: tuple[Summary, ...]
    gates: tuple[GateResult, ...]
    passes: tuple[CasePass, ...]
    probes: tuple[ProbeSeen, ...] = ()
    """The probes of access that the set asks for or that the run carried out; the authorization gate counts them."""
    uncontrolled: tuple[str, ...] = ()
    """Cases that were to be probed, and no case shows that a permitted asker gets what they must not."""
    detector: DetectorCheck = field(default_factory=DetectorCheck)
    """Whether leaks that were planted into copies of the replies were seen."""

    def side(self, name: str) -> Side:
        """Return what a comparison needs of it."""
        return Side(
            name=name,
            plan=self.plan,
            digests=tuple(self.asked.items()),
            observations=self.observations,
            scores=self.scores,
            passes=self.passes,
            versions={str(measure): measure.version for measure in self.measures},
        )


def measures_of(project: Project) -> tuple[Measure, ...]:
    """Return the measures that the project wants to see: its own list or the standard ones, and those that it gates."""
    book = measure_book(project)
    return tuple(book.parse(name) for name in dict.fromkeys(_spellings(project)))


def measure_book(project: Project) -> MeasureBook:
    """Return every measure that the project may ask for; no plug-in is loaded where it asks for none of theirs."""
    return project.once.get(
        "measure book", lambda: MeasureBook(project.plugins.measures.values() if _asks_outsiders(project) else ())
    )


def _asks_outsiders(project: Project) -> bool:
    # The name of an outsider has a prefix and a dot, and no name of ours has.
    return any("." in name for name in _spellings(project))


def outsiders_apart(project: Project) -> AbstractContextManager[object]:
    """Return what sends the words that plug-ins print to standard error; nothing is touched where none are asked."""
    return redirect_stdout(sys.stderr) if project.matchers or _asks_outsiders(project) else nullcontext()


def _spellings(project: Project) -> tuple[str, ...]:
    wanted = project.settings.measures or STANDARD
    return (*wanted, *(item.measure for item in project.golden.header.gates))


def refuse_unusable_gates(project: Project) -> None:
    """Raise UnknownNameError or ConfigurationError for a measure or gate that no answer could decide."""
    measures_of(project)
    for item in project.golden.header.gates:
        decide_threshold(item, measure_book(project).parse(item.measure), {}, (), {})


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
    with outsiders_apart(project):
        judged = _judged(project, plan, asked, responses, states, now=now)
        return of_passages(project, judged) if plan.retrieval_only else judged


def _judged(
    project: Project,
    plan: Plan,
    asked: Mapping[str, str],
    responses: Sequence[Response],
    states: Mapping[str, Status],
    *,
    now: datetime,
) -> Judged:
    today = {case.id: case for case in project.golden.cases if case.id in asked}
    planned, uncontrolled = _planned_probes(project, plan, tuple(today.values()))
    corpus = _view(project, today, responses, planned)
    shown = what_is_shown(responses, corpus, tuple(today.values()))
    observer = Observer(corpus, access=project.golden.header.access, shown=shown, matchers=project.matchers)
    plain = tuple(item for item in responses if not item.probe)
    observations = observer.observe_all(
        (today[item.case], item) for item in plain if item.judged and item.case in today
    )
    measures = measures_of(project)
    material = {item.key: Material(case=today[item.case], response=item) for item in plain if item.case in today}
    scores = measure_book(project).score(observations, measures, material=material)
    evidence = Evidence(
        cases=passages_alone.guarded(today) if plan.retrieval_only else today,
        observations=by_case(observations),
        dropped=_dropped(project, today, asked, states),
        today=now.date().isoformat(),
        probes=observe_probes(observer, today, planned, responses, documents=_documents(project), repeats=plan.repeats),
        detector=check_detector(observer, today, plain),
    )
    gates = _gates(project, evidence, scores, measures)
    return Judged(
        plan=plan,
        cases=today,
        asked=asked,
        states=states,
        responses=plain,
        observations=observations,
        measures=measures,
        scores=scores,
        summaries=summarise(scores, measures, cases=tuple(today)),
        gates=gates,
        passes=case_passes(today, evidence.observations, gates),
        probes=tuple(evidence.probes),
        uncontrolled=uncontrolled,
        detector=evidence.detector,
    )


def of_passages(project: Project, judged: Judged) -> Judged:
    """Return what of a judged run can be said where only passages were asked for."""
    measures = passages_alone.measured(judged.measures)
    kept = {str(measure) for measure in measures}
    of_answers = {
        spelled(item)
        for item in project.golden.header.gates
        if str(measure_book(project).parse(item.measure)) not in kept
    }
    return replace(
        judged,
        observations=passages_alone.observed(judged.observations),
        measures=measures,
        scores=tuple(item for item in judged.scores if item.measure in kept),
        summaries=tuple(item for item in judged.summaries if item.measure in kept),
        gates=tuple(
            passages_alone.not_applicable(gate.gate) if gate.gate in of_answers else gate
            for gate in passages_alone.held(judged.gates)
        ),
        passes=passages_alone.passes(judged.passes, by_case(judged.observations)),
    )


def _planned_probes(project: Project, plan: Plan, cases: Sequence[Case]) -> tuple[tuple[Task, ...], tuple[str, ...]]:
    """Return the probes that the set asks for or the run was to carry out, and the cases that have no positive control.

    A probe that the set asks for and the run did not carry out is one without a result.
    """
    kinds = (*project.golden.header.probes, *plan.probes)
    if not kinds:
        return (), ()
    documents = _documents(project)
    return probe_tasks(cases, kinds, documents), pair_cases(cases, documents).uncontrolled


def _documents(project: Project) -> dict[str, Document]:
    return {item.id: item for item in project.documents}


def _view(
    project: Project, cases: Mapping[str, Case], responses: Sequence[Response], probes: Sequence[Task]
) -> CorpusView | None:
    if project.stored is None:
        return None
    names = set(retrieved_ids(responses))
    guarded: set[str] = set()
    for case in cases.values():
        names |= {item.chunk for need in case.evidence for item in need.any_of if item.chunk}
        guarded |= set(case.identity.denied) if case.identity else set()
    if any(case.identity for case in cases.values()):
        guarded |= {item.id for item in project.documents if item.tenant or item.allowed_principals is not None}
    guarded |= {action.document for task in probes for step in task.steps for action in step.before}
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
    project: Project, evidence: Evidence, scores: Sequence[Score], measures: Sequence[Measure]
) -> tuple[GateResult, ...]:
    named = {str(measure): measure for measure in measures}
    thresholds = tuple(
        decide_threshold(
            item, named[str(measure_book(project).parse(item.measure))], evidence.cases, scores, evidence.dropped
        )
        for item in project.golden.header.gates
    )
    return (*decide_hard_gates(evidence), *thresholds)


def compared(project: Project, now: Judged, before: Judged, *, name: str, why: str) -> Comparison:
    """Return what changed between two judged runs; of passages alone where one of them asked for no more."""
    if now.plan.retrieval_only != before.plan.retrieval_only:
        now, before = (side if side.plan.retrieval_only else of_passages(project, side) for side in (now, before))
        why = f"{why}; one of them asked for passages alone, so only those are compared"
    return compare(
        now.side(now.plan.system),
        before.side(name),
        measures=now.measures,
        cutoff=project.settings.cutoff,
        why_this_baseline=why,
        cases=now.cases,
    )
