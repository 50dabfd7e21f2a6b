"""Where the sets of a project stand, and what to do next."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from goldsmith.errors import GoldsmithError
from goldsmith.ondisk.baselines import load_baselines
from goldsmith.ondisk.incidents import load_incidents
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.incident import open_incidents
from goldsmith.records.standing import LatestRun, SetStanding
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.check import CheckOptions, changed_documents, check_set, states_of
from goldsmith.workflows.command_lines import evaluate_line, of_the_set
from goldsmith.workflows.evaluate import baselines_folder
from goldsmith.workflows.open_set import Project, enabled_sets, open_project


def set_standings(start: Path, *, now: datetime) -> dict[str, SetStanding]:
    """Return where each enabled set of the project at or above `start` stands, by its path.

    Raises the errors of `open_project` for a set that cannot be opened.
    """
    return {name: set_standing(open_project(start, set_name=name), now=now) for name in enabled_sets(start)}


def set_standing(project: Project, *, now: datetime) -> SetStanding:
    """Return where the set of `project` stands."""
    golden = project.golden
    states = Counter(item.state for item in states_of(project).values())
    report = check_set(project, CheckOptions(errors_alone=True), now=now)
    latest = _latest(project)
    held = SetStanding(
        name=golden.header.name,
        path=project.chosen.path,
        cases=len(golden.cases),
        states={word: states[word] for word in ("approved", "candidate", "edited", "rejected", "retired")},
        corpus=project.revision.label if project.revision else None,
        documents=len(project.documents),
        changed_documents=len(changed_documents(project)),
        errors=report.errors,
        incidents_open=len(open_incidents(load_incidents(project.loaded.incidents_file))),
        baselines=tuple(item.name for item in load_baselines(baselines_folder(project))),
        latest=latest,
        next_step="",
    )
    return replace(held, next_step=_next_step(project, held))


def _latest(project: Project) -> LatestRun | None:
    runs = project.state / "runs"
    for name in reversed(run_ids(runs)):
        try:
            folder = RunFolder.open(runs, name)
        except GoldsmithError:
            continue  # written by a newer version, or damaged: the commands that need it say so
        if folder.plan.set_name != project.golden.header.name:
            continue
        try:
            verdict = folder.read_record("verdict", Verdict)
        except GoldsmithError:
            verdict = None
        return LatestRun(
            run=name,
            at=folder.plan.created_at,
            system=folder.plan.system,
            finished=folder.finished,
            status=verdict.status if verdict else None,
            headline=verdict.headline if verdict else "",
        )
    return None


def _next_step(project: Project, held: SetStanding) -> str:
    here, waiting = of_the_set(project), held.states["candidate"] + held.states["edited"]
    latest = held.latest
    cases = "1 case" if waiting == 1 else f"{waiting} cases"
    review = f"review {cases}: goldsmith approve CASE{here} --reviewer NAME --reason …"
    steps = (
        (held.corpus is None, "freeze the documents: goldsmith freeze"),
        (bool(held.errors), f"goldsmith check{here.replace(' --set', '')}"),
        (bool(held.changed_documents), f"documents changed, see which cases that touches: goldsmith refresh{here}"),
        (bool(waiting) and not held.states["approved"], review),
        (latest is None, evaluate_line(project)),
        (latest is not None and not latest.finished, f"{evaluate_line(project)} (it resumes {latest and latest.run})"),
        (latest is not None and latest.status is None, f"goldsmith score {latest and latest.run}"),
        (latest is not None and latest.status == "blocked", "see what blocks it: goldsmith report"),
        (bool(held.incidents_open), "close what was mended: goldsmith add --close"),
        (latest is not None and not held.baselines, f"goldsmith baseline save main{here}"),
        (bool(waiting), review),
    )
    return next((step for holds, step in steps if holds), evaluate_line(project))
