"""Read JSONPath text, and the filters in it: comparisons, whether something is there, and, or, not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

from goldsmith.errors import ConfigurationError

Keeps = Callable[[Any, Any], bool]
"""Says whether a filter keeps a node; the second argument is the whole document."""
Relative = Callable[["Scanner"], Callable[[Any], list[Any]]]
_Operand = Callable[[Any, Any], list[Any]]
"""Yields the one value of an operand, or none."""

_NAME = re.compile(r"[A-Za-z_\u0080-\U0010FFFF][\w\u0080-\U0010FFFF]*")
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_INTEGER = re.compile(r"-?(?:0|[1-9]\d*)")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORD = re.compile(r"(?:true|false|null)\b")
_COMPARISON = re.compile(r"==|!=|<=|>=|<|>")
_BLANKS = re.compile(r"[ \t\r\n]*")


class Scanner:
    """Reads a path from left to right."""

    def __init__(self, text: str, start: str) -> None:
        self._text = text
        self._at = 0
        if not self.take(start):
            self.fail(repr(start))

    @property
    def at_end(self) -> bool:
        """Everything was read."""
        return self._at >= len(self._text)

    def peek(self) -> str:
        """Return the next character; empty at the end."""
        return self._text[self._at : self._at + 1]

    def take(self, text: str) -> bool:
        """Read `text` if it stands next."""
        found = self._text.startswith(text, self._at)
        self._at += len(text) if found else 0
        return found

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what `pattern` matches next."""
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return found

    def blanks(self) -> None:
        """Read over blanks."""
        self.match(_BLANKS)

    def name(self) -> str:
        """Read a name as it stands after a dot."""
        found = self.match(_NAME)
        return found.group() if found else self.fail("a name; one with other characters is written as ['name']")

    def quoted(self) -> str:
        """Read a name or text in quotes."""
        found = self.match(_QUOTED)
        if found is None:
            self.fail("the closing quote")
        inner = found.group()[1:-1].replace("\\'", "'")
        inner = re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', inner) if found.group()[0] == "'" else inner
        try:
            return str(json.loads(f'"{inner}"', strict=False))
        except ValueError:
            self.fail("a text with the escapes of JSON")

    def integer(self) -> int:
        """Read a place in a list."""
        found = self.match(_INTEGER)
        return int(found.group()) if found else self.fail("a name in quotes, a place, '*', a slice or '?'")

    def fail(self, expected: str) -> NoReturn:
        """Raise ConfigurationError: something else was expected here."""
        found = repr(self._text[self._at : self._at + 12]) if not self.at_end else "the end"
        raise ConfigurationError(
            f"the JSONPath {self._text!r} cannot be read: at character {self._at + 1} stands {found},"
            f" where {expected} was expected",
            next_step="write paths as $.data.answer, $.hits[0].id or $.hits[*].text",
        )


def parse_filter(scanner: Scanner, relative: Relative) -> Keeps:
    """Read the expression after ``?``. `relative` reads a path inside it. Raises ConfigurationError."""
    parts = [_and(scanner, relative)]
    while scanner.take("||"):
        parts.append(_and(scanner, relative))
    return lambda node, document: any(part(node, document) for part in parts)


def _and(scanner: Scanner, relative: Relative) -> Keeps:
    parts = [_basic(scanner, relative)]
    while scanner.take("&&"):
        parts.append(_basic(scanner, relative))
    return lambda node, document: all(part(node, document) for part in parts)


def _basic(scanner: Scanner, relative: Relative) -> Keeps:
    scanner.blanks()
    is_negated = scanner.take("!")
    scanner.blanks()
    if scanner.take("("):
        inner = parse_filter(scanner, relative)
        if not scanner.take(")"):
            scanner.fail("')'")
        keeps = inner
    else:
        keeps = _test(scanner, relative)
    scanner.blanks()
    return (lambda node, document: not keeps(node, document)) if is_negated else keeps


def _test(scanner: Scanner, relative: Relative) -> Keeps:
    left, is_path = _operand(scanner, relative)
    scanner.blanks()
    comparison = scanner.match(_COMPARISON)
    if comparison is None:
        if not is_path:
            scanner.fail("a comparison")
        return lambda node, document: bool(left(node, document))
    scanner.blanks()
    right, _ = _operand(scanner, relative)
    compare = _COMPARE[comparison.group()]
    return lambda node, document: compare(left(node, document), right(node, document))


def _operand(scanner: Scanner, relative: Relative) -> tuple[_Operand, bool]:
    if scanner.take("@"):
        here = relative(scanner)
        return (lambda node, _document: here(node)), True
    if scanner.take("$"):
        everywhere = relative(scanner)
        return (lambda _node, document: everywhere(document)), True
    if scanner.peek() in {"'", '"'}:
        value: Any = scanner.quoted()
    else:
        found = scanner.match(_WORD) or scanner.match(_NUMBER)
        value = json.loads(found.group()) if found else scanner.fail("@, $, a text, a number, true, false or null")
    return (lambda _node, _document: [value]), False


def _is_equal(left: list[Any], right: list[Any]) -> bool:
    return (not left and not right) or (bool(left) and bool(right) and _same(left[0], right[0]))


def _same(left: Any, right: Any) -> bool:
    return isinstance(left, bool) == isinstance(right, bool) and bool(left == right)


def _is_less(left: list[Any], right: list[Any]) -> bool:
    if not left or not right:
        return False
    one, other = left[0], right[0]
    if isinstance(one, str) and isinstance(other, str):
        return one < other
    numbers = (int, float)
    both = isinstance(one, numbers) and isinstance(other, numbers)
    return both and not isinstance(one, bool) and not isinstance(other, bool) and bool(one < other)


_COMPARE: dict[str, Callable[[list[Any], list[Any]], bool]] = {
    "==": _is_equal,
    "!=": lambda left, right: not _is_equal(left, right),
    "<": _is_less,
    ">": lambda left, right: _is_less(right, left),
    "<=": lambda left, right: _is_less(left, right) or _is_equal(left, right),
    ">=": lambda left, right: _is_less(right, left) or _is_equal(left, right),
}
