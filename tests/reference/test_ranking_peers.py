"""Parity with pytrec_eval and ir_measures on drawn data, ties and all; one measure a call, as an oracle only."""

from __future__ import annotations

import random
from typing import Any

import ir_measures
import numpy as np
import pytest
import pytrec_eval

from goldsmith.scoring.ranking import RunEvaluation, evaluate_run
from goldsmith.tables.rank_columns import JudgementColumns, RunColumns

Judged = dict[str, dict[str, int]]
Returned = dict[str, dict[str, float]]

PYTREC = {
    "precision": "set_P", "precision@1": "P_1", "precision@10": "P_10", "recall": "set_recall", "recall@5": "recall_5",
    "reciprocal_rank": "recip_rank", "average_precision": "map", "average_precision@5": "map_cut_5", "ndcg": "ndcg",
    "ndcg@10": "ndcg_cut_10", "hit@5": "success_5",
}  # fmt: skip
IR_MEASURES = {
    "precision@5": "P@5", "recall@5": "R@5", "reciprocal_rank@3": "RR@3", "average_precision@10": "AP@10",
    "ndcg@5": "nDCG@5", "hit@3": "Success@3",
}  # fmt: skip


def world(seed: int, *, distinct: int) -> tuple[Judged, Returned]:
    """Draw judgements and a run; with few distinct scores nearly everything is tied."""
    chance = random.Random(seed)
    pool = [f"d{n}" for n in range(60)]
    judged = {
        f"q{n}": {one: chance.choice((-1, 0, 0, 1, 2, 3)) for one in chance.sample(pool, chance.randrange(1, 20))}
        for n in range(40)
    }
    run = {
        name: {one: chance.randrange(distinct) / 7 for one in chance.sample(pool, chance.randrange(1, 40))}
        for name in judged
    }
    return judged, run


def evaluated(judged: Judged, run: Returned, measures: list[str], *, kind: Any = np.str_) -> RunEvaluation:
    grades = [(name, one, grade) for name, found in judged.items() for one, grade in found.items()]
    rows = [(name, one, value) for name, found in run.items() for one, value in found.items()]
    return evaluate_run(
        JudgementColumns(
            query=np.array([row[0] for row in grades], dtype=kind),
            document=np.array([row[1] for row in grades], dtype=kind),
            grade=np.array([row[2] for row in grades], np.int64),
        ),
        RunColumns(
            query=np.array([row[0] for row in rows], dtype=kind),
            document=np.array([row[1] for row in rows], dtype=kind),
            score=np.array([row[2] for row in rows], np.float64),
        ),
        measures,
    )


@pytest.mark.parametrize("kind", [np.str_, object])
@pytest.mark.parametrize("distinct", [2, 20, 10_000_000])
@pytest.mark.parametrize(("name", "theirs"), PYTREC.items())
def test_every_question_agrees_with_pytrec_eval(name: str, theirs: str, distinct: int, kind: Any) -> None:
    judged, run = world(distinct, distinct=distinct)
    told = evaluated(judged, run, [name], kind=kind)
    expected = pytrec_eval.RelevanceEvaluator(judged, {theirs.rstrip("_0123456789")}).evaluate(run)
    # Their family comes at all its cutoffs only when it is asked for without one.
    expected = expected if theirs in next(iter(expected.values())) else asked_at(judged, run, theirs)

    for index, question in enumerate(told.questions):
        assert told.values[name][index] == pytest.approx(expected[question][theirs], abs=1e-12)


def asked_at(judged: Judged, run: Returned, theirs: str) -> dict[str, dict[str, float]]:
    family, _, cutoff = theirs.rpartition("_")
    found: dict[str, dict[str, float]] = pytrec_eval.RelevanceEvaluator(judged, {f"{family}.{cutoff}"}).evaluate(run)
    return found


@pytest.mark.parametrize(("name", "theirs"), IR_MEASURES.items())
def test_every_question_agrees_with_ir_measures(name: str, theirs: str) -> None:
    judged, run = world(5, distinct=10_000_000)
    told = evaluated(judged, run, [name])
    rows = ir_measures.iter_calc([ir_measures.parse_measure(theirs)], judged, run)
    expected = {row.query_id: row.value for row in rows}

    for index, question in enumerate(told.questions):
        assert told.values[name][index] == pytest.approx(expected[question], abs=1e-12)
