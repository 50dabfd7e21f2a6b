"""Measures have one spelling, an outcome for every pair, and no value outside its scale."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import UnknownNameError
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.measure import Measure, Outcome, Scored, Unscored
from goldsmith.records.observation import Observation
from goldsmith.records.response import Citation, Failure, Reply, Usage
from goldsmith.scoring.measures import DEFINITIONS, STANDARD, parse, score
from tests.scoring.building import case, chunk_need, document, items, reply, response, seen, support, view


def figure(measure: str, observation: Observation) -> Outcome:
    return score([observation], [parse(measure)])[0].outcome


def value(measure: str, observation: Observation) -> float:
    outcome = figure(measure, observation)
    assert isinstance(outcome, Scored), outcome
    return outcome.value


def figures(observation: Observation, *measures: str) -> list[float]:
    return [value(measure, observation) for measure in measures]


def test_every_measure_comes_back_from_its_own_spelling() -> None:
    for name, definition in DEFINITIONS.items():
        spellings = [name] if definition.cutoff == "none" else [name, f"{name}@5"]

        assert [str(parse(spelling)) for spelling in spellings] == spellings


def test_the_standard_measures_exist_and_each_is_named_once() -> None:
    assert [str(parse(name)) for name in STANDARD] == list(STANDARD)
    assert len(set(STANDARD)) == len(STANDARD)
    assert {parse(name).layer for name in STANDARD} == {
        "retrieval", "evidence", "response", "behaviour", "authorization", "operations",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text", ["recal@5", "recall@0", "recall@x", "recall@", "latency_ms@5", "", "recall@-1", "recall@5@6"]
)
def test_a_name_that_nothing_has_is_refused(text: str) -> None:
    with pytest.raises(UnknownNameError):
        parse(text)


def test_the_nearest_measure_is_suggested() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'recall'"):
        parse("recal@5")


@pytest.mark.parametrize(
    ("name", "direction"),
    [
        ("recall@5", "higher"),
        ("prohibited_claims", "lower"),
        ("latency_ms", "lower"),
        ("false_refusal", "lower"),
        ("completion_rank", "none"),
    ],
)
def test_a_measure_says_which_way_is_better(name: str, direction: str) -> None:
    assert parse(name).direction == direction


def test_precision_divides_by_what_was_returned_and_precision_at_k_by_k() -> None:
    observation = seen(case(chunk_need("a#1"), chunk_need("a#2")), reply(retrieved=items("a#1", "b#9")))

    assert figures(observation, "precision", "precision@5", "irrelevant_rate") == [0.5, 0.2, 0.5]


def test_one_passage_three_times_is_counted_once_and_reported() -> None:
    observation = seen(
        case(chunk_need("a#1"), chunk_need("a#2")), reply(retrieved=items("a#1", "a#1", "a#1", "b#9", "a#2"))
    )

    assert figures(observation, "duplicates", "precision@3", "precision", "recall@3", "reciprocal_rank") == [
        2.0, 2 / 3, 2 / 3, 1.0, 1.0,
    ]  # fmt: skip
    assert value("ndcg", observation) < 1


def test_each_group_of_alternatives_counts_once(oracle: Any) -> None:
    vector = oracle("rank.evidence.all_required")
    groups, expected = vector["input"]["required_groups"], vector["expected"]
    observation = seen(
        case(*(chunk_need(*group) for group in groups)), reply(retrieved=items(*vector["input"]["ranking"]))
    )

    for k in range(1, 6):
        assert value(f"all_needs@{k}", observation) == float(expected["covered_at"][f"k{k}"])
        assert value(f"recall@{k}", observation) == pytest.approx(expected["group_recall_at"][f"k{k}"])
    assert value("completion_rank", observation) == expected["rank_of_completion"]


def test_a_second_alternative_of_a_met_need_is_relevant_and_gains_nothing() -> None:
    observation = seen(case(chunk_need("a#1", "a#2")), reply(retrieved=items("a#1", "a#2")))

    assert figures(observation, "precision", "recall", "average_precision", "ndcg", "needs_met") == [1, 1, 1, 1, 1]


def test_one_passage_that_meets_all_needs_is_perfect() -> None:
    observation = seen(case(chunk_need("a#1"), chunk_need("a#1", grade=3)), reply(retrieved=items("a#1")))

    assert figures(observation, "recall@1", "capped_recall@1", "average_precision", "ndcg@1", "ndcg@5") == [
        1,
        1,
        1,
        1,
        1,
    ]


def test_recall_is_capped_under_its_own_name() -> None:
    needs = [chunk_need(f"r{n}") for n in range(8)]
    observation = seen(case(*needs), reply(retrieved=items(*(f"r{n}" for n in range(5)))))

    assert figures(observation, "recall@5", "capped_recall@5", "average_precision@5", "precision@5") == [
        0.625,
        1,
        0.625,
        1,
    ]


def test_a_case_that_expects_no_answer_is_in_no_ranking_figure() -> None:
    observation = seen(case(behaviour="refuse"), reply(retrieved=items("x#1"), answer="I could not find this."))

    assert [
        row.outcome for row in score([observation], [parse("recall"), parse("reciprocal_rank"), parse("ndcg")])
    ] == [Unscored(reason="not_applicable", detail="the case has no evidence to retrieve")] * 3
    assert value("right_behaviour", observation) == 1.0


def test_a_list_of_one_empty_text_has_a_recall_of_nothing() -> None:
    observation = seen(case(chunk_need("a#1")), reply(retrieved=items("")))

    assert figures(observation, "recall", "precision", "ndcg", "reciprocal_rank") == [0, 0, 0, 0]
    assert figure("irrelevant_rate", observation) == Unscored(reason="not_applicable", detail="nothing was returned")


def test_document_level_evidence_has_its_own_spelling_and_is_never_mixed() -> None:
    corpus = view(document("fees"))
    whole = Need(any_of=(Alternative(document="fees"),))
    alone = seen(case(whole), reply(retrieved=items("x#1", "fees#2")), corpus)
    mixed = seen(case(whole, chunk_need("a#1")), reply(retrieved=items("a#1", "x#1", "fees#2")), corpus)

    assert isinstance(figure("recall@5", alone), Unscored)
    assert figures(alone, "document_recall@5", "document_reciprocal_rank", "document_precision") == [1.0, 0.5, 0.5]
    assert figures(mixed, "recall@5", "document_recall@5", "document_reciprocal_rank") == [1.0, 1.0, 1 / 3]
    assert figure("precision", mixed) == Unscored(
        reason="not_applicable", detail="the evidence is partly passages and partly documents"
    )


def test_a_need_gains_the_grade_by_which_it_was_met_whatever_its_passage_is_worth_elsewhere() -> None:
    either = Need(any_of=(Alternative(chunk="x#1", grade=1), Alternative(chunk="y#1", grade=3)))
    other = chunk_need("x#1", grade=3)

    assert value("ndcg@10", seen(case(either), reply(retrieved=items("x#1")))) == pytest.approx(1 / 3)
    assert value("ndcg@10", seen(case(either), reply(retrieved=items("y#1")))) == 1.0
    gained, ideal = 3 + 1 / math.log2(3), 3 + 3 / math.log2(3)
    assert value("ndcg@10", seen(case(either, other), reply(retrieved=items("x#1")))) == pytest.approx(gained / ideal)


def test_a_failed_response_is_scored_on_nothing_that_applies() -> None:
    failure = Failure(kind="recorded_failure", message="pickle data was truncated")
    observation = seen(case(chunk_need("a#1")), response(failure))

    assert figure("recall", observation) == Unscored(
        reason="system_failed", detail="recorded_failure: pickle data was truncated"
    )
    assert isinstance(figure("must_ask", observation), Unscored)
    assert value("failed", observation) == 1.0


def test_a_response_that_never_came_is_told_from_one_that_failed() -> None:
    failure = Failure(kind="not_answered", message="no result")

    outcome = figure("recall", seen(case(chunk_need("a#1")), response(failure)))

    assert isinstance(outcome, Unscored)
    assert outcome.reason == "not_answered"


def test_operations_are_read_as_shown() -> None:
    shown = Reply(usage=Usage(input_tokens=120, cost_usd=0.5), time_to_first_token_ms=80.0)
    observation = seen(case(), response(shown, latency_ms=900.0))

    assert figures(observation, "latency_ms", "time_to_first_token_ms", "input_tokens", "cost_usd", "failed") == [
        900, 80, 120, 0.5, 0,
    ]  # fmt: skip
    assert figure("output_tokens", observation) == Unscored(reason="not_observed", detail="output tokens are not shown")
    assert isinstance(figure("latency_ms", seen(case(), response(shown, latency_ms=math.nan))), Unscored)


IDS = [f"d#{n}" for n in range(6)]
needs = st.lists(
    st.builds(
        lambda ids, grade: chunk_need(*ids, grade=grade),
        st.lists(st.sampled_from(IDS), min_size=1, max_size=3, unique=True),
        st.integers(1, 3),
    ),
    max_size=4,
)
replies = st.builds(
    Reply,
    answer=st.sampled_from([None, "", "30 days", "I could not find this in the documents."]),
    retrieved=st.none() | st.lists(st.sampled_from([*IDS, ""]), max_size=9).map(lambda ids: items(*ids)),
    citations=st.none() | st.lists(st.sampled_from(IDS).map(lambda one: Citation(id=one)), max_size=3).map(tuple),
)
outcomes = replies | st.just(Failure(kind="timeout", message="30 s"))
every = [
    parse(spelling)
    for name, definition in DEFINITIONS.items()
    for spelling in ([name] if definition.cutoff == "none" else [name, f"{name}@1", f"{name}@3"])
]


@given(st.lists(needs, max_size=3), st.lists(outcomes, max_size=3))
def test_there_is_one_outcome_for_every_observation_and_measure(
    asked: list[list[Need]], shown: list[Reply | Failure]
) -> None:
    observations = [
        seen(case(*one, id=f"c{n}", identity=support()), response(outcome, name=f"c{n}"))
        for n, (one, outcome) in enumerate(zip(asked, shown, strict=False))
    ]
    scores = score(observations, every)

    assert [(one.case, one.measure) for one in scores] == [
        (observation.case, str(measure)) for observation in observations for measure in every
    ]


@given(needs, replies)
def test_no_share_leaves_the_scale(asked: list[Need], shown: Reply) -> None:
    rows = score([seen(case(*asked, identity=support()), response(shown))], every)
    by_name: dict[str, Measure] = {str(measure): measure for measure in every}
    for row in rows:
        if isinstance(row.outcome, Scored):
            assert math.isfinite(row.outcome.value)
            assert row.outcome.value >= 0
            assert row.outcome.value <= 1 or by_name[row.measure].unit != "share"


@given(needs, st.lists(st.sampled_from(IDS), max_size=9), st.randoms(use_true_random=False))
def test_the_order_of_needs_and_alternatives_changes_nothing(asked: list[Need], ids: list[str], chance: Any) -> None:
    shuffled = [Need(any_of=tuple(chance.sample(one.any_of, len(one.any_of)))) for one in asked]
    chance.shuffle(shuffled)
    ranked = [measure for measure in every if measure.layer == "retrieval"]
    before = score([seen(case(*asked), reply(retrieved=items(*ids)))], ranked)
    after = score([seen(case(*shuffled), reply(retrieved=items(*ids)))], ranked)

    assert before == after


@given(needs.filter(bool), st.lists(st.sampled_from(IDS), max_size=6, unique=True), st.sampled_from(IDS))
def test_one_more_passage_at_the_end_never_lowers_recall(asked: list[Need], ids: list[str], more: str) -> None:
    before = seen(case(*asked), reply(retrieved=items(*ids)))
    after = seen(case(*asked), reply(retrieved=items(*ids, more)))

    assert value("recall", after) >= value("recall", before)
    assert value("recall@3", after) >= value("recall@3", before)


def test_evidence_that_is_worth_nothing_has_no_graded_figure() -> None:
    worthless = case(Need(any_of=(Alternative(chunk="a", grade=0),)))
    outcome = figure("ndcg@10", seen(worthless, reply(retrieved=items("a"))))

    assert outcome == Unscored(reason="not_applicable", detail="no grade of the evidence is above 0")
