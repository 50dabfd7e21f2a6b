"""A system under test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from goldsmith.records.case import Message
from goldsmith.records.exchange import Exchange
from goldsmith.records.response import Channel, Component, Reply
from goldsmith.records.task import Action, Step, TaskKey


@runtime_checkable
class System(Protocol):
    """Something that answers questions and shows how.

    One call at a time or many at once: the runner decides, so a call must not rest on the order of others.
    """

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    @property
    def revision(self) -> str | None:
        """Which version of it answers, where that is known before the first call."""
        ...

    @property
    def shows(self) -> tuple[Channel, ...]:
        """Channels that it can show; a channel left out is not observed, never passed."""
        ...

    @property
    def fingerprints(self) -> Mapping[Component, str]:
        """Identity of its components, where known."""
        ...

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        """Return the reply to `step.question` asked after `history` (earlier turns, oldest first).

        Raises SystemFailure where there is no usable reply; any other exception is recorded as `system_error`.
        """
        ...

    async def close(self) -> None:
        """Let go of connections and processes. Called once, after the last call."""
        ...


@runtime_checkable
class Acts(Protocol):
    """A system whose access rights and documents can be changed between questions, as probes of access want it."""

    async def act(self, action: Action) -> None:
        """Do `action`; doing twice what is done already is no failure. Raises SystemFailure where it was not done."""
        ...


@runtime_checkable
class Explains(Protocol):
    """A system that can show what went over the wire."""

    async def explain(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Exchange:
        """Ask as `System.ask` does, and return what was sent and received, and what was made of it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemSettings:
    """What a system of goldsmith.toml is opened from. A field that comes later breaks no kind of system."""

    name: str
    """What goldsmith.toml calls it: the NAME of ``[systems.NAME]``."""
    options: Mapping[str, Any]
    """What stands under that name, without what every system has, such as ``kind``."""
    folder: Path
    """Paths among the options are meant from here."""
    environment: Mapping[str, str]
    """Where secrets come from: an option names the variable, and never holds the secret."""
    hide: Callable[[str, str], None]
    """Takes a secret and what to show in its place; from then on it is struck out of everything that is written."""
    retrieval_only: bool = False
    """Passages alone are asked for, no answer."""


@runtime_checkable
class SystemPlugin(Protocol):
    """A kind of system: ``kind = "acme.bot"`` in goldsmith.toml."""

    @property
    def name(self) -> str:
        """Prefix, dot and name, such as ``acme.bot``."""
        ...

    def open(self, settings: SystemSettings) -> System:
        """Return the system; what it cannot use among the options it refuses with ValueError, before the first call."""
        ...


class SystemFailure(Exception):  # noqa: N818 - it is the failure of a system, not an error of ours
    """The system gave no usable reply. `kind` is a kind of `goldsmith.records.response.Failure`."""

    def __init__(
        self, kind: str, message: str, *, worth_retrying: bool = False, retry_after_s: float | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.worth_retrying = worth_retrying
        """The same call may succeed later: the connection broke, the system was busy or failed inside."""
        self.retry_after_s = retry_after_s
        """How long the system asked to be left alone, in seconds; None: it did not say."""
