"""The mix of a set: how many cases have each word of each axis, alone and crossed with another axis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product

from goldsmith.records.case import Case
from goldsmith.records.coverage import AxisMix, Cell, Crossing, MinimumStanding, WordCount
from goldsmith.records.golden_set import Minimum
from goldsmith.records.slices import SLICED, in_slice, words
from goldsmith.records.vocabulary import AXES

COUNTED: tuple[str, ...] = (*AXES, "source", "profile", "tenant", "interaction")
"""Axes that are always counted; `tenant` and `interaction` are read off the case."""

CROSSED: tuple[str, ...] = tuple(dict.fromkeys((*SLICED, "tenant", "interaction")))
"""Axes that may be asked for by name."""

_INTERACTIONS = ("single_turn", "multi_turn")
_OPEN = frozenset({"origin", "challenges", "hallucination_risk"})
"""Axes whose standard words no set needs all of: a word without a case is not shown."""


def words_on(case: Case, axis: str) -> tuple[str, ...]:
    """Return the words of `case` on `axis`: as `records.slices.words`, with `tenant` and `interaction` beside them."""
    if axis == "tenant":
        tenant = case.identity.tenant if case.identity else None
        return (tenant,) if tenant else ()
    if axis == "interaction":
        return ("multi_turn" if case.messages or case.expected_state else "single_turn",)
    return tuple(dict.fromkeys(words(case, axis)))


def axis_mix(cases: Sequence[Case], axis: str, *, added: Sequence[str] = (), minima: Sequence[Minimum] = ()) -> AxisMix:
    """Return the words of `axis`; `added` are those that set.yaml adds to it. The order of cases does not matter."""
    found = Counter(word for case in cases for word in words_on(case, axis))
    asked = {item.slice[axis]: item.cases for item in minima if set(item.slice) == {axis}}
    return AxisMix(
        axis=axis,
        words=tuple(
            WordCount(
                word=word,
                cases=found[word],
                share=found[word] / len(cases) if cases else 0.0,
                asked=asked.get(word, 0),
            )
            for word in _listed(axis, found, (*added, *asked))
        ),
        unlabelled=sum(1 for case in cases if not words_on(case, axis)),
    )


def crossing(cases: Sequence[Case], first: str, second: str, *, added: Mapping[str, Sequence[str]]) -> Crossing:
    """Return every pair of words of two axes with its cases, pairs without a case included."""
    counts = Counter(pair for case in cases for pair in product(words_on(case, first), words_on(case, second)))
    rows = _listed(first, Counter(row for row, _ in counts), added.get(first, ()))
    columns = _listed(second, Counter(column for _, column in counts), added.get(second, ()))
    return Crossing(
        axes=(first, second),
        cells=tuple(Cell(words=(row, column), cases=counts[row, column]) for row in rows for column in columns),
        unlabelled=sum(1 for case in cases if not words_on(case, first) or not words_on(case, second)),
    )


def minimum_standing(cases: Sequence[Case], minimum: Minimum) -> MinimumStanding:
    """Return how many cases there are of those that set.yaml asks for, counted as the check counts them."""
    found = sum(1 for case in cases if in_slice(case, minimum.slice))
    return MinimumStanding(slice=dict(minimum.slice), cases=found, asked=minimum.cases)


def unlabelled_axes(mixes: Sequence[AxisMix], cases: int) -> tuple[str, ...]:
    """Return the axes that every case should have a word on and none has. An empty set lacks no label."""
    wanted = {"job", "reasoning", "difficulty", "risk", "origin"}
    return tuple(item.axis for item in mixes if cases and item.axis in wanted and item.unlabelled == cases)


def _listed(axis: str, found: Mapping[str, int], added: Sequence[str]) -> tuple[str, ...]:
    standard = _INTERACTIONS if axis == "interaction" else AXES.get(axis, ())
    first = [word for word in standard if axis not in _OPEN or word in found or word in added]
    return tuple(dict.fromkeys([*first, *added, *sorted(found)]))
