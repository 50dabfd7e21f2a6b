"""Whole runs against whole judgements, as columns, by the definitions of `measuring.retrieval`.

Two orders. ``trec``: by score as a 32-bit number, highest first, ties by document id, highest first, as trec_eval does
and whatever rank the file states. ``own``: as the system gave them.

Questions without a relevant document are in no figure: whether a system should have answered them is a matter of
behaviour. A judged question that the run does not hold counts 0 and is named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from goldsmith._base.registry import unknown_name
from goldsmith.errors import InvalidFileError, Problem
from goldsmith.records.measure import Measure
from goldsmith.scoring.joins import Side, doubled_rows, join, sides
from goldsmith.scoring.measures import parse
from goldsmith.tables.rank_columns import JudgementColumns, RunColumns

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Order = Literal["trec", "own"]
Population = Literal["answerable", "judged", "returned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEvaluation:
    """The figures of one run, question by question, and which questions do not fit."""

    questions: tuple[str, ...]
    """Those with a relevant document, in the order of the judgements."""
    values: dict[str, Floats]
    """By spelling of the measure, one value a question; 0 for one that the run does not hold."""
    missing: tuple[str, ...]
    """Questions with a relevant document that the run does not hold."""
    empty: tuple[str, ...]
    """Those that it answered with an empty list."""
    no_relevant: tuple[str, ...]
    """Judged questions without a relevant document."""
    unknown: tuple[str, ...]
    """Questions of the run that are not judged."""
    returned: int
    """Judged questions that the run holds, those without a relevant document included."""

    def mean(self, measure: str, *, over: Population = "answerable") -> float | None:
        """Return the mean of a measure; None over no question.

        ``answerable``: over `questions`. ``judged``: questions without a relevant document count 0 too (trec_eval with
        ``-c``). ``returned``: of those, only the ones that the run holds (trec_eval without).
        """
        sizes = {
            "answerable": len(self.questions),
            "judged": len(self.questions) + len(self.no_relevant),
            "returned": self.returned,
        }
        # Questions that the run does not hold are 0 already, so the sums agree.
        return float(self.values[measure].sum()) / sizes[over] if sizes[over] else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hits:
    """The relevant documents that were returned, sorted by question and rank; and what there was to find."""

    questions: Ints
    """Numbers of the questions with a relevant document, ascending."""
    owner: Ints
    """Place of the question among them."""
    rank: Ints
    grade: Ints
    place: Ints
    """Place among the hits of its question, from 1."""
    relevant: Ints
    """Relevant documents of each question."""
    returned: Ints
    """Documents returned for each question."""
    ideal_owner: Ints
    ideal_rank: Ints
    ideal_grade: Ints

    def places_of(self, questions: Ints) -> Ints:
        """Return the places of some of the `questions`, by number."""
        return np.searchsorted(self.questions, questions)

    def count(self, k: int | None) -> Floats:
        """Return the hits of each question within `k` ranks."""
        return self.total(np.ones(len(self.owner)), k)

    def total(self, weights: Floats, k: int | None) -> Floats:
        """Return the sum of `weights` over the hits of each question within `k` ranks."""
        inside = slice(None) if k is None else self.rank <= k
        return np.bincount(self.owner[inside], weights[inside], minlength=len(self.relevant)).astype(np.float64)


def evaluate_run(
    judgements: JudgementColumns,
    run: RunColumns,
    measures: Sequence[Measure | str],
    *,
    order: Order = "trec",
    relevance_level: int = 1,
) -> RunEvaluation:
    """Return the figures of `run` for `measures` (ranking measures of the chunk level).

    `relevance_level` is the least grade that is relevant; gains are grades all the same. Raises InvalidFileError for a
    score that is not a number and for two rows with one question and document, naming both; UnknownNameError for a
    measure that has no meaning here; ValueError for a relevance level below 1.
    """
    if relevance_level < 1:
        raise ValueError(f"the least relevant grade is {relevance_level}, it must be 1 or more")
    wanted = [_figure(str(measure)) for measure in measures]
    _refuse_nan(run)
    returned, judged = sides(run, judgements)
    _refuse_doubles(returned, run.query, run.line, "results")
    _refuse_doubles(judged, judgements.query, judgements.line, "judgements")
    pairs = join(returned, judged)
    ranks = _ranks(run, returned, order, pairs.run)
    lengths = dict(zip(returned.groups.names, returned.groups.lengths.tolist(), strict=True))
    found = _Found(
        judged=judged,
        grade=judgements.grade,
        row=pairs.judged,
        rank=ranks,
        returned=np.array(list(map(lengths.get, judged.groups.names, repeat(0))), np.int64),
    )
    hits = found.hits(relevance_level)
    gains = hits if relevance_level == 1 else found.hits(1)
    names = tuple(judged.groups.names[index] for index in hits.questions)
    held, known = set(returned.groups.names), set(judged.groups.names)
    said = set(run.answered) - held
    return RunEvaluation(
        questions=names,
        values={
            spelling: figure(hits, k) if figure is not _ndcg else figure(gains, k)[gains.places_of(hits.questions)]
            for spelling, figure, k in wanted
        },
        missing=_kept(names, set(names) - held - said),
        empty=_kept(names, said),
        no_relevant=_kept(judged.groups.names, known.difference(names)),
        unknown=_kept(returned.groups.names, held - known),
        returned=len(known & held) + len(known & said),
    )


def _kept(names: tuple[str, ...], wanted: set[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in wanted) if wanted else ()


def _refuse_nan(run: RunColumns) -> None:
    if run.score is None or not np.isnan(run.score).any():
        return
    problems = tuple(
        Problem(
            message=f"the score of document {str(run.document[row])!r} is not a number",
            case_id=str(run.query[row]),
            line=int(run.line[row]) if run.line is not None else 0,
            mend="give it a number, or leave the document out",
        )
        for row in np.flatnonzero(np.isnan(run.score))[:20]
    )
    raise InvalidFileError(f"{int(np.isnan(run.score).sum())} scores are not numbers", problems=problems)


def _refuse_doubles(side: Side, query: NDArray[np.object_], line: Ints | None, what: str) -> None:
    found = doubled_rows(side.keys, side.groups, side.documents)
    if found is None:
        return
    first, second = (int(line[row]) if line is not None else row + 1 for row in found)
    problem = Problem(
        message=f"document {str(side.documents[found[0]])!r} stands twice, in lines {first} and {second}",
        case_id=str(query[found[0]]),
        line=second,
        mend="keep one of the two lines",
    )
    raise InvalidFileError(f"the {what} name one document twice for one question", problems=(problem,))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """The judged documents that were returned, and all judgements."""

    judged: Side
    grade: Ints
    """Of every judgement."""
    row: Ints
    """Row of the judgements of each returned document."""
    rank: Ints
    returned: Ints
    """Documents returned for each judged question."""

    def hits(self, level: int) -> _Hits:
        """Return what there was to find and what was found, where grades from `level` are relevant."""
        relevant = self.grade >= level
        counts = np.bincount(self.judged.codes[relevant], minlength=len(self.judged.groups.names))
        questions = np.flatnonzero(counts > 0)
        renumbered = np.zeros(len(counts), np.int64)
        renumbered[questions] = np.arange(len(questions))

        use = relevant[self.row]
        owner, rank, grade = renumbered[self.judged.codes[self.row[use]]], self.rank[use], self.grade[self.row[use]]
        by_rank = _in_order(owner, rank)
        ideal_owner, ideal_grade = renumbered[self.judged.codes[relevant]], self.grade[relevant]
        by_grade = _in_order(ideal_owner, ideal_grade.max(initial=0) - ideal_grade)
        ideal_owner = ideal_owner[by_grade]
        return _Hits(
            questions=questions,
            owner=owner[by_rank],
            rank=rank[by_rank],
            grade=grade[by_rank],
            place=_places(owner[by_rank]),
            relevant=counts[questions],
            returned=self.returned[questions],
            ideal_owner=ideal_owner,
            ideal_rank=_places(ideal_owner),
            ideal_grade=ideal_grade[by_grade],
        )


def _in_order(owner: Ints, second: Ints) -> Ints:
    """Return the order by question and then by `second`, which is not negative; equal rows in any order."""
    return np.argsort(owner * (int(second.max(initial=0)) + 1) + second)


def _places(owner: Ints) -> Ints:
    """Return for each row of a sorted column its place among equal ones, from 1."""
    if len(owner) == 0:
        return np.zeros(0, np.int64)
    heads = np.flatnonzero(np.concatenate(([True], owner[1:] != owner[:-1])))
    sizes = np.diff(np.append(heads, len(owner)))
    return np.arange(len(owner)) - np.repeat(heads, sizes) + 1


def _ranks(run: RunColumns, returned: Side, order: Order, wanted: Ints) -> Ints:
    """Return the rank of the `wanted` rows in their questions, from 1."""
    groups = returned.groups
    ranked = groups.order
    if order == "trec" and run.score is not None:
        ranked = _by_score(run.score, run, groups.order, groups.starts)
    position = wanted
    if ranked is not None:
        positions = np.empty(len(ranked), np.int64)
        positions[ranked] = np.arange(len(ranked))
        position = positions[wanted]
    return position - groups.starts[np.searchsorted(groups.starts, position, side="right") - 1] + 1


def _by_score(score: Floats, run: RunColumns, order: Ints | None, starts: Ints) -> Ints | None:
    """Return the rows of each question by score and document id; `order` as it is where they already stand so."""
    single = score.astype(np.float32) if order is None else score.astype(np.float32)[order]
    falling = single[1:] < single[:-1]
    # Between two questions anything may stand.
    falling[starts[1:-1] - 1] = True
    if bool(falling.all()):
        return order
    wrong = np.unique(np.searchsorted(starts, np.flatnonzero(~falling), side="right") - 1)
    rows = np.arange(len(single)) if order is None else order.copy()
    lengths = np.diff(starts)[wrong]
    owner = np.repeat(wrong, lengths)
    offsets = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    places = starts[owner] + offsets
    part, values = rows[places], single[places]
    by_score = np.lexsort((-values, owner))
    part, values = part[by_score], values[by_score]
    tied = np.flatnonzero((values[1:] == values[:-1]) & (owner[1:] == owner[:-1]))
    for first, last in _stretches(tied):
        stretch = part[first : last + 2]
        names = run.document[stretch].tolist()
        highest = sorted(range(len(names)), key=names.__getitem__, reverse=True)
        part[first : last + 2] = stretch[highest]
    rows[places] = part
    return rows


def _stretches(ascending: Ints) -> list[tuple[int, int]]:
    """Return first and last of each run of consecutive numbers."""
    if len(ascending) == 0:
        return []
    breaks = np.flatnonzero(np.diff(ascending) > 1)
    firsts = ascending[np.concatenate(([0], breaks + 1))]
    lasts = ascending[np.concatenate((breaks, [len(ascending) - 1]))]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))


Figure = Callable[[_Hits, int | None], Floats]


def _precision(hits: _Hits, k: int | None) -> Floats:
    divisor = np.full(len(hits.relevant), k) if k is not None else hits.returned
    return np.divide(hits.count(k), divisor, out=np.zeros(len(divisor)), where=divisor > 0)


def _recall(hits: _Hits, k: int | None) -> Floats:
    return hits.count(k) / hits.relevant


def _capped_recall(hits: _Hits, k: int | None) -> Floats:
    return hits.count(k) / (hits.relevant if k is None else np.minimum(hits.relevant, k))


def _hit(hits: _Hits, k: int | None) -> Floats:
    return (hits.count(k) > 0).astype(np.float64)


def _reciprocal_rank(hits: _Hits, k: int | None) -> Floats:
    first = hits.place == 1
    return hits.total(first / hits.rank, k)


def _average_precision(hits: _Hits, k: int | None) -> Floats:
    return hits.total(hits.place / hits.rank, k) / hits.relevant


def _ndcg(hits: _Hits, k: int | None) -> Floats:
    inside = slice(None) if k is None else hits.ideal_rank <= k
    gains = hits.ideal_grade[inside] / np.log2(hits.ideal_rank[inside] + 1.0)
    ideal = np.bincount(hits.ideal_owner[inside], gains, minlength=len(hits.relevant))
    return np.divide(hits.total(hits.grade / np.log2(hits.rank + 1.0), k), ideal, dtype=np.float64)


def _all_needs(hits: _Hits, k: int | None) -> Floats:
    return np.equal(hits.count(k), hits.relevant).astype(np.float64)


def _needs_met(hits: _Hits, k: int | None) -> Floats:
    return hits.count(k)


_FIGURES: dict[str, Figure] = {
    "precision": _precision,
    "recall": _recall,
    "capped_recall": _capped_recall,
    "hit": _hit,
    "reciprocal_rank": _reciprocal_rank,
    "average_precision": _average_precision,
    "ndcg": _ndcg,
    "all_needs": _all_needs,
    "needs_met": _needs_met,
}


def _figure(spelling: str) -> tuple[str, Figure, int | None]:
    measure = parse(spelling)
    if measure.name not in _FIGURES:
        raise unknown_name("measures of a whole run", measure.name, tuple(sorted(_FIGURES)))
    return str(measure), _FIGURES[measure.name], measure.cutoff


@dataclass(frozen=True, slots=True, kw_only=True)
class RankBiasedPrecision:
    """What a reader gains who goes on to the next rank with a fixed chance (Moffat & Zobel 2008)."""

    value: float
    residual: float
    """What the ranks that nobody judged could add at most."""


def rank_biased_precision(relevance: Sequence[float], persistence: float) -> RankBiasedPrecision:
    """Return rank-biased precision of `relevance` (0 to 1, best rank first); `persistence` lies inside (0, 1).

    Raises ValueError for a persistence outside.
    """
    if not 0.0 < persistence < 1.0:
        raise ValueError(f"persistence is {persistence}, it must lie between 0 and 1")
    gained = sum(gain * persistence**place for place, gain in enumerate(relevance))
    return RankBiasedPrecision(value=(1 - persistence) * gained, residual=persistence ** len(relevance))
