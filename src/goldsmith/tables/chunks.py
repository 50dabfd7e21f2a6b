"""The chunks of a revision as columns, and the few of them that a case or a response names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from goldsmith.records.corpus import Chunk, CorpusRevision, Document


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusView:
    """What observing and checking need of a frozen corpus: all documents, and the chunks that somebody named.

    `chunks` holds every named id that the revision has; `asked` every id that was looked up. An id that is in `asked`
    and not in `chunks` is not in the corpus; one that is not in `asked` is unknown.
    """

    revision: CorpusRevision
    documents: Mapping[str, Document]
    chunks: Mapping[str, Chunk]
    asked: frozenset[str]
    fingerprints: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Passage fingerprints (`goldsmith.text.fingerprints`) of the documents that some identity may not see."""
