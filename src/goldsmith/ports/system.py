"""A system under test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from goldsmith.records.case import Message
from goldsmith.records.response import Channel, Component, Reply
from goldsmith.records.task import Step, TaskKey


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
