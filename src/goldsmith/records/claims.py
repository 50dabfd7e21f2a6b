"""What an acceptable answer must say, may say and must not say, and what decides it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueMatch:
    """The answer holds these words (compared after folding case, blanks and look-alike punctuation)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberMatch:
    """The answer holds this number, in digits or words, with this unit or one that converts exactly."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    number: float
    unit: str | None = None
    tolerance: float = 0
    """Largest accepted absolute difference, in the same unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMatch:
    """The answer holds this calendar date in any spelling."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    date: str
    """ISO 8601 date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternMatch:
    """The answer matches this regular expression somewhere."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    pattern: str


SimpleMatch = ValueMatch | NumberMatch | DateMatch | PatternMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOfMatch:
    """One of these matches; a plain text stands for a value."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    any_of: tuple[str | SimpleMatch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginMatch:
    """A matcher of a plug-in decides."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    matcher: str
    """Its name, with prefix and dot: ``acme.part_number``."""
    options: dict[str, Any] = field(default_factory=dict, hash=False)
    """What it is told, as it says itself."""


Matcher = SimpleMatch | AnyOfMatch | PluginMatch | Literal["judged"]
"""Exactly one thing decides a claim. `judged`: only a judge can, so deterministic measures leave it unscored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredClaim:
    """The answer must state it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    required: str
    kind: Literal["claim", "action"] = "claim"
    order: int | None = None
    """Place in a sequence; ordered claims must appear in this order."""
    weight: float = 1
    needs: tuple[str, ...] = ()
    match: Matcher = "judged"

    @property
    def text(self) -> str:
        """The claim in words."""
        return self.required


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionalClaim:
    """The answer may state it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    optional: str
    weight: float = 1
    needs: tuple[str, ...] = ()
    match: Matcher = "judged"

    @property
    def text(self) -> str:
        """The claim in words."""
        return self.optional


@dataclass(frozen=True, slots=True, kw_only=True)
class ProhibitedClaim:
    """The answer must not state it: a material error, or something that the evidence does not support."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    prohibited: str
    kind: Literal["material", "unsupported"] = "material"
    weight: float = 1
    match: Matcher = "judged"

    @property
    def text(self) -> str:
        """The claim in words."""
        return self.prohibited


Claim = RequiredClaim | OptionalClaim | ProhibitedClaim
