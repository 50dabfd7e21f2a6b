"""The eleven measures of claims: by hand, as published, and what has no value."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.claim_labels import ClaimLabel, ClaimLabels
from goldsmith.records.measure import Scored, Unscored
from goldsmith.scoring.claim_measures import (
    CLAIM_MEASURES,
    GROUPS,
    claim_measures,
    mean_claim_measures,
    published_percent,
)

YES: ClaimLabel = "supported"
NO: ClaimLabel = "not_addressed"
_WORDS: dict[str, ClaimLabel] = {"Entailment": "supported", "Contradiction": "contradicted", "Neutral": "not_addressed"}


def test_each_measure_counts_what_it_says() -> None:
    labels = ClaimLabels(
        response_claims=("right and found", "noise of a relevant passage", "noise of another", "made up"),
        answer_claims=("found and said", "found only"),
        passages=("relevant", "other"),
        response_by_answer=(YES, NO, "contradicted", NO),
        answer_by_response=(YES, NO),
        response_by_passages=((YES, NO), (YES, YES), (NO, YES), (NO, NO)),
        answer_by_passages=((YES, NO), (YES, NO)),
    )

    assert claim_measures(labels) == {
        "precision": Scored(value=1 / 4),
        "recall": Scored(value=1 / 2),
        "f1": Scored(value=1 / 3),
        "claim_recall": Scored(value=1.0),
        "context_precision": Scored(value=1 / 2),
        "context_utilization": Scored(value=1 / 2),
        "noise_sensitivity_in_relevant": Scored(value=1 / 4),
        "noise_sensitivity_in_irrelevant": Scored(value=1 / 4),
        "hallucination": Scored(value=1 / 4),
        "self_knowledge": Scored(value=0.0),
        "faithfulness": Scored(value=3 / 4),
    }


def test_a_response_without_claims_is_neither_faithful_nor_free_of_hallucination() -> None:
    """A right refusal makes no claim; counted as 0 it would pull every mean."""
    labels = ClaimLabels(
        response_claims=(),
        answer_claims=("a",),
        passages=("p",),
        response_by_answer=(),
        answer_by_response=(NO,),
        response_by_passages=(),
        answer_by_passages=((NO,),),
    )
    measured = claim_measures(labels)

    assert [name for name in CLAIM_MEASURES if isinstance(measured[name], Scored)] == [
        "recall",
        "claim_recall",
        "context_precision",
    ]
    assert measured["faithfulness"] == Unscored(reason="not_applicable", detail="the response makes no claim")
    assert measured["context_utilization"] == Unscored(
        reason="not_applicable", detail="no claim of the right answer is in what was retrieved"
    )


def test_what_nobody_labelled_needs_a_judge() -> None:
    labels = ClaimLabels(response_claims=("a",), answer_claims=("b",), passages=None, response_by_answer=(YES,))
    measured = claim_measures(labels)

    assert measured.pop("precision") == Scored(value=1.0)
    assert set(measured.values()) == {Unscored(reason="needs_judge", detail="nobody labelled the claims against that")}


def test_labels_that_do_not_fit_the_claims_give_no_value() -> None:
    labels = ClaimLabels(
        response_claims=("a", "b"),
        answer_claims=("c",),
        passages=("p",),
        response_by_answer=(YES,),
        response_by_passages=((YES,), (YES, NO)),
    )
    measured = claim_measures(labels)

    assert {measured["precision"], measured["faithfulness"]} == {
        Unscored(reason="needs_judge", detail="labels and claims differ in number")
    }


def test_a_claim_that_nothing_retrieved_can_support_is_not_found() -> None:
    labels = ClaimLabels(
        response_claims=("a", "b"),
        answer_claims=("c",),
        passages=(),
        response_by_answer=(YES, NO),
        answer_by_response=(YES,),
        response_by_passages=((), ()),
        answer_by_passages=((),),
    )
    measured = claim_measures(labels)

    assert measured["hallucination"] == measured["self_knowledge"] == Scored(value=1 / 2)
    assert measured["claim_recall"] == Scored(value=0.0)
    assert measured["context_precision"] == Unscored(reason="not_applicable", detail="nothing was retrieved")


def test_means_name_what_is_missing_and_what_counting_it_as_nothing_would_give() -> None:
    some = claim_measures(
        ClaimLabels(response_claims=("a",), answer_claims=(), passages=None, response_by_answer=(YES,))
    )
    none = claim_measures(ClaimLabels(response_claims=(), answer_claims=(), passages=None, response_by_answer=()))
    mean = mean_claim_measures([some, none])["precision"]

    assert (mean.mean, mean.scored, mean.missing, mean.mean_over_all) == (1.0, 1, (("not_applicable", 1),), 0.5)
    with pytest.raises(ValueError, match="at least one"):
        mean_claim_measures([])


@pytest.mark.parametrize("name", ["ragchecker.worked", "ragchecker.empty_response"])
def test_the_worked_examples_agree(oracle: Callable[[str], dict[str, Any]], name: str) -> None:
    vector = oracle(name)
    given_labels = vector["input"]
    measured = claim_measures(_of_numbers(given_labels))

    spelled = {"noise_sensitivity_relevant": "noise_sensitivity_in_relevant"}
    spelled["noise_sensitivity_irrelevant"] = "noise_sensitivity_in_irrelevant"
    expected = {spelled.get(key, key): value for key, value in vector["expected"].items()}
    if "goldsmith_expected" in expected:
        assert {type(one) for one in measured.values()} == {Unscored}
    else:
        values = {key: one.value for key, one in measured.items() if isinstance(one, Scored)}
        assert values == pytest.approx(expected, abs=1e-9)


def test_the_published_output_of_ragchecker_is_ours(shared: Path) -> None:
    path = shared / "data" / "ragchecker-meta" / "examples" / "checking_outputs.json"
    published = json.loads(path.read_text(encoding="utf-8"))
    measured = [claim_measures(_of_words(result)) for result in published["results"]]

    for held, result in zip(measured, published["results"], strict=True):
        values = {key: one.value for key, one in held.items() if isinstance(one, Scored)}
        assert values == pytest.approx(result["metrics"], abs=1e-12)
    means = mean_claim_measures(measured)
    assert {
        group: {name: published_percent(means[name].mean_over_all) for name in names} for group, names in GROUPS.items()
    } == published["metrics"]


_LABELS = st.sampled_from([YES, NO, "contradicted"])


@st.composite
def _labelled(draw: st.DrawFn) -> ClaimLabels:
    response, answer, passages = (draw(st.integers(1, 4)) for _ in range(3))

    def row(length: int) -> tuple[ClaimLabel, ...]:
        return tuple(draw(st.lists(_LABELS, min_size=length, max_size=length)))

    return ClaimLabels(
        response_claims=tuple(map(str, range(response))),
        answer_claims=tuple(map(str, range(answer))),
        passages=tuple(map(str, range(passages))),
        response_by_answer=row(response),
        answer_by_response=row(answer),
        response_by_passages=tuple(row(passages) for _ in range(response)),
        answer_by_passages=tuple(row(passages) for _ in range(answer)),
    )


@given(_labelled())
def test_every_claim_of_a_response_is_one_kind(labels: ClaimLabels) -> None:
    values = {key: one.value for key, one in claim_measures(labels).items() if isinstance(one, Scored)}

    noise = values["noise_sensitivity_in_relevant"] + values["noise_sensitivity_in_irrelevant"]
    assert values["precision"] + noise + values["hallucination"] == pytest.approx(1)
    assert values["faithfulness"] + values["hallucination"] + values["self_knowledge"] == pytest.approx(1)


def _of_numbers(held: dict[str, Any]) -> ClaimLabels:
    def row(numbers: list[int]) -> tuple[ClaimLabel, ...]:
        return tuple(YES if number else NO for number in numbers)

    response, answer = held["response_claims_by_chunk"], held["key_claims_by_chunk"]
    return ClaimLabels(
        response_claims=tuple(map(str, range(len(response)))),
        answer_claims=tuple(map(str, range(len(answer)))),
        passages=tuple(map(str, range(len((response or answer or [[]])[0])))),
        response_by_answer=row(held["response_claim_entailed_by_key"]),
        answer_by_response=row(held["key_claim_entailed_by_response"]),
        response_by_passages=tuple(map(row, response)),
        answer_by_passages=tuple(map(row, answer)),
    )


def _of_words(result: dict[str, Any]) -> ClaimLabels:
    def row(words: list[str]) -> tuple[ClaimLabel, ...]:
        return tuple(_WORDS[word] for word in words)

    return ClaimLabels(
        response_claims=tuple(" ".join(claim) for claim in result["response_claims"]),
        answer_claims=tuple(" ".join(claim) for claim in result["gt_answer_claims"]),
        passages=tuple(one["doc_id"] for one in result["retrieved_context"]),
        response_by_answer=row(result["answer2response"]),
        answer_by_response=row(result["response2answer"]),
        response_by_passages=tuple(map(row, result["retrieved2response"])),
        answer_by_passages=tuple(map(row, result["retrieved2answer"])),
    )
