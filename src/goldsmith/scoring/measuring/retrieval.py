"""Retrieval: which needs were met, at which rank, and how much else came with them.

Ranks count distinct passages. With needs of one alternative each the figures are those of trec_eval: precision@k
divides by k, recall by all needs R, average precision by R, and the gain in nDCG is the grade, discounted by
log2(rank + 1). Plain precision divides by what was returned: a system that returns less is not punished for it.

Where a need has several alternatives only the first passage that meets it gains, and later ones are relevant without
gain; where one passage meets several needs, each further need gains as if met one rank later. So nothing exceeds 1, and
the shortest complete list has average precision and nDCG 1.

Chunk-level and document-level evidence are never mixed. The plain names count the needs that name passages; the names
with ``document_`` count the needs that have a whole document among their alternatives. On a case with both, measures
that divide by returned passages or by ideal gain (precision, irrelevant_rate, average_precision, ndcg) do not apply;
those that divide by needs, or ask for the first hit, count the needs of their own level. Where a run shows only
documents, evidence that names passages counts at document level, and the plain measures are not observed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from goldsmith.records.measure import Outcome, Scored
from goldsmith.records.observation import NeedSeen, Observation, PassageSeen
from goldsmith.scoring.measuring.definition import Definition, OutcomeOf, failed, not_applicable, not_observed, of_reply


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a ranking measure needs of one observation, at one level of evidence."""

    needs: tuple[NeedSeen, ...]
    """The needs of this level; at least one."""
    returned: tuple[PassageSeen, ...]
    """Distinct passages, best first; the rank of the first is 1."""

    def met(self, k: int | None) -> int:
        """Return how many needs are met within `k` ranks."""
        return len([need for need in self.needs if need.rank is not None and (k is None or need.rank <= k)])

    def relevant(self, k: int | None) -> int:
        """Return how many passages within `k` ranks meet a need of this level."""
        mine = {need.need for need in self.needs}
        return len([passage for passage in self.returned[:k] if not mine.isdisjoint(passage.needs)])

    def gains(self) -> list[tuple[int, int]]:
        """Return rank and grade of each gain in order; needs met at one rank take ranks of their own."""
        grades = {passage.rank: passage.grade for passage in self.returned}
        met = [(need.rank, _grade_met(need, grades)) for need in self.needs if need.rank is not None]
        gains: list[tuple[int, int]] = []
        reached = 0
        for rank, grade in sorted(met, key=lambda pair: (pair[0], -pair[1])):
            reached = max(rank, reached + 1)
            gains.append((reached, grade))
        return gains


def _grade_met(need: NeedSeen, grades: Mapping[int | None, int]) -> int:
    if need.met_grade is not None:
        return need.met_grade
    # An observation of another tool may tell only the best grade of the passage.
    return min(need.grade, grades.get(need.rank, need.grade))


Figure = Callable[[Ranking, int | None], Outcome]


def _ranked(figure: Figure, *, document: bool = False, mixed: bool = True) -> OutcomeOf:
    """Return `figure` as a measure over observations. `mixed`: it applies to cases with both levels of evidence."""

    def outcome(observation: Observation, k: int | None) -> Outcome:
        if not observation.needs:
            return not_applicable("the case has no evidence to retrieve")
        if not document and any(need.by_document for need in observation.needs):
            return not_observed("the system shows documents, not passages")
        # Lists, because needs are few and asked for once a measure and response: a generator costs more than it saves.
        needs = tuple([need for need in observation.needs if need.document_level is document])
        if not needs:
            return not_applicable("the evidence is of the other level: " + ("passages" if document else "documents"))
        if not mixed and len(needs) < len(observation.needs):
            return not_applicable("the evidence is partly passages and partly documents")
        absent = [need for need in needs if need.rank is None and need.in_corpus == "no"]
        if absent:
            # No system can retrieve it: a fall would be the ruler's, not the system's.
            return not_applicable(f"its evidence is not in the corpus revision: {absent[0].passage}")
        missing = failed(observation)
        if missing is not None:
            return missing
        if observation.passages is None:
            return not_observed("what was retrieved is not shown")
        returned = tuple([passage for passage in observation.passages if passage.rank is not None])
        return figure(Ranking(needs, returned), k)

    return outcome


def _precision(ranking: Ranking, k: int | None) -> Outcome:
    returned = k or len(ranking.returned)
    return Scored(value=ranking.relevant(k) / returned if returned else 0.0)


