"""Compare two runs, or a run with a baseline, on their common unchanged cases."""

from __future__ import annotations

from datetime import datetime

from goldsmith.errors import InputError
from goldsmith.ondisk.baselines import load_baselines
from goldsmith.records.comparison import Comparison
from goldsmith.workflows.baseline import open_run
from goldsmith.workflows.command_lines import of_the_set
from goldsmith.workflows.evaluate import Against, baselines_folder, choose_baseline, judge_baseline, judge_run
from goldsmith.workflows.judge_run import Judged, compared
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.ruler import told_apart


def compare_runs(project: Project, before: str | None, after: str | None, *, now: datetime) -> Comparison:
    """Return what changed from `before` (a baseline or a run; None: the nearest baseline) to the run `after`.

    `after` None means the latest run. Both sides are scored again under today's set. Raises InputError where there is
    nothing to compare with. What of the change is labels that no longer fit stands in it apart (`ruler`).
    """
    judged = judge_run(project, open_run(project, after), now=now)
    earlier, name, why = _before(project, judged, before, now)
    comparison = compared(project, judged, earlier, name=name, why=why)
    return told_apart(project, comparison, judged, earlier)


def _before(project: Project, judged: Judged, name: str | None, now: datetime) -> tuple[Judged, str, str]:
    known = {baseline.name for baseline in load_baselines(baselines_folder(project))}
    if name is not None and name not in known:
        folder = open_run(project, name)
        return judge_run(project, folder, now=now), name, f"{name} was asked for"
    chosen, why = choose_baseline(project, judged, Against(baseline=name))
    if chosen is None:
        raise InputError(why, next_step=f"keep a run as one: goldsmith baseline save main{of_the_set(project)}")
    return judge_baseline(project, chosen, now=now), chosen.name, why
