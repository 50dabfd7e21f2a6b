"""A matcher of a plug-in: whether an answer states a claim, where no built-in matcher can tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """One claim that is looked for in one answer. A field that comes later breaks no matcher."""

    claim: str
    """The claim in words."""
    answer: str
    """Never blank."""
    question: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """What the case says under ``options`` of its matcher."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What a matcher found. Raises ValueError for a place where nothing is stated."""

    state: Literal["stated", "not_stated", "undecided"]
    """Whether the answer states the claim, denials considered. `undecided`: it cannot tell."""
    at: tuple[tuple[int, int], ...] = ()
    """Where, in code points of the answer; empty with ``stated``: the answer as a whole."""
    instead: str = ""
    """What stands there in its place, or why nothing could be decided."""

    def __post_init__(self) -> None:
        if self.at and self.state != "stated":
            message = f"a claim that is {self.state} has no place in the answer"
            raise ValueError(message)


@runtime_checkable
class MatcherPlugin(Protocol):
    """Something that decides claims: ``match: {matcher: NAME, options: {…}}``.

    Instances are shared by all claims of a run, so they keep nothing of one.
    """

    @property
    def name(self) -> str:
        """Prefix, dot and name, such as ``acme.part_number``."""
        ...

    def decide(self, sought: Sought) -> Decided:
        """Return whether the claim is stated. What it raises leaves the claim undecided, with the matcher's name."""
        ...
