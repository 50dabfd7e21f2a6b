"""Frozen corpora, for people."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.records.corpus import Chunk, CorpusRevision
from goldsmith.reports.figures import count
from goldsmith.reports.plain_text import shown

_MOST = 8
_WIDTH = 110
_TEXT = {"full": "with text", "preview": "with previews only", "absent": "without text"}


def render_freeze(
    revision: CorpusRevision,
    *,
    existed: bool,
    failed: Sequence[tuple[str, str, str]],
    notes: Sequence[str],
    next_step: str,
) -> str:
    """Return what was frozen; `failed` holds document, status and reason of each that was not read whole."""
    done = "already frozen as" if existed else "froze"
    lines = [
        f"{done} {revision.label}: {_counted(revision)}, {_TEXT[revision.text]}",
        f"digest {revision.digest}",
    ]
    lines += [f"  ! {shown(f'{name}: {status}: {reason}', _WIDTH)}" for name, status, reason in failed[:_MOST]]
    if len(failed) > _MOST:
        lines.append(f"  … and {len(failed) - _MOST} more that were not read whole")
    lines += [f"  {shown(note, _WIDTH)}" for note in notes[:_MOST]]
    return "\n".join([*lines, "", f"Next: {next_step}"])


def _counted(revision: CorpusRevision) -> str:
    return f"{count(revision.documents, 'document')}, {count(revision.chunks, 'chunk')}"


def render_revisions(revisions: Sequence[CorpusRevision]) -> str:
    """Return a line for each revision."""
    if not revisions:
        return "no corpus is frozen here\n\nNext: goldsmith freeze FOLDER_OF_DOCUMENTS"
    room = max(len(item.label) for item in revisions)
    return "\n".join(
        f"{item.label:{room}}  {_counted(item)}, {_TEXT[item.text]}  {item.digest[:15]}"
        + (f"  {item.failed} failed" if item.failed else "")
        for item in revisions
    )


def render_found(label: str, chunks: Sequence[Chunk], *, more: bool, why_not: str) -> str:
    """Return the chunks that hold a text, each with its section and its beginning."""
    if why_not:
        return why_not
    if not chunks:
        return f"no chunk of {label} holds these words"
    lines = []
    for chunk in chunks:
        lines.append(f"{chunk.id}   {shown(chunk.section or '', 70)}")
        lines.append(f"    {shown(chunk.text or chunk.preview or '', 100)}")
    return "\n".join([*lines, *(["… and more"] if more else [])])


def render_verified(revision: CorpusRevision, differs: Sequence[str]) -> str:
    """Return whether a revision holds what its digests say."""
    if not differs:
        return (
            f"{revision.label} holds what was frozen: {count(revision.chunks, 'chunk')}, digest {revision.digest[:15]}"
        )
    lines = [f"{revision.label} is damaged:"] + [f"  x {line}" for line in differs[:_MOST]]
    return "\n".join([*lines, "", "Next: remove its folder and freeze the same documents again"])
