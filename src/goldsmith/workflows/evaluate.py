"""The main job: run, observe, score, gate, compare, report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from goldsmith._base.registry import unknown_name
from goldsmith.ondisk.baselines import Baseline, load_baseline, load_baselines, nearest
from goldsmith.ondisk.baselines import file_stem as baseline_stem
from goldsmith.ondisk.runs import RunFolder
from goldsmith.ports.system import System
from goldsmith.records.run import RulerNote
from goldsmith.records.verdict import Audience, Verdict
from goldsmith.runner.progress import Progress
from goldsmith.workflows.check import CheckOptions, changed_documents, check_set, refuse_unusable, states_of
from goldsmith.workflows.judge_run import Judged, compared, judge_responses
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.report import write_reports
from goldsmith.workflows.reuse import read_origins
from goldsmith.workflows.run import Asking, run_system
from goldsmith.workflows.standing import standing
from goldsmith.workflows.unfinished import UNFINISHED, open_incident_cases, unfinished, without
from goldsmith.workflows.unfinished import note as unfinished_note
from goldsmith.workflows.verdict import build_verdict

NO_BASELINE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """What a run is compared with, and for whom that is told."""

    baseline: str | None = None
    """Name of a stored baseline, or ``none``; None: the nearest stored one, where there is any."""
    audience: Audience = "full"
    """Who will read the reports of the run folder; its verdict.json is always whole."""


def evaluate(
    project: Project,
    system: System,
    asking: Asking,
    *,
    now: datetime,
    against: Against = Against(),
    waive: tuple[str, ...] = (),
    progress: Callable[[Progress], None] | None = None,
) -> Verdict:
    """Run `system` on the set of `project` and return the verdict; the report and all figures stand in the run folder.

    A case that an incident left unfinished is not asked, and the verdict says so by its id. Raises SetNotUsableError
    where the set has errors that are not waived; see `run_system` for the rest.
    """
    _refuse_unknown_baseline(project, against)
    checked = CheckOptions(waive=waive, errors_alone=True)
    report = check_set(project, checked, now=now)
    left = unfinished(project, report, asking.selection.cases)
    usable = without(project, left) if left else project
    refuse_unusable(check_set(usable, checked, now=now) if left else report)
    folder = run_system(usable, system, asking, now=now, progress=progress)
    if left:
        told = (item for item in folder.read_records("notes", RulerNote) if item.kind != UNFINISHED)
        folder.write_records("notes", (unfinished_note(project, left), *told))
    # The run holds the cases of this very project, begun now or resumed: nothing needs to be read back.
    cases = {case.id: case for case in project.golden.cases}
    asked = {name: project.once.digest(cases[name]) for name in folder.plan.cases}
    return _concluded(project, folder, asked, now=now, against=against)


def graver(one: int, other: int) -> int:
    """Return the exit status of two verdicts together: blocked before incomplete before fine."""
    return min(one, other, key=(1, 3, 0).index)


def conclude(project: Project, folder: RunFolder, *, now: datetime, against: Against) -> Verdict:
    """Judge a run folder under today's set, compare it, and write what came of it into the folder."""
    return _concluded(project, folder, _asked(folder), now=now, against=against)


def _concluded(
    project: Project, folder: RunFolder, asked: Mapping[str, str], *, now: datetime, against: Against
) -> Verdict:
    judged = _judged(project, folder, asked, now=now)
    notes = folder.read_records("notes", RulerNote)
    comparison = None
    gone: tuple[str, ...] = ()
    chosen, why = choose_baseline(project, judged, against)
    if chosen is not None:
        before = judge_baseline(project, chosen, now=now)
        comparison = compared(project, judged, before, name=chosen.name, why=why)
        held = {case.id for case in project.golden.cases}
        if folder.plan.subset is None:
            # A case that was finished once and is not asked any more is missing as one that was taken out.
            held -= open_incident_cases(project) - asked.keys()
        gone = tuple(name for name in before.asked if name not in held)
    verdict = build_verdict(project, judged, comparison, (*_unfrozen(project), *notes), today=now.date(), gone=gone)
    report = folder.path / "report.html"
    verdict = replace(verdict, report=_shown(report, project.root), reused=len(read_origins(folder)))
    folder.write_records("observations", judged.observations)
    if judged.probes:
        folder.write_records("probes", judged.probes)
    folder.write_records("scores", judged.scores)
    folder.write_record("verdict", verdict)
    write_reports(folder.path, verdict, against.audience)
    folder.finish()
    return verdict


def _unfrozen(project: Project) -> tuple[RulerNote, ...]:
    changed = changed_documents(project)
    if not changed:
        return ()
    label = project.revision.label if project.revision else ""
    shown = ", ".join(changed[:3]) + (f" and {len(changed) - 3} more" if len(changed) > 3 else "")
    number = "1 document is" if len(changed) == 1 else f"{len(changed)} documents are"
    return (
        RulerNote(
            kind="documents_changed",
            message=f"{number} not as in corpus revision {label} ({shown})",
            mend="the set was held against what was frozen: goldsmith refresh says which cases that touches",
        ),
    )


def judge_run(project: Project, folder: RunFolder, *, now: datetime) -> Judged:
    """Return the run in `folder`, observed and scored under today's set."""
    return _judged(project, folder, _asked(folder), now=now)


def _judged(project: Project, folder: RunFolder, asked: Mapping[str, str], *, now: datetime) -> Judged:
    responses = folder.read_journal().responses
    return judge_responses(project, folder.plan, asked, responses, states_of(project), now=now)


def _asked(folder: RunFolder) -> dict[str, str]:
    return {item.case.id: item.case_digest for item in folder.cases()}


def judge_baseline(project: Project, baseline: Baseline, *, now: datetime) -> Judged:
    """Return a stored baseline, observed and scored under today's set: the same ruler for both sides."""
    states = project.once.get("states", lambda: standing(project.golden))
    asked = {item.case: item.content for item in baseline.header.cases}
    return judge_responses(project, baseline.plan, asked, baseline.responses, states, now=now)


def _refuse_unknown_baseline(project: Project, against: Against) -> None:
    """Raise UnknownNameError before the first call, rather than after the last."""
    if against.baseline in {None, NO_BASELINE}:
        return
    name = str(against.baseline)
    if not (baselines_folder(project) / f"{baseline_stem(name)}.jsonl").is_file():
        known = tuple(item.name for item in load_baselines(baselines_folder(project)))
        raise unknown_name("baselines", name, (*known, NO_BASELINE))


def choose_baseline(project: Project, judged: Judged, against: Against) -> tuple[Baseline | None, str]:
    """Return the baseline to compare with and the sentence that says why it is that one."""
    if against.baseline == NO_BASELINE:
        return None, "no comparison was asked for"
    if against.baseline is not None:
        path = baselines_folder(project) / f"{baseline_stem(against.baseline)}.jsonl"
        return load_baseline(path), f"{against.baseline} was asked for"
    stored = load_baselines(baselines_folder(project))
    alike = [one for one in stored if one.plan.retrieval_only == judged.plan.retrieval_only]
    choice = nearest(alike or stored, judged.plan)
    return choice.baseline, choice.why


def baselines_folder(project: Project) -> Path:
    """Return where the baselines of the set stand."""
    path = project.loaded.path
    return (path if path.is_dir() else path.parent) / "baselines"


def _shown(path: Path, root: Path) -> str:
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return str(path)
