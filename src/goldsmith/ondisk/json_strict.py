"""Read JSON and JSON Lines strictly: what two readers could read differently is refused, with its place.

Refused: a field that stands twice, NaN and Infinity, numbers too large for a float, lone surrogates and NUL characters
in text (escaped or not), nesting deeper than `located.MAX_DEPTH`. A bad line is never skipped. The usual road is
Python's own fast decoder; positions are looked for only when somebody asks for a place or when something is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from goldsmith._base.collector import collector_at_rest
from goldsmith.errors import Problem
from goldsmith.ondisk.json_scan import Scan, find_fields, find_offsets
from goldsmith.ondisk.located import (
    MAX_DEPTH,
    MAX_DIGITS,
    UNREAD,
    RawRecord,
    Source,
    Span,
    open_source,
    unreadable,
)

_BLANK = re.compile(r"[ \t\r\n]*")
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


@collector_at_rest()
def read_json(data: bytes, *, name: str) -> list[RawRecord]:
    """Return the records of a file that holds a list of objects, ``{"cases": [...]}``, or one object.

    Raises InvalidFileError with every problem of the file.
    """
    source = open_source(data, name=name, kind="json")
    reader = _Reader(source)
    start = reader.skip_blanks(0)
    if start == len(source.text):
        _no_cases(source)
    if source.text[start] == "[":
        records = reader.list_items(start)
        reader.refuse_more_text()
        return reader.finished(records)
    record = reader.record(start, len(source.text))
    if record is None or reader.problems:
        reader.stop()
    if isinstance(record.value, dict) and list(record.value) == ["cases"] and isinstance(record.value["cases"], list):
        return reader.finished(reader.list_items(source.text.index("[", start)))
    return reader.finished([record])


@collector_at_rest()
def read_json_lines(data: bytes, *, name: str, may_be_empty: bool = False, unread: bool = False) -> list[RawRecord]:
    """Return the records of a file that holds one object a line. Blank lines are skipped, bad lines never.

    `unread`: all is checked as always, and the data of a record are built only when somebody asks for them. Raises
    InvalidFileError with every problem of the file; a file without any record is one, unless `may_be_empty`.
    """
    source = open_source(data, name=name, kind="json")
    reader = _Reader(source, unread=unread)
    records: list[RawRecord] = []
    for start, end in _lines(source.text):
        record = reader.record(start, end)
        if record is not None:
            records.append(record)
    if reader.problems or not all(map(_is_object, records)):
        _refuse_other_layouts(source)
    if may_be_empty and not records and not reader.problems:
        return []
    return reader.finished(records)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of the content of each line that is not blank. Only LF and CRLF end a line."""
    at, size = 0, len(text)
    while at < size:
        stop = text.find("\n", at)
        stop = size if stop < 0 else stop
        content = text[at:stop].strip(" \t\r")
        if content:
            start = text.index(content[0], at)
            yield start, start + len(content)
        at = stop + 1


def _refuse_other_layouts(source: Source) -> None:
    """Raise one plain error where the whole file is a JSON array or one object over several lines."""
    text = source.text.strip(" \t\r\n")
    if not text.startswith(("[", "{")):
        return
    first = text.split("\n", 1)[0].strip()
    kind = ""
    if text.startswith("["):
        kind = "a JSON array"
    elif first == "{" or (not first.endswith("}") and _decodes(text)):
        kind = "one JSON object over several lines"
    if kind:
        message = f"this looks like {kind}; in this file every line is one object"
        mend = "save it as .json, or write one object a line"
        raise unreadable(source.name, [source.problem(message, at=source.text.index(text[0]), mend=mend)])


