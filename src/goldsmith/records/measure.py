"""A measure is a value with one spelling everywhere; a score is a value or a reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.task import TaskKey
from goldsmith.records.vocabulary import Layer

Direction = Literal["higher", "lower", "none"]
"""Which way is better; a measure without direction is only shown, never gated."""

Unit = Literal["share", "count", "ms", "tokens", "usd", "rank"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What is measured. `str(measure)` is its one spelling, such as ``recall@5``."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: str
    cutoff: int | None = None
    """Only the first so many ranks count; None: all that were returned."""
    layer: Layer
    direction: Direction
    unit: Unit
    version: int = 1
    """Raised whenever a change makes older scores incomparable."""

    def __str__(self) -> str:
        return self.name if self.cutoff is None else f"{self.name}@{self.cutoff}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A finite value in the unit of its measure."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    value: float


Reason = Literal[
    "not_applicable", "not_observed", "needs_judge", "system_failed", "not_answered", "measure_failed",
]  # fmt: skip
"""`not_applicable`: the case does not ask it; `not_observed`: the system does not show it; `needs_judge`: only a judge
can tell; `system_failed`: there is a failure instead of a reply; `not_answered`: there is no result at all;
`measure_failed`: the measure of a plug-in broke or gave no usable value, which is no fault of the system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unscored:
    """There is no value, and this is why."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    reason: Reason
    detail: str = ""


Outcome = Scored | Unscored


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The outcome of one measure on one response."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    key: TaskKey
    case: str
    measure: str
    """The measure's spelling."""
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A measure over the cases to which it applies."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    measure: str
    layer: Layer
    direction: Direction
    unit: Unit
    mean: float | None
    """Over scored cases, each case the mean of its repeats; None: no case was scored."""
    interval: tuple[float, float] | None
    """95 %."""
    scored: int
    """Cases with a value."""
    population: int
    """Cases to which the measure applies: scored and those that failed or were not answered."""
    mean_over_all: float | None
    """With every failed or unanswered case counted as the worst value; None where no worst value exists."""
    missing: tuple[tuple[Reason, int], ...]
    """Unscored cases by reason, `not_applicable` included."""
    version: int = 1
    """Of the measure: figures of two versions are never set against each other."""
