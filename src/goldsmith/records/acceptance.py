"""How a batch of labels is accepted: a sample is checked once more, and the batch stands or goes back whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """How likely a batch of a given quality is to be accepted."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    wrong: int
    """Cases of the batch that are really wrong."""
    share: float
    """Of the batch."""
    accepted: float
    """Chance that the batch is accepted, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleReading:
    """What a sample with so many wrong cases says of the whole batch."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    found: int
    """Cases of the sample that are wrong."""
    accepted: bool
    low: int
    """Fewest wrong cases of the batch that the sample leaves possible, at `level`."""
    high: int
    """Most of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptancePlan:
    """How many cases of a batch to check, up to how many may be wrong, and what that guards against."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    batch: int
    sample: int
    """Cases to draw at random and to check once more."""
    accept: int
    """The batch is accepted with up to so many wrong cases in the sample, and sent back whole with more."""
    whole: bool
    """No smaller sample keeps both risks: every case is checked."""
    good: float
    """Share wrong up to which a batch is good."""
    bad: float
    """Share wrong from which on it is bad."""
    risk: float
    """Largest chance at which a good batch is sent back, and at which a bad one is accepted."""
    good_wrong: int
    """Most wrong cases of a good batch of this size."""
    bad_wrong: int
    """Fewest wrong cases of a bad one."""
    good_sent_back: float
    """Chance that a batch with `good_wrong` wrong cases is sent back."""
    bad_accepted: float
    """Chance that a batch with `bad_wrong` wrong cases is accepted."""
    curve: tuple[CurvePoint, ...]
    """Chosen points of the operating curve, the number of wrong cases rising."""
    readings: tuple[SampleReading, ...]
    level: float
    """Confidence level of the readings."""
