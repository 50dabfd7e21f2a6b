"""The reviewer handbook: what a reviewer decides and by which words, rendered from the set that they review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from goldsmith.records.vocabulary import Answerability, Behaviour


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """A word that a reviewer uses, or a thing that they do, in one or two sentences."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    word: str
    means: str
    own: bool = False
    """Whether set.yaml added the word: what it means is known to the owner of the set alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisMeaning:
    """One axis on which cases differ."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    axis: str
    asks: str
    """The question that a word on this axis answers."""
    words: tuple[Meaning, ...]
    """Standard words first, then those of set.yaml; none: it takes any word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamplePassage:
    """One passage by which a need of an example is met."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    document: str
    quote: str | None
    """The exact words; None: the passage is named and not quoted."""
    supports: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleNeed:
    """One thing that the answer of an example rests on; any one passage is enough."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    need: str | None
    any_of: tuple[ExamplePassage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedExample:
    """An approved case that every reviewer may see, as a model for others with the same behaviour."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    case_digest: str
    behaviour: Behaviour
    answerability: Answerability
    turns: tuple[tuple[str, str], ...]
    """Earlier turns of the conversation: role and words."""
    question: str
    accept: tuple[str, ...]
    must_say: tuple[str, ...]
    must_not_say: tuple[str, ...]
    withholds: bool
    """Whether `must_not_say` is not shown, since it may come from a source that not everybody may see."""
    must_ask: tuple[str, ...]
    must_point_to: tuple[str, ...]
    needs: tuple[ExampleNeed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Handbook:
    """Everything that a reviewer of one set is told. The same set has the same handbook."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    owner: str | None
    purpose: tuple[str, ...]
    """Paragraphs on what a reviewer decides, and why."""
    rules: tuple[Meaning, ...]
    decisions: tuple[Meaning, ...]
    confirmations: tuple[Meaning, ...]
    marking: tuple[Meaning, ...]
    """How evidence is marked."""
    gates: tuple[Meaning, ...]
    """The hard gates and what breaks them."""
    thresholds: tuple[str, ...]
    """Gates that set.yaml adds, as it spells them."""
    axes: tuple[AxisMeaning, ...]
    examples: tuple[WorkedExample, ...]
    without_example: tuple[Meaning, ...]
    """Behaviours of which no approved case could be shown, and why."""
    floor: float
    """Agreement below which a question or a rule is rewritten."""
    digest: str
    """``h1:`` and the SHA-256 of what counts: not the names of the set and of its owner, not what is said of missing
    examples, and an example by the digest of its case."""
