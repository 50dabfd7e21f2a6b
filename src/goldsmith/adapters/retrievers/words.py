"""Chunks by the words that they share with the question: BM25."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.adapters.retrievers.shelf import SPLITTING, Shelf
from goldsmith.ports.retriever import Ranked


class Words:
    """BM25 over words; over pairs of characters where no spaces are written."""

    name = "words"
    version = f"bm25-1.2-0.75+{SPLITTING}"

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def search(self, questions: Sequence[str], k: int) -> tuple[tuple[Ranked, ...], ...]:
        """Return the best chunks for each question; equal ones in the order of the corpus."""
        return tuple(self._shelf.ranked(self._shelf.words.search(question, k)) for question in questions)
