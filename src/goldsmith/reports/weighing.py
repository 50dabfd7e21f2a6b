"""Several sets in one figure, by their weights."""

from __future__ import annotations

from collections.abc import Sequence


def render_weights(sets: Sequence[tuple[str, float, float]], share: float) -> str:
    """Return lines on sets of another tool: name, weight and the share that passed, and what that comes to.

    The share counts cases by their weights; what is undecided has not passed.
    """
    room = max(len(name) for name, _, _ in sets)
    lines = [f"  {name:<{room}}   weight {weight:<6g} {share_of:.2f} passed" for name, weight, share_of in sets]
    return "\n".join(["ALL SETS   by their weights", *lines, f"  {'together':<{room}}   {'':<13} {share:.2f} passed"])
