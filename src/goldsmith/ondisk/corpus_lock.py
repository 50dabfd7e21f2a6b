"""corpus.lock: the committed words by which another checkout sees that it froze the very same corpus."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.json_strict import read_json
from goldsmith.records.corpus import CorpusRevision, Document

MOST_DOCUMENTS = 2_000
"""A corpus of more documents is locked by its digests alone: the lock is to be read in a review."""

_REVISION = Door(CorpusRevision)
_CONTENTS = "contents"
_PARSERS = "parsers"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedDocuments:
    """Document ids, each list ascending."""

    changed: tuple[str, ...] = ()
    """Their text is another."""
    missing: tuple[str, ...] = ()
    """They were there, and are not."""
    new: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Every id, ascending."""
        return tuple(sorted({*self.changed, *self.missing, *self.new}))


def write_lock(path: Path, record: CorpusRevision, documents: Sequence[Document]) -> None:
    """Write the lock of a revision, with the content hash of each document where they are few enough to be read."""
    held: dict[str, Any] = asdict(record)
    if not record.parsers:
        del held[_PARSERS]
    if len(documents) <= MOST_DOCUMENTS:
        held[_CONTENTS] = contents(documents)
    text = json.dumps(held, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    write_atomically(path, text.encode())


def locked_label(path: Path) -> str:
    """Return the label of the revision that the lock names."""
    return str(_held(path).get("label"))


def locked_revision(path: Path) -> CorpusRevision:
    """Return the revision that the lock describes. Raises InvalidFileError where it describes none."""
    known = {item.name for item in fields(CorpusRevision)}
    raw = read_json(path.read_bytes(), name=path.name)[0]
    held = {name: value for name, value in _held(path).items() if name in known}
    found = _REVISION.parse(raw, file=path.name, value=held)
    if isinstance(found, tuple):
        message = f"{path.name} describes no corpus revision"
        raise InvalidFileError(message, problems=found, next_step="restore it from git, or freeze again")
    return found


def check_lock(path: Path, record: CorpusRevision) -> tuple[str, ...]:
    """Return in what `record` differs from the lock, a line each; nothing where it is the same corpus."""
    held = _held(path)
    now = asdict(record)
    return tuple(
        f"{name}: locked {held.get(name)!r}, found {now[name]!r}"
        for name in sorted(now)
        if name not in ("label", "text", _PARSERS) and held.get(name) != now[name]
    )


def other_parsers(path: Path, record: CorpusRevision) -> tuple[str, ...]:
    """Return which parsers are not those of the lock, a line each; only media types that both name are compared."""
    held = _held(path).get(_PARSERS)
    before = held if isinstance(held, dict) else {}
    return tuple(
        f"{media_type} was read by {before[media_type]}, now by {now}"
        for media_type, now in sorted(record.parsers.items())
        if media_type in before and before[media_type] != now
    )


def _held(path: Path) -> Mapping[str, Any]:
    value = read_json(path.read_bytes(), name=path.name)[0].value
    return value if isinstance(value, dict) else {}


def locked_contents(path: Path) -> Mapping[str, str] | None:
    """Return the content hash of each document that the lock names; None where it names none."""
    found = _held(path).get(_CONTENTS)
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else None


def contents(documents: Sequence[Document]) -> dict[str, str]:
    """Return the content hash of each document by id."""
    return {item.id: item.content_hash.value for item in documents}


def differing(before: Mapping[str, str], now: Mapping[str, str]) -> ChangedDocuments:
    """Return in which documents two sets of content hashes differ."""
    return ChangedDocuments(
        changed=tuple(sorted(name for name in before.keys() & now.keys() if before[name] != now[name])),
        missing=tuple(sorted(before.keys() - now.keys())),
        new=tuple(sorted(now.keys() - before.keys())),
    )
