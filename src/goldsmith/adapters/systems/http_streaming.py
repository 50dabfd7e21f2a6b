"""Replies that arrive as events: all of them are kept, and the answer is what finally stands.

What an event means is told by its name, or by ``kind``, ``type`` or ``event`` in its data: a piece of the answer,
something that withdraws what was said, the whole reply, an error, or other parts of the reply.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from goldsmith.adapters.http.json_path import NOTHING, JsonPath
from goldsmith.adapters.http.streams import Decoder, Piece
from goldsmith.adapters.json_door import NoJsonError, read_json
from goldsmith.adapters.systems import BadReplyError, Note, json_data, shown
from goldsmith.adapters.systems.http_mapping import Mapped, ReplyMapping
from goldsmith.adapters.systems.names import NAMES
from goldsmith.adapters.systems.streams import SPOKEN
from goldsmith.ports.system import SystemFailure
from goldsmith.records.response import Reply, StreamEvent

WITHDRAWN = frozenset({"retract", "delete", "remove", "withdraw", "redact", "undo", "clear", "reset", "replace"})
"""Kinds of events that take back what was said. The text that they take back stays among the events."""
FINAL = frozenset({"final", "done", "result", "complete", "completed", "end"})
"""Kinds of events that carry the whole reply."""

_SAID = SPOKEN | {"message", "content", "chunk"}
_DELTAS = ("delta", "text", "content", "token", "chunk")
_WHOLE = ("answer", "response", "output")
_KIND = ("kind", "type", "event")
_OF = ("message_", "text_", "answer_", "content_block_", "content_", "output_text_", "response_", "stream_")
"""What the name of an event may say first of what it is about: the answer."""
_IDS = ("target", "target_id", "id", "event_id")
_END = "[DONE]"
_USUAL = frozenset(name for role, names in NAMES.items() if role != "answer" for name in names)
_KNOWN = _USUAL | {*NAMES["answer"], *_KIND, *_IDS, *_DELTAS, "data"}


class Standing:
    """The pieces of an answer that stand. A stream may take back as often as it speaks, so neither costs a walk."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._places: dict[str, list[int]] = {}
        self._joined = ""
        self._counted = 0
        """Pieces that `_joined` holds."""

    @property
    def text(self) -> str:
        """All of it."""
        if self._counted < len(self._pieces):
            self._joined += "".join(self._pieces[self._counted :])
            self._counted = len(self._pieces)
        return self._joined

    def add(self, text: str, identifier: str = "") -> None:
        """Let a piece stand."""
        if identifier:
            self._places.setdefault(identifier, []).append(len(self._pieces))
        self._pieces.append(text)

    def take_named(self, identifiers: Iterable[str]) -> bool:
        """Take the pieces of these ids away; say whether there were any."""
        places = [place for name in identifiers for place in self._places.pop(name, ())]
        for place in places:
            self._pieces[place] = ""
            if place < self._counted:
                self._joined, self._counted = "", 0
        return bool(places)

    def take_text(self, text: str) -> None:
        """Take a text away where it stands last; nothing where it does not stand."""
        joined = self.text
        place = joined.rfind(text)
        if place >= 0:
            self.clear()
            self.add(joined[:place] + joined[place + len(text) :])

    def clear(self) -> None:
        """Let nothing stand."""
        self._pieces, self._places = [], {}
        self._joined, self._counted = "", 0


