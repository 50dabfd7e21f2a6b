"""The case: one question under one identity against one corpus revision, and what a right answer is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from goldsmith.records.claims import Claim
from goldsmith.records.evidence import Need
from goldsmith.records.vocabulary import Answerability, Behaviour, Split


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One earlier turn of a conversation."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    role: Literal["user", "assistant", "system", "tool"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who asks, and what differs for them from the access rules of the corpus.

    The union of denials holds; a source that is both allowed and denied here is an error.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    user: str
    tenant: str | None = None
    roles: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    """Document ids that this identity may see."""
    denied: tuple[str, ...] = ()
    """Document ids that this identity must never see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedAnswer:
    """One acceptable answer in words; not a script to repeat."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    answer: str
    needs: tuple[str, ...] = ()
    """Names of the needs that support it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatRules:
    """What the form of the answer must be."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    json_schema: dict[str, Any] | None = None
    required_fields: tuple[str, ...] = ()
    pattern: str | None = None
    min_characters: int | None = None
    max_characters: int | None = None
    forbidden: tuple[str, ...] = ()
    """Texts that the answer must not hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a case comes from."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: str
    ref: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantOf:
    """The case that this one varies, and how."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A gate switched off for one case, by whom, why and until when (ISO date, inclusive)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    gate: str
    who: str
    why: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One evaluation case. Fields read the same here and in the file."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    question: str
    description: str | None = None
    messages: tuple[Message, ...] = ()
    expected_state: dict[str, Any] = field(default_factory=dict)
    """What a conversation must have established, by key."""
    identity: Identity | None = None
    allowed_tools: tuple[str, ...] | None = None
    """None: the case does not restrict tools; empty: none may be called."""
    forbidden_tools: tuple[str, ...] = ()

    answerability: Answerability = "unstated"
    behaviour: Behaviour = "unstated"
    job: str | None = None
    reasoning: str | None = None
    difficulty: str | None = None
    risk: str | None = None
    hallucination_risk: str | None = None
    language: str | None = None
    source_format: str | None = None
    challenges: tuple[str, ...] = ()
    origin: Origin | None = None

    accept: tuple[AcceptedAnswer, ...] = ()
    evidence: tuple[Need, ...] = ()
    claims: tuple[Claim, ...] = ()
    must_ask: tuple[str, ...] = ()
    """What a clarifying question must name."""
    must_point_to: tuple[str, ...] = ()
    """Where a refusal or escalation must point (a desk, a page, a person)."""
    refusal_reason: str | None = None
    """Why a refusal is right: not_found, not_permitted, out_of_scope or unsafe."""
    require: tuple[Literal["citation", "uncertainty", "conflict"], ...] = ()
    """What the answer must show besides its claims."""
    format: FormatRules | None = None
    tone: str | None = None
    waivers: tuple[Waiver, ...] = ()

    variant_of: VariantOf | None = None
    weight: float = 1
    tags: tuple[str, ...] = ()
    notes: str | None = None
    split: Split | None = None
    sentinel: bool = False
    corpus: str | None = None
    """Corpus revision, only where it differs from the pin of the set."""
    system_prompt: str | None = None
    metrics: tuple[str, ...] = ()
    """Measures that a foreign file asked for, kept as they came."""
