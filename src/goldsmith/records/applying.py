"""What became of settled reviews when they were written to the set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from goldsmith.records.decision import DecisionWord


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedCase:
    """One case whose settled word stands in the set."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    decision: DecisionWord
    reviewers: tuple[str, ...]
    settled_by: str | None = None
    """Who settled what they differed on; None: they agreed."""
    edited: bool
    """Its evidence was replaced by what the reviewers marked, or the case was written for the first time."""
    file: str
    """Where the case stands."""
    needs: tuple[int, int] | None = None
    """How many needs the case had and has, where that changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldCase:
    """One settled case that was not written, why, and what to do."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    why: str
    next_step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """All that `review apply` did."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    applied: tuple[AppliedCase, ...]
    held: tuple[HeldCase, ...]
    waiting: int
    """Reviews that miss a label."""
    disputed: int
    """Reviews that wait for somebody to settle a difference."""
    branch: str | None = None
    """The branch of git that holds what was written; None: the files of this checkout."""
    next_step: str = ""

    @property
    def exit_status(self) -> int:
        """1 where something was held back, else 0."""
        return 1 if self.held else 0
