"""Everything that is known of one case: what it says, who decided so, and how the latest runs did on it."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith._base.registry import unknown_name
from goldsmith.errors import GoldsmithError
from goldsmith.ondisk.revisions import view
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.case import Case
from goldsmith.records.decision import Status
from goldsmith.records.standing import CaseRun, CaseStanding
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.check import resolutions_of, states_of
from goldsmith.workflows.command_lines import evaluate_line, of_the_set
from goldsmith.workflows.open_set import Project

MOST_RUNS = 5
"""Runs that are shown; more are looked through only until as many were found."""
_LOOKED_THROUGH = 50


def show_case(project: Project, name: str) -> CaseStanding:
    """Return where the case called `name` stands. Raises UnknownNameError with the nearest id."""
    golden = project.golden
    index = next((at for at, case in enumerate(golden.cases) if case.id == name), None)
    if index is None:
        raise unknown_name("cases", name, tuple(sorted({case.id for case in golden.cases})))
    case, place = golden.cases[index], golden.places[index]
    digest = project.once.digest(case)
    status = states_of(project)[case.id]
    runs = tuple(_runs(project, case, digest))
    return CaseStanding(
        case=case,
        file=place.file,
        line=place.line,
        digest=digest,
        status=status,
        facts=tuple(fact for fact in golden.facts if fact.case == case.id),
        resolutions=tuple(item for item in resolutions_of(project) or () if item.case == case.id),
        runs=runs,
        next_step=_next_step(project, case, status, runs),
    )


def pages(project: Project, held: CaseStanding) -> tuple[tuple[str, str, int], ...]:
    """Return name of the need, document and page of each passage of evidence that stands on a page that is known."""
    if project.stored is None:
        return ()
    found = [
        (held.case.evidence[item.need].need or f"{item.need + 1}", chunk)
        for item in held.resolutions
        if (chunk := item.pinned.chunk) is not None
    ]
    chunks = view(project.stored, sorted({chunk for _, chunk in found})).chunks
    placed = ((need, chunks[name]) for need, name in found if name in chunks)
    return tuple(dict.fromkeys((need, chunk.document, chunk.page) for need, chunk in placed if chunk.page is not None))


def _runs(project: Project, case: Case, digest: str) -> Iterator[CaseRun]:
    folder = project.state / "runs"
    found = 0
    for name in reversed(run_ids(folder)[-_LOOKED_THROUGH:]):
        try:
            run = RunFolder.open(folder, name)
            if run.plan.set_name != project.golden.header.name or case.id not in run.plan.cases:
                continue
            verdict = run.read_record("verdict", Verdict)
            asked = {item.case.id: item.case_digest for item in run.cases()}
        except GoldsmithError:
            continue  # a run that was never scored, or that a newer version wrote, says nothing of the case
        own = next((item for item in verdict.cases if item.result.case == case.id), None)
        if own is None:
            continue
        yield CaseRun(
            run=name,
            at=run.plan.created_at,
            system=run.plan.system,
            result=own.result,
            answer=own.answer,
            ranks=own.ranks,
            same_case=asked.get(case.id) == digest,
        )
        found += 1
        if found == MOST_RUNS:
            return


def _next_step(project: Project, case: Case, status: Status, runs: tuple[CaseRun, ...]) -> str:
    here = of_the_set(project)
    if "stale" in status.flags:
        return f"its evidence is no longer what was judged: goldsmith refresh{here}"
    if status.state in {"candidate", "edited"}:
        return f"read it beside its source, then: goldsmith approve {case.id}{here} --reviewer NAME --reason …"
    if status.state in {"rejected", "retired"}:
        return "nothing: no run asks it, and its id stays taken"
    if not runs or not runs[0].same_case:
        return f"{evaluate_line(project)} --case {case.id}"
    if runs[0].result.state == "failed":
        return f"mend the system, then: {evaluate_line(project)} --case {case.id}"
    return "nothing stands in the way"
