"""Where a batch stands that an expert accepts or sends back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.acceptance import AcceptancePlan, SampleReading

BatchState = Literal["checking", "accepted", "returned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchStanding:
    """One batch: its plan, how far the check got, and what it says."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: str
    drawn_by: str
    drawn_at: str
    """UTC time, ISO 8601 with Z."""
    state: BatchState
    plan: AcceptancePlan
    checked: int
    """Cases of the sample that an expert labelled again."""
    wrong: tuple[str, ...]
    """Those whose settled word does not hold. Empty until the batch is closed: nobody is led to the next label."""
    next_step: str
    hands: int = 0
    """People who may still check something of it: experts who said nothing of the case. 0 once it is closed."""
    reading: SampleReading | None = None
    """What the checked cases say of the whole batch; None: it is not closed."""

    @property
    def exit_status(self) -> int:
        """1 where the batch went back, else 0."""
        return 1 if self.state == "returned" else 0
