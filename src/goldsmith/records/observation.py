"""What happened in one response, once and for all readers: measures count it, causes compare it, reports draw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.response import Channel, Failure
from goldsmith.records.task import Probe, TaskKey
from goldsmith.records.vocabulary import Behaviour

MatchedBy = Literal["chunk", "span", "quote", "document"]
"""How a retrieved passage was recognised as evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedSeen:
    """How one need of the case fared."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    need: int
    """Place among the needs of the case."""
    name: str
    """Its name, else the chunk, document or quote of its first alternative."""
    rank: int | None
    """Best rank (from 1, duplicates not counted) at which it was met; None: not retrieved."""
    candidate_rank: int | None
    """Best rank before filtering; None: not found there, or candidates are not shown."""
    passage: str
    """Id of the passage that met it, else of the first alternative."""
    grade: int
    """Highest grade among its alternatives."""
    matched_by: MatchedBy | None
    in_corpus: Literal["yes", "no", "unknown"]
    document_level: bool
    """Scored as document-level evidence: the author named a whole document, or the run shows only documents."""
    by_document: bool = False
    """The run shows only documents, and no alternative names one as a whole: the passage itself was not observed."""
    met_grade: int | None = None
    """The grade by which it was met; None: not retrieved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageSeen:
    """One retrieved passage, in the system's own order."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    document: str | None
    rank: int | None
    """Rank from 1 among distinct passages; None for a duplicate of an earlier one."""
    needs: tuple[int, ...]
    """Needs that it meets."""
    grade: int
    """Highest grade by which it meets one; 0: irrelevant."""
    superseded: bool
    known: Literal["yes", "no", "unknown"]
    """Whether the corpus revision holds its id."""
    text_differs: bool
    """Its text is not the frozen text of its id: a matter of the ruler."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSeen:
    """The state of one claim of the contract in the answer."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    claim: int
    text: str
    force: Literal["required", "optional", "prohibited"]
    kind: str
    state: Literal["stated", "not_stated", "undecided"]
    """`undecided`: only a judge could tell, and none did."""
    at: tuple[int, int] | None
    """Where in the answer."""
    found: str
    """What was found in its place, such as another number with the unit; empty text: nothing."""
    weight: float
    order: int | None
    needs: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationSeen:
    """One citation, resolved."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    retrieved: Literal["yes", "no", "unknown"]
    """`unknown`: the system does not show what it retrieved."""
    needs: tuple[int, ...]
    known: Literal["yes", "no", "unknown"]
    quote: Literal["none", "found", "not_found", "unknown"]
    """Whether the quoted words stand in the cited source."""
    superseded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A denied source that showed somewhere, or denied text in the answer."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    channel: Channel
    document: str
    detail: str
    """Where exactly, in words: rank, event, path in the trace."""
    basis: Literal["denied", "not_allowed", "not_listed", "text", "existence"]
    """`denied` by the case; `not_allowed` by the access rules of the corpus; `not_listed` under closed lists;
    `text`: denied words in what the system said; `existence`: its title, which tells that it exists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BehaviourSeen:
    """Expected against observed behaviour."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    expected: Behaviour
    observed: Behaviour | None
    """None: neither declared nor recognised."""
    source: Literal["declared", "recognised", "none"]
    why: str
    """The declaration, or the rule and words by which it was recognised."""
    refusal_reason: Literal["right", "wrong", "unknown", "not_asked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSeen:
    """One yes-or-no requirement of the contract: must ask, must point to, format, expected state, identity echo."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    check: Literal[
        "must_ask",
        "must_point_to",
        "citation",
        "uncertainty",
        "conflict",
        "format",
        "state",
        "identity",
        "tools",
        "order",
    ]
    state: Literal["met", "not_met", "not_observed"]
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Everything that is true of one judged response, failures included."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    key: TaskKey
    case: str
    case_digest: str
    failure: Failure | None
    """None: the system answered."""
    needs: tuple[NeedSeen, ...]
    passages: tuple[PassageSeen, ...] | None
    """None: the system does not show what it retrieved."""
    claims: tuple[ClaimSeen, ...]
    answered: bool
    """There is an answer text."""
    citations: tuple[CitationSeen, ...] | None
    behaviour: BehaviourSeen
    leaks: tuple[Leak, ...]
    unlisted: tuple[str, ...]
    """Documents used that are on neither list of the identity; a leak only under closed lists."""
    not_observed: tuple[Channel, ...]
    """Channels that the system does not show: never passed."""
    guarded: bool
    """Something is denied to whoever asks: without that, no answer could show a leak."""
    checks: tuple[CheckSeen, ...]
    latency_ms: float | None
    time_to_first_token_ms: float | None
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    attempts: int
    probe: Probe = ""
    """The probe of access that the response belongs to: it counts for authorization, and for no other figure."""


def by_case(observations: Sequence[Observation]) -> dict[str, tuple[Observation, ...]]:
    """Return the observations of each case in order of step and repeat; those of probes are left out."""
    grouped: dict[str, list[Observation]] = {}
    for observation in observations:
        if observation.probe:
            continue
        grouped.setdefault(observation.case, []).append(observation)
    return {name: tuple(sorted(own, key=lambda item: item.key)) for name, own in grouped.items()}
