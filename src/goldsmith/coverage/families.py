"""Families: cases that hang together, so that they say less than as many cases without kin."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from goldsmith.records.case import Case
from goldsmith.text.normal import comparable


def families(cases: Sequence[Case]) -> tuple[int, ...]:
    """Return the family of each case, as the place of its first member.

    Variants of one case are a family, over several steps and where the original itself is not among the cases; so are
    twins: cases that ask the same question after the same turns, whoever asks.
    """
    parents = list(range(len(cases)))

    def root(place: int) -> int:
        while parents[place] != place:
            parents[place] = parents[parents[place]]
            place = parents[place]
        return place

    firsts: dict[Hashable, int] = {}
    for place, case in enumerate(cases):
        names: list[Hashable] = [("id", case.id), ("id", case.variant_of.case) if case.variant_of else None]
        if case.question.strip():
            names.append(("question", comparable(case.question), _turns(case)))
        for name in names:
            if name is not None:
                one, other = sorted((root(firsts.setdefault(name, place)), root(place)))
                parents[other] = one
    return tuple(root(place) for place in range(len(cases)))


def family_sizes(found: Sequence[int]) -> tuple[int, ...]:
    """Return how many members each family has, in the order of its first member."""
    counts: dict[int, int] = {}
    for family in found:
        counts[family] = counts.get(family, 0) + 1
    return tuple(counts[family] for family in sorted(counts))


def _turns(case: Case) -> tuple[tuple[str, str], ...]:
    return tuple((message.role, comparable(message.content)) for message in case.messages)
