"""Cells that run over several columns or rows, laid out so that each row has a text for every column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

MOST_COLUMNS = 64
"""Cells further to the right are taken as one column each, at the place where they stand."""
MOST_ROWS = 1_000
"""A cell runs over at most so many rows."""


class Cell(NamedTuple):
    """A cell as the page has it."""

    words: str
    is_head: bool = False
    columns: int = 1
    rows: int = 1


def laid_out(rows: Iterable[Sequence[Cell]]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield each row below the heads, with the head of each column before it (empty where the table has no heads).

    Rows of heads are those at the top in which every cell is one; several of them are read from above to below. A
    table of nothing but heads is one row without heads.
    """
    heads: list[str] = []
    running: dict[int, tuple[str, int]] = {}
    at_the_top = True
    for cells in rows:
        row = _row(cells, running)
        at_the_top = at_the_top and all(cell.is_head for cell in cells)
        if at_the_top:
            heads = _joined(heads, row)
        else:
            yield heads, row
    if at_the_top:
        yield [], heads


def _row(cells: Sequence[Cell], running: dict[int, tuple[str, int]]) -> list[str]:
    """Return the texts of one row; `running` holds what runs down from above, by column, and is brought up to date."""
    row: list[str] = []
    for cell in cells:
        _run_down(row, running)
        width = min(cell.columns, max(1, MOST_COLUMNS - len(row)))
        if cell.rows > 1:
            left = min(cell.rows, MOST_ROWS) - 1
            running |= {len(row) + place: (cell.words, left) for place in range(width)}
            row += [cell.words] * width
        else:
            row += [cell.words] * width
    _run_down(row, running)
    return _without_repeats(row, cells)


def _run_down(row: list[str], running: dict[int, tuple[str, int]]) -> None:
    while len(row) in running:
        words, left = running.pop(len(row))
        if left > 1:
            running[len(row)] = (words, left - 1)
        row.append(words)


def _without_repeats(row: list[str], cells: Sequence[Cell]) -> list[str]:
    """Return the row; a lone cell that runs over all of it is said once."""
    return row[:1] if len(cells) == 1 and len(set(row)) == 1 else row


def _joined(above: list[str], row: list[str]) -> list[str]:
    width = max(len(above), len(row))
    pairs = [(_at(above, place), _at(row, place)) for place in range(width)]
    return [f"{first} {second}" if first and second and first != second else first or second for first, second in pairs]


def _at(row: Sequence[str], place: int) -> str:
    return row[place] if place < len(row) else ""
