"""A threshold holds over all that it covers, or it is not passed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import ConfigurationError
from goldsmith.gates.thresholds import decide_threshold, spelled
from goldsmith.records.gate import GateFinding
from goldsmith.records.golden_set import Threshold
from goldsmith.records.measure import Measure, Outcome, Score, Scored, Unscored
from goldsmith.records.task import TaskKey
from tests.gates.making import case

RECALL = Measure(name="recall", cutoff=5, layer="retrieval", direction="higher", unit="share")


def score(name: str, outcome: Outcome, repeat: int = 1) -> Score:
    return Score(key=TaskKey(task=name, step=0, repeat=repeat), case=name, measure="recall@5", outcome=outcome)


CASES = {name: case(name, risk="high" if name == "c1" else "low") for name in ("c1", "c2", "c3")}


def test_a_threshold_says_its_bound_and_its_slice() -> None:
    threshold = Threshold(measure="recall@5", min=0.8, max=1, slice={"risk": "high"})

    assert spelled(threshold) == "recall@5 >= 0.8 and <= 1 (risk=high)"


@pytest.mark.parametrize(("least", "status"), [(0.5, "passed"), (0.51, "failed")])
def test_the_mean_over_cases_is_held_against_the_bound(least: float, status: str) -> None:
    scores = [score("c1", Scored(value=1)), score("c2", Scored(value=0.5)), score("c3", Scored(value=0))]

    result = decide_threshold(Threshold(measure="recall@5", min=least), RECALL, CASES, scores, {})

    assert (result.status, result.value, result.checked, result.population) == (status, 0.5, 3, 3)


def test_a_case_counts_once_however_often_it_was_asked() -> None:
    scores = [score("c1", Scored(value=0), 1), score("c1", Scored(value=1), 2), score("c2", Scored(value=1))]

    result = decide_threshold(Threshold(measure="recall@5", min=0.7), RECALL, CASES, scores, {})

    assert result.value == 0.75


def test_judge_failures_on_the_hard_cases_are_no_improvement() -> None:
    scores = [score("c1", Unscored(reason="needs_judge")), score("c2", Scored(value=1)), score("c3", Scored(value=1))]

    result = decide_threshold(Threshold(measure="recall@5", min=0.8), RECALL, CASES, scores, {})

    assert (result.status, result.checked, result.population) == ("incomplete", 2, 3)


def test_a_case_to_which_the_measure_does_not_apply_is_not_in_the_population() -> None:
    cases = {name: CASES[name] for name in ("c1", "c2")}
    scores = [score("c1", Unscored(reason="not_applicable")), score("c2", Scored(value=1))]

    result = decide_threshold(Threshold(measure="recall@5", min=0.8), RECALL, cases, scores, {})

    assert (result.status, result.population) == ("passed", 1)


def test_a_case_without_any_score_is_missing_and_no_pass() -> None:
    scores = [score("c1", Scored(value=1)), score("c2", Scored(value=1))]

    result = decide_threshold(Threshold(measure="recall@5", min=0.8), RECALL, CASES, scores, {})

    assert (result.status, result.checked, result.population) == ("incomplete", 2, 3)
    assert result.findings == (GateFinding(case="c3", kind="missing", message="no result"),)


def test_a_measure_that_applies_to_no_case_of_the_slice_says_so() -> None:
    scores = [score(name, Unscored(reason="not_applicable")) for name in CASES]

    result = decide_threshold(Threshold(measure="recall@5", min=0.8), RECALL, CASES, scores, {})

    assert (result.status, result.findings[0].message) == (
        "incomplete",
        "the measure applies to no case of this slice",
    )


def test_a_slice_with_no_case_is_never_passed() -> None:
    threshold = Threshold(measure="recall@5", min=0.8, slice={"risk": "medium"})

    result = decide_threshold(threshold, RECALL, CASES, [score("c1", Scored(value=1))], {})

    assert (result.status, result.findings[0].message) == ("incomplete", "no case of the set is in this slice")


def test_a_measure_without_direction_cannot_be_gated() -> None:
    calls = Measure(name="attempts", layer="operations", direction="none", unit="count")

    with pytest.raises(ConfigurationError, match="no better or worse"):
        decide_threshold(Threshold(measure="attempts", max=3), calls, CASES, [], {})


def test_a_threshold_without_a_bound_is_an_error_and_not_a_pass() -> None:
    with pytest.raises(ConfigurationError, match="neither min nor max"):
        decide_threshold(Threshold(measure="recall@5"), RECALL, CASES, [], {})


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), min_size=1, max_size=30), st.floats(0, 1))
def test_a_gate_below_its_completeness_floor_never_passes(values: list[float | None], floor: float) -> None:
    cases = {f"c{number}": case(f"c{number}") for number in range(len(values))}
    scores = [
        score(name, Unscored(reason="system_failed") if value is None else Scored(value=value))
        for name, value in zip(cases, values, strict=True)
    ]
    scored = sum(value is not None for value in values)

    result = decide_threshold(Threshold(measure="recall@5", min=0, completeness=floor), RECALL, cases, scores, {})

    assert (result.checked, result.population) == (scored, len(values))
    assert (result.status == "passed") == (scored > 0 and scored / len(values) >= floor - 1e-9)


@pytest.mark.parametrize(
    ("bound", "next_step"),
    [
        ({"min": 80}, "a share is between 0 and 1; did you mean 0.8?"),
        ({"max": 12.5}, "a share is between 0 and 1; did you mean 0.125?"),
        ({"min": -1}, "a share is between 0 and 1"),
        ({"min": 101}, "a share is between 0 and 1"),
    ],
)
def test_a_bound_that_no_share_has_is_refused_with_what_was_meant(bound: dict[str, Any], next_step: str) -> None:
    with pytest.raises(ConfigurationError, match="recall@5 is a share") as caught:
        decide_threshold(replace(Threshold(measure="recall@5"), **bound), RECALL, CASES, (), {})

    assert caught.value.next_step == next_step


def test_a_bound_on_a_time_is_no_share() -> None:
    latency = Measure(name="latency_ms", layer="operations", direction="lower", unit="ms")

    assert decide_threshold(Threshold(measure="latency_ms", max=80), latency, CASES, (), {}).status == "incomplete"
