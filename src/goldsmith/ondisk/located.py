"""What a reader returns: plain data that still knows where each part of it stood in the file."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Literal

from goldsmith.errors import InvalidFileError, Problem

Loc = tuple[str | int, ...]
"""A path inside a record: field names and positions in lists."""

MAX_DEPTH = 64
"""Lists and mappings may stand inside each other this deep."""

MAX_DIGITS = 4000
"""A whole number may have this many: Python reads none of more than 4,300."""

_LINE_BREAK = re.compile(r"\r\n?|\n")
# The 32-bit marks come first: the little-endian one begins with the 16-bit mark.
_MARKS: tuple[tuple[bytes, str], ...] = (
    (BOM_UTF8, "utf-8"),
    (BOM_UTF32_LE, "utf-32-le"),
    (BOM_UTF32_BE, "utf-32-be"),
    (BOM_UTF16_LE, "utf-16-le"),
    (BOM_UTF16_BE, "utf-16-be"),
)
_SAVE_AS_UTF8 = "save the file as UTF-8"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file; the first line and the first column are 1, a column is a code point."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Where a field stands, as code point offsets: ``[key_start, key_end)`` its name, ``[start, end)`` its value."""

    key_start: int
    key_end: int
    start: int
    end: int

    def shifted(self, by: int) -> Span:
        """Return the span of the same field in a text that begins `by` code points earlier."""
        return Span(key_start=self.key_start + by, key_end=self.key_end + by, start=self.start + by, end=self.end + by)


@dataclass(frozen=True)
class Source:
    """The text of one file, how it was encoded, and where its lines begin."""

    name: str
    text: str
    """Without the byte-order mark."""
    kind: Literal["yaml", "json", "csv", "plugin"]
    encoding: str = "utf-8"
    mark: bytes = b""

    @cached_property
    def line_starts(self) -> list[int]:
        """Offsets of the first code point of each line; LF, CRLF and CR end a line, U+2028 does not."""
        if "\r" in self.text:
            return [0, *(found.end() for found in _LINE_BREAK.finditer(self.text))]
        return [0, *accumulate(len(line) + 1 for line in self.text.split("\n")[:-1])]

    def place(self, offset: int) -> Place:
        """Return line and column of a code point offset."""
        line = bisect_right(self.line_starts, offset)
        return Place(line, offset - self.line_starts[line - 1] + 1)

    def problem(self, message: str, *, at: int, mend: str = "", case_id: str = "", path: str = "") -> Problem:
        """Return the problem that stands at offset `at`."""
        place = self.place(at)
        return Problem(
            message=message,
            file=self.name,
            line=place.line,
            column=place.column,
            case_id=case_id,
            field=path,
            mend=mend,
        )

    def encoded(self, text: str) -> bytes:
        """Return `text` in the encoding of this file, byte-order mark included."""
        return self.mark + text.encode(self.encoding)


def unreadable(name: str, problems: Sequence[Problem]) -> InvalidFileError:
    """Return the one error that lists every problem of the file `name`, in the order of their lines."""
    ordered = sorted(problems, key=lambda problem: (problem.line, problem.column))
    noun = "problem" if len(ordered) == 1 else "problems"
    return InvalidFileError(
        f"{name} cannot be read: {len(ordered)} {noun}",
        next_step=f"mend {'this place' if len(ordered) == 1 else 'these places'}, then run the command again",
        problems=tuple(ordered),
    )