def _decodes(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _no_cases(source: Source) -> NoReturn:
    problem = Problem(
        message="the file holds no cases", file=source.name, line=1, column=1, mend="add a case or delete the file"
    )
    raise unreadable(source.name, [problem])


class _Reader:
    """Decodes the records of one file and collects what is wrong with them."""

    def __init__(self, source: Source, *, unread: bool = False) -> None:
        self.source = source
        self._unread = unread
        self.problems: list[Problem] = []
        self.last_end = 0
        self._doubts: list[str] = []
        self._objects: list[list[tuple[str, object]]] = []
        doubt = self._doubts.append

        def number(text: str) -> float:
            value = float(text)
            if value - value != 0:
                doubt(text)
            return value

        def whole(text: str) -> int:
            if len(text) > MAX_DIGITS:  # Python reads no whole number of more than 4,300 digits
                doubt(text)
                return 0
            return int(text)

        def mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
            self._objects.append(pairs)
            return dict(pairs)

        # Of what stays unread the fields are only counted.
        hook = self._objects.append if unread else mapping
        self._decode = json.JSONDecoder(
            object_pairs_hook=hook, parse_float=number, parse_int=whole, parse_constant=doubt
        ).raw_decode
        # A text that is shorter than the longest number needs no look at the length of each.
        self._decode_short = json.JSONDecoder(
            object_pairs_hook=hook, parse_float=number, parse_constant=doubt
        ).raw_decode

    def stop(self) -> NoReturn:
        """Raise everything that was found."""
        raise unreadable(self.source.name, self.problems)

    def finished(self, records: list[RawRecord]) -> list[RawRecord]:
        """Return `records` where nothing was wrong and each is an object."""
        if not self.problems:
            self._refuse_what_is_no_object(records)
        if self.problems:
            self.stop()
        if not records:
            _no_cases(self.source)
        return records

    def skip_blanks(self, at: int) -> int:
        """Return the offset of the next character that is not blank."""
        found = _BLANK.match(self.source.text, at)
        return found.end() if found else at

    def record(self, start: int, end: int) -> RawRecord | None:
        """Return the record that stands alone in ``[start, end)``; note what is wrong, None where it has no end."""
        record = self._value(self.source.text[start:end], 0, start)
        if record is None:
            return None
        self.last_end = record.end
        if record.end < end and (after := self.skip_blanks(record.end)) < end:
            self._note("one value was expected, found more text after it", after, "write one object a line")
        return record

    def list_items(self, start: int) -> list[RawRecord]:
        """Return the items of the list that opens at `start`, as far as they can be told apart."""
        text = self.source.text
        records: list[RawRecord] = []
        at = self.skip_blanks(start + 1)
        while not text.startswith("]", at):
            record = self._value(text, at, 0)
            if record is None:
                return records
            records.append(record)
            at = self.skip_blanks(record.end)
            if text.startswith(",", at):
                comma, at = at, self.skip_blanks(at + 1)
                if text.startswith("]", at):
                    self._note("not JSON: a comma stands after the last item of the list", comma, "remove it")
            elif not text.startswith("]", at):
                self._note("not JSON: `,` or `]` was expected after an item of the list", at, "mend the syntax here")
                return records
        self.last_end = at + 1
        return records

    def refuse_more_text(self) -> None:
        """Note text that stands after the end of the list."""
        after = self.skip_blanks(self.last_end)
        if not self.problems and after < len(self.source.text):
            self._note("the list has ended, found more text after it", after, "remove it")

    def _value(self, text: str, at: int, shift: int) -> RawRecord | None:
        """Decode the value at `at` of `text`, which begins at `shift` of the file; None where it has no end."""
        self._doubts.clear()
        self._objects.clear()
        try:
            value, end = (self._decode if len(text) > MAX_DIGITS else self._decode_short)(text, at)
        except RecursionError:
            self._note_depth(text, shift)
            return None
        except json.JSONDecodeError as error:
            self._note_syntax(error, text, shift)
            return None
        written = text[at:end]
        twice = sum(map(len, self._objects)) != sum(map(len, map(dict, self._objects)))
        doubtful = twice or bool(self._doubts) or ("\\u" in written and _SUSPECT_ESCAPE.search(written) is not None)
        if doubtful or is_deep(written):
            self._diagnose(written, shift + at)
        held = UNREAD if self._unread and written[0] in "{[" else value
        return RawRecord(held, self.source, shift + at, shift + end, find_offsets, find_fields)

    def _refuse_what_is_no_object(self, records: Sequence[RawRecord]) -> None:
        for record in records:
            if not _is_object(record):
                message = f"an object (`{{...}}`) was expected, found {_kind_of(record.value)}"
                self._note(message, record.start, "write one object for each record")

    def _note(self, message: str, at: int, mend: str, *, path: str = "", case_id: str = "") -> None:
        self.problems.append(self.source.problem(message, at=at, mend=mend, path=path, case_id=case_id))

    def _note_syntax(self, error: json.JSONDecodeError, text: str, shift: int) -> None:
        at = error.pos + shift
        if error.msg.startswith("Unterminated string"):
            self._note(
                "the text that starts here is not closed on its line", at, r"write a line break inside text as \n"
            )
        elif error.msg.startswith("Invalid control character"):
            self._note(
                f"the text holds the control character U+{ord(text[error.pos]):04X}",
                at,
                r"write it as an escape such as \n",
            )
        else:
            self._note(f"not JSON: {error.msg[0].lower()}{error.msg[1:]}", at, "mend the syntax here")

    def _note_depth(self, text: str, shift: int) -> None:
        at = _depth_break(text)
        message = f"lists and objects stand more than {MAX_DEPTH} deep in each other"
        self._note(message, shift + (at or 0), "flatten the data")

    def _diagnose(self, text: str, shift: int) -> None:
        """Note every problem of a value that is well-formed and still cannot be taken."""
        if _depth_break(text) is not None:
            self._note_depth(text, shift)
            return
        scan = Scan(text)
        case_id = _text_at(text, scan.fields.get("id"))
        for trouble in scan.troubles:
            message = trouble.message
            if trouble.earlier is not None:
                message += f"; the first is on line {self.source.place(shift + trouble.earlier).line}"
            self._note(message, shift + trouble.at, trouble.mend, path=trouble.path, case_id=case_id)


def _text_at(text: str, span: Span | None) -> str:
    found = json.loads(text[span.start : span.end]) if span is not None and text[span.start] == '"' else ""
    return str(found)


def _is_object(record: RawRecord) -> bool:
    return record.source.text[record.start] == "{"


def is_deep(written: str) -> bool:
    """Say whether lists and objects stand deeper in each other than `located.MAX_DEPTH`."""
    return written.count("[") + written.count("{") > MAX_DEPTH and _depth_break(written) is not None


def _depth_break(text: str) -> int | None:
    """Return where the nesting first grows deeper than allowed."""
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        token = found.group()
        if token in ("[", "{"):
            depth += 1
            if depth > MAX_DEPTH:
                return found.start()
        elif token in ("]", "}"):
            depth -= 1
    return None


def _kind_of(value: object) -> str:
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return "a text"
    return "null" if value is None else "a number or a yes or no"
