"""The next rung of the ladder after a run: the one thing that helps most."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.gates.hard import BLOCKING, UNTOLD
from goldsmith.records.comparison import Comparison
from goldsmith.records.response import Failure
from goldsmith.records.verdict import VerdictStatus
from goldsmith.workflows.command_lines import evaluate_line, of_the_set
from goldsmith.workflows.judge_run import Judged
from goldsmith.workflows.open_set import Project

_AGAIN = "then run the same command again"


def next_step(project: Project, judged: Judged, comparison: Comparison | None, status: VerdictStatus) -> str:
    """Return what to do now. A baseline is suggested only after a run of the whole set that passed."""
    steps = (
        *_system(judged, mostly=True),
        *_blocked(judged, comparison),
        *_ladder(project, judged),
        *_undecided(project, judged),
    )
    if steps:
        return steps[0]
    if status != "passed":
        return f"look at the report, {_AGAIN}"
    undecided = [item.case for item in judged.passes if item.state == "undecided"]
    if undecided and not judged.plan.retrieval_only:
        first = f"{len(undecided)} of {len(judged.passes)} cases are undecided, {undecided[0]} first"
        return f"write claims that can be decided ({first}): goldsmith check proposes them"
    failed = [item.case for item in judged.passes if item.state == "failed"]
    if failed:
        return f"look at {failed[0]} in the report: it failed, though no gate forbids it"
    if judged.plan.retrieval_only:
        return f"ask for answers too: {evaluate_line(project)}"
    if comparison is None:
        return f"keep this run to compare with: goldsmith baseline save main{of_the_set(project)}"
    return "nothing stands in the way"


def _system(judged: Judged, *, mostly: bool) -> Iterator[str]:
    """Say that it is the system that is broken, where calls failed (`mostly`: more of them than not)."""
    told = [item.outcome for item in judged.responses if item.judged]
    failures = [outcome for outcome in told if isinstance(outcome, Failure) and outcome.kind != "not_answered"]
    if failures and (not mostly or 2 * len(failures) > len(told)):
        place = f" (first of {len(failures)})" if len(failures) > 1 else ""
        yield f"mend the system: {failures[0].message}{place}"


def _blocked(judged: Judged, comparison: Comparison | None) -> Iterator[str]:
    for gate in judged.gates:
        worst = [finding for finding in gate.findings if finding.kind in BLOCKING]
        if worst:
            yield f"mend {worst[0].case} first ({gate.gate}), {_AGAIN}"
    if comparison and comparison.regressions:
        yield f"look at {comparison.regressions[0].case} in the report, {_AGAIN}"
    for gate in judged.gates:
        if gate.status == "failed":
            yield f"mend what keeps {gate.gate} from holding: the report shows each case, {_AGAIN}"


def _ladder(project: Project, judged: Judged) -> Iterator[str]:
    """Say what the set still lacks, rung by rung."""
    bare = project.golden.bare
    if project.revision is None:
        yield (
            "freeze the documents, so that evidence is checked against them: goldsmith freeze DOCUMENTS"
            if bare
            else "goldsmith freeze"
        )
    if bare:
        yield "make it a set that can gate: move the cases to golden/cases/ beside a golden/set.yaml with a name"
    waiting = [name for name in judged.cases if judged.states[name].state != "approved"]
    if waiting:
        count = "1 case" if len(waiting) == 1 else f"{len(waiting)} cases"
        call = f"goldsmith approve {waiting[0]}{of_the_set(project)} --reviewer NAME --reason …"
        yield f"review {count}: {call}"


def _undecided(project: Project, judged: Judged) -> Iterator[str]:
    """Say what kept the verdict from being a whole one."""
    if judged.plan.subset is not None:
        yield f"evaluate the whole set: {evaluate_line(project)}"
    yield from _system(judged, mostly=False)
    for gate in judged.gates:
        untold = [finding for finding in gate.findings if finding.kind in UNTOLD]
        if gate.status == "incomplete" and untold:
            case = f" of {untold[0].case}" if untold[0].case else ""
            yield f"settle what keeps {gate.gate} undecided: {untold[0].message}{case}"
