"""What changed from one corpus revision to another, for people: counts first, then the lists, then the next step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from goldsmith.records.corpus import CorpusRevision
from goldsmith.records.corpus_diff import (
    AccessChange,
    ChunkCounts,
    CorpusDiff,
    DocumentChange,
    DocumentChangeKind,
    FieldChange,
)
from goldsmith.reports.figures import count, percent
from goldsmith.reports.plain_text import columns, fitted, listed, middle, shown

_NAME = 48
_VALUE = 40
_SECTIONS = 2
_PRINCIPALS = 6
_ABSENT = "none"
_ORDER: tuple[DocumentChangeKind, ...] = get_args(DocumentChangeKind)
_HEADINGS: tuple[tuple[DocumentChangeKind, str], ...] = (
    ("edited", "EDITED"),
    ("removed", "REMOVED"),
    ("split", "SPLIT OR MERGED"),
    ("renamed", "RENAMED"),
    ("moved", "AT ANOTHER PLACE"),
    ("added", "ADDED"),
    ("rechunked", "CUT OTHERWISE"),
    ("access", "DECLARED OTHERWISE"),
)
_UNDER: dict[DocumentChangeKind, DocumentChangeKind] = {
    "merged": "split", "dates": "access", "version": "access", "supersession": "access", "ingestion": "access",
    "described": "access",
}  # fmt: skip
"""Kinds that are listed under the heading of another."""
_CHUNK_WORDS = (
    ("changed", "changed"),
    ("moved", "moved"),
    ("split", "split"),
    ("merged", "merged"),
    ("removed", "removed"),
    ("added", "added"),
)


def render_corpus_diff(diff: CorpusDiff, *, access: bool = False, limit: int = 5, width: int = 100) -> str:
    """Return what changed; at most `limit` documents of each kind, and every reader gained or lost with `access`. No
    line is wider than `width` columns.
    """
    return "\n".join(fitted(line, width) for line in _lines(diff, access=access, limit=limit, width=width))


def _lines(diff: CorpusDiff, *, access: bool, limit: int, width: int) -> Iterator[str]:
    title = f"{diff.before.label} -> {diff.after.label}"
    if not differs(diff):
        yield f"{title}: nothing changed, {_sized(diff.after)} hold the same content"
        return
    yield f"{title}: {_sized(diff.before)} -> {_sized(diff.after)}"
    yield from _overview(diff, access=access)
    for kind, heading in _HEADINGS:
        held = [one for one in diff.documents if _leading(one) == kind]
        if held:
            yield from ("", heading, *(line for one in held[:limit] for line in _document(one, width)))
        if len(held) > limit:
            yield f"  … and {len(held) - limit} more (--limit)"
    if access and diff.access:
        yield from ("", "ACCESS", *(line for one in diff.access for line in _access(one, width)))
    yield from ("", f"Next: goldsmith refresh {diff.after.label}")


def differs(diff: CorpusDiff) -> bool:
    """Say whether anything differs, were it only where a document lies."""
    return not diff.same or bool(diff.documents)


def _sized(revision: CorpusRevision) -> str:
    return f"{count(revision.documents, 'document')}, {count(revision.chunks, 'chunk')}"


def _overview(diff: CorpusDiff, *, access: bool) -> Iterator[str]:
    kinds = Counter(kind for one in diff.documents for kind in one.kinds)
    told = [f"{kinds[kind]:,} {kind}" for kind in _ORDER if kinds[kind]]
    yield f"  documents   {' · '.join(told) or 'none changed'}"
    yield f"  chunks      {_chunks(diff.chunks) or 'none changed'} · {diff.chunks.same:,} the same"
    if diff.access:
        more = "" if access else " (--access shows who)"
        yield f"  access      {_gains(diff.access)}{more}"
    for label, fields in (("retrieval", diff.retrieval), ("chunking", diff.chunking)):
        for field in fields:
            yield f"  {label:11} {_field(field)}"


def _gains(changes: Sequence[AccessChange]) -> str:
    gained = sum(bool(one.gained) for one in changes)
    lost = sum(bool(one.lost) for one in changes)
    return f"{count(gained, 'document')} gained readers, {count(lost, 'document')} lost some"


def _chunks(counts: ChunkCounts) -> str:
    told = ((getattr(counts, name), word) for name, word in _CHUNK_WORDS)
    return " · ".join(f"{number:,} {word}" for number, word in told if number)


def _leading(change: DocumentChange) -> DocumentChangeKind:
    first = change.kinds[0]
    return _UNDER.get(first, first)


def _document(change: DocumentChange, width: int) -> Iterator[str]:
    names = _names(change.before or change.after)
    if change.before and change.after and change.before != change.after:
        half = min((width - 6) // 2, _NAME)
        names = f"{_names(change.before, half)} -> {_names(change.after, half)}"
    yield from _line(names, " · ".join(_told(change)), width)


def _line(names: str, told: str, width: int) -> Iterator[str]:
    """Yield names and what is told of them, below each other where one line does not hold both."""
    room = width - columns(names) - 5
    if not told or columns(told) <= room:
        yield f"  {names}   {shown(told, width)}".rstrip()
        return
    yield f"  {names}"
    yield f"      {shown(told, width - 6)}"


def _names(names: Iterable[str], room: int = _NAME) -> str:
    return " + ".join(shown(middle(one, room), 2 * _NAME) for one in names)


def _told(change: DocumentChange) -> Iterator[str]:
    if change.shared is not None:
        yield f"{percent(change.shared)} of the text"
    yield from (kind for kind in change.kinds if kind != _leading(change) and not _is_plain(kind))
    if "rechunked" in change.kinds or "edited" in change.kinds:
        yield f"chunks: {_chunks(change.chunks).replace(' · ', ', ') or 'the same'}"
    yield from map(_field, change.fields)
    if change.sections:
        yield f"in {listed(change.sections, _SECTIONS)}"


def _is_plain(kind: DocumentChangeKind) -> bool:
    """Say whether the fields tell the kind already."""
    return kind == "moved" or _UNDER.get(kind, kind) == "access"


def _field(change: FieldChange) -> str:
    values = (_ABSENT if one is None else shown(one, _VALUE) for one in (change.before, change.after))
    return f"{change.field}: {' -> '.join(values)}"


def _access(change: AccessChange, width: int) -> Iterator[str]:
    parts = [
        f"{verb} {listed(names, _PRINCIPALS)}"
        for verb, names in (("gained", change.gained), ("lost", change.lost))
        if names
    ]
    if change.tenant_before != change.tenant_after:
        parts.append(f"tenant {change.tenant_before or _ABSENT} -> {change.tenant_after or _ABSENT}")
    yield from _line(_names([change.document]), " · ".join(parts), width)