def open_source(data: bytes, *, name: str, kind: Literal["yaml", "json", "csv"]) -> Source:
    """Decode `data`: UTF-8, or UTF-16 and UTF-32 where a byte-order mark says so.

    Raises InvalidFileError, with the encoding that the bytes look like, where they are not text.
    """
    mark, encoding = next(((mark, encoding) for mark, encoding in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    body = data[len(mark) :]
    wide = "" if mark else _wide_without_mark(body)
    if wide:
        message = f"the file looks like {wide} without a byte-order mark: it holds a NUL byte beside every letter"
        raise unreadable(name, [Problem(message=message, file=name, line=1, column=1, mend=_SAVE_AS_UTF8)])
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        before = Source(name, body[: error.start].decode(encoding, "replace"), kind)
        found = body[error.start : error.start + 1].hex()
        message = (
            f"byte 0x{found} is not {encoding.upper()} text; the file may be in an older encoding such as Windows-1252"
        )
        raise unreadable(name, [before.problem(message, at=len(before.text), mend=_SAVE_AS_UTF8)]) from None
    return Source(name, text, kind, encoding, mark)


def _wide_without_mark(body: bytes) -> str:
    """Return the name of the 16-bit encoding that `body` seems to have, or nothing."""
    head = body[:2048]
    pairs = len(head) // 2
    if pairs and head[1::2].count(0) > pairs // 2:
        return "UTF-16 LE"
    if pairs and head[0::2].count(0) > pairs // 2:
        return "UTF-16 BE"
    return ""


def node_count(value: object) -> int:
    """Return how many nodes (keys, values, containers) the plain data `value` has."""
    if isinstance(value, dict):
        return 1 + len(value) + sum(map(node_count, value.values()))
    if isinstance(value, list):
        return 1 + sum(map(node_count, value))
    return 1


UNREAD = object()


@dataclass(slots=True, eq=False)
class RawRecord:
    """One record as it stood in its file: plain data, and the place of every part of it.

    Positions are kept as one number a node, in the order in which the nodes stand in the file (a mapping, then each
    key and its value; a list, then each item). The path to a node is found by counting, when somebody asks.
    """

    held: object
    """The data, or ``UNREAD``: a JSON record that is well-formed, and read when somebody asks for its data."""
    source: Source
    start: int
    """Code point offset (in `source.text`) of the first character of the record."""
    end: int
    """Code point offset after the last character of its content: no comment, blank or line break after it."""
    offsets: Sequence[int] | Callable[[RawRecord], Sequence[int]]
    """Node offsets, or how to find them when they are first asked for."""
    find_fields: Callable[[RawRecord], dict[str, Span]]
    first: int = 0
    """Index in `offsets` of the record itself."""
    spellings: Mapping[int, str] = field(default_factory=dict)
    """Node index -> how a number, boolean or null was spelled, where not as JSON spells it."""
    traps: Mapping[int, str] = field(default_factory=dict)
    """Node index -> text without quotes that YAML readers turn into different things."""
    _indexes: dict[Loc, int] | None = field(default=None, init=False, repr=False)
    """Node index of every path, once somebody asked for one."""
    _trapped: tuple[tuple[Loc, str, bool], ...] | None = field(default=None, init=False, repr=False)

    @property
    def value(self) -> object:
        """Dictionaries, lists, text, numbers, booleans, None; nothing else."""
        if self.held is UNREAD:
            self.held = json.loads(self.source.text[self.start : self.end])
        return self.held

    @property
    def line(self) -> int:
        """The line on which the record starts."""
        return bisect_right(self.source.line_starts, self.start)

    def json_text(self) -> str | None:
        """Return the record as JSON where that is how it stands in its file."""
        return self.source.text[self.start : self.end] if self.source.kind == "json" else None

    def place(self, loc: Loc = (), *, of_key: bool = False) -> Place:
        """Return where the node at `loc` starts; its nearest known ancestor where `loc` is not in the file.

        `of_key` asks for the field name rather than for its value.
        """
        index, is_field, _known = self._find(loc)
        at = index - 1 if of_key and is_field else index
        return self.source.place(self._offset(at) if loc else self.start)

    def as_written(self, loc: Loc) -> str | None:
        """Return how a number, boolean, null or trap at `loc` was spelled; None for anything else."""
        index, _is_field, known = self._find(loc)
        if not known:
            return None
        value = self.at(loc)
        if index in self.traps:
            return self.traps[index]
        if index in self.spellings:
            return self.spellings[index]
        if value is None or isinstance(value, bool):
            return {None: "null", True: "true", False: "false"}[value]
        return repr(value) if isinstance(value, int | float) else None

    def at(self, loc: Loc) -> object:
        """Return the data at `loc`. Raises KeyError where there is none."""
        node = self.value
        for part in loc:
            node = _child(node, part)
        return node

    def trapped(self) -> tuple[tuple[Loc, str, bool], ...]:
        """Return path, spelling and "is it a field name" of each trap in this record."""
        if self._trapped is None:
            nodes = walk(self.value, self.first) if self.traps else ()
            self._trapped = tuple(
                (loc, self.traps[index], is_key) for index, loc, is_key in nodes if index in self.traps
            )
        return self._trapped

    def fields(self) -> dict[str, Span]:
        """Return the span of each direct field."""
        return self.find_fields(self)

    @property
    def record_id(self) -> str:
        """The id of the record as text, or nothing."""
        identity = self.value.get("id") if isinstance(self.value, dict) else None
        if isinstance(identity, str):
            return identity
        return (self.as_written(("id",)) or "") if isinstance(identity, int | float) else ""

    def problem(self, message: str, loc: Loc = (), *, of_key: bool = False, mend: str = "") -> Problem:
        """Return the problem that stands at `loc`."""
        place = self.place(loc, of_key=of_key)
        return Problem(
            message=message,
            file=self.source.name,
            line=place.line,
            column=place.column,
            case_id=self.record_id,
            field=".".join(map(str, loc)),
            mend=mend,
        )

    def _offset(self, index: int) -> int:
        if callable(self.offsets):
            self.offsets = self.offsets(self)
        return self.offsets[index]

    def _find(self, loc: Loc) -> tuple[int, bool, bool]:
        """Return the node index, whether that node is the value of a field, and whether `loc` is known."""
        if self._indexes is None:
            self._indexes = {path: index for index, path, is_key in walk(self.value, self.first) if not is_key}
        known = loc
        while known not in self._indexes:
            known = known[:-1]
        return self._indexes[known], bool(known) and isinstance(known[-1], str), known == loc


def _child(node: object, part: str | int) -> object:
    if isinstance(node, dict):
        return node[part]
    if isinstance(node, list) and isinstance(part, int) and 0 <= part < len(node):
        return node[part]
    raise KeyError(part)


def walk(value: object, first: int) -> Iterator[tuple[int, Loc, bool]]:
    """Yield node index, path and "is it a field name" of every node of `value`, in the order of the file."""
    todo: list[tuple[object, Loc, bool]] = [(value, (), False)]
    index = first
    while todo:
        node, loc, is_key = todo.pop()
        yield index, loc, is_key
        index += 1
        if is_key:
            continue
        if isinstance(node, dict):
            for key, item in reversed(node.items()):
                todo += [(item, (*loc, key), False), (key, (*loc, key), True)]
        elif isinstance(node, list):
            todo += [(node[at], (*loc, at), False) for at in reversed(range(len(node)))]
