"""Runs and comparisons as somebody reads them at the workbench who may still have to judge some of the cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from goldsmith._base.registry import unknown_name
from goldsmith.errors import GoldsmithError, InputError
from goldsmith.ondisk.baselines import load_baselines
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.comparison import Comparison
from goldsmith.records.person import Person
from goldsmith.records.run import Plan
from goldsmith.records.verdict import Verdict, VerdictStatus
from goldsmith.workflows.compare import compare_runs
from goldsmith.workflows.evaluate import baselines_folder
from goldsmith.workflows.report import rendered, signed_by
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_discretion import covered, sees_all_documents

MOST_RUNS = 50
"""Runs that are listed, the latest first."""

RunState = VerdictStatus | Literal["unfinished"]
"""`unfinished`: it has no verdict yet, or one that this version cannot read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunListed:
    """One run in a line."""

    plan: Plan
    state: RunState
    passed: int
    decided: int
    gates: int
    """Gates that are broken."""
    regressions: int | None
    """None: it was compared with nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunShown:
    """One run as a reader may see it."""

    verdict: Verdict
    """Without the cases that are covered for the reader."""
    hidden: bool
    """Something was taken out of it because the reader may still judge a case, or may not see what it rests on."""
    everything: bool
    """The reader may see every document, so that sources may be named."""
    report: bool
    """They may open the whole report."""
    counts: RunListed
    """Of the whole run, whatever was taken out."""


def runs_of(desk: Desk) -> tuple[RunListed, ...]:
    """Return the latest runs of the set, newest first. What cannot be read is left out."""
    return tuple(_listed(desk, folder) for folder in _folders(desk))


def latest_run(desk: Desk) -> str:
    """Return the name of the run that was begun last, of whatever set; empty: there is none."""
    return next(reversed(run_ids(desk.project.state / "runs")), "")


def run_shown(desk: Desk, reader: Person, run: str) -> RunShown:
    """Return one run. Raises UnknownNameError for a run that the set does not have, IncompleteError without verdict."""
    folder = _folder(desk, run)
    verdict = folder.read_record("verdict", Verdict)
    hides = covered(desk, reader)
    seen = _without(verdict, hides)
    everything = sees_all_documents(desk, reader)
    return RunShown(
        verdict=seen,
        hidden=seen != verdict,
        everything=everything,
        report=_may_open(verdict, hides) and everything,
        counts=_counted(folder.plan, verdict),
    )


def run_report(desk: Desk, reader: Person, run: str) -> str:
    """Return the HTML report of a run, as it was saved. Raises InputError where the reader may not open it (yet)."""
    folder = _folder(desk, run)
    verdict = folder.read_record("verdict", Verdict)
    if not _may_open(verdict, covered(desk, reader)) or not sees_all_documents(desk, reader):
        message = "this report shows cases that you may still judge, or sources that are not yours to see"
        raise InputError(message, next_step="label what waits for you; the report opens then")
    return rendered(verdict, "html", signed_by(desk.project.root, folder.plan.run))


def sides_of(desk: Desk) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what can be compared: the names of the baselines, and the runs of the whole set, newest first."""
    baselines = tuple(sorted(item.name for item in load_baselines(baselines_folder(desk.project))))
    runs = tuple(folder.plan.run for folder in _folders(desk) if folder.finished and folder.plan.subset is None)
    return baselines, runs


def comparison_shown(desk: Desk, reader: Person, before: str, after: str) -> tuple[Comparison, int]:
    """Return what changed from `before` (a baseline or a run) to the run `after`, and how many cases got worse.

    Cases that are covered for the reader are taken out of the first and counted in the second.

    Raises UnknownNameError for what cannot be compared, and the errors of `compare_runs`.
    """
    baselines, runs = sides_of(desk)
    if after not in runs:
        raise unknown_name("runs of the whole set", after, runs)
    if before not in {*baselines, *runs}:
        raise unknown_name("baselines and runs", before, (*baselines, *runs))
    project = desk.project
    name = f"compared\0{before}\0{after}"
    found = project.once.get(name, lambda: compare_runs(project, before, after, now=desk.now()))
    return _comparison(found, covered(desk, reader)), len(found.regressions)


def _folders(desk: Desk) -> Iterator[RunFolder]:
    project = desk.project
    runs = project.state / "runs"
    told = 0
    for name in reversed(run_ids(runs)):
        if told == MOST_RUNS:
            return
        try:
            folder = RunFolder.open(runs, name)
        except GoldsmithError:
            continue  # written by a newer version, or damaged: the command that needs it says so
        if folder.plan.set_name == project.golden.header.name:
            told += 1
            yield folder


def _folder(desk: Desk, run: str) -> RunFolder:
    known = {folder.plan.run: folder for folder in _folders(desk)}
    if run not in known:
        raise unknown_name("runs of this set", run, tuple(known))
    return known[run]


def _listed(desk: Desk, folder: RunFolder) -> RunListed:
    # A verdict is written once a run is done; until then nothing is kept of it.
    held: dict[str, RunListed] = desk.once.get("runs listed", dict)
    name = folder.plan.run
    if name not in held:
        try:
            verdict = folder.read_record("verdict", Verdict)
        except GoldsmithError:
            return RunListed(plan=folder.plan, state="unfinished", passed=0, decided=0, gates=0, regressions=None)
        held[name] = _counted(folder.plan, verdict)
    return held[name]


def _counted(plan: Plan, verdict: Verdict) -> RunListed:
    states = [item.result.state for item in verdict.cases]
    return RunListed(
        plan=plan,
        state=verdict.status,
        passed=states.count("passed"),
        decided=len(states) - states.count("undecided"),
        gates=sum(1 for gate in verdict.gates if gate.status == "failed"),
        regressions=len(verdict.comparison.regressions) if verdict.comparison is not None else None,
    )


def _may_open(verdict: Verdict, hides: frozenset[str]) -> bool:
    return not hides.intersection(verdict.plan.cases)


def _without(verdict: Verdict, hides: frozenset[str]) -> Verdict:
    gates = tuple(
        replace(gate, findings=tuple(one for one in gate.findings if one.case not in hides)) for gate in verdict.gates
    )
    return replace(
        verdict,
        gates=gates,
        cases=tuple(item for item in verdict.cases if item.result.case not in hides),
        comparison=_comparison(verdict.comparison, hides) if verdict.comparison is not None else None,
        flaky=tuple(item for item in verdict.flaky if item.case not in hides),
        waivers=tuple(item for item in verdict.waivers if item.case not in hides),
    )


def _comparison(found: Comparison, hides: frozenset[str]) -> Comparison:
    return replace(
        found,
        regressions=tuple(one for one in found.regressions if one.case not in hides),
        improved=tuple(name for name in found.improved if name not in hides),
        left_out=tuple(one for one in found.left_out if one.case not in hides),
    )
