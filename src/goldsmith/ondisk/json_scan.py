"""The places of the parts of one JSON value, and what is wrong inside it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from goldsmith.ondisk.located import MAX_DIGITS, RawRecord, Span

_BLANK = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*+"|[-+.0-9A-Za-z]++', re.DOTALL)
_FRACTION = re.compile(r"[0-9][.eE]")
_SURROGATE = re.compile("[\ud800-\udfff]")


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
        elif len(plain) > MAX_DIGITS:
            self._note(f"the number has {len(plain)} digits", at, "write it as text", path)
        elif _FRACTION.search(plain) and float(plain) - float(plain) != 0:
            self._note(f"{plain} is too large for a number", at, "write it as text", path)


def find_offsets(record: RawRecord) -> list[int]:
    """Return the places of the nodes of a JSON record."""
    return [record.start + offset for offset in Scan(record.source.text[record.start : record.end]).offsets]


def find_fields(record: RawRecord) -> dict[str, Span]:
    """Return the spans of the direct fields of a JSON record."""
    scan = Scan(record.source.text[record.start : record.end])
    return {name: span.shifted(record.start) for name, span in scan.fields.items()}
