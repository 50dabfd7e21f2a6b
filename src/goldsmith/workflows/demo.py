"""The demonstration: a good help desk kept as the baseline, then a worsened one blocked for the right reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import as_file, files
from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import ConflictError, InputError
from goldsmith.ondisk.project import STATE
from goldsmith.ondisk.revisions import list_revisions
from goldsmith.ports.system import System
from goldsmith.records.verdict import Verdict
from goldsmith.workflows import baseline
from goldsmith.workflows.evaluate import NO_BASELINE, Against, evaluate
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.run import Asking

GOOD, WORSE, BASELINE = "good", "worse", "main"
DOCUMENTS = "documents"

_SHOWN = 3
_ANOTHER = "goldsmith demo --into another-folder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstrated:
    """What the demonstration made."""

    folder: Path
    good: Verdict
    worse: Verdict
    kept: tuple[str, ...]
    """Files of the example that were there already with other content, and were left as they are."""


def demonstrate(
    folder: Path, *, ask: Callable[[Project, str], tuple[System, Asking]], now: datetime, tell: Callable[[str], None]
) -> Demonstrated:
    """Put the example into `folder` and evaluate both of its systems; what was changed there is kept and used.

    `ask` opens a system of the project by name; `tell` is given a line for each step. Raises ConflictError where the
    folder holds something else or where its documents were changed before they were frozen, and the errors of
    `evaluate` where a change has made the set unusable.
    """
    kept = _lay_out(folder)
    if kept:
        tell(f"kept what you changed: {_listed(kept)} (for a fresh copy: {_ANOTHER})")
    _freeze(folder, kept, tell)
    project = open_project(folder)
    good = _evaluated(project, GOOD, ask, now, Against(baseline=NO_BASELINE))
    tell(f"evaluated the good system: {good.status}, {_passing(good)}")
    baseline.save(project, BASELINE, run=None, replace=True)
    tell(f"kept it as the baseline {BASELINE}; now the worsened one")
    worse = _evaluated(project, WORSE, ask, now, Against(baseline=BASELINE))
    return Demonstrated(folder=folder, good=good, worse=worse, kept=kept)


def _lay_out(folder: Path) -> tuple[str, ...]:
    """Write every file of the example that is not there; return those that are there and differ."""
    shipped = _shipped()
    try:
        present = tuple(name for name in shipped if (folder / name).is_file())
        differing = tuple(name for name in present if (folder / name).read_bytes() != shipped[name])
        own = {STATE, *(name.partition("/")[0] for name in shipped)}
        foreign = folder.exists() and any(path.name not in own for path in folder.iterdir())
        # A project of one's own may hold a file or two of these names; a demonstration holds most of them.
        if (foreign or differing) and 2 * len(present) < len(shipped):
            message = f"{folder} is not empty and does not hold the demonstration"
            raise ConflictError(message, next_step=_ANOTHER)
        for name in sorted(shipped.keys() - set(present)):
            write_atomically(folder / name, shipped[name])
    except OSError as error:
        message = f"{folder} cannot hold the demonstration: {error.strerror}"
        raise InputError(message, next_step=_ANOTHER) from None
    return differing


def _shipped() -> Mapping[str, bytes]:
    with as_file(files("goldsmith") / "_example" / "help-desk") as example:
        paths = sorted(path for path in example.rglob("*") if path.is_file())
        return {path.relative_to(example).as_posix(): path.read_bytes() for path in paths}


def _freeze(folder: Path, kept: tuple[str, ...], tell: Callable[[str], None]) -> None:
    pin = open_project(folder, must_be_frozen=False).golden.header.corpus
    label = pin.label if pin else None
    if any(stored.record.label == label for stored in list_revisions(folder)):
        tell(f"the corpus is frozen already: {label}")
        return
    changed = tuple(name for name in kept if name.startswith(f"{DOCUMENTS}/"))
    if changed and pin is not None and pin.digest is not None:
        message = f"{_listed(changed)} was changed, and the set was judged against the documents as they were"
        raise ConflictError(
            message,
            next_step=f"{_ANOTHER} (to see what a change of documents does, change them after the demonstration)",
        )
    report = freeze(folder / DOCUMENTS, root=folder, options=FreezeOptions(label=label))
    tell(f"froze {report.revision.documents} documents as {report.revision.chunks} chunks: {report.revision.label}")


def _evaluated(
    project: Project,
    name: str,
    ask: Callable[[Project, str], tuple[System, Asking]],
    now: datetime,
    against: Against,
) -> Verdict:
    system, asking = ask(project, name)
    return evaluate(project, system, asking, now=now, against=against)


def _passing(verdict: Verdict) -> str:
    failing = tuple(item.result.case for item in verdict.cases if item.result.state == "failed")
    told = f"{len(verdict.cases) - len(failing)} of {len(verdict.cases)} cases pass"
    return f"{told} (it fails {_listed(failing)})" if failing else told


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
