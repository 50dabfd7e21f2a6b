"""The published reference values of ranking, refusal and denominators, as far as deterministic measures go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.records.case import Case
from goldsmith.records.measure import Score, Scored, Unscored
from goldsmith.records.observation import Observation
from goldsmith.records.response import Failure, Reply
from goldsmith.records.task import TaskKey
from goldsmith.scoring.measures import Abstention, abstention, parse, score, summarise
from goldsmith.scoring.ranking import RunEvaluation, evaluate_run
from goldsmith.stats.undefined import Undefined
from goldsmith.tables.rank_columns import JudgementColumns, RunColumns
from tests.scoring.building import case, chunk_need, cited, items, reply, response, seen

Oracle = Callable[[str], dict[str, Any]]

SPELLINGS = {
    "P_3": "precision@3", "P_5": "precision@5", "map": "average_precision", "map_cut_3": "average_precision@3",
    "map_cut_5": "average_precision@5", "ndcg": "ndcg", "ndcg_cut_3": "ndcg@3", "ndcg_cut_5": "ndcg@5",
    "recall_3": "recall@3", "recall_5": "recall@5", "recip_rank": "reciprocal_rank", "success_1": "hit@1",
    "success_3": "hit@3", "num_rel_ret": "needs_met", "nDCG@5": "ndcg@5", "nDCG@3": "ndcg@3", "AP": "average_precision",
    "P@1": "precision@1", "P@3": "precision@3", "R@2": "recall@2", "R@3": "recall@3", "RR": "reciprocal_rank",
    "RR@2": "reciprocal_rank@2", "Success@1": "hit@1", "Success@2": "hit@2",
    "ap_at_5_over_R_(trec_eval)": "average_precision@5", "precision_5": "precision@5",
    "ap_at_5_over_R_trec_eval": "average_precision@5", "capped_recall_5": "capped_recall@5",
}  # fmt: skip


def evaluated(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]], measures: list[str]) -> RunEvaluation:
    grades = [(name, one, grade) for name, found in qrels.items() for one, grade in found.items()]
    rows = [(name, one, float(value)) for name, found in run.items() for one, value in found.items()]
    return evaluate_run(
        JudgementColumns(
            query=np.array([row[0] for row in grades]),
            document=np.array([row[1] for row in grades]),
            grade=np.array([row[2] for row in grades], np.int64),
        ),
        RunColumns(
            query=np.array([row[0] for row in rows]),
            document=np.array([row[1] for row in rows]),
            score=np.array([row[2] for row in rows]),
        ),
        measures,
    )


def hold(expected: dict[str, float], told: RunEvaluation) -> int:
    """Hold every figure that we can spell against its reference value; return how many there were."""
    known = {name: value for name, value in expected.items() if name in SPELLINGS}
    for name, value in known.items():
        assert told.mean(SPELLINGS[name]) == pytest.approx(value, abs=1e-9), name
    return len(known)


@pytest.mark.parametrize(
    ("vector", "figures"),
    [("rank.graded.one_query", 15), ("rank.recall.more_relevant_than_k", 4), ("rank.negative_grade", 2)],
)
def test_one_question_has_the_reference_figures(oracle: Oracle, vector: str, figures: int) -> None:
    one = oracle(vector)
    told = evaluated({"q": one["input"]["qrels"]}, {"q": one["input"]["run"]}, sorted(set(SPELLINGS.values())))

    assert hold(one["expected"], told) == figures


def test_three_questions_have_the_reference_means(oracle: Oracle) -> None:
    one = oracle("rank.three_queries")
    told = evaluated(one["input"]["qrels"], one["input"]["run"], sorted(set(SPELLINGS.values())))

    assert hold(one["expected"], told) == 10


def test_two_measures_of_one_family_do_not_disturb_each_other(oracle: Oracle) -> None:
    one = oracle("rank.graded.two_gains_in_one_call")
    told = evaluated({"q": one["input"]["qrels"]}, {"q": one["input"]["run"]}, ["ndcg@5", "ndcg", "ndcg@1"])

    assert told.mean("ndcg@5") == pytest.approx(one["expected"]["right"]["nDCG@5"], abs=1e-9)


@pytest.mark.parametrize("which", ["case_a", "case_b"])
def test_ties_go_to_the_highest_document_id(oracle: Oracle, which: str) -> None:
    one = oracle("rank.ties.docno_desc")
    told = evaluated({"q": one["input"][which]["qrels"]}, {"q": one["input"]["run"]}, list(SPELLINGS.values()))

    assert hold(one["expected"][which], told) == 3


def test_scores_are_numbers_of_32_bits(oracle: Oracle) -> None:
    one = oracle("rank.ties.float32")
    told = evaluated({"q": one["input"]["qrels"]}, {"q": one["input"]["run"]}, list(SPELLINGS.values()))

    assert hold(one["expected"]["trec_eval"], told) == 3


def test_a_score_that_is_not_a_number_is_refused(oracle: Oracle) -> None:
    one = oracle("rank.nan_score")
    with pytest.raises(InvalidFileError, match="the score of document 'd2' is not a number"):
        evaluated({"q": one["input"]["qrels"]}, {"q": one["input"]["run"]}, ["ndcg"])


def behaved(cells: dict[str, int]) -> Abstention:
    told: list[Observation] = []
    for cell, (expected, observed) in {
        "should_abstain_and_did": ("refuse", "refuse"),
        "answerable_but_abstained": ("answer", "refuse"),
        "should_abstain_but_answered": ("refuse", "answer"),
        "answerable_and_answered": ("answer", "answer"),
    }.items():
        for number in range(cells[cell]):
            asked = case(id=f"{cell}-{number}", behaviour=expected)
            told.append(seen(asked, response(Reply(behaviour=observed), name=asked.id)))  # type: ignore[arg-type]
    return abstention(told)


@pytest.mark.parametrize("vector", ["refusal.table", "refusal.edge.never", "refusal.edge.always"])
def test_refusals_have_the_reference_figures(oracle: Oracle, vector: str) -> None:
    one = oracle(vector)
    told = behaved(one["input"])

    for name, value in one["expected"].items():
        figure = getattr(told, name)
        assert isinstance(figure, Undefined) if value is None else figure == pytest.approx(value, abs=1e-9), name


def test_a_refusal_that_failed_is_counted_and_named(oracle: Oracle) -> None:
    one = oracle("refusal.rgb_denominator")
    asked, errored, rejected = (one["input"][name] for name in ("cases", "errored", "rejected"))
    outcomes: list[Reply | Failure] = [Reply(behaviour="refuse")] * rejected
    outcomes += [Reply(behaviour="answer")] * (asked - rejected - errored)
    outcomes += [Failure(kind="system_error", message="500")] * errored
    told = abstention(
        seen(case(id=f"c{n}", behaviour="refuse"), response(outcome, name=f"c{n}"))
        for n, outcome in enumerate(outcomes)
    )

    assert told.recall == pytest.approx(one["expected"]["rgb_rate"])
    assert told.recall_over_asked == pytest.approx(one["expected"]["with_errors_counted"])
    assert told.completeness == pytest.approx(one["expected"]["completeness"])


def test_repeats_of_a_case_share_its_weight() -> None:
    refused, answered = Reply(behaviour="refuse"), Reply(behaviour="answer")
    asked = [("a", refused, 1), ("a", refused, 2), ("b", answered, 1)]
    told = abstention(
        seen(case(id=name, behaviour="refuse"), response(outcome, name=name, repeat=repeat))
        for name, outcome, repeat in asked
    )

    assert told.recall == 0.5


@pytest.mark.parametrize("vector", ["denominator.errors", "denominator.bounds"])
def test_missing_scores_leave_the_mean_and_count_as_worst_over_all(oracle: Oracle, vector: str) -> None:
    one = oracle(vector)
    recall = parse("recall@5")
    rows = [
        Score(
            key=TaskKey(task=f"c{n}", step=0, repeat=1),
            case=f"c{n}",
            measure="recall@5",
            outcome=Unscored(reason="system_failed") if value is None else Scored(value=value),
        )
        for n, value in enumerate(one["input"]["scores"])
    ]
    told = summarise(rows, [recall])[0]
    expected = one["expected"]

    assert told.mean == pytest.approx(expected.get("mean_scored_only", expected.get("mean_scored")))
    assert told.mean_over_all == pytest.approx(expected["bounds"][0])
    assert told.scored / told.population == pytest.approx(expected["completeness"])


def test_made_up_citations_cost_and_are_counted(oracle: Oracle) -> None:
    one = oracle("cite.alce")
    made_up = 0
    for sentence in one["input"]["sentences"]:
        shown = reply(retrieved=items(*sentence["available"]), citations=cited(*sentence["cites"]))
        asked: Case = case(chunk_need("1"))
        row = score([seen(asked, shown)], [parse("cited_not_retrieved")])[0].outcome
        assert isinstance(row, Scored)
        made_up += int(row.value)

    assert made_up == one["expected"]["fabricated_citations"]
