"""Something that ranks the chunks of one corpus revision for questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable


class Ranked(NamedTuple):
    """A chunk that a retriever brought for a question."""

    chunk: str
    """Its id."""
    score: float
    """Above zero; only to be held against others of the same question and retriever."""


@runtime_checkable
class Retriever(Protocol):
    """Ranks chunks. The same questions over the same corpus give the same ranks, whatever was asked before."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...

    @property
    def version(self) -> str:
        """Changes with everything that may change a rank."""
        ...

    def search(self, questions: Sequence[str], k: int) -> tuple[tuple[Ranked, ...], ...]:
        """Return at most `k` chunks for each question, best first, no chunk twice; none where nothing fits."""
        ...
