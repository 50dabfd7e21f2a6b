"""What a system showed in answer to one step. A channel that is None was not shown: never taken for clean."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from goldsmith.records.task import Probe, TaskKey
from goldsmith.records.vocabulary import Behaviour

Channel = Literal["candidates", "context", "citations", "stream", "tools", "trace", "cache", "answer"]
CHANNELS: tuple[Channel, ...] = (
    "candidates", "context", "citations", "stream", "tools", "trace", "cache", "answer",
)  # fmt: skip

Component = Literal["parser", "chunker", "embedding", "reranker", "authorization", "prompt", "model", "citations"]
COMPONENTS: tuple[Component, ...] = (
    "parser", "chunker", "embedding", "reranker", "authorization", "prompt", "model", "citations",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievedItem:
    """One passage that the system retrieved; its place in the list is its rank."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    """Chunk id as the system names it; empty where it names none."""
    document: str | None = None
    text: str | None = None
    score: float | None = None
    span: tuple[int, int] | None = None
    """Code points in the normalised document text."""
    version: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A source that the answer names."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    """Chunk or document id as cited."""
    quote: str | None = None
    at: tuple[int, int] | None = None
    """The part of the answer that it stands for, in code points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool that the system called."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: str
    arguments: str = ""
    """JSON text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamEvent:
    """One event of a streamed answer, withdrawn text included."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: str
    text: str = ""
    at_ms: float = 0
    """Milliseconds since the question was sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What the answer cost. None: not shown."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why there is no answer: a result with a status of its own."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: Literal["timeout", "system_error", "bad_reply", "not_authorised", "not_answered", "recorded_failure"]
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a system returns to one question: the part of a response that the system itself knows."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    answer: str | None = None
    """None: the system only retrieves."""
    retrieved: tuple[RetrievedItem, ...] | None = None
    """What reached the context, best first."""
    candidates: tuple[RetrievedItem, ...] | None = None
    """What was found before filtering and reranking."""
    citations: tuple[Citation, ...] | None = None
    events: tuple[StreamEvent, ...] | None = None
    tool_calls: tuple[ToolCall, ...] | None = None
    behaviour: Behaviour | None = None
    """As declared by the system."""
    refusal_reason: str | None = None
    identity_echo: str | None = None
    """The user that the system says it answered for; empty text: it is known to have been asked as nobody."""
    trace_id: str | None = None
    trace: dict[str, Any] | None = None
    """The trace payload, searched for denied sources."""
    cache: str | None = None
    """Id or description of the cached entry that served the answer; empty text: shown, and not from a cache."""
    state: dict[str, Any] | None = None
    """State of the conversation, by key."""
    usage: Usage = Usage()
    time_to_first_token_ms: float | None = None
    revision: str | None = None
    """Revision of the system that answered."""
    fingerprints: dict[Component, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One result in the journal: a reply or a failure, bound to the case that was asked."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    key: TaskKey
    case: str
    case_digest: str
    outcome: Reply | Failure
    latency_ms: float | None = None
    """Wall time of the call; None for a recorded response that tells none."""
    attempts: int = 1
    judged: bool = True
    """False for a step that only played an earlier turn."""
    probe: Probe = ""
    """The probe of access that the call belongs to."""
