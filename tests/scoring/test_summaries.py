"""A mean says what it is a mean of: no sample is dropped, no case weighs more, and a missing score is never a 0."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.measure import Measure, Outcome, Reason, Score, Scored, Summary, Unscored
from goldsmith.records.task import TaskKey
from goldsmith.scoring.measures import parse, summarise

RECALL = parse("recall@5")


def row(case: str, outcome: Outcome, *, repeat: int = 1, measure: Measure = RECALL) -> Score:
    return Score(key=TaskKey(task=case, step=0, repeat=repeat), case=case, measure=str(measure), outcome=outcome)


def scored(case: str, value: float, **more: Any) -> Score:
    return row(case, Scored(value=value), **more)


def absent(case: str, reason: Reason, **more: Any) -> Score:
    return row(case, Unscored(reason=reason), **more)


def summary(scores: Sequence[Score], measure: Measure = RECALL, cases: Sequence[str] = ()) -> Summary:
    return summarise(scores, [measure], cases=cases)[0]


def test_a_failed_case_is_out_of_the_mean_and_the_worst_in_the_mean_over_all() -> None:
    told = summary([scored("a", 1.0), scored("b", 0.5), absent("c", "system_failed"), absent("d", "not_applicable")])

    assert (told.mean, told.scored, told.population, told.mean_over_all) == (0.75, 2, 3, 0.5)
    assert told.missing == (("system_failed", 1), ("not_applicable", 1))


def test_for_a_rate_that_should_be_low_a_failed_case_counts_as_one() -> None:
    measure = parse("false_refusal")
    told = summary([scored("a", 0.0, measure=measure), absent("b", "system_failed", measure=measure)], measure)

    assert (told.mean, told.mean_over_all) == (0.0, 0.5)


def test_a_time_has_no_worst_value() -> None:
    measure = parse("latency_ms")
    rows = [scored("a", 900.0, measure=measure), absent("b", "system_failed", measure=measure)]

    assert (summary(rows, measure).mean, summary(rows, measure).mean_over_all) == (900.0, None)
    assert summary(rows[:1], measure).mean_over_all == 900.0


def test_a_case_is_first_the_mean_of_its_repeats() -> None:
    told = summary(
        [scored("a", 1.0, repeat=1), scored("a", 0.0, repeat=2), scored("a", 1.0, repeat=3), scored("b", 0.0)]
    )

    assert told.mean == pytest.approx((2 / 3 + 0) / 2)
    assert told.scored == 2


def test_a_repeat_that_failed_counts_in_the_mean_over_all() -> None:
    told = summary([scored("a", 1.0, repeat=1), absent("a", "system_failed", repeat=2)])

    assert (told.mean, told.mean_over_all, told.scored, told.population, told.missing) == (1.0, 0.5, 1, 1, ())


def test_no_case_has_no_mean() -> None:
    told = summary([])

    assert (told.mean, told.interval, told.mean_over_all, told.scored, told.population) == (None, None, None, 0, 0)


def test_a_case_without_any_score_is_not_answered() -> None:
    told = summary([scored("a", 1.0)], cases=("a", "b"))

    assert (told.scored, told.population, told.mean_over_all, told.missing) == (1, 2, 0.5, (("not_answered", 1),))


def test_shares_of_yes_and_no_have_the_interval_of_wilson_and_others_that_of_student() -> None:
    yes_and_no = summary([scored(str(n), float(n < 8)) for n in range(10)])
    spread = [scored(str(n), value) for n, value in enumerate((0.2, 0.4, 0.9, 0.5, 0.5))]

    assert yes_and_no.interval == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert summary(spread).interval == pytest.approx((0.1834, 0.8166), abs=1e-4)
    assert summary(spread[:4]).interval is None
    assert summary([scored("a", 0.5)]).interval is None
    assert summary([scored("a", 1.0)]).interval == pytest.approx((0.2065, 1.0), abs=1e-4)


masks = st.lists(st.lists(st.floats(0, 1) | st.sampled_from(get_args(Reason)), min_size=1, max_size=3), max_size=12)


@given(masks, st.integers(0, 3))
def test_asked_cases_are_the_scored_ones_and_those_without_a_score_by_reason(
    masks: list[list[Any]], unseen: int
) -> None:
    scores = [
        scored(f"c{n}", one, repeat=repeat) if isinstance(one, float) else absent(f"c{n}", one, repeat=repeat)
        for n, repeats in enumerate(masks)
        for repeat, one in enumerate(repeats, start=1)
    ]
    cases = [f"c{n}" for n in range(len(masks) + unseen)]
    told = summary(scores, cases=cases)
    values = [[one for one in repeats if isinstance(one, float)] for repeats in masks]
    means = [sum(one) / len(one) for one in values if one]

    assert told.scored + sum(count for _, count in told.missing) == len(cases)
    assert told.scored == len(means)
    assert told.mean == (pytest.approx(sum(means) / len(means)) if means else None)
    assert told.mean_over_all is None or told.mean is None or told.mean_over_all <= told.mean + 1e-9


@given(masks, st.randoms(use_true_random=False))
def test_the_order_of_scores_changes_no_figure(masks: list[list[Any]], chance: Any) -> None:
    scores = [
        scored(f"c{n}", one, repeat=repeat) if isinstance(one, float) else absent(f"c{n}", one, repeat=repeat)
        for n, repeats in enumerate(masks)
        for repeat, one in enumerate(repeats, start=1)
    ]
    shuffled = chance.sample(scores, len(scores))
    before, after = summary(scores), summary(shuffled)

    assert after.mean == pytest.approx(before.mean)
    assert (after.scored, after.population, after.missing) == (before.scored, before.population, before.missing)


def from_file(path: Path) -> list[Score]:
    """Read outside scores: those without a value keep a reason."""
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        absent(one["case_id"], "needs_judge") if one["score"] is None else scored(one["case_id"], one["score"])
        for one in rows
    ]


def test_a_judge_that_failed_on_the_hard_cases_leaves_them_out_and_says_so(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("032-judge-failure-inflates-mean")
    before, after = (
        summary(from_file(folder / "scores-before.jsonl")),
        summary(from_file(folder / "scores-after.jsonl")),
    )

    assert (before.mean, before.scored, before.missing) == (0.5, 10, ())
    assert (after.mean, after.scored, after.missing) == (1.0, 5, (("needs_judge", 5),))
