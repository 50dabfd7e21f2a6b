"""How long the open reviews of a set will take, and what to leave out to be done by a wished date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

PaceBasis = Literal["own", "all", "assumed"]
"""`own`: labels of this risk · `all`: too few of this risk, so labels of every risk · `assumed`: too few of any."""

DropKind = Literal["second", "case"]
"""`second`: the second label of cases that a sample chose · `case`: every label of some cases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long one label takes."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    risk: str
    """Empty: cases without a risk."""
    minutes: float
    """The median."""
    interval: tuple[float, float] | None
    """95 %, of the median; None: too few labels."""
    labels: int
    """Timed labels that it rests on."""
    basis: PaceBasis


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsLeft:
    """What is still to be said, at one risk."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    risk: str
    cases: int
    labels: int
    hours: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonShare:
    """One of the people, and what of the work they may do."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: str
    hours_per_week: float | None
    """None: nobody said, so they are not counted on."""
    may: int
    """Labels that they may give."""
    alone: int
    """Those that nobody else who is counted on may give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """One thing to leave out, in the order in which it hurts least."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: DropKind
    cases: tuple[str, ...]
    labels: int
    hours: float
    before: float | None
    after: float | None
    """What can be seen before and after; None: nothing. Of `second`: rates of disagreement above it are ruled out where
    the two labels of low-risk cases never differ. Of `case`: the smallest fall of the pass rate that the set shows.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """All that `review forecast` has to say of one set."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    today: str
    """ISO date."""
    paces: tuple[Pace, ...]
    left: tuple[LabelsLeft, ...]
    labels: int
    """All that are left, with what nobody may give."""
    hours: float
    people: tuple[PersonShare, ...]
    weekly: float
    """Hours a week of everybody who is counted on; 0: nobody is."""
    nobody: int
    """Labels that none of the people may give."""
    unstaffed: int
    """Labels that only people may give of whom nobody said how many hours they have."""
    weeks: float | None
    """Until the last label that can be given; None: nobody is counted on."""
    done_on: str | None
    """ISO date."""
    slowest: tuple[str, ...]
    """On whom the date rests: nobody else can take this work from them. Empty: on all alike."""
    by: str | None = None
    """The wished date."""
    drops: tuple[Drop, ...] = ()
    meets: bool | None = None
    """Whether the wished date can be met, with `drops` left out; None: none was wished."""
    weekly_needed: float | None = None
    """Hours a week, shared out as they are, with which all would be done by the wished date."""
    next_step: str = ""

    @property
    def exit_status(self) -> int:
        """1 where a wished date cannot be met, and where nobody may give a label that is needed; else 0."""
        return 1 if self.meets is False or self.nobody else 0
