"""Read JSON and JSON Lines strictly: what two readers could read differently is refused, with its place.

Refused: a field that stands twice, NaN and Infinity, numbers too large for a float, lone surrogates and NUL characters
in text (escaped or not), nesting deeper than `located.MAX_DEPTH`. A bad line is never skipped. The usual road is
Python's own fast decoder; positions are looked for only when somebody asks for a place or when something is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from goldsmith.errors import Problem
from goldsmith.ondisk.located import MAX_DEPTH, RawRecord, Source, Span, collector_at_rest, open_source, unreadable

_BLANK = re.compile(r"[ \t\r\n]*")
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*+"|[-+.0-9A-Za-z]++', re.DOTALL)
_FRACTION = re.compile(r"[0-9][.eE]")
_SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAX_DIGITS = 4000


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
def read_json_lines(data: bytes, *, name: str, may_be_empty: bool = False) -> list[RawRecord]:
    """Return the records of a file that holds one object a line. Blank lines are skipped, bad lines never.

    Raises InvalidFileError with every problem of the file; a file without any record is one, unless `may_be_empty`.
    """
    source = open_source(data, name=name, kind="json")
    reader = _Reader(source)
    records: list[RawRecord] = []
    for start, end in _lines(source.text):
        record = reader.record(start, end)
        if record is not None:
            records.append(record)
    if reader.problems or not all(isinstance(record.value, dict) for record in records):
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

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.last_end = 0
        self._doubts: list[str] = []
        doubt = self._doubts.append

        def mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
            found = dict(pairs)
            if len(found) != len(pairs):
                doubt("a field stands twice")
            return found

        def number(text: str) -> float:
            value = float(text)
            if value - value != 0:
                doubt(text)
            return value

        self._decode = json.JSONDecoder(object_pairs_hook=mapping, parse_float=number, parse_constant=doubt).raw_decode

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
        after = self.skip_blanks(record.end)
        if after < end:
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
        try:
            value, end = self._decode(text, at)
        except RecursionError:
            self._note_depth(text, shift)
            return None
        except json.JSONDecodeError as error:
            self._note_syntax(error, text, shift)
            return None
        except ValueError:  # Python refuses integers of more than 4,300 digits
            self._diagnose(text[at:], shift + at, None)
            return None
        written = text[at:end]
        doubtful = bool(self._doubts) or ("\\u" in written and _SUSPECT_ESCAPE.search(written) is not None)
        if doubtful or _is_deep(written):
            self._diagnose(written, shift + at, value)
        return RawRecord(value, self.source, shift + at, shift + end, _offsets, find_fields)

    def _refuse_what_is_no_object(self, records: Sequence[RawRecord]) -> None:
        for record in records:
            if not isinstance(record.value, dict):
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

    def _diagnose(self, text: str, shift: int, value: object) -> None:
        """Note every problem of a value that is well-formed and still cannot be taken."""
        if _depth_break(text) is not None:
            self._note_depth(text, shift)
            return
        identity = value.get("id") if isinstance(value, dict) else None
        case_id = identity if isinstance(identity, str) else ""
        for trouble in Scan(text).troubles:
            message = trouble.message
            if trouble.earlier is not None:
                message += f"; the first is on line {self.source.place(shift + trouble.earlier).line}"
            self._note(message, shift + trouble.at, trouble.mend, path=trouble.path, case_id=case_id)


def _is_deep(written: str) -> bool:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Something inside a well-formed value that cannot be taken."""

    message: str
    at: int
    mend: str
    path: str
    earlier: int | None = None
    """Where the same field stood before."""


class Scan:
    """The positions of one JSON value that is well-formed and not too deep, and what is wrong inside it."""

    def __init__(self, text: str) -> None:
        self.offsets: list[int] = []
        """Node offsets in the order of the text."""
        self.fields: dict[str, Span] = {}
        """The direct fields, where the value is an object."""
        self.troubles: list[Trouble] = []
        self._text = text
        self._value(0, ())

    def _skip(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        return found.end() if found else at

    def _value(self, at: int, path: tuple[str, ...]) -> int:
        """Scan the value at `at` and return where it ends."""
        self.offsets.append(at)
        if self._text[at] == "{":
            return self._object(at, path)
        if self._text[at] == "[":
            return self._list(at, path)
        found = _SCALAR.match(self._text, at)
        if found is None:
            return len(self._text)
        if found.group().startswith('"'):
            self._check_text(json.loads(found.group(), strict=False), at, path)
        else:
            self._check_number(found.group(), at, path)
        return found.end()

    def _list(self, at: int, path: tuple[str, ...]) -> int:
        count, at = 0, self._skip(at + 1)
        while self._text[at] != "]":
            at = self._skip(self._value(at, (*path, str(count))))
            at = self._skip(at + 1) if self._text[at] == "," else at
            count += 1
        return at + 1

    def _object(self, at: int, path: tuple[str, ...]) -> int:
        seen: dict[str, int] = {}
        at = self._skip(at + 1)
        while self._text[at] != "}":
            found = _SCALAR.match(self._text, at)
            key_start, key_end = at, found.end() if found else at
            key = json.loads(self._text[key_start:key_end], strict=False)
            inner = (*path, key)
            if key in seen:
                self._note(f"the field `{key}` stands here a second time", at, "keep one of the two", inner, seen[key])
            seen.setdefault(key, at)
            self._check_text(key, at, inner)
            self.offsets.append(at)
            start = self._skip(self._skip(key_end) + 1)
            end = self._value(start, inner)
            if not path:
                self.fields[key] = Span(key_start=key_start, key_end=key_end, start=start, end=end)
            at = self._skip(end)
            at = self._skip(at + 1) if self._text[at] == "," else at
        return at + 1

    def _note(self, message: str, at: int, mend: str, path: tuple[str, ...], earlier: int | None = None) -> None:
        trouble = Trouble(message=message, at=at, mend=mend, path=".".join(path), earlier=earlier)
        self.troubles.append(trouble)

    def _check_text(self, text: str, at: int, path: tuple[str, ...]) -> None:
        if "\0" in text:
            self._note("the text holds a NUL character (U+0000)", at, "remove it", path)
        lone = _SURROGATE.search(text)
        if lone:
            message = f"the text holds U+{ord(lone.group()):04X}, half of a surrogate pair"
            self._note(message, at, "write the whole character or remove the half", path)

    def _check_number(self, plain: str, at: int, path: tuple[str, ...]) -> None:
        if plain in ("NaN", "Infinity", "-Infinity"):
            self._note(f"{plain} is not a number that JSON knows", at, "write a number, or leave the field out", path)
        elif len(plain) > _MAX_DIGITS:
            self._note(f"the number has {len(plain)} digits", at, "write it as text", path)
        elif _FRACTION.search(plain) and float(plain) - float(plain) != 0:
            self._note(f"{plain} is too large for a number", at, "write it as text", path)


def _offsets(record: RawRecord) -> list[int]:
    return [record.start + offset for offset in Scan(record.source.text[record.start : record.end]).offsets]


def find_fields(record: RawRecord) -> dict[str, Span]:
    """Return the spans of the direct fields of a JSON record."""
    scan = Scan(record.source.text[record.start : record.end])
    return {name: span.shifted(record.start) for name, span in scan.fields.items()}
