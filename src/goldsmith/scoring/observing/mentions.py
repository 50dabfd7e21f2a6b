"""Ids in what a system says: found as whole tokens in any letter case and normal form, and never inside a longer id.

The characters of an id are letters, digits, ``_`` and ``-``, and a dot between two of them; so ``runbook-region-b`` is
not in ``runbook-region-b2`` or ``runbook-region-b.old``, and it is in ``docs/runbook-region-b#3``. A longer id that the
corpus knows hides a shorter one inside it.

An id that is a plain word ("fees"), or digits alone ("12"), says nothing in running text: there it counts only where it
is marked as a reference (``[fees]``, ``fees#3``, quoted as code). In structured data it counts as a whole value, digits
alone only under a key that names ids.

Text is also read without the escapes of a URL (``caf%C3%A9``) and of JSON (``u00e9`` behind a backslash), and a text
that is JSON by itself is read as the data that it holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from goldsmith.text.normal import comparable, fold_text

_PATH_SHOWN = 120
_COMPARISONS = 1_000_000
_LETTERS_ONLY = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
_DIGITS_ONLY = re.compile(r"\d+")
_KEY_OF_IDS = re.compile(r"(?:id|ids|doc|docs|document|documents|chunk|chunks|source|sources|passage|node|ref|refs)$")
_BEHIND_DOCUMENT = re.compile(r"[#:/|@]")
_ID_CHARACTERS = r"\w\-"
_URL_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_JSON_ESCAPES = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+|\\[/\"\\]")
_CONTAINERS = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """One text inside a payload and the path to it, such as ``spans[2].attributes.source``."""

    path: str
    key: str
    """The nearest key above it."""
    text: str
    number: bool = False
    """The value is a number, written out."""


@dataclass(frozen=True, slots=True)
class Names:
    """The ids to look for (document by id), and longer known ids that hide them."""

    wanted: tuple[tuple[str, str], ...]
    """Id in comparison form, and the document that it belongs to; longest first."""
    others: frozenset[str] = frozenset()
    """Known ids that are not wanted and hold one that is, in comparison form."""


def names_of(wanted: Iterable[tuple[str, str]], others: Iterable[str] = ()) -> Names:
    """Return the ids in comparison form; `wanted` are pairs of id and document."""
    folded = {(comparable(name), document) for name, document in wanted if comparable(name)}
    known = {name for name, _ in folded}
    longer = {comparable(name) for name in others} - known
    # Looking which ones hide a wanted id saves time later; with very many of both it would cost more than it saves.
    if len(longer) * len(known) <= _COMPARISONS:
        longer = {name for name in longer if any(short in name for short in known)}
    return Names(tuple(sorted(folded, key=lambda pair: (-len(pair[0]), pair))), frozenset(longer))


def leaves(payload: Any, key: str = "") -> Iterator[Leaf]:
    """Yield every key and every value of nested data as text, in order, however deep; each container once.

    A text that holds a JSON object or list is nested data too. `key` stands above the payload.
    """
    stack: list[tuple[str, str, Any]] = [("", key, payload)]
    walked: dict[int, Any] = {}
    while stack:
        path, key, value = stack.pop()
        if isinstance(value, str):
            value = held_in(value)
        if isinstance(value, dict | list | tuple | set | frozenset):
            # A container may hold itself, or stand in many places. It is kept, so that no other takes over its number.
            if id(value) not in walked:
                walked[id(value)] = value
                inner = list(_inside(path, key, value))
                yield from (Leaf(f"{where} (key)", key, name) for where, name, _ in inner if isinstance(value, dict))
                stack.extend(reversed(inner))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield Leaf(path, key, str(value), number=True)
        elif isinstance(value, bytes):
            yield Leaf(path, key, value.decode("utf-8", "replace"))
        elif value is not None and not isinstance(value, bool):
            yield Leaf(path, key, value if isinstance(value, str) else repr(value))


def held_in(text: str) -> Any:
    """Return the object or list that `text` is as JSON, every one of equal keys kept; any other text as it is.

    A list of nothing but numbers stays text: in an answer, ``[12]`` is a reference.
    """
    plain = text.strip()
    if not plain or _CONTAINERS.get(plain[0]) != plain[-1]:
        return text
    try:
        held = json.loads(plain, object_pairs_hook=_with_every_key, parse_constant=str)
    except (ValueError, RecursionError):
        return text
    return text if isinstance(held, list) and all(isinstance(one, int | float) for one in held) else held


def _with_every_key(pairs: list[tuple[str, Any]]) -> Any:
    held = dict(pairs)
    return held if len(held) == len(pairs) else [{name: value} for name, value in pairs]


def readings(text: str) -> tuple[str, ...]:
    """Return `text`, and where it has escapes of a URL or of JSON, also what stands behind them."""
    found = [text]
    if "\\" in text and _JSON_ESCAPES.search(text):
        found.append(_JSON_ESCAPES.sub(_unescaped, text))
    found += [unquote(one) for one in tuple(found) if "%" in one and _URL_ESCAPE.search(one)]
    return tuple(found)


def _unescaped(match: re.Match[str]) -> str:
    if match[0][1] != "u":
        return match[0][1:]
    units = b"".join(int(unit, 16).to_bytes(2, "big") for unit in match[0].split("\\u")[1:])
    return units.decode("utf-16-be", "replace")


def _inside(path: str, key: str, value: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield path, nearest key and value of each part of a container. Of a long path only the end is kept."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield f"{path}.{name}"[-_PATH_SHOWN:] if path else str(name), str(name), item
    else:
        # A set has no order of its own, and the order of what is found must not depend on the machine.
        for at, item in enumerate(sorted(value, key=repr) if isinstance(value, set | frozenset) else value):
            yield f"{path}[{at}]"[-_PATH_SHOWN:], key, item


def in_text(text: str, names: Names) -> tuple[str, ...]:
    """Return the documents whose ids running text mentions, sorted."""
    found = set()
    for folded in map(fold_text, readings(text)):
        found |= {document for name, document in names.wanted if name in folded and _said(folded, name, names)}
    return tuple(sorted(found))


def in_leaf(leaf: Leaf, names: Names) -> tuple[str, ...]:
    """Return the documents whose ids one text of a payload mentions, sorted."""
    found = set()
    for folded in map(fold_text, readings(leaf.text)):
        whole = folded.strip()
        for name, document in names.wanted:
            if name not in folded:
                continue
            if name == whole:
                if not (leaf.number or _DIGITS_ONLY.fullmatch(name)) or _KEY_OF_IDS.search(leaf.key.casefold()):
                    found.add(document)
            elif not leaf.number and _said(folded, name, names):
                found.add(document)
    return tuple(sorted(found))


def in_id(identifier: str, names: Names) -> tuple[str, ...]:
    """Return the documents that an id names: it is one of the ids, or one of them with something behind it."""
    if comparable(identifier) in names.others:
        return ()
    found = set(in_leaf(Leaf("", "id", identifier), names))
    heads = {_BEHIND_DOCUMENT.split(comparable(one), maxsplit=1)[0] for one in readings(identifier)}
    return tuple(sorted(found | {document for name, document in names.wanted if name in heads}))


def _said(folded: str, name: str, names: Names) -> bool:
    pattern = _marked(name) if is_plain(name) else _token(name)
    hiding = [other for other in names.others if name in other and other in folded]
    covered = [match.span() for other in hiding for match in _token(other).finditer(folded)]
    for match in pattern.finditer(folded):
        if not any(start <= match.start() and match.end() <= end for start, end in covered):
            return True
    return False


def is_plain(name: str) -> bool:
    """Say whether an id could be ordinary words or a number."""
    return bool(_LETTERS_ONLY.fullmatch(name) or _DIGITS_ONLY.fullmatch(name))


@lru_cache(maxsize=8192)
def _token(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![{_ID_CHARACTERS}])(?<!\w\.){re.escape(name)}(?![{_ID_CHARACTERS}])(?!\.\w)")


@lru_cache(maxsize=8192)
def _marked(name: str) -> re.Pattern[str]:
    word = re.escape(name)
    return re.compile(
        rf"[\[(<【`]{word}[\])>】`#:@]|(?<![{_ID_CHARACTERS}]){word}#\w|(?<=[/\\]){word}(?![{_ID_CHARACTERS}])"
    )
