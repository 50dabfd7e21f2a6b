"""The revision that a set is to move to: a frozen one, or documents that are frozen first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from goldsmith.corpus.chunking import DEFAULT_CAPACITY
from goldsmith.errors import InputError
from goldsmith.ondisk.documents import NO_PARSERS
from goldsmith.ondisk.revisions import StoredRevision, latest, list_revisions, load_revision
from goldsmith.ports.parser import Parser
from goldsmith.records.corpus import CorpusRevision
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.sources import frozen_source


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What somebody wants a set to be held against."""

    to: str | None = None
    """Label of a revision, or a path; None: what goldsmith.toml names, else the revision that was frozen last."""
    label: str | None = None
    """Name of the revision where it is frozen now."""
    ignore_front_matter: tuple[str, ...] = ()


def revision_to(
    project: Project, wanted: Wanted, *, here: Path, parsers: Mapping[str, Parser] = NO_PARSERS
) -> StoredRevision:
    """Return the revision, frozen now with the settings of the pinned one where documents or a manifest are named.

    corpus.lock is left as it is: it moves with the pin. Raises InputError for what is neither a revision nor a path.
    """
    held = {one.record.label for one in list_revisions(project.root)}
    if wanted.to is not None and wanted.to in held:
        if wanted.label is not None:
            message = f"{wanted.to} is frozen already, so it cannot be frozen as {wanted.label}"
            raise InputError(message, next_step=f"goldsmith refresh {wanted.to}, or name documents to freeze")
        return load_revision(project.root, wanted.to)
    if wanted.to is not None and not (here / wanted.to).exists():
        return _by_name(project, wanted.to)
    names_none = project.settings.documents is None and project.settings.manifest is None
    if wanted.to is None and names_none:
        return latest(project.root)
    source, fields = frozen_source(project.root, None if wanted.to is None else here / wanted.to)
    ignored = wanted.ignore_front_matter or project.settings.ignore_front_matter
    options = as_before(project.revision, ignored, fields, label=wanted.label)
    return load_revision(
        project.root, freeze(source, root=project.root, options=options, parsers=parsers).revision.label
    )


def _by_name(project: Project, name: str) -> StoredRevision:
    try:
        return load_revision(project.root, name)
    except InputError as error:
        message = f"{name!r} is neither a frozen revision nor a file or folder"
        raise InputError(message, next_step=error.next_step) from None


def as_before(
    earlier: CorpusRevision | None, ignored: tuple[str, ...], fields: dict[str, str], *, label: str | None
) -> FreezeOptions:
    """Return the settings by which `earlier` was frozen, so that only what changed since is another."""
    capacity, retrieval, keep_text = DEFAULT_CAPACITY, {}, True
    if earlier is not None:
        written = earlier.splitter.rpartition("capacity ")[2]
        capacity = int(written) if written.isdigit() else DEFAULT_CAPACITY
        retrieval, keep_text = dict(earlier.retrieval), earlier.text != "absent"
    return FreezeOptions(
        label=label,
        capacity=capacity,
        keep_text=keep_text,
        retrieval=retrieval,
        mapping=fields,
        ignore_front_matter=ignored,
    )
