"""Narrow a set down to some of its cases. A subset never passes a gate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from goldsmith._base.registry import unknown_name
from goldsmith.errors import InputError
from goldsmith.records.case import Case
from goldsmith.records.slices import SLICED, in_slice


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which cases are wanted; everything empty means all of them."""

    cases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    """Any of them."""
    slices: tuple[tuple[str, str], ...] = ()
    """Axis and word; all of them."""
    only: frozenset[str] | None = None
    """Ids that an earlier run named, such as those that failed."""
    limit: int | None = None

    @property
    def said(self) -> str | None:
        """The narrowing in words; None: the whole set."""
        parts = [f"case {name}" for name in dict.fromkeys(self.cases)] + [f"tag {tag}" for tag in self.tags]
        parts += [f"{axis}={word}" for axis, word in self.slices]
        parts += ["failed before"] if self.only is not None else []
        parts += [f"first {self.limit}"] if self.limit is not None else []
        return ", ".join(parts) or None


def select(cases: Iterable[Case], selection: Selection) -> tuple[Case, ...]:
    """Return the wanted cases in file order.

    Raises UnknownNameError for a case id or axis that does not exist, InputError where nothing is left.
    """
    everything = tuple(cases)
    if not everything:
        message = "every case of the set is rejected or retired"
        raise InputError(message, next_step="add a case: without cases there is no verdict")
    known = {case.id for case in everything}
    for name in selection.cases:
        if name not in known:
            raise unknown_name("cases", name, tuple(sorted(known)))
    for axis, _ in selection.slices:
        if axis not in SLICED:
            raise unknown_name("axes", axis, SLICED)
    if selection.limit is not None and selection.limit < 1:
        message = f"a limit of {selection.limit} leaves no case"
        raise InputError(message, next_step="give a limit of 1 or more, or none")
    chosen = [
        case
        for case in everything
        if (not selection.cases or case.id in selection.cases)
        and (not selection.tags or set(selection.tags) & set(case.tags))
        and in_all(case, selection.slices)
        and (selection.only is None or case.id in selection.only)
    ]
    chosen = chosen[: selection.limit]
    if not chosen:
        message = f"no case of {len(everything)} is {selection.said}"
        raise InputError(message, next_step="widen the selection: without cases there is no verdict")
    return tuple(chosen)


def in_all(case: Case, slices: Iterable[tuple[str, str]]) -> bool:
    """Say whether `case` has every wanted word."""
    return all(in_slice(case, {axis: word}) for axis, word in slices)
