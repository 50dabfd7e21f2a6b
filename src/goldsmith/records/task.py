"""What a system is asked: tasks of ordered steps, carried out on one worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.case import Identity, Message


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class TaskKey:
    """The address of one result."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    task: str
    """Task id; a plain case is a task of its own id."""
    step: int
    """From 0."""
    repeat: int
    """From 1."""


ProbeKind = Literal["same_text", "paraphrase", "simultaneous", "shared_conversation", "revoked", "deleted"]
Probe = Literal["", ProbeKind]
"""What a probe of access tries; empty: an ordinary task, no probe.

A permitted asker gets the source first (the positive control), then somebody who must not get it asks.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something done to the system between questions, by a command that the configuration names."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: Literal["revoke", "grant", "delete", "restore"]
    user: str
    document: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question to the system. Replies of earlier steps are put before it as messages."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    """Case whose contract judges the reply; the steps that only play earlier turns name it too."""
    question: str
    messages: tuple[Message, ...] = ()
    """Turns that the case itself records before this question."""
    identity: Identity | None = None
    allowed_tools: tuple[str, ...] | None = None
    forbidden_tools: tuple[str, ...] = ()
    system_prompt: str | None = None
    judged: bool = True
    """False for a step that only plays an earlier turn."""
    conversation: str | None = None
    """Id of a conversation that several askers share; None: this step belongs to none but its own task."""
    before: tuple[Action, ...] = ()
    """What is done to the system before it is asked."""
    after: tuple[Action, ...] = ()
    """What is undone afterwards, whatever came of the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Ordered steps that one worker carries out one after another."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    steps: tuple[Step, ...]
    case_digest: str
    probe: Probe = ""
    together: bool = False
    """The steps are asked at one moment, none the history of another."""
