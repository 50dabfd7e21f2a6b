"""What an import or an export did, on one screen, and the table of the known formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.interchange import Exported, Imported
from goldsmith.reports.figures import count
from goldsmith.reports.loss_report import loss_lines
from goldsmith.reports.plain_text import cell, columns, listed, shown, wrapped

WIDTH = 100
_NARROWEST = 72
_MOST_SCORES = 6
_MOST_FILES = 3

FormatRow = tuple[str, str, bool, bool, str]
"""Name, title, whether it is read, whether it is written, and what it was checked against."""


def render_imported(told: Imported, *, width: int = WIDTH) -> str:
    """Return lines of at most `width` columns (72 at least): what was read, each kind of loss, files, what next."""
    room = max(width, _NARROWEST)
    return "\n".join([*_head(told, room), *_body(told, room), *_end(told.written, told.report, told.next_step, room)])


def _head(told: Imported, width: int) -> Iterator[str]:
    how = "recognised" if told.detected else "as you said"
    files = listed(told.files, _MOST_FILES)
    text = f"{count(told.records, 'record')} of {told.format} ({how}) from {files}"
    yield from wrapped(text, width, head="IMPORTED   ", indent=11)
    if told.others:
        other = f"it would be read as {listed(told.others, _MOST_FILES)} too: say so with --format"
        yield from wrapped(other, width, head=" " * 11, indent=11)
    for number, words in _counts(told):
        yield from wrapped(words, width, head=f"{number:>8,}   ", indent=11)


def _counts(told: Imported) -> Iterator[tuple[int, str]]:
    yield told.cases, "new cases, candidates until somebody approves them"
    counts = (
        (told.updated, "cases of the set changed: approve them again"),
        (told.already, "cases that the set has already, as they are"),
        (told.responses, "recorded answers"),
        (told.passages, "passages that came along"),
        (told.located, "passages of evidence found in the corpus"),
        (told.unlocated, "passages of evidence not found in the corpus"),
        (told.decisions, "decisions written"),
        (told.uncounted_decisions, "decisions of the source that do not count"),
    )
    yield from ((number, words) for number, words in counts if number)


def _body(told: Imported, width: int) -> Iterator[str]:
    yield from loss_lines(told.lines, width=width)
    if told.drift:
        yield ""
        yield "NAMES DIFFER"
        for line in told.drift:
            yield from wrapped(line, width, head="  ", indent=4, most=1_000)
    if told.published:
        yield ""
        yield "PUBLISHED BY THE SOURCE"
        for score in told.published[:_MOST_SCORES]:
            system = f"  ({shown(score.system, 30)})" if score.system else ""
            yield f"  {cell(score.measure, min(44, width - 24))} {score.value:.4g}{system}"
        if len(told.published) > _MOST_SCORES:
            yield f"  … and {len(told.published) - _MOST_SCORES} more (--json lists all)"


def _end(written: Sequence[tuple[str, str]], report: str, next_step: str, width: int) -> Iterator[str]:
    yield ""
    room = max((columns(name) for name, _ in written), default=0)
    for name, what in written:
        blanks = " " * (room - columns(name))
        yield from wrapped(what, width, head=f"wrote  {name}{blanks}  ", indent=9)
    if not written:
        yield "nothing was written: what the source holds is here already, or has no place"
    yield from wrapped(report, width, head="what became of each record: ", indent=2)
    yield ""
    yield from wrapped(next_step, width, head="Next: ", indent=6)


def render_exported(told: Exported, *, width: int = WIDTH) -> str:
    """Return lines of at most `width` columns (72 at least): what left, every kind of loss, files, the next step."""
    room = max(width, _NARROWEST)
    answers = f" with {count(told.responses, 'answer')}" if told.responses else ""
    lines = list(wrapped(f"{count(told.cases, 'case')} as {told.format}{answers}", room, head="EXPORTED   ", indent=11))
    lines += loss_lines(told.lines, width=room)
    return "\n".join([*lines, *_end(told.written, told.report, told.next_step, room)])


def render_formats(rows: Sequence[FormatRow], *, width: int = WIDTH) -> str:
    """Return a table of the formats, by name."""
    room = max(len("NAME"), *(len(row[0]) for row in rows))
    wide = max(len("FORMAT"), *(len(row[1]) for row in rows))
    lines = [f"{'NAME':{room}}  {'FORMAT':{wide}}  READS  WRITES  CHECKED AGAINST"]
    for name, title, reads, writes, checked in rows:
        line = f"{name:{room}}  {title:{wide}}  {'yes' if reads else '-':5}  {'yes' if writes else '-':6}  {checked}"
        lines.append(_cut(line, width))
    return "\n".join(lines)


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 1] + "…"
