"""The channels that a reply shows."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.records.response import CHANNELS, Channel, Reply

_PART: Mapping[Channel, str] = {
    "candidates": "candidates", "context": "retrieved", "citations": "citations", "stream": "events",
    "tools": "tool_calls", "trace": "trace", "cache": "cache", "answer": "answer",
}  # fmt: skip


class ShownChannels:
    """What a system shows: the channels that were declared; where none were, those that some reply has shown so far."""

    def __init__(self, declared: tuple[Channel, ...] = ()) -> None:
        self._declared = declared
        self._seen: set[Channel] = set()

    def take(self, reply: Reply) -> None:
        """Count a reply in."""
        self._seen |= {channel for channel, part in _PART.items() if getattr(reply, part) is not None}

    def all(self) -> tuple[Channel, ...]:
        """Return the channels in their usual order."""
        return self._declared or tuple(channel for channel in CHANNELS if channel in self._seen)
