"""The demonstration: a good help desk kept as the baseline, then a worsened one blocked for the right reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import as_file, files
from pathlib import Path
from shutil import copytree

from goldsmith.errors import ConflictError
from goldsmith.ports.system import System
from goldsmith.records.verdict import Verdict
from goldsmith.workflows import baseline
from goldsmith.workflows.evaluate import Against, evaluate
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.run import Asking

GOOD, WORSE, BASELINE = "good", "worse", "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstrated:
    """What the demonstration made."""

    folder: Path
    good: Verdict
    worse: Verdict


def demonstrate(
    folder: Path, *, ask: Callable[[Project, str], tuple[System, Asking]], now: datetime, tell: Callable[[str], None]
) -> Demonstrated:
    """Put the example into `folder` and evaluate both of its systems.

    `ask` opens a system of the project by name. Raises ConflictError where the folder holds something else.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "goldsmith.toml").exists():
        message = f"{folder} is not empty and does not hold the demonstration"
        raise ConflictError(message, next_step="goldsmith demo --into another-folder")
    with as_file(files("goldsmith") / "_example" / "help-desk") as example:
        copytree(example, folder, dirs_exist_ok=True)
    project = open_project(folder, must_be_frozen=False)
    pin = project.golden.header.corpus
    report = freeze(folder / "documents", root=folder, options=FreezeOptions(label=pin.label if pin else None))
    tell(f"froze {report.revision.documents} documents as {report.revision.chunks} chunks: {report.revision.label}")
    project = open_project(folder)
    good = _evaluated(project, GOOD, ask, now, Against(baseline="none"))
    tell(f"evaluated the good system: {good.status}")
    baseline.save(project, BASELINE, run=None, replace=True)
    tell(f"kept it as the baseline {BASELINE}; now the worsened one")
    worse = _evaluated(project, WORSE, ask, now, Against(baseline=BASELINE))
    return Demonstrated(folder=folder, good=good, worse=worse)


def _evaluated(
    project: Project,
    name: str,
    ask: Callable[[Project, str], tuple[System, Asking]],
    now: datetime,
    against: Against,
) -> Verdict:
    system, asking = ask(project, name)
    return evaluate(project, system, asking, now=now, against=against)
