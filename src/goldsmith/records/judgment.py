"""What a judge (lexical, model, panel or person) said of a response."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from goldsmith.records.task import TaskKey


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeIdentity:
    """Who judged. Two judgments are comparable only where all of it is equal."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: Literal["lexical", "model", "panel", "person"]
    name: str
    version: str
    prompt_digest: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimJudgment:
    """The state of one claim, with the passages that decided it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    claim: str
    state: Literal["supported", "contradicted", "not_addressed"]
    passages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """All that one judge said of one response, the raw reply included."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    key: TaskKey
    judge: JudgeIdentity
    claims: tuple[ClaimJudgment, ...]
    raw_reply: str
