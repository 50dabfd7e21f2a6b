"""A corpus that is pinned and not here, frozen again from the documents of an earlier commit."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from goldsmith.errors import ConfigurationError, GoldsmithError, InputError
from goldsmith.ondisk.corpus_lock import locked_revision
from goldsmith.ondisk.documents import NO_PARSERS
from goldsmith.ondisk.git_versions import commits_of, with_files_at
from goldsmith.ondisk.revisions import list_revisions
from goldsmith.ports.parser import Parser
from goldsmith.records.corpus import CorpusRevision
from goldsmith.workflows.freeze import freeze
from goldsmith.workflows.open_set import LOCK, Project
from goldsmith.workflows.refresh_target import as_before
from goldsmith.workflows.sources import frozen_source


def refuse_another_base(project: Project, before: str | None) -> None:
    """Raise InputError where `before` is named for a set that pins what it was judged against: that alone is the base.

    From any other revision less might be asked than changed.
    """
    pin = project.golden.header.corpus
    if before is not None and pin is not None:
        message = f"the set was judged against {pin.label}, which it pins, so nothing can be followed from {before!r}"
        raise InputError(message, next_step="leave --from out; it is for a set that pins nothing")


def refuse_another_corpus(project: Project) -> None:
    """Raise ConfigurationError where what is frozen here under the pinned label is not what corpus.lock names by it."""
    lock, stored = project.root / LOCK, project.stored
    if stored is None or not lock.exists():
        return
    locked = locked_revision(lock)
    if locked.label == stored.record.label and locked.digest != stored.record.digest:
        message = f"what is frozen here as {locked.label} is not the corpus that {LOCK} names by it"
        raise ConfigurationError(
            message, next_step=f"remove .goldsmith/corpus/{locked.label}, then run goldsmith refresh again"
        )


def freeze_pinned_from_git(project: Project, *, parsers: Mapping[str, Parser] = NO_PARSERS) -> str:
    """Freeze the revision that the set pins from the commit whose corpus.lock names it; return that commit, or nothing.

    Nothing is done where it is here already, and nothing is stored but the very corpus of that lock. So a fresh
    checkout in which the documents have changed since can still tell what they were.
    """
    pin = project.golden.header.corpus
    if pin is None or pin.label in {one.record.label for one in list_revisions(project.root)}:
        return ""
    commits = commits_of(project.root / LOCK)
    for commit in commits:
        locked = _locked_at(commit, project.root / LOCK)
        if locked is not None and locked.label == pin.label and _frozen_at(commit, project, locked, parsers):
            return commit
    if commits:
        message = f"the set was judged against {pin.label!r}, which is not frozen here, and no commit here holds it"
        raise ConfigurationError(
            message, next_step="git fetch --unshallow (in CI: fetch-depth: 0), then goldsmith refresh again"
        )
    return ""


def _locked_at(commit: str, lock: Path) -> CorpusRevision | None:
    try:
        return with_files_at(commit, lock, locked_revision)
    except GoldsmithError:
        return None  # a lock of that time that cannot be read names nothing


def _frozen_at(commit: str, project: Project, locked: CorpusRevision, parsers: Mapping[str, Parser]) -> bool:
    source, fields = frozen_source(project.root, None)

    def froze(folder: Path) -> bool:
        options = as_before(locked, project.settings.ignore_front_matter, fields, label=locked.label)
        with tempfile.TemporaryDirectory(prefix="goldsmith-") as elsewhere:
            # A label that another corpus took could never be given to the right one.
            tried = freeze(folder, root=Path(elsewhere), options=options, parsers=parsers)
        if tried.revision.digest != locked.digest:
            return False
        freeze(folder, root=project.root, options=options, parsers=parsers)
        return True

    return bool(with_files_at(commit, source, froze))
