"""Keep a run to compare later ones with, and show what is kept."""

from __future__ import annotations

from pathlib import Path

from goldsmith.errors import IncompleteError, InputError
from goldsmith.ondisk.baselines import Baseline, load_baselines, save_baseline
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.evaluate import baselines_folder
from goldsmith.workflows.open_set import Project


def open_run(project: Project, name: str | None) -> RunFolder:
    """Return the run called `name`; None: the latest of this set.

    Raises InputError where there is none, and for a run of another set: its cases are not those of this one.
    """
    runs = project.state / "runs"
    own = project.golden.header.name
    known = run_ids(runs)
    if not known:
        message = "there is no run yet"
        raise InputError(message, next_step="goldsmith evaluate --system NAME")
    for one in (name,) if name is not None else reversed(known):
        folder = RunFolder.open(runs, one)
        if folder.plan.set_name == own:
            return folder
    other = RunFolder.open(runs, name or known[-1]).plan
    message = f"run {other.run} asked the set {other.set_name!r}, and this is {own!r}"
    raise InputError(message, next_step="name a run of this set, or the file that was asked: --set FILE")


def save(project: Project, name: str, *, run: str | None, replace: bool) -> Path:
    """Store the responses of a run (the latest by default) as the baseline `name`; return the file.

    Raises InputError for a run of another set (nothing here would ever be compared with it), IncompleteError for one
    that stopped half way: what it never asked would be missing from every comparison.
    """
    folder = open_run(project, run)
    arrived = sum(1 for response in folder.read_journal().responses if response.judged)
    wanted = len(folder.plan.cases) * folder.plan.repeats
    if arrived < wanted:
        message = f"run {folder.plan.run} holds {arrived} of {wanted} results, so it is no baseline"
        raise IncompleteError(message, next_step="run the same command again, or name another run: --run RUN")
    return save_baseline(folder, baselines_folder(project), name, replace=replace)


def kept(project: Project) -> tuple[Baseline, ...]:
    """Return the stored baselines by name."""
    return load_baselines(baselines_folder(project))


def failed_cases(project: Project) -> frozenset[str]:
    """Return the cases that failed in the latest run. Raises InputError where no run has a verdict."""
    verdict = open_run(project, None).read_record("verdict", Verdict)
    return frozenset(item.result.case for item in verdict.cases if item.result.state == "failed")
