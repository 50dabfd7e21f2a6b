"""Which documents of the corpus no longer hold.

A document is superseded when another one of the corpus says so (`supersedes`), or when it ended no later than the
newest document of the corpus began: the corpus itself then knows a time at which it no longer held. No clock is asked.
"""

from __future__ import annotations

import re

from goldsmith.scoring.naming import Passage
from goldsmith.tables.chunks import CorpusView
from goldsmith.text.dates import Instant, parse_instant


def superseded_documents(corpus: CorpusView | None) -> frozenset[str]:
    """Return the ids of the documents of `corpus` that no longer hold."""
    if corpus is None:
        return frozenset()
    documents = corpus.documents
    replaced = {old for one in documents.values() for old in one.supersedes if old in documents and old != one.id}
    starts = [start for one in documents.values() if (start := _instant(one.effective_from)) is not None]
    newest = max(starts, default=None)
    if newest is not None:
        ends = ((one.id, _instant(one.effective_to)) for one in documents.values())
        replaced |= {name for name, end in ends if end is not None and end <= newest}
    return frozenset(replaced)


def is_superseded(item: Passage, superseded: frozenset[str], corpus: CorpusView | None) -> bool:
    """Say whether a passage is of a superseded document, or of an earlier version than the frozen one."""
    if item.document in superseded:
        return True
    frozen = corpus.documents.get(item.document) if corpus and item.document else None
    if frozen is None or not frozen.version or not item.version:
        return False
    shown, kept = _version(item.version), _version(frozen.version)
    return bool(shown) and bool(kept) and shown < kept


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,12}", text))


def _instant(text: str | None) -> Instant | None:
    read = parse_instant(text) if text else None
    return read if isinstance(read, Instant) else None
