"""What a machine found for cases before anybody looked, and how far that can be relied on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from goldsmith.records.workbench import PooledPassage


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedShare:
    """A share with what it rests on."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    part: int
    of: int
    share: float | None
    """None: there is none, and `why` says so."""
    interval: tuple[float, float] | None
    """Wilson's, 95 %."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrieverShare:
    """What one retriever brought of the evidence that approved cases name."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    retriever: str
    version: str
    brought: int
    alone: int
    """That no other one brought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePool:
    """The pool of one case."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    round: int | None
    """Of the review that it was laid before; None: of none."""
    question: str
    passages: tuple[PooledPassage, ...]
    """By document and chunk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prelabelled:
    """What a pre-label gave."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    corpus: str
    """Label of the revision that was searched."""
    depth: int
    """Ranks of each retriever that came into the pools."""
    scored_by: str
    auto_above: float
    pools: tuple[CasePool, ...]
    """By case."""
    unstated: tuple[str, ...]
    """Cases that do not say what the answer is: none of their passages can be `auto`."""
    recall: CountedShare
    """Of the passages that approved cases name, how many a retriever brought."""
    recall_by_question: CountedShare
    """The same, had nobody searched for the answers: they were written from that evidence."""
    retrievers: tuple[RetrieverShare, ...]
    audit: CountedShare | None = None
    """Of the `auto` passages that people were shown in settled reviews, how many they did not mark as evidence; None:
    no reviews were looked at."""
    already: int = 0
    """Open reviews that had a pool before."""
    next_step: str

    @property
    def passages(self) -> int:
        """Passages of all pools."""
        return sum(len(one.passages) for one in self.pools)

    @property
    def auto(self) -> int:
        """Passages above the border."""
        return sum(item.source == "auto" for one in self.pools for item in one.passages)

    @property
    def audited(self) -> int:
        """Passages above the border that a person is shown all the same."""
        return sum(item.audited for one in self.pools for item in one.passages)
