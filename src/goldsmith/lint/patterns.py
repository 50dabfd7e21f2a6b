"""Whether a regular expression of an author can be used, and whether its cost is bounded.

The engine of Python tries every way in which a repeated part can match. Where the part that is repeated can itself
match in several ways, the ways multiply with each repetition, and a text that nearly matches is never done with.
"""

from __future__ import annotations

import re
import warnings

MOST_CHARACTERS = 1_000
"""Of a pattern."""

_UNBOUNDED = re.compile(r"[*+]|\{\d*,\}|\{\d*,?\d{2,}\}")
_BOUNDED = re.compile(r"\?|\{\d+(?:,\d*)?\}")
_GROUP_HEAD = re.compile(r"\?(?::|P<\w+>)")


def fault_of(pattern: str) -> str:
    """Return why `pattern` cannot be used; empty text where it can."""
    if not pattern:
        return "it is empty and matches everything"
    if len(pattern) > MOST_CHARACTERS:
        return f"it is longer than {MOST_CHARACTERS} characters"
    try:
        with warnings.catch_warnings():
            # What the engine finds doubtful still has one meaning today.
            warnings.simplefilter("ignore")
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"it is no regular expression ({error})"
    repeated = _nested_repeat(pattern)
    return f"{repeated!r} repeats what can match in several ways, so it may never come back" if repeated else ""


def _nested_repeat(pattern: str) -> str:
    """Return the first group that is repeated without bound and can match one text in several ways."""
    starts: list[int] = []
    manifold = [False]
    at = 0
    while at < len(pattern):
        if pattern[at] == "(":
            starts.append(at)
            manifold.append(False)
            at += 1
            continue
        closes = pattern[at] == ")" and bool(starts)
        end = _end_of_item(pattern, at)
        unbounded = _UNBOUNDED.match(pattern, end)
        if closes:
            start, inside = starts.pop(), manifold.pop()
            if unbounded and (inside or _overlap(pattern[start + 1 : at])):
                return pattern[start : unbounded.end()]
            manifold[-1] = manifold[-1] or inside
        repeat = unbounded or _BOUNDED.match(pattern, end)
        # What may be left out can be left out in every round.
        manifold[-1] = manifold[-1] or unbounded is not None or (repeat is not None and repeat[0] == "?")
        at = repeat.end() if repeat else end
    return ""


def _end_of_item(pattern: str, at: int) -> int:
    if pattern[at] == "\\":
        return at + 2
    if pattern[at] != "[":
        return at + 1
    at += 1 + pattern.startswith("^", at + 1)
    at += pattern.startswith("]", at)
    while at < len(pattern) and pattern[at] != "]":
        at += 2 if pattern[at] == "\\" else 1
    return at + 1


def _overlap(body: str) -> bool:
    """Say whether branches of a choice may begin alike."""
    branches = _GROUP_HEAD.sub("", body, count=1).split("|")
    starts = [branch[:1].casefold() for branch in branches]
    return len(starts) > 1 and (len(set(starts)) < len(starts) or not all(start.isalnum() for start in starts))
