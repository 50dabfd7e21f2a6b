"""The chunks of one corpus revision, read once for every retriever."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldsmith.ports.retriever import Ranked
from goldsmith.text.bm25 import Bm25, Hit

SPLITTING = "terms-1"
"""Part of the version of every retriever here: how texts are cut into terms."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shelf:
    """What retrievers search. The texts themselves are not kept."""

    ids: Sequence[str]
    """Chunk ids; a row is a place among them."""
    words: Bm25
    """Over the texts of the chunks, in the same order."""
    headings: Sequence[str]
    """Every different heading: title of the document, then the sections above the chunk."""
    heading: NDArray[np.int32]
    """For each chunk, the place of its heading."""

    def ranked(self, hits: Iterable[Hit]) -> tuple[Ranked, ...]:
        """Return hits by the ids of their chunks."""
        return tuple(Ranked(self.ids[hit.position], hit.score) for hit in hits)


def build_shelf(rows: Iterable[tuple[str, str, str]]) -> Shelf:
    """Return a shelf of chunks, each given as its id, its heading and its text; read as a stream."""
    ids: list[str] = []
    places: dict[str, int] = {}
    heading: list[int] = []

    def texts() -> Iterable[str]:
        for name, above, text in rows:
            ids.append(name)
            heading.append(places.setdefault(above, len(places)))
            yield text

    words = Bm25(texts())
    return Shelf(ids=ids, words=words, headings=list(places), heading=np.array(heading, np.int32))
