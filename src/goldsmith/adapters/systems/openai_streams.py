"""A chat completion that arrives in pieces, put together into the shape that it has when it arrives whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from goldsmith.adapters.http.streams import EventDecoder, Piece
from goldsmith.adapters.json_door import NoJsonError, read_json
from goldsmith.adapters.systems import BadReplyError, shown
from goldsmith.ports.system import SystemFailure
from goldsmith.records.response import StreamEvent

_SPOKEN = ("content", "refusal")
"""What of a message comes as text in pieces."""


@dataclass(kw_only=True)
class Completion:
    """What a streamed completion has said so far: a sink for the bytes of its body."""

    events: list[StreamEvent] = field(default_factory=list)
    first_ms: float | None = None
    _decoder: EventDecoder = field(default_factory=EventDecoder)
    _top: dict[str, Any] = field(default_factory=dict)
    _message: dict[str, Any] = field(default_factory=dict)
    _said: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in _SPOKEN})
    _calls: dict[int, dict[str, Any]] = field(default_factory=dict)
    _reason: str | None = None

    def __call__(self, data: bytes, at_ms: float) -> bool:
        """Take some bytes; say whether the system ended the stream itself."""
        is_over = False
        for piece in self._decoder.feed(data):
            is_over |= self._take(piece, at_ms)
        return is_over

    def end(self, at_ms: float) -> None:
        """Take what the end of the body leaves."""
        for piece in self._decoder.end():
            self._take(piece, at_ms)

    def whole(self) -> dict[str, Any]:
        """Return the completion. Raises BadReplyError where no piece of one arrived."""
        if not self.events:
            raise BadReplyError("the stream ended without an event")
        message = self._message | {name: "".join(said) for name, said in self._said.items() if said}
        if self._calls:
            message["tool_calls"] = [self._calls[index] for index in sorted(self._calls)]
        return {**self._top, "choices": [{"index": 0, "message": message, "finish_reason": self._reason}]}

    def _take(self, piece: Piece, at_ms: float) -> bool:
        if piece.data.strip() == "[DONE]":
            self.events.append(StreamEvent(kind="done", at_ms=at_ms))
            return True
        try:
            chunk = read_json(piece.data)
        except NoJsonError:
            chunk = None
        if not isinstance(chunk, Mapping):
            raise BadReplyError(f"event {len(self.events) + 1} of the stream is {shown(piece.data)}, no chunk")
        if chunk.get("error"):
            raise SystemFailure(
                "system_error", f"the stream tells an error: {json.dumps(chunk['error'], ensure_ascii=False)}"
            )
        # The last chunk has the usage and no choices; others say null there.
        self._top |= {name: value for name, value in chunk.items() if name != "choices" and value is not None}
        choices = chunk.get("choices")
        choice = _table(choices[0], "a choice") if isinstance(choices, list) and choices else {}
        self._reason = choice.get("finish_reason") or self._reason
        self._delta(_table(choice.get("delta") or choice.get("message"), "a delta"), at_ms)
        return False

    def _delta(self, delta: Mapping[str, Any], at_ms: float) -> None:
        for name, value in delta.items():
            if name == "tool_calls":
                for place, call in enumerate(value if isinstance(value, list) else ()):
                    self._call(_table(call, "the call of a tool"), place)
            elif isinstance(value, str) and name in _SPOKEN:
                self._said[name].append(value)
            elif value is not None:
                self._message[name] = value
        text = delta.get("content")
        is_said = isinstance(text, str) and bool(text)
        self.first_ms = at_ms if is_said and self.first_ms is None else self.first_ms
        other = {name: value for name, value in delta.items() if name not in {"content", "role"} and value}
        if is_said or not other:
            self.events.append(StreamEvent(kind="delta", text=text if isinstance(text, str) else "", at_ms=at_ms))
        if other:
            told = json.dumps(other, ensure_ascii=False)
            self.events.append(StreamEvent(kind="part", text=told, at_ms=at_ms))

    def _call(self, call: Mapping[str, Any], place: int) -> None:
        """Add a piece of a call of a tool: its name comes whole, its arguments in pieces."""
        index = call.get("index")
        held = self._calls.setdefault(
            index if isinstance(index, int) else place, {"function": {"name": "", "arguments": ""}}
        )
        held |= {name: value for name, value in call.items() if name not in {"function", "index"} and value is not None}
        for name, value in _table(call.get("function"), "the function of a call").items():
            if isinstance(value, str):
                held["function"][name] = held["function"].get(name, "") + value


def _table(value: object, what: str) -> Mapping[str, Any]:
    """Return an object of a chunk; an empty one where there is none. Raises BadReplyError."""
    if value is not None and not isinstance(value, Mapping):
        raise BadReplyError(f"{what} in the stream is {shown(value)}, where an object was expected")
    return value or {}
