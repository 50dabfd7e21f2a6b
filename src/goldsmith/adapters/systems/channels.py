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
        self._unseen = dict(_PART)

    def take(self, reply: Reply) -> None:
        """Count a reply in."""
        shown = {channel for channel, part in self._unseen.items() if getattr(reply, part) is not None}
        if shown:
            self._seen |= shown
            self._unseen = {channel: part for channel, part in self._unseen.items() if channel not in shown}

    def all(self) -> tuple[Channel, ...]:
        """Return the channels in their usual order."""
        return self._declared or tuple(channel for channel in CHANNELS if channel in self._seen)
