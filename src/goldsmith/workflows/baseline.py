"""Keep a run to compare later ones with, and show what is kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from goldsmith.errors import GoldsmithError, IncompleteError, InputError
from goldsmith.ondisk.baselines import Baseline, file_stem, load_baseline, load_baselines, save_baseline
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.response import Failure
from goldsmith.records.verdict import Verdict, VerdictStatus
from goldsmith.workflows.command_lines import evaluate_line
from goldsmith.workflows.evaluate import baselines_folder
from goldsmith.workflows.open_set import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a baseline was made of."""

    path: Path
    answered: int
    """Cases of which every repeat was answered."""
    cases: int
    verdict: VerdictStatus | None
    """Of the run, as it was given; None: it was never scored."""
    replaced: str | None
    """The baseline of this name that was there before: its system, date and cases; None: there was none."""


def open_run(project: Project, name: str | None) -> RunFolder:
    """Return the run called `name`; None: the latest of this set.

    Raises InputError where there is none, and for a run of another set: its cases are not those of this one.
    """
    runs = project.state / "runs"
    own = project.golden.header.name
    known = run_ids(runs)
    if not known:
        message = "there is no run yet"
        raise InputError(message, next_step=evaluate_line(project))
    for one in (name,) if name is not None else reversed(known):
        folder = RunFolder.open(runs, one)
        if folder.plan.set_name == own:
            return folder
    other = RunFolder.open(runs, name or known[-1]).plan
    message = f"run {other.run} asked the set {other.set_name!r}, and this is {own!r}"
    raise InputError(message, next_step="name a run of this set, or the file that was asked: --set FILE")


def save(project: Project, name: str, *, run: str | None, replace: bool) -> Kept:
    """Store the responses of a run (the latest by default) as the baseline `name`; return what is kept.

    Raises InputError for a run of another set (nothing here would ever be compared with it) and for a run of a subset,
    IncompleteError for one that stopped half way: what was never asked would be missing from every comparison.
    """
    folder = open_run(project, run)
    plan = folder.plan
    if plan.subset is not None:
        message = f"run {plan.run} asked a subset ({plan.subset}), so most of the set could never be compared with it"
        raise InputError(message, next_step=f"evaluate the whole set: {evaluate_line(project)}")
    judged = [response for response in folder.read_journal().responses if response.judged and not response.probe]
    wanted = len(plan.cases) * plan.repeats
    if len(judged) < wanted:
        message = f"run {plan.run} holds {len(judged)} of {wanted} results, so it is no baseline"
        raise IncompleteError(message, next_step="run the same command again, or name another run: --run RUN")
    verdict = _verdict(folder)
    before = _replaced(baselines_folder(project) / f"{file_stem(name)}.jsonl") if replace else None
    path = save_baseline(folder, baselines_folder(project), name, replace=replace)
    failed = {item.case for item in judged if isinstance(item.outcome, Failure)}
    return Kept(
        path=path,
        answered=len(plan.cases) - len(failed),
        cases=len(plan.cases),
        verdict=verdict,
        replaced=before,
    )


def _replaced(path: Path) -> str | None:
    if not path.is_file():
        return None
    try:
        plan = load_baseline(path).plan
    except GoldsmithError as error:
        return f"a file that could not be read ({error.message})"
    return f"{plan.system} of {plan.created_at[:10]}, {len(plan.cases)} cases"


def _verdict(folder: RunFolder) -> VerdictStatus | None:
    try:
        return folder.read_record("verdict", Verdict).status
    except IncompleteError:
        return None


def kept(project: Project) -> tuple[Baseline, ...]:
    """Return the stored baselines by name."""
    return load_baselines(baselines_folder(project))


def failed_cases(project: Project) -> frozenset[str]:
    """Return the cases that failed in the latest run. Raises InputError where no run has a verdict."""
    verdict = open_run(project, None).read_record("verdict", Verdict)
    return frozenset(item.result.case for item in verdict.cases if item.result.state == "failed")
