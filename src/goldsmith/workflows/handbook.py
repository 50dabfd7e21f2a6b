"""Render the reviewer handbook of a set, and say by which version of it people decide."""

from __future__ import annotations

from pathlib import Path

from goldsmith.ondisk.handbooks import handbook_file, stated_digest, write_handbook
from goldsmith.records.handbook import Handbook
from goldsmith.reports.handbook import HandbookForm, render_handbook
from goldsmith.review.handbook import Material, make_handbook
from goldsmith.workflows.check import resolutions_of, states_of
from goldsmith.workflows.open_set import Project


def handbook_of(project: Project) -> Handbook:
    """Return the handbook of the set as it stands."""
    return project.once.get("handbook", lambda: make_handbook(_material(project)))


def save_handbook(project: Project, handbook: Handbook, form: HandbookForm, out: Path | None = None) -> Path:
    """Write the handbook to `out`, or to where decisions look for it, and return where it stands."""
    path = out or handbook_file(project.loaded.path, form)
    write_handbook(path, render_handbook(handbook, form))
    return path


def digest_in_use(project: Project) -> str | None:
    """Return the digest of the handbook by which people decide now.

    None where there is none beside the set, and where it is out of date: nobody can have read what it would say today.
    """
    stated = stated_digest(handbook_file(project.loaded.path, "markdown"))
    return stated if stated is not None and stated == handbook_of(project).digest else None


def _material(project: Project) -> Material:
    cited: dict[str, set[str | None]] = {}
    for item in resolutions_of(project) or ():
        cited.setdefault(item.case, set()).add(item.pinned.document)
    for case in project.golden.cases:
        names = {item.document for need in case.evidence for item in need.any_of if item.document is not None}
        if names:
            cited.setdefault(case.id, set()).update(names)
    return Material(
        golden=project.golden,
        states=states_of(project),
        documents={item.id: item for item in project.documents} if project.stored else None,
        cited={name: frozenset(held) for name, held in cited.items()},
    )
