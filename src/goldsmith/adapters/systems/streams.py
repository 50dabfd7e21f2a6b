"""Replies that arrive piece by piece: every piece is kept, and the text of the answer is what they say together."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from goldsmith.adapters.systems import read_event, read_reply
from goldsmith.records.response import Reply, StreamEvent

SPOKEN = frozenset({"text", "token", "delta", "answer"})
"""Kinds of events whose text is part of the answer."""


class Stream:
    """What a streaming system has said so far. `started` is the reading of `time.perf_counter` when it was asked."""

    def __init__(self, started: float) -> None:
        self._started = started
        self._events: list[StreamEvent] = []
        self._parts: dict[str, Any] = {}
        self._first_ms: float | None = None
        self.returned: object = None

    def take(self, item: object) -> None:
        """Take a text, an event (a mapping with ``kind`` or ``type``), or a mapping with other parts of the reply."""
        at_ms = round((time.perf_counter() - self._started) * 1000, 3)
        if isinstance(item, Mapping) and "kind" not in item and "type" not in item:
            self._parts.update(item)
            return
        event = item if isinstance(item, StreamEvent) else read_event(item, at_ms=at_ms)
        self._events.append(event)
        if self._first_ms is None and event.text and event.kind in SPOKEN:
            self._first_ms = at_ms

    def reply(self, note: Callable[[str], None]) -> Reply:
        """Return the reply: the answer is the joined text, unless some part gives it whole."""
        spoken = [event.text for event in self._events if event.kind in SPOKEN]
        held: object = self.returned if self.returned is not None else self._parts
        if spoken and isinstance(held, Mapping):
            held = {name: value for name, value in held.items() if value is not None}
        is_nothing = held == {} and (bool(spoken) or self.returned is None)
        base = Reply() if is_nothing else read_reply(held, note)
        joined = "".join(spoken) if spoken else None
        first_ms = base.time_to_first_token_ms
        return replace(
            base,
            answer=joined if base.answer is None else base.answer,
            events=tuple(self._events),
            time_to_first_token_ms=self._first_ms if first_ms is None else first_ms,
        )


def drained(call: Callable[[], Any], started: float, stop: threading.Event) -> Any:
    """Call plain code, and take from it all that it streams, until told to stop."""
    returned = call()
    if not isinstance(returned, Iterator):
        return returned
    stream = Stream(started)
    while not stop.is_set():
        try:
            stream.take(next(returned))
        except StopIteration as end:
            stream.returned = end.value
            break
    return stream


async def drained_async(source: AsyncIterator[Any], started: float) -> Stream:
    """Take all that an async source streams, and close it whatever happens."""
    stream = Stream(started)
    try:
        async for item in source:
            stream.take(item)
    finally:
        if isinstance(source, AsyncGenerator):
            await source.aclose()
    return stream
