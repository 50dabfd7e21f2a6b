"""Whole runs as columns: the same figures as case by case, trec_eval's order, and no row taken twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InvalidFileError, UnknownNameError
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.measure import Scored
from goldsmith.scoring.joins import Side, _equal_keys, doubled_rows, group, join, keys_of
from goldsmith.scoring.measures import parse, score
from goldsmith.scoring.ranking import Order, RunEvaluation, evaluate_run, rank_biased_precision
from goldsmith.scoring.trec import parse_qrels, parse_run
from goldsmith.tables.rank_columns import JudgementColumns, RunColumns
from tests.scoring.building import case, items, reply, seen

MEASURES = (
    "precision", "precision@2", "recall", "recall@2", "capped_recall@2", "hit@1", "reciprocal_rank",
    "reciprocal_rank@2", "average_precision", "average_precision@3", "ndcg", "ndcg@3", "all_needs@3", "needs_met",
)  # fmt: skip

Judged = Sequence[tuple[str, str, int]]
Returned = Sequence[tuple[str, str, float]]


def judgements(rows: Judged, *, kind: str = "U") -> JudgementColumns:
    query = np.array([row[0] for row in rows], dtype=np.str_)
    document = np.array([row[1] for row in rows], dtype=np.str_)
    grade = np.array([row[2] for row in rows], np.int64)
    if kind == "U":
        return JudgementColumns(query=query, document=document, grade=grade)
    return JudgementColumns(query=query.astype(object), document=document.astype(object), grade=grade)


def results(rows: Returned, *, kind: str = "U") -> RunColumns:
    query = np.array([row[0] for row in rows], dtype=np.str_)
    document = np.array([row[1] for row in rows], dtype=np.str_)
    scores = np.array([row[2] for row in rows], np.float64)
    if kind == "U":
        return RunColumns(query=query, document=document, score=scores)
    return RunColumns(query=query.astype(object), document=document.astype(object), score=scores)


def evaluated(judged: Judged, returned: Returned, *measures: str, order: Order = "trec") -> RunEvaluation:
    return evaluate_run(judgements(judged), results(returned), measures or MEASURES, order=order)


DOCUMENTS = ["longer than sixteen bytes", "a\nb", "d1", "d2", "d3", "d4", "a long name", "\u00e9"]
judged_lists = st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(-1, 3), max_size=6)
returned_lists = st.lists(st.sampled_from(DOCUMENTS), max_size=6, unique=True)
worlds = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3", "q10"]), st.tuples(judged_lists, returned_lists), max_size=4
)
World = dict[str, tuple[dict[str, int], list[str]]]


def flat(world: World) -> tuple[list[tuple[str, str, int]], list[tuple[str, str, float]]]:
    judged = [(name, document, grade) for name, (grades, _) in world.items() for document, grade in grades.items()]
    returned = [(name, document, float(-rank)) for name, (_, ids) in world.items() for rank, document in enumerate(ids)]
    return judged, returned


@given(worlds, st.sampled_from(["U", "O"]))
def test_columns_and_observations_give_the_same_figures(world: World, kind: str) -> None:
    judged, returned = flat(world)
    found = evaluate_run(judgements(judged, kind=kind), results(returned, kind=kind), MEASURES)
    answerable = [name for name, (grades, _) in world.items() if any(grade > 0 for grade in grades.values())]

    assert list(found.questions) == answerable
    for index, name in enumerate(answerable):
        grades, ids = world[name]
        needs = [Need(any_of=(Alternative(chunk=one, grade=grade),)) for one, grade in grades.items() if grade > 0]
        rows = score([seen(case(*needs), reply(retrieved=items(*ids)))], [parse(one) for one in MEASURES])
        for row in rows:
            assert isinstance(row.outcome, Scored)
            assert found.values[row.measure][index] == pytest.approx(row.outcome.value, abs=1e-12)


@given(worlds, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_changes_nothing_in_the_order_of_scores(world: World, chance: object) -> None:
    judged, returned = flat(world)
    before = evaluated(judged, returned)
    chance.shuffle(returned)  # type: ignore[attr-defined]
    after = evaluated(judged, returned)

    assert {name: values.tolist() for name, values in after.values.items()} == {
        name: values.tolist() for name, values in before.values.items()
    }


def test_ties_go_to_the_highest_document_id_and_the_own_order_knows_no_ties() -> None:
    returned = [("q", "d1", 1.0), ("q", "d3", 1.0), ("q", "d2", 1.0)]

    assert evaluated([("q", "d1", 1)], returned, "reciprocal_rank").values["reciprocal_rank"].tolist() == [1 / 3]
    assert evaluated([("q", "d1", 1)], returned, "reciprocal_rank", order="own").values["reciprocal_rank"].tolist() == [
        1
    ]


def test_scores_are_compared_as_numbers_of_32_bits() -> None:
    returned = [("q", "d1", 1.00000001), ("q", "d2", 1.00000002), ("q", "d3", 1.0)]

    assert evaluated([("q", "d1", 1)], returned, "reciprocal_rank").values["reciprocal_rank"].tolist() == [1 / 3]


def test_only_the_questions_with_ties_are_put_in_order() -> None:
    returned = [
        ("q1", "a", 2.0),
        ("q1", "b", 1.0),
        ("q2", "a", 1.0),
        ("q2", "b", 2.0),
        ("q3", "a", 1.0),
        ("q3", "b", 1.0),
    ]
    judged = [("q1", "a", 1), ("q2", "a", 1), ("q3", "a", 1)]

    assert evaluated(judged, returned, "reciprocal_rank").values["reciprocal_rank"].tolist() == [1, 0.5, 0.5]


def test_rows_of_one_question_need_not_stand_together() -> None:
    returned = [("q1", "a", 1.0), ("q2", "x", 9.0), ("q1", "b", 2.0), ("q2", "a", 1.0)]
    judged = [("q2", "a", 1), ("q1", "a", 1)]

    assert evaluated(judged, returned, "reciprocal_rank").values["reciprocal_rank"].tolist() == [0.5, 0.5]
    assert evaluated(judged, returned, "precision@1", order="own").values["precision@1"].tolist() == [0, 1]


def test_a_score_that_is_not_a_number_is_refused_with_its_place() -> None:
    with pytest.raises(InvalidFileError) as told:
        evaluated([("q", "d1", 1)], [("q", "d2", float("nan")), ("q", "d1", 2.0)], "recall")

    assert str(told.value) == (
        "GSE-102 1 scores are not numbers\n"
        "    [q]: the score of document 'd2' is not a number\n"
        "      mend: give it a number, or leave the document out"
    )


@pytest.mark.parametrize("kind", ["U", "O"])
def test_a_document_returned_twice_is_refused_naming_both_rows(kind: str) -> None:
    run = results([("q1", "d1", 3.0), ("q2", "d1", 2.0), ("q2", "d2", 1.0), ("q2", "d1", 0.5)], kind=kind)
    with pytest.raises(InvalidFileError, match="document 'd1' stands twice, in lines 2 and 4"):
        evaluate_run(judgements([("q1", "d1", 1)], kind=kind), run, ["recall"])


def test_two_judgements_of_one_pair_are_refused_naming_both_lines(shared_case: Callable[[str], Path]) -> None:
    text = (shared_case("028-duplicate-retrieved-chunks") / "qrels-twice.txt").read_text(encoding="utf-8")
    with pytest.raises(InvalidFileError, match="document 'a#1' stands twice, in lines 1 and 2"):
        evaluate_run(parse_qrels(text), results([("g001", "a#1", 1.0)]), ["recall"])


@given(st.lists(st.tuples(st.sampled_from(["q1", "q2"]), st.sampled_from(DOCUMENTS)), max_size=8), st.integers(0, 40))
def test_a_doubled_row_is_found_whatever_the_shape_of_the_run(pairs: list[tuple[str, str]], padding: int) -> None:
    # A few long questions among short ones take another way than questions of one length.
    rows = pairs + [("long", f"x{n}") for n in range(padding)]
    query, document = (np.array([row[side] for row in rows], dtype=np.str_) for side in (0, 1))
    found = doubled_rows(keys_of(document, document)[0], group(query), document)

    assert (found is not None) == (len(set(pairs)) < len(pairs))
    assert found is None or rows[found[0]] == rows[found[1]]


def test_rows_are_joined_whatever_places_their_keys_share() -> None:
    chance = np.random.default_rng(3)
    wanted = np.unique(chance.integers(0, 1 << 63, 3_000, dtype=np.uint64) << np.uint64(1))
    # The upper bits decide the place: these all fight for a few.
    wanted = np.unique(np.concatenate((wanted, np.arange(1, 2_000, dtype=np.uint64))))
    chance.shuffle(wanted)
    keys = np.concatenate((wanted[::3], np.arange(5_000, 6_000, dtype=np.uint64)))
    rows, found = _equal_keys(keys, wanted)

    assert rows.tolist() == list(range(len(wanted[::3])))
    assert np.array_equal(wanted[found], keys[rows])


@pytest.mark.parametrize("kind", ["U", "O"])
def test_ids_with_line_ends_and_ids_of_many_bytes_are_ids(kind: str) -> None:
    judged = [("q", "a\nb", 1), ("q", "x" * 40, 1), ("q", "x" * 39 + "y", 1), ("q", "\u00e9" * 9, 1)]
    returned = [("q", "x" * 40, 3.0), ("q", "a", 2.5), ("q", "a\nb", 2.0), ("q", "\u00e9" * 9, 1.0)]
    found = evaluate_run(judgements(judged, kind=kind), results(returned, kind=kind), ["needs_met", "recall@1"])

    assert {name: values.tolist() for name, values in found.values.items()} == {"needs_met": [3], "recall@1": [0.25]}


def test_columns_of_the_two_kinds_may_be_mixed() -> None:
    found = evaluate_run(judgements([("q", "d1", 1)]), results([("q", "d1", 1.0)], kind="O"), ["recall"])

    assert found.values["recall"].tolist() == [1]


def test_two_texts_with_one_key_are_told_apart() -> None:
    def side(documents: list[str]) -> Side:
        column = np.array(documents)
        return Side(
            documents=column,
            groups=group(np.array(["q"] * len(documents))),
            keys=np.array([len(one) for one in documents], np.uint64),
            codes=np.zeros(len(documents), np.int64),
        )

    pairs = join(side(["ab", "cd", "e"]), side(["cd", "x"]))

    assert (pairs.run.tolist(), pairs.judged.tolist()) == ([1], [0])


def test_questions_that_do_not_fit_are_named_and_change_no_denominator_in_silence(
    oracle: Callable[[str], dict[str, object]],
) -> None:
    vector = oracle("rank.missing_queries")
    source, expected = vector["input"], vector["expected"]
    assert isinstance(source, dict)
    assert isinstance(expected, dict)
    judged = [(name, document, grade) for name, grades in source["qrels"].items() for document, grade in grades.items()]
    run = results([(name, one, value) for name, found in source["run"].items() for one, value in found.items()])
    answered = tuple(name for name, found in source["run"].items() if not found)
    run = RunColumns(query=run.query, document=run.document, score=run.score, answered=answered)
    told = evaluate_run(judgements(judged), run, ["reciprocal_rank"])
    recommended = expected["recommended"]

    assert told.mean("reciprocal_rank") == pytest.approx(recommended["mean_over_answerable_cases"])
    assert told.mean("reciprocal_rank", over="judged") == pytest.approx(expected["mean_all_judged"])
    assert told.mean("reciprocal_rank", over="returned") == pytest.approx(expected["mean_intersection"])
    assert [list(one) for one in (told.questions, told.missing, told.empty, told.no_relevant, told.unknown)] == [
        recommended["answerable"], recommended["missing"], recommended["empty"], recommended["no_relevant"],
        recommended["unknown_in_run"],
    ]  # fmt: skip


def test_a_set_without_relevant_documents_has_no_mean() -> None:
    told = evaluated([("q", "d1", 0)], [("q", "d1", 1.0)], "recall")

    assert (told.questions, told.mean("recall"), told.mean("recall", over="judged")) == ((), None, 0.0)
    assert evaluated([], [], "recall").mean("recall", over="returned") is None


def test_a_measure_without_a_meaning_for_runs_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="measures of a whole run"):
        evaluated([("q", "d1", 1)], [], "latency_ms")


def test_rank_biased_precision_and_what_is_left_open(oracle: Callable[[str], dict[str, dict[str, float]]]) -> None:
    vector = oracle("rank.rbp")
    found = rank_biased_precision(vector["input"]["relevance_in_rank_order"], vector["input"]["p"])  # type: ignore[arg-type]

    assert found.value == pytest.approx(vector["expected"]["rbp"])
    assert found.residual == pytest.approx(vector["expected"]["residual"])
    with pytest.raises(ValueError, match="persistence is 1"):
        rank_biased_precision([1], 1)


def test_lines_that_are_no_judgements_or_results_are_all_named() -> None:
    with pytest.raises(InvalidFileError) as qrels:
        parse_qrels("q 0 d 1\n# a comment\n\nq 0 d\nq 0 d high\n")
    with pytest.raises(InvalidFileError) as run:
        parse_run("q Q0 d 1 0.5 tag\nq Q0 e 2 nan tag\nq Q0 f 3\nq Q0 g 4 1_0 tag\n")

    assert [(one.line, one.message) for one in qrels.value.problems] == [
        (4, "a judgement has 4 fields, this line has 3"),
        (5, "the grade 'high' is not a whole number"),
    ]
    assert [(one.line, one.message) for one in run.value.problems] == [
        (2, "question 'q', document 'e': the score 'nan' is not a number"),
        (3, "a result has 6 fields, this line has 4"),
        (4, "question 'q', document 'g': the score '1_0' is not a number"),
    ]
