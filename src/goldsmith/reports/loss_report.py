"""What became of the fields of an import or an export, counted, on one screen: the worst first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.interchange import Fate
from goldsmith.reports.plain_text import columns, middle, shown, wrapped

Line = tuple[Fate, str, str, int, tuple[str, ...]]

_HEADS: tuple[tuple[Fate, str, int], ...] = (
    ("wrong", "WRONG      the source contradicts itself, or what it names is not there", 8),
    ("dropped", "DROPPED    there is no place for it", 8),
    ("inferred", "INFERRED   the source does not say it: look at these", 8),
    ("mapped", "MAPPED     kept in another form", 6),
)
"""Fate, how it is headed, and how many lines of it are shown."""
_RECORDS = 3
_LONGEST_RECORD = 24


def loss_lines(lines: Sequence[Line], *, width: int) -> Iterator[str]:
    """Yield the counted lines of at most `width` columns: each fate with a head, and what was simply kept in one."""
    for fate, head, most in _HEADS:
        held = [line for line in lines if line[0] == fate]
        if not held:
            continue
        yield ""
        yield _head(head, width)
        for line in held[:most]:
            yield from _told(line, width)
        if len(held) > most:
            yield f"  … and {len(held) - most} more kinds of it (the report has all)"
    kept = list(dict.fromkeys(line[1] for line in lines if line[0] == "kept" and line[1]))
    if kept:
        yield ""
        yield from wrapped(", ".join(kept), width, head="KEPT       ", indent=11, most=2 * width)


def _head(head: str, width: int) -> str:
    word, _, rest = head.partition(" ")
    return head if columns(head) <= width else f"{word} {shown(rest.strip(), width - len(word) - 1)}"


def _told(line: Line, width: int) -> Iterator[str]:
    _, field, told, number, first = line
    records = ", ".join(middle(shown(record, 200), _LONGEST_RECORD) for record in first[:_RECORDS] if record)
    more = ", …" if number > _RECORDS and records else ""
    name = f"{shown(field, 40)}: " if field else ""
    place = f" ({records}{more})" if records else ""
    yield from wrapped(f"{name}{told}{place}", width, head=f"{number:>8,}   ", indent=11, most=2 * width)
