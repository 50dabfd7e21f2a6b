"""What was handed to another annotation tool, and what became of every part that came back, on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.review_exchange import ExchangeLine, LineWord, ReviewsIn, ReviewsOut
from goldsmith.reports.figures import count
from goldsmith.reports.plain_text import wrapped

WIDTH = 100
_NARROWEST = 72
_MOST = 12
_HEADS: tuple[tuple[LineWord, str], ...] = (
    ("refused", "REFUSED: somebody has to mend it"),
    ("mapped", "MAPPED: kept in another form"),
    ("dropped", "DROPPED: there is no place for it"),
)
_COUNTED: tuple[tuple[LineWord, str], ...] = (
    ("already", "in already"), ("refused", "refused"), ("mapped", "mapped"), ("dropped", "dropped")
)  # fmt: skip


def render_handed_out(told: ReviewsOut, *, width: int = WIDTH) -> str:
    """Return lines of at most `width` columns (72 at least): what went to whom, what was left out, the next step."""
    room = max(width, _NARROWEST)
    number = sum(held for _, held in told.tasks)
    text = f"{count(number, 'task')} of {told.set_name} for {told.format}, step {told.step}"
    lines = list(wrapped(text, room, head="HANDED OUT   "))
    for name, held in told.tasks:
        lines += wrapped(name, room, head=f"{held:>6,}   ", indent=9)
    for name in told.files:
        lines += wrapped(f"wrote {name}", room, head="  ", indent=4)
    if told.lines:
        lines += ["", "LEFT OUT"]
        lines += _listed(told.lines, room)
    return "\n".join([*lines, "", *wrapped(told.next_step, room, head="Next: ", indent=6)])


def render_taken_in(told: ReviewsIn, *, width: int = WIDTH) -> str:
    """Return lines of at most `width` columns (72 at least): what is kept, each loss with its place, the next step."""
    room = max(width, _NARROWEST)
    rest = ", ".join(f"{told.count(word)} {name}" for word, name in _COUNTED if told.count(word))
    text = f"{count(told.count('kept'), 'word')} kept from {told.file}{f'; {rest}' if rest else ''}"
    lines = list(wrapped(text, room, head="TAKEN IN   "))
    for name, held in told.kept:
        lines += wrapped(name, room, head=f"{held:>6,}   ", indent=9)
    for word, title in _HEADS:
        held_lines = [line for line in told.lines if line.what == word]
        if held_lines:
            lines += ["", title, *_listed(held_lines, room)]
    return "\n".join([*lines, "", *wrapped(told.next_step, room, head="Next: ", indent=6)])


def _listed(lines: Sequence[ExchangeLine], width: int) -> Iterator[str]:
    for line in lines[:_MOST]:
        place = ": ".join(part for part in (line.record, line.field) if part)
        yield from wrapped(f"{place}: {line.told}", width, head="  ", indent=4)
    if len(lines) > _MOST:
        yield f"  … and {len(lines) - _MOST} more (--json lists all)"
