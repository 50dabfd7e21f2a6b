"""Texts and lists in the cells of a spreadsheet: nothing that it would run, lists that survive, nothing cut unseen.

Spreadsheet programs run a cell that begins with ``=``, ``+``, ``-`` or ``@`` and hold at most 32,767 characters in one,
and their files hold no control characters. What a cell cannot show stands in the data beside it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from goldsmith.interchange.contexts import evidence_id
from goldsmith.records.evidence import Alternative, Need

LONGEST = 32_000
"""Characters in a cell; Excel holds 32,767."""
CUT = " … [cut: the whole stands in the hidden columns]"
BETWEEN = " | "
"""Stands between the alternatives of one need."""
_UNSEEN = r"[\s\u00ad\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]*"
_WOULD_RUN = re.compile(rf"'*(?:{_UNSEEN}[=+\-@＝＋－＠]|[\t\r])")
_NO_CELL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile("x(?=[0-9A-Fa-f]{4}_)")
"""``_x0041_`` is how workbooks write characters by number: such a text would come back as the character."""
_JOINER = "x\u2060"
_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|x(?=[0-9A-Fa-f]{4}_)")


def guarded(text: str) -> str:
    """Return a cell that no spreadsheet runs: an apostrophe stands before what it would run. `unguarded` undoes it."""
    return f"'{text}" if _WOULD_RUN.match(text) else text


def unguarded(cell: str) -> str:
    """Return the text of a cell: one apostrophe less where `guarded` put one, all else as it stands."""
    return cell[1:] if cell.startswith("'") and _WOULD_RUN.match(cell) else cell


def cell_of(text: str) -> str:
    """Return a text as a cell shows it: guarded, without characters that no workbook holds, and cut where too long."""
    shown = _ESCAPE.sub(_JOINER, _NO_CELL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n")))
    return guarded(shown if len(shown) <= LONGEST else shown[: LONGEST - len(CUT)] + CUT)


def text_of(cell: str) -> str:
    """Return the text that somebody wrote in a cell."""
    text = unguarded(cell.replace("\r\n", "\n").replace("\r", "\n"))
    return text.replace(_JOINER, "x")


def folded(cell: str) -> str:
    """Return a cell for comparison: line ends, and blanks at both ends, are the program's own."""
    return cell.replace("\r\n", "\n").replace("\r", "\n").strip()


def json_pieces(data: object) -> list[str]:
    """Return plain data as JSON in pieces that each fit in a cell; joined they are the JSON again."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    text = _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return [guarded(text[start : start + LONGEST]) for start in range(0, len(text), LONGEST)]


def lined(items: Iterable[str]) -> str:
    """Return a list as lines; an item that is no line of its own stands as a JSON text. `items_of` undoes it."""
    return "\n".join(_quoted(item) if _needs_quotes(item) else item for item in items)


def items_of(text: str) -> tuple[str, ...]:
    """Return the items of a cell, one a line."""
    lines = (line.strip() for line in text.split("\n"))
    return tuple(_unquoted(line) for line in lines if line)


def evidence_lines(needs: Iterable[Need]) -> str:
    """Return evidence as lines: a need each, the ids of its alternatives with bars between."""
    lines = []
    for need in needs:
        names = (_label(item) for item in need.any_of)
        lines.append(BETWEEN.join(_quoted(name) if "|" in name or _needs_quotes(name) else name for name in names))
    return "\n".join(lines)


def evidence_of(text: str, before: Sequence[Need]) -> tuple[Need, ...]:
    """Return the evidence that a cell names; an id that stood there `before` keeps everything else that is known of it.

    A line that holds the alternative of an earlier need keeps the name of that need.
    """
    known = [
        _Known(label=_label(item), need=place, item=item) for place, need in enumerate(before) for item in need.any_of
    ]
    found: list[Need] = []
    used: set[int] = set()
    for line in text.split("\n"):
        names = _names(line.strip())
        if not names:
            continue
        taken = [_taken(name, known) for name in names]
        place = next((one.need for one in taken if one.need is not None and one.need not in used), None)
        used |= {place} if place is not None else set()
        alternatives = tuple(one.item for one in taken)
        found.append(replace(before[place], any_of=alternatives) if place is not None else Need(any_of=alternatives))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    label: str
    need: int | None
    item: Alternative


def _taken(name: str, known: list[_Known]) -> _Known:
    """Return the first alternative of this name that is left and take it away, else a new one."""
    for place, one in enumerate(known):
        if one.label == name:
            return known.pop(place)
    return _Known(label=name, need=None, item=Alternative(chunk=name))


def _label(item: Alternative) -> str:
    return evidence_id(item) or item.source or item.sha256 or "?"


def _names(line: str) -> list[str]:
    names = []
    rest = line
    while rest:
        name, rest = _first_name(rest)
        if name:
            names.append(name)
    return names


def _first_name(rest: str) -> tuple[str, str]:
    if rest.startswith('"'):
        try:
            name, end = json.JSONDecoder(strict=False).raw_decode(rest)
        except ValueError:
            pass
        else:
            after = rest[end:].lstrip()
            if not after or after.startswith("|"):
                return name, after[1:].lstrip()
    name, _, after = rest.partition("|")
    return name.strip(), after.lstrip()


def _needs_quotes(item: str) -> bool:
    return not item or item != item.strip() or item.startswith('"') or "\n" in item or "\r" in item


def _quoted(item: str) -> str:
    return json.dumps(item, ensure_ascii=False)


def _unquoted(line: str) -> str:
    if not line.startswith('"'):
        return line
    try:
        held = json.loads(line)
    except ValueError:
        return line
    return held if isinstance(held, str) else line
