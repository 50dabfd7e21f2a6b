"""From measurements to rows, and from rows to the verdict."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from contest import Contest, Peer

Measurement = Mapping[str, Any]
"""What `measure.measured` returned, or ``{"error": text}``."""

State = Literal["ok", "short", "differs", "not measured", ""]
HEADINGS = ("job", "what", "ours", "peer", "", "MB ours/peer", "ratio", "goal", "")
_WIDTHS = (18, 58, 13, 14, 22, 12, 7, 16, 12)
_BUSY = 1.5
"""Wall time over CPU time from which a row says that the machine was busy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line: ours against one goal."""

    job: str
    cells: tuple[str, ...]
    state: State
    note: str = ""


def figure(contest: Contest, measurements: Sequence[Measurement], *, quick: bool) -> float | None:
    """Return the median over processes of the median over calls, in the unit of the contest; None without any."""
    if not measurements or any("error" in one for one in measurements):
        return None
    if not contest.is_time:
        return float(measurements[-1]["value"]) * contest.scale[quick]
    middles = [statistics.median(one["times"][1:] or one["times"]) for one in measurements]
    return float(statistics.median(middles)) * contest.scale[quick]


def rows_of(contest: Contest, measured: Mapping[str, Sequence[Measurement]], *, quick: bool) -> list[Row]:
    """Return one row for the limit of a contest and one for each peer; `measured` is by side (``ours``, ``0``, …)."""
    ours = figure(contest, measured["ours"], quick=quick)
    trouble = _trouble(measured["ours"])
    rows = []
    if contest.limit is not None or not contest.peers:
        state = _limit_state(contest, ours)
        goal = "" if contest.limit is None else f"<= {contest.limit:g} {contest.unit}"
        cells = (_number(ours, contest.unit), "", "", _memory(measured["ours"]), "", goal)
        rows.append(_row(contest, cells, state, trouble or _busy(contest, measured["ours"], quick=quick)))
    for number, peer in enumerate(contest.peers):
        theirs = measured[str(number)]
        rows.append(_peer_row(contest, peer, ours, (measured["ours"], theirs), quick=quick))
    return rows


def _limit_state(contest: Contest, ours: float | None) -> State:
    if ours is None:
        return "not measured"
    if contest.limit is None:
        return ""
    return "ok" if ours <= contest.limit else "short"


def _peer_row(
    contest: Contest,
    peer: Peer,
    ours: float | None,
    sides: tuple[Sequence[Measurement], Sequence[Measurement]],
    *,
    quick: bool,
) -> Row:
    theirs = figure(contest, sides[1], quick=quick)
    ratio = ours / theirs if ours is not None and theirs else None
    note = _trouble(sides[0]) or _trouble(sides[1])
    state: State = ""
    if ratio is None:
        state = "not measured" if peer.goal is not None or ours is None else ""
    elif peer.agree is not None and (note := peer.agree(sides[0][-1]["value"], sides[1][-1]["value"])):
        state = "differs"
    elif peer.goal is not None:
        state = "ok" if ratio <= peer.goal else "short"
    cells = (
        _number(ours, contest.unit),
        _number(theirs, contest.unit),
        peer.name,
        f"{_memory(sides[0])}/{_memory(sides[1])}",
        "" if ratio is None else f"{ratio:.3g}",
        "" if peer.goal is None else f"<= {peer.goal:g}",
    )
    return _row(contest, cells, state, note)


def _row(contest: Contest, cells: tuple[str, ...], state: State, note: str) -> Row:
    return Row(job=contest.name, cells=(contest.name, contest.says, *cells), state=state, note=note)


def _trouble(measurements: Sequence[Measurement]) -> str:
    return next((str(one["error"]) for one in measurements if "error" in one), "")


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    return f"{value:.3g} {unit}" if abs(value) < 1000 else f"{value:.0f} {unit}"


def _memory(measurements: Sequence[Measurement]) -> str:
    held = [one["memory"] for one in measurements if "memory" in one]
    return f"{max(held):.0f}" if held else "-"


def _busy(contest: Contest, measurements: Sequence[Measurement], *, quick: bool) -> str:
    """Say what the CPU alone took, where a goal in seconds met a machine that did other things too."""
    if not contest.is_time or contest.of_children:
        return ""
    pairs = [pair for one in measurements for pair in zip(one["times"], one["cpu"], strict=True)]
    wall, cpu = (statistics.median(column) for column in zip(*pairs, strict=True))
    if wall < _BUSY * cpu:
        return ""
    told = (_number(one * contest.scale[quick], contest.unit) for one in (wall, cpu))
    return "the machine was busy: of {}, {} were computing".format(*told)


def line(cells: Sequence[str]) -> str:
    """Return one line of the table."""
    return " ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip()


def printed(row: Row) -> str:
    """Return a row, and below it what there is to say of it."""
    text = line((*row.cells, row.state))
    return f"{text}\n{'':{_WIDTHS[0]}}   {row.note}" if row.note else text


def fallen_short(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the jobs with a row that is neither fine nor only for comparison, each once."""
    return tuple(dict.fromkeys(row.job for row in rows if row.state not in ("ok", "")))
