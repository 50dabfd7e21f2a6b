"""A run folder's own words: what was asked, of whom, under what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from goldsmith.records.response import Channel, Component


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run was to do; written before the first call and never changed."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    run: str
    """Run id, also the folder's name."""
    created_at: str
    """UTC time, ISO 8601 with Z."""
    system: str
    system_digest: str
    """Over what the configuration says of the system, secrets excluded."""
    system_revision: str | None
    fingerprints: dict[Component, str] = field(default_factory=dict)
    shows: tuple[Channel, ...] = ()
    """Channels that the system declares it can show."""
    set_name: str
    set_version: str | None
    set_digest: str
    """Over the case digests of the cases asked."""
    split: str | None = None
    corpus: str | None
    """Label of the corpus revision; None: none was given."""
    corpus_digest: str | None
    cases: tuple[str, ...]
    """Ids in the order asked."""
    subset: str | None
    """How the cases were narrowed down; a subset never passes a gate. None: the whole set."""
    repeats: int
    concurrency: int
    timeout_s: float
    attempts: int = 1
    per_minute: float | None = None
    options: dict[str, Any] = field(default_factory=dict)
    """What the configuration says of the system, secrets by the names of their variables."""
    probes: tuple[str, ...] = ()
    """Probes of access that the run carries out beside the cases."""
    retrieval_only: bool = False
    """The system was asked for passages alone: nothing is said of answers."""
    goldsmith: str
    """Version of this package."""
    format: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RulerNote:
    """Something about the measuring itself that a reader must know before any score."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: str
    message: str
    """What was found, with numbers."""
    mend: str = ""
