"""Bodies that arrive piece by piece: server-sent events, lines of JSON, plain text. Pieces may be cut anywhere."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One event as it stands on the wire."""

    data: str
    name: str = ""
    """The event's name; empty where none is given."""
    id: str = ""


class Decoder(Protocol):
    """Turns bytes into pieces."""

    def feed(self, data: bytes, /) -> Iterator[Piece]:
        """Yield what `data` completes."""
        ...

    def end(self) -> Iterator[Piece]:
        """Yield what stands at the end without being completed."""
        ...


class EventDecoder:
    """Server-sent events (WHATWG HTML, section 9.2.6): fields, comments, three line ends, a byte order mark.

    One thing differs: an event at the very end that no blank line completes is kept. The standard drops it; here it is
    something that the system said.
    """

    def __init__(self) -> None:
        self._text = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest: list[str] = []
        self._data: list[str] = []
        self._name = ""
        self._id = ""

    def feed(self, data: bytes, /) -> Iterator[Piece]:
        """Yield the events that `data` completes."""
        text = self._text.decode(data)
        # A line is put together once, when its end has come: a body may be one line in a million parts.
        may_end = "\n" in text or "\r" in text or (self._rest and self._rest[-1].endswith("\r"))
        self._rest += [text] if text else []
        if may_end:
            yield from self._lines("".join(self._rest), is_last=False)

    def end(self) -> Iterator[Piece]:
        """Yield the event that the end leaves open."""
        yield from self._lines("".join([*self._rest, self._text.decode(b"", final=True)]), is_last=True)
        yield from self._line("")

    def _lines(self, text: str, *, is_last: bool) -> Iterator[Piece]:
        # A CR at the end may be the first half of a CR LF.
        whole = text if is_last or not text.endswith("\r") else text[:-1]
        start = 0
        for line_end in _LINE_END.finditer(whole):
            yield from self._line(whole[start : line_end.start()])
            start = line_end.end()
        rest = text[start:]
        self._rest = [rest] if rest and not is_last else []
        if is_last and rest:
            yield from self._line(rest)

    def _line(self, line: str) -> Iterator[Piece]:
        if not line:
            data, name = self._data, self._name
            self._data, self._name = [], ""
            if data:
                yield Piece(data="\n".join(data), name=name, id=self._id)
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value
        elif field == "id" and "\0" not in value:
            self._id = value


class LineDecoder:
    """A piece for each line that is not blank, as NDJSON has it; a record separator before a line is dropped."""

    def __init__(self) -> None:
        self._rest: list[bytes] = []

    def feed(self, data: bytes, /) -> Iterator[Piece]:
        """Yield the lines that `data` completes."""
        self._rest.append(data)
        if b"\n" in data:
            *lines, rest = b"".join(self._rest).split(b"\n")
            self._rest = [rest]
            for line in lines:
                yield from _piece(line)

    def end(self) -> Iterator[Piece]:
        """Yield the last line where no line end completes it."""
        rest, self._rest = self._rest, []
        yield from _piece(b"".join(rest))


class TextDecoder:
    """A piece for each part as it arrived; a character that is cut in two arrives with the later part."""

    def __init__(self) -> None:
        self._text = codecs.getincrementaldecoder("utf-8-sig")("replace")

    def feed(self, data: bytes, /) -> Iterator[Piece]:
        """Yield the text of `data`."""
        text = self._text.decode(data)
        if text:
            yield Piece(data=text)

    def end(self) -> Iterator[Piece]:
        """Yield what is left of a character that was cut."""
        text = self._text.decode(b"", final=True)
        if text:
            yield Piece(data=text)


def _piece(line: bytes) -> Iterator[Piece]:
    text = line.decode("utf-8", "replace").strip("\ufeff\x1e \t\r\n")
    if text:
        yield Piece(data=text)
