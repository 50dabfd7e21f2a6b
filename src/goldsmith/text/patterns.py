"""Regular expressions of authors, tried without the risk of never coming back.

The engine has no time limit, so a pattern whose cost can grow without measure is not tried at all: one that repeats
something that itself repeats, one that repeats a choice whose branches can begin alike, and one that puts two repeats
of nearly any character side by side (``.*.*``). The more such repeats a pattern holds, the less text it sees
(`TEXT_LIMITS`); where it finds nothing in that part of a longer text, it is undecided.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass

PATTERN_LIMIT = 1_000
"""Characters of a pattern."""

TEXT_LIMITS = (100_000, 20_000, 2_000, 800)
"""Characters of an answer that a pattern sees, by how many repeats of nearly any character it holds (or more)."""

_QUANTIFIER = re.compile(r"[*+]|\{\d*,\}|\{\d*,?\d{2,}\}")
_WIDE = r"(?<!\\)(?:\.|\[\^[^\]]*\]|\\[wWSD])(?:[*+]|\{\d*,\})\??"
_WIDE_REPEAT = re.compile(_WIDE)
_SIDE_BY_SIDE = re.compile(rf"{_WIDE}[()?:]*{_WIDE}")
_SMALL_QUANTIFIER = re.compile(r"\?|\{\d+(?:,\d*)?\}")


@dataclass(frozen=True, slots=True)
class Refused:
    """A pattern that was not tried, and why."""

    why: str


@dataclass(slots=True)
class _Group:
    """What the reader knows of the group that it is in."""

    start: int
    repeats: bool = False
    branches: int = 0


def search(pattern: str, text: str) -> tuple[int, int] | Refused | None:
    """Return where `pattern` matches first in `text`, None where it does not, or why it was not tried.

    Case counts unless the pattern says ``(?i)``; ``.`` stops at a line end.
    """
    fault = fault_of(pattern)
    if fault:
        return Refused(fault)
    compiled = _compiled(pattern)
    limit = TEXT_LIMITS[min(len(_WIDE_REPEAT.findall(pattern)), len(TEXT_LIMITS) - 1)]
    found = compiled.search(text[:limit])
    if found is None and len(text) > limit:
        return Refused(f"the pattern was tried on the first {limit} of {len(text)} characters")
    return None if found is None else found.span()


def fault_of(pattern: str) -> str:
    """Return why `pattern` cannot be used; empty text where it can."""
    if not pattern:
        return "it is empty and matches everything"
    if len(pattern) > PATTERN_LIMIT:
        return f"it is longer than {PATTERN_LIMIT} characters"
    try:
        _compiled(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"it is no regular expression ({error})"
    return risk_of(pattern)


def _compiled(pattern: str) -> re.Pattern[str]:
    with warnings.catch_warnings():
        # What the engine finds doubtful still has one meaning today.
        warnings.simplefilter("ignore")
        return re.compile(pattern)


def risk_of(pattern: str) -> str:
    """Return why a valid pattern may take for ever; empty text where it may not."""
    beside = _SIDE_BY_SIDE.search(pattern)
    if beside is not None:
        return f"{beside[0]!r} can share the same text in many ways"
    stack = [_Group(start=0)]
    at = 0
    while at < len(pattern):
        character = pattern[at]
        if character == "\\":
            at = _mark(stack, pattern, at + 2)
        elif character == "[":
            at = _mark(stack, pattern, _class_end(pattern, at))
        elif character == "(":
            stack.append(_Group(start=at))
            at += 1
        elif character == ")" and len(stack) > 1:
            group = stack.pop()
            end = at + 1
            if _QUANTIFIER.match(pattern, end) and (group.repeats or _alike(pattern[group.start + 1 : at], group)):
                return f"{pattern[group.start : end + 1]!r} repeats something that can match in several ways"
            stack[-1].repeats |= group.repeats
            at = _mark(stack, pattern, end)
        else:
            stack[-1].branches += character == "|"
            at = _mark(stack, pattern, at + 1)
    return ""


def _mark(stack: list[_Group], pattern: str, at: int) -> int:
    """Note a quantifier at `at` for the group around it; return the place behind it."""
    small = _SMALL_QUANTIFIER.match(pattern, at)
    quantifier = _QUANTIFIER.match(pattern, at)
    if quantifier is not None:
        stack[-1].repeats = True
        return quantifier.end()
    if small is not None:
        # Optional parts inside a repeat can be skipped in several ways as well.
        stack[-1].repeats |= pattern[at] == "?"
        return small.end()
    return at


def _class_end(pattern: str, at: int) -> int:
    at += 1
    at += pattern[at : at + 1] == "^"
    at += pattern[at : at + 1] == "]"
    while at < len(pattern) and pattern[at] != "]":
        at += 2 if pattern[at] == "\\" else 1
    return at + 1


def _alike(body: str, group: _Group) -> bool:
    """Say whether two branches of a choice may begin with the same character."""
    if not group.branches:
        return False
    body = re.sub(r"^\?(?::|P<\w+>)", "", body)
    starts = [branch[:1].casefold() for branch in body.split("|")]
    return len(set(starts)) < len(starts) or not all(start.isalnum() for start in starts)