def _recall(ranking: Ranking, k: int | None) -> Outcome:
    return Scored(value=ranking.met(k) / len(ranking.needs))


def _capped_recall(ranking: Ranking, k: int | None) -> Outcome:
    reachable = len(ranking.needs) if k is None else min(len(ranking.needs), k)
    return Scored(value=min(1.0, ranking.met(k) / reachable))


def _hit(ranking: Ranking, k: int | None) -> Outcome:
    return Scored(value=float(ranking.met(k) > 0))


def _all_needs(ranking: Ranking, k: int | None) -> Outcome:
    return Scored(value=float(ranking.met(k) == len(ranking.needs)))


def _needs_met(ranking: Ranking, k: int | None) -> Outcome:
    return Scored(value=float(ranking.met(k)))


def _reciprocal_rank(ranking: Ranking, k: int | None) -> Outcome:
    first = min((need.rank for need in ranking.needs if need.rank is not None), default=None)
    return Scored(value=0.0 if first is None or (k is not None and first > k) else 1 / first)


def _average_precision(ranking: Ranking, k: int | None) -> Outcome:
    gains = [rank for rank, _ in ranking.gains() if k is None or rank <= k]
    return Scored(value=math.fsum(place / rank for place, rank in enumerate(gains, start=1)) / len(ranking.needs))


def _ndcg(ranking: Ranking, k: int | None) -> Outcome:
    best = sorted((need.grade for need in ranking.needs), reverse=True)
    ideal = discounted(list(enumerate(best, start=1)), k)
    if ideal <= 0:
        return not_applicable("no grade of the evidence is above 0")
    return Scored(value=min(1.0, discounted(ranking.gains(), k) / ideal))


def discounted(gains: list[tuple[int, int]], k: int | None) -> float:
    """Return the sum of grade / log2(rank + 1) over pairs of rank and grade (Järvelin & Kekäläinen 2002)."""
    return math.fsum(grade / math.log2(rank + 1) for rank, grade in gains if k is None or rank <= k)


def _completion_rank(ranking: Ranking, k: int | None) -> Outcome:
    del k
    ranks = [need.rank for need in ranking.needs]
    last = max((rank for rank in ranks if rank is not None), default=0)
    if None in ranks:
        return not_applicable(f"{ranks.count(None)} of {len(ranks)} needs were never met")
    return Scored(value=float(last))


def _irrelevant_rate(ranking: Ranking, k: int | None) -> Outcome:
    del k
    returned = len(ranking.returned)
    if not returned:
        return not_applicable("nothing was returned")
    return Scored(value=1 - ranking.relevant(None) / returned)


def _duplicates(observation: Observation) -> Outcome:
    if observation.passages is None:
        return not_observed("what was retrieved is not shown")
    return Scored(value=float(sum(passage.rank is None for passage in observation.passages)))


def _share(name: str, figure: Figure, *, document: bool = False, mixed: bool = True) -> Definition:
    return Definition(
        name=name,
        layer="retrieval",
        direction="higher",
        unit="share",
        cutoff="optional",
        outcome=_ranked(figure, document=document, mixed=mixed),
    )


DEFINITIONS: tuple[Definition, ...] = (
    _share("precision", _precision, mixed=False),
    _share("recall", _recall),
    _share("capped_recall", _capped_recall),
    _share("hit", _hit),
    _share("reciprocal_rank", _reciprocal_rank),
    _share("average_precision", _average_precision, mixed=False),
    _share("ndcg", _ndcg, mixed=False),
    _share("all_needs", _all_needs),
    Definition(
        name="needs_met",
        layer="retrieval",
        direction="higher",
        unit="count",
        cutoff="optional",
        outcome=_ranked(_needs_met),
    ),
    # Without direction: a system that completes only its easy cases would look better.
    Definition(
        name="completion_rank", layer="retrieval", direction="none", unit="rank", outcome=_ranked(_completion_rank)
    ),
    Definition(
        name="irrelevant_rate",
        layer="retrieval",
        direction="lower",
        unit="share",
        outcome=_ranked(_irrelevant_rate, mixed=False),
    ),
    Definition(name="duplicates", layer="retrieval", direction="lower", unit="count", outcome=of_reply(_duplicates)),
    _share("document_precision", _precision, document=True, mixed=False),
    _share("document_recall", _recall, document=True),
    _share("document_hit", _hit, document=True),
    _share("document_reciprocal_rank", _reciprocal_rank, document=True),
    _share("document_all_needs", _all_needs, document=True),
)
