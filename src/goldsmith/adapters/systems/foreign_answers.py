"""Answers that the file of another tool carries beside its cases, as a system under test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.interchange import ForeignResponse
from goldsmith.records.response import CHANNELS, Channel, Component, Failure, Reply
from goldsmith.records.task import Step, TaskKey

_FIELDS: Mapping[str, str] = {"context": "retrieved", "stream": "events", "tools": "tool_calls"}
"""Channels that a reply shows in a field of another name."""


class ForeignAnswers:
    """Answers a case with what was recorded for it; a case without a record is not answered."""

    def __init__(self, responses: Sequence[ForeignResponse], *, name: str) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints: Mapping[Component, str] = {}
        self._held: dict[tuple[str, int], list[ForeignResponse]] = {}
        for response in responses:
            self._held.setdefault((response.case, response.repeat), []).append(response)
        replies = [one.outcome for one in responses if isinstance(one.outcome, Reply)]
        self.shows: tuple[Channel, ...] = tuple(
            channel
            for channel in CHANNELS
            if any(getattr(reply, _FIELDS.get(channel, channel)) is not None for reply in replies)
        )

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:  # noqa: ARG002 - the port's
        """Return what was recorded. An earlier turn of a conversation is in no recording: it shows nothing.

        Raises SystemFailure: `not_answered` without a record, `bad_reply` where there are several for one repeat, and
        a recorded failure as it was recorded.
        """
        if not step.judged:
            return Reply()
        held = self._held.get((step.case, key.repeat), [])
        if len(held) > 1:
            raise SystemFailure("bad_reply", f"{self.name} holds {len(held)} answers to this case")
        if not held:
            raise SystemFailure("not_answered", f"{self.name} holds no answer to this case")
        outcome = held[0].outcome
        if isinstance(outcome, Failure):
            raise SystemFailure(outcome.kind, outcome.message)
        return outcome

    async def close(self) -> None:
        """Nothing is held."""

    def recorded_latency_ms(self, step: Step, key: TaskKey) -> float | None:
        """Return how long the recorded call took; None where the record does not say."""
        held = self._held.get((step.case, key.repeat), []) if step.judged else []
        return held[0].latency_ms if len(held) == 1 else None
