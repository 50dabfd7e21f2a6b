"""The golden set: its header (set.yaml) and its cases with the facts that people decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from goldsmith.records.case import Case
from goldsmith.records.decision import ReviewFact
from goldsmith.records.task import ProbeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusPin:
    """The corpus revision against which the cases were judged."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    label: str
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A measure that must hold a bound over the whole set or over one slice."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    measure: str
    min: float | None = None
    max: float | None = None
    slice: dict[str, str] = field(default_factory=dict)
    """Axis and word, such as ``{risk: high}``; empty: all cases."""
    completeness: float = 1.0
    """Least share of the population that must be scored; below it the gate is incomplete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Minimum:
    """The least number of cases in a slice."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    slice: dict[str, str]
    cases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHeader:
    """What set.yaml holds: written by people, no derived value."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: str
    version: str | None = None
    description: str | None = None
    owner: str | None = None
    interaction: Literal["single_turn", "multi_turn"] = "single_turn"
    tags: tuple[str, ...] = ()
    corpus: CorpusPin | None = None
    axes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that this set adds to an axis."""
    minima: tuple[Minimum, ...] = ()
    gates: tuple[Threshold, ...] = ()
    access: Literal["open", "closed"] = "open"
    """Whether a source on neither list of an identity may be used (open) or is a leak (closed)."""
    probes: tuple[ProbeKind, ...] = ()
    """Probes of access that every run carries out for each pair of a permitted and a denied asker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePlace:
    """Where a case stands."""

    file: str
    """As a person would name it from the project's folder."""
    line: int
    """First line is 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenSet:
    """A loaded set: header, cases in file order, and the settled facts.

    Two cases may have one id: the set is loaded whole so that the check can name both.
    """

    header: SetHeader
    cases: tuple[Case, ...]
    places: tuple[CasePlace, ...]
    """One for each case."""
    facts: tuple[ReviewFact, ...] = ()
    bare: bool = False
    """True for a lone file without set.yaml: everything in it is unreviewed."""