@dataclass(kw_only=True)
class EventStream:
    """What a stream has said so far."""

    decoder: Decoder
    mapping: ReplyMapping
    note: Note
    delta: JsonPath | None = None
    """Where a piece of the answer stands in an event; None: by the usual names."""
    is_text: bool = False
    """The pieces are text, whatever they look like."""
    is_json: bool = False
    """Every piece is JSON."""
    events: list[StreamEvent] = field(default_factory=list)
    standing: Standing = field(default_factory=Standing)
    """What of the answer was not withdrawn."""
    first_ms: float | None = None
    gathered: dict[str, Any] = field(default_factory=dict)
    """Parts by role, or by the names that the system uses where nothing is mapped."""
    whole: bool = False
    """The answer among the gathered parts is whole."""
    spoke: bool = False

    def __call__(self, data: bytes, at_ms: float) -> bool:
        """Take some bytes of the body; say whether the system ended the stream itself."""
        is_over = False
        for piece in self.decoder.feed(data):
            is_over |= self._take(piece, at_ms)
        return is_over

    def end(self, at_ms: float) -> None:
        """Take what the end of the body leaves."""
        for piece in self.decoder.end():
            self._take(piece, at_ms)

    def reply(self, *, wanted: str = "answer") -> tuple[Reply, dict[str, str]]:
        """Return the reply, and the mapped parts that no event held. Raises BadReplyError."""
        if not self.events:
            raise BadReplyError("the stream ended without an event")
        missing = {role: f"no event holds {path.text}" for role, path in self.mapping.fields.items()}
        missing = {role: told for role, told in missing.items() if role not in self.gathered}
        if self.spoke:
            missing.pop("answer", None)
        base = Reply()
        if self.gathered and not self.mapping.fields:
            base, _ = self.mapping.read(self.gathered, self.note)
        elif self.gathered or (self.mapping.fields and not self.spoke):
            parts = dict(self.gathered) if not self.spoke else {"answer": "", **self.gathered}
            base = self.mapping.read_mapped(Mapped(parts=parts, missing=missing), self.note, wanted=wanted)
        elif not self.spoke:
            raise BadReplyError(f"the stream holds no answer; it has events of kind {self._kinds()}")
        answer = base.answer if self.whole or not self.spoke else self.standing.text
        first_ms = self.first_ms if base.time_to_first_token_ms is None else base.time_to_first_token_ms
        return replace(base, answer=answer, events=tuple(self.events), time_to_first_token_ms=first_ms), missing

    def _kinds(self) -> str:
        return ", ".join(dict.fromkeys(event.kind for event in self.events))

    def _take(self, piece: Piece, at_ms: float) -> bool:
        if piece.data.strip() == _END:
            self._keep(piece.name or "done", "", at_ms)
            return True
        document = None if self.is_text else _json(piece.data)
        if self.is_json and document is NOTHING:
            raise BadReplyError(f"line {len(self.events) + 1} of the stream is no JSON: {shown(piece.data)}")
        if not isinstance(document, Mapping):
            self._take_text(piece, document if isinstance(document, str) else piece.data, at_ms)
            return False
        named = piece.name if piece.name != "message" else ""
        kind = named or next((str(document[name]) for name in _KIND if isinstance(document.get(name), str)), "")
        kind_word = _word(kind)
        if kind_word == "error":
            raise SystemFailure("system_error", f"the stream tells an error: {_told(document)}")
        if kind_word in WITHDRAWN:
            self._withdraw(kind, document, at_ms)
            return False
        text = self._said(document, kind, kind_word)
        if text is not None:
            self._speak(kind or "text", text, piece.id or str(document.get("id") or ""), at_ms)
        else:
            self._keep(kind or "part", _told(document), at_ms)
        self._gather(document, kind_word, is_said=text is not None)
        return False

    def _take_text(self, piece: Piece, text: str, at_ms: float) -> None:
        """Take an event whose data are a text: it is said, unless the name says otherwise."""
        kind = piece.name if piece.name != "message" else ""
        word = _word(kind)
        if word in WITHDRAWN:
            self._withdraw(kind, {"text": text}, at_ms)
        elif word == "error":
            raise SystemFailure("system_error", f"the stream tells an error: {text}")
        elif not kind or word in _SAID:
            self._speak(kind or "text", text, piece.id, at_ms)
        else:
            self._keep(kind, text, at_ms)

    def _said(self, document: Mapping[str, Any], kind: str, kind_word: str) -> str | None:
        """Return the piece of the answer that an event holds; None: it holds none."""
        if self.delta is not None:
            found = self.delta.find(document)
            if isinstance(found, list) and found and all(isinstance(item, str) for item in found):
                return "".join(found)
            return found if isinstance(found, str) else None
        if kind and kind_word not in _SAID:
            return None
        names = (*_DELTAS, *_WHOLE) if kind else _DELTAS
        for name in names:
            value = document.get(name)
            if isinstance(value, Mapping):
                value = next((value[inner] for inner in ("text", "content") if isinstance(value.get(inner), str)), None)
            if isinstance(value, str):
                return value
        return None

    def _speak(self, kind: str, text: str, identifier: str, at_ms: float) -> None:
        self.spoke = True
        self._keep(kind, text, at_ms)
        self.standing.add(text, identifier)
        if text and self.first_ms is None:
            self.first_ms = at_ms

    def _keep(self, kind: str, text: str, at_ms: float) -> None:
        self.events.append(StreamEvent(kind=kind, text=text, at_ms=at_ms))

    def _withdraw(self, kind: str, document: Mapping[str, Any], at_ms: float) -> None:
        """Take back the piece that an event names by its id or its text; everything where it names none."""
        text = next((value for name in _DELTAS if isinstance(value := document.get(name), str)), "")
        named = [str(document[name]) for name in _IDS if document.get(name) is not None]
        self._keep(kind, text, at_ms)
        self.spoke = True
        if _word(kind) == "replace":
            self.standing.clear()
            self.standing.add(text)
        elif self.standing.take_named(named):
            return
        elif text:
            self.standing.take_text(text)
        else:
            self.standing.clear()

    def _gather(self, document: Mapping[str, Any], kind_word: str, *, is_said: bool) -> None:
        """Keep the other parts of the reply that an event holds; what comes later counts."""
        is_final = kind_word in FINAL
        if self.mapping.fields:
            found = self.mapping.find(document).parts
            if is_said:
                found.pop("answer", None)
            self.whole |= found.get("answer") is not None
            self.gathered |= found
            return
        inner = document.get("data")
        held = inner if isinstance(inner, Mapping) else document
        whole = () if is_said else NAMES["answer"] if is_final else _WHOLE if not kind_word else ()
        taken = {name: value for name, value in held.items() if value is not None and (name in _USUAL or name in whole)}
        self.whole |= any(isinstance(taken.get(name), str) for name in whole)
        self.gathered |= taken
        for name in document:
            if name not in _KNOWN:
                self.note(name)


def _word(kind: str) -> str:
    """Return what the name of an event says happens."""
    word = kind.lower().rpartition(".")[2]
    return next((word.removeprefix(of) for of in _OF if word.startswith(of)), word)


def _json(text: str) -> Any:
    if not text.lstrip().startswith(("{", "[", '"')):
        return NOTHING
    try:
        return read_json(text)
    except NoJsonError as error:
        if str(error):
            raise BadReplyError(f"the stream holds JSON that cannot be relied on: {error}") from None
        return NOTHING


def _told(document: Mapping[str, Any]) -> str:
    """Return what an event holds beside its kind: its text, or all of it as JSON."""
    rest = {name: value for name, value in document.items() if name not in _KIND}
    if len(rest) == 1 and isinstance(only := next(iter(rest.values())), str):
        return only
    return json.dumps(json_data(rest), ensure_ascii=False)
