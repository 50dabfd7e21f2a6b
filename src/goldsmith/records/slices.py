"""Slices: the cases that share a word on an axis."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.records.case import Case
from goldsmith.records.vocabulary import AXES


def words(case: Case, axis: str) -> tuple[str, ...]:
    """Return the words of `case` on `axis`; the extra axes are `profile` (who asks) and `source` (real or synthetic).

    A case that is not labelled on an axis has no word there.
    """
    match axis:
        case "challenges":
            return case.challenges
        case "tag":
            return case.tags
        case "profile":
            return (case.identity.user,) if case.identity else ("anonymous",)
        case "origin":
            return (case.origin.kind,) if case.origin else ()
        case "source":
            return (("synthetic",) if case.origin.kind == "synthetic" else ("real",)) if case.origin else ()
        case "split":
            return (case.split,) if case.split else ()
        case _:
            word = getattr(case, axis, None) if axis in AXES else None
            return (word,) if isinstance(word, str) and word != "unstated" else ()


SLICED = (*AXES, "profile", "source", "split", "tag")
"""Every axis by which a set can be sliced."""


def in_slice(case: Case, wanted: Mapping[str, str]) -> bool:
    """Say whether `case` has every wanted word; an empty slice holds all cases."""
    return all(word in words(case, axis) for axis, word in wanted.items())
