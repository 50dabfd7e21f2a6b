"""What opening reviews did, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.records.opening import Opening
from goldsmith.reports.plain_text import listed, wrapped

WIDTH = 100
_MOST_NAMED = 8


def render_opening(opening: Opening, *, again: Sequence[str] = (), width: int = WIDTH) -> str:
    """Return lines of at most `width` columns; the last is the next step."""
    lines = [f"{len(opening.opened)} review(s) opened, {opening.waiting} wait for labels now"]
    if opening.opened:
        lines += wrapped(listed(opening.opened, _MOST_NAMED), width, head="  opened    ", indent=12)
    if again:
        lines += wrapped(listed(tuple(again), _MOST_NAMED), width, head="  again     ", indent=12)
    if opening.closed:
        told = f"{listed(opening.closed, _MOST_NAMED)}: no longer in the set"
        lines += wrapped(told, width, head="  closed    ", indent=12)
    if opening.double and opening.hands < 2:
        short = f"{opening.double} of them need two reviewers, and {opening.hands} may label"
        lines += wrapped(short, width, head="  short     ", indent=12)
    step = "goldsmith serve" if opening.waiting else "goldsmith review apply"
    if opening.double and opening.hands < 2:
        step = "add [people.NAME] to goldsmith.toml, then goldsmith review invite NAME"
    return "\n".join([*lines, "", *wrapped(step, width, head="Next: ", indent=6)])
