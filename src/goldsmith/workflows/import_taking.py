"""The cases of a foreign source on their way into a set: one case each, under ids that can be used."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, Literal

from goldsmith.ondisk.golden import CASE
from goldsmith.ondisk.short_forms import expand, shorten
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import LossLine
from goldsmith.reports.plain_text import shown
from goldsmith.text.confusable import identity_skeleton

Taken = Literal["new", "again", "already", "changed", "other", "unusable"]
"""`again`: the source said it before · `already`: it stands in the set · `changed`: the set has it, and it is
to say what the source says now · `other`: the set has another case of this id, which stays ·
`unusable`: what the record says makes no case."""

LONGEST_ID = 200
_HASHED = 8
_SHOWN = 80
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

SAME_ID = "another case of the source has this id too: the later one is called otherwise"
BAD_ID = "the id is blank, too long or holds characters that nobody sees: it was made usable"
BAD_TEXT = "a character that no file of text can hold (NUL, half of a surrogate pair) was replaced"
OTHER_CONTENT = "the set has a case of this id that says something else: it stays (--update changes it)"
RESERVED = "somebody decided about a case of this id that the set no longer holds, so the id stays taken"
NO_CASE = "what the record says makes no case"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenCase:
    """A case, and what became of it."""

    case: Case
    """As it is written; where the set has it already, as it stands there."""
    fate: Taken
    line: bytes
    """The case as one line of JSON; empty where it is not written."""
    lines: tuple[LossLine, ...]


@dataclass(slots=True)
class CaseDesk:
    """Gives each case its id, merges what is the same, and holds it against what the set has already."""

    standing: Mapping[str, Case]
    """The cases of the set, by id."""
    update: bool = False
    """What the source says otherwise of a case of the set is to hold."""
    reserved: frozenset[str] = frozenset()
    """Ids that were decided about and are not to be used for another case."""
    _said: dict[str, bytes] = field(default_factory=dict)
    """Digest of the first case of each id of the source."""
    _further: dict[tuple[str, bytes], str] = field(default_factory=dict)
    """Id that a further case of an id was given."""

    def take(self, case: Case, record: str, *, usual: str) -> TakenCase:
        """Return a case as it is to be written; `usual` is its id where its own cannot be used at all."""
        lines: list[LossLine] = []
        named = usable_id(case.id, usual)
        if named != case.id:
            lines.append(LossLine(record=record, fate="wrong", field="id", told=BAD_ID, found=shown(case.id, _SHOWN)))
        data, mended = writable(shorten(case if named == case.id else replace(case, id=named)))
        if mended:
            lines.append(LossLine(record=record, fate="wrong", field="", told=BAD_TEXT))
        name, again = self._named(named, data)
        if name != named:
            lines.append(LossLine(record=record, fate="wrong", field="id", told=SAME_ID, found=name))
        data["id"] = name
        kept = CASE.take(json.dumps(expand(data)))
        if kept is None:
            lines.append(
                LossLine(record=record, fate="dropped", field="", told=NO_CASE, found=shown(str(data), _SHOWN))
            )
            return TakenCase(case=replace(case, id=name), fate="unusable", line=b"", lines=tuple(lines))
        there = self.standing.get(name)
        fate: Taken = "again" if again else self._fate(kept, there)
        if fate == "other":
            told = RESERVED if there is None else OTHER_CONTENT
            lines.append(LossLine(record=record, fate="dropped", field="", told=told, found=name))
        line = (json.dumps(data, ensure_ascii=False) + "\n").encode() if fate == "new" else b""
        pinned = there if there is not None and says_no_less(there, kept) else kept
        return TakenCase(case=pinned, fate=fate, line=line, lines=tuple(lines))

    def _named(self, named: str, data: Mapping[str, Any]) -> tuple[str, bool]:
        """Return the id of a case, and whether the source said the very same before."""
        own = blake2b(json.dumps(data).encode(), digest_size=16).digest()
        first = self._said.get(named)
        if first is None:
            self._said[named] = own
            return named, False
        if first == own:
            return named, True
        known = self._further.get((named, own))
        if known is not None:
            return known, True
        number = 2
        while f"{named}-{number}" in self._said:
            number += 1
        name = f"{named}-{number}"
        self._said[name] = own
        self._further[named, own] = name
        return name, False

    def _fate(self, case: Case, there: Case | None) -> Taken:
        if there is None:
            return "other" if case.id in self.reserved else "new"
        if says_no_less(there, case):
            return "already"
        return "changed" if self.update else "other"


def says_no_less(there: Case, case: Case) -> bool:
    """Say whether a case of the set is an imported one, its evidence pinned meanwhile or not."""
    return there == case or (replace(there, evidence=()) == replace(case, evidence=()) and same_evidence(there, case))


def same_evidence(there: Case, case: Case) -> bool:
    """Say whether the evidence of a case of the set is that of an imported one, pinned meanwhile or not."""
    return len(there.evidence) == len(case.evidence) and all(
        _is_need(held, need) for held, need in zip(there.evidence, case.evidence, strict=True)
    )


def _is_need(there: Need, need: Need) -> bool:
    return (
        there.need == need.need
        and len(there.any_of) == len(need.any_of)
        and all(_is_pinned(held, item) for held, item in zip(there.any_of, need.any_of, strict=True))
    )


def _is_pinned(there: Alternative, item: Alternative) -> bool:
    """Say whether one alternative is the other with what a revision knows of it besides."""
    filled = {
        name: getattr(there, name)
        for name in ("document", "source", "version", "effective", "sha256", "foreign_hash", "span")
        if getattr(item, name) is None
    }
    return replace(item, **filled) == there


def usable_id(name: str, usual: str) -> str:
    """Return an id that a person can type and a file can hold: the same where it is one."""
    if name.isascii() and name.isprintable() and name[:1].isalnum() and name[-1] != " " and len(name) <= LONGEST_ID:
        return name
    seen = "".join(" " if char in "\t\r\n" else char for char in unicodedata.normalize("NFC", name))
    seen = "".join(char for char in seen if unicodedata.category(char) not in _UNSEEN).strip()
    if not any(map(str.isalnum, seen)) and not identity_skeleton(seen):
        return usual
    if len(seen) > LONGEST_ID:
        return f"{seen[: LONGEST_ID - _HASHED - 1]}-{blake2b(seen.encode()).hexdigest()[:_HASHED]}"
    return seen


def writable(data: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return plain data that every file of text can hold, and whether anything had to be replaced for it."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return _mended(data), True
    return (_mended(data), True) if "\\u0000" in text and _holds_nul(data) else (data, False)


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return "".join("\ufffd" if _is_no_text(char) else char for char in value)
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_mended(item) for item in value]
    return value


def _is_no_text(char: str) -> bool:
    return char == "\0" or "\ud800" <= char <= "\udfff"


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_holds_nul(key) or _holds_nul(item) for key, item in value.items())
    return isinstance(value, list | tuple) and any(map(_holds_nul, value))
