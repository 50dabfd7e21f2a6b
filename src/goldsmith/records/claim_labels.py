"""Which claims of a response and of the right answer follow from each other and from what was retrieved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

ClaimLabel = Literal["supported", "contradicted", "not_addressed"]
"""What a text says of a claim; the same words as the state of a claim in a judgment."""

ByPassage = tuple[tuple[ClaimLabel, ...], ...]
"""One row a claim, one label a passage, passages in the order in which they were retrieved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLabels:
    """The claims of one response and of the right answer, each held against the other side and every passage.

    None: nobody judged that. An empty tuple of claims: the text makes none.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    response_claims: tuple[str, ...]
    answer_claims: tuple[str, ...]
    passages: tuple[str, ...] | None
    """Ids of what was retrieved; None: not shown."""
    response_by_answer: tuple[ClaimLabel, ...] | None = None
    """What the right answer says of each claim of the response."""
    answer_by_response: tuple[ClaimLabel, ...] | None = None
    """What the response says of each claim of the right answer."""
    response_by_passages: ByPassage | None = None
    """What each passage says of each claim of the response."""
    answer_by_passages: ByPassage | None = None
    """What each passage says of each claim of the right answer."""
