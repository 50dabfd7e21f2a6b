"""How measures changed, in figures and in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.comparison import Change, Comparison, Effect
from goldsmith.records.measure import Measure, Outcome, Unscored
from tests.comparison.sides import RECALL, case, compared, scores, side

LATENCY = Measure(name="latency_ms", layer="operations", direction="lower", unit="ms")
CALLS = Measure(name="calls", layer="operations", direction="none", unit="count")
SUPPORTED = Measure(name="supported", layer="response", direction="higher", unit="share")


def between(
    measure: Measure,
    before: Mapping[str, float | Outcome],
    now: Mapping[str, float | Outcome],
    *,
    asked_before: Sequence[str] | None = None,
    asked_now: Sequence[str] | None = None,
) -> Comparison:
    """Compare two runs by one measure; both were asked every case unless said otherwise."""
    both = sorted({*before, *now})
    return compared(
        side("now", [case(name) for name in asked_now or both], scored=scores(measure, now)),
        side("main", [case(name) for name in asked_before or both], scored=scores(measure, before)),
        [case(name) for name in both],
        measures=[measure],
    )


def effect(measure: Measure, before: list[float], now: list[float]) -> Effect:
    names = [f"c{number:03}" for number in range(len(before))]
    (only,) = between(measure, dict(zip(names, before, strict=True)), dict(zip(names, now, strict=True))).effects
    return only


def test_an_effect_tells_means_change_test_and_how_many_cases_moved() -> None:
    found = effect(RECALL, [1, 1, 1, 1, 1, 1, 0.5, 0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0])

    assert (found.before, found.now, found.change, found.n) == (0.8125, 0.4375, -0.375, 8)
    assert (found.rises, found.falls, found.p, found.p_adjusted, found.verdict) == (0, 6, 0.03125, 0.03125, "worse")
    assert found.interval is not None
    assert found.interval[0] < -0.375 < found.interval[1] < 0


def test_fewer_than_six_pairs_decide_nothing() -> None:
    found = effect(RECALL, [1, 1, 1, 1, 1], [0, 0, 0, 0, 0])

    assert (found.change, found.p, found.p_adjusted, found.verdict) == (-1.0, 0.0625, None, "undecided")


def test_without_a_pair_there_is_no_figure() -> None:
    found = effect(RECALL, [], [])

    assert (found.before, found.now, found.change, found.interval, found.p, found.n, found.verdict) == (
        None, None, None, None, None, 0, "undecided",
    )  # fmt: skip


def test_pass_or_fail_measures_have_an_interval_even_where_no_case_moved() -> None:
    found = effect(RECALL, [1] * 8, [1] * 8)

    assert (found.change, found.verdict) == (0, "no_visible_change")
    assert found.interval == pytest.approx((-0.32441, 0.32441), abs=1e-4)


def test_graded_measures_that_moved_nowhere_have_no_interval_rather_than_a_certain_one() -> None:
    found = effect(RECALL, [0.5] * 8, [0.5] * 8)

    assert (found.change, found.interval, found.verdict) == (0, None, "no_visible_change")


def test_the_rounding_of_a_mean_is_no_change() -> None:
    found = effect(RECALL, [0.3] * 8, [0.1 + 0.2] * 8)

    assert (found.rises, found.falls, found.p) == (0, 0, 1.0)


def test_many_measures_at_once_raise_the_bar_for_each() -> None:
    names = [f"c{number}" for number in range(6)]
    cases = [case(name) for name in names]
    still = [Measure(name=f"still_{n}", layer="response", direction="higher", unit="share") for n in range(3)]
    before = [
        *scores(RECALL, dict.fromkeys(names, 1.0)),
        *(one for m in still for one in scores(m, dict.fromkeys(names, 1.0))),
    ]
    now = [
        *scores(RECALL, dict.fromkeys(names, 0.0)),
        *(one for m in still for one in scores(m, dict.fromkeys(names, 1.0))),
    ]

    result = compared(
        side("now", cases, scored=now), side("main", cases, scored=before), cases, measures=[RECALL, *still]
    )

    assert [(one.p, one.p_adjusted, one.verdict) for one in result.effects] == [
        (0.03125, 0.125, "no_visible_change"),
        *[(1.0, 1.0, "no_visible_change")] * 3,
    ]


def test_signs_and_words_agree_where_less_is_better(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("035-lower-is-better")
    before, now = (json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in ("before", "after"))
    directions: dict[str, Any] = {
        "recall_at_5": "higher",
        "unsupported_claim_rate": "lower",
        "latency_p95_ms": "lower",
        "refusal_rate_on_answerable": "lower",
        "calls": "none",
    }
    told = {}
    for name, direction in directions.items():
        measure = Measure(name=name, layer="operations", direction=direction, unit="count")
        found = effect(measure, [before[name]] * 8, [now[name]] * 8)
        assert found.change is not None
        told[name] = (found.change > 0, found.verdict)

    assert told == {
        "recall_at_5": (True, "better"),
        "unsupported_claim_rate": (False, "better"),
        "latency_p95_ms": (True, "worse"),
        "refusal_rate_on_answerable": (True, "worse"),
        "calls": (True, "undecided"),
    }


def test_a_measure_without_direction_is_shown_and_not_tested() -> None:
    found = effect(CALLS, [1, 2, 1, 2, 1, 2, 1], [2, 4, 2, 4, 2, 4, 2])

    assert (found.p, found.p_adjusted, found.rises, found.verdict) == (None, None, 7, "undecided")
    assert found.interval is not None


def test_a_judge_that_fails_on_the_hard_cases_improves_nothing(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("032-judge-failure-inflates-mean")

    def values(name: str) -> dict[str, float | Outcome]:
        lines = (folder / f"scores-{name}.jsonl").read_text(encoding="utf-8").splitlines()
        return {
            raw["case_id"]: Unscored(reason="needs_judge", detail=raw["error"])
            if raw["score"] is None
            else raw["score"]
            for raw in map(json.loads, lines)
        }

    result = between(SUPPORTED, values("before"), values("after"))

    (found,) = result.effects
    assert (found.before, found.now, found.change, found.n, found.verdict) == (1.0, 1.0, 0.0, 5, "undecided")
    assert result.changes == (
        Change(
            what="judge",
            message=(
                "supported: 5 of 10 cases not scored now (needs judge: judge: rate limited): g006, g007, g008 "
                "and 2 more; the mean of supported over all of them lies between 0.50 and 1.00"
            ),
        ),
    )


def test_a_gain_on_the_pairs_is_not_called_better_where_the_lost_cases_could_undo_it() -> None:
    crash = Unscored(reason="system_failed", detail="timeout")

    def verdict(gained: float) -> str:
        names = [f"c{number}" for number in range(8)]
        before = {**dict.fromkeys(names, 0.5), "x1": 1.0, "x2": 1.0}
        now: dict[str, float | Outcome] = {**dict.fromkeys(names, gained), "x1": crash, "x2": crash}
        return between(SUPPORTED, before, now).effects[0].verdict

    assert (verdict(0.7), verdict(1.0)) == ("undecided", "better")


def test_a_measure_without_a_worst_value_is_not_called_better_while_a_case_is_lost() -> None:
    names = [f"c{number}" for number in range(8)]
    before = {**dict.fromkeys(names, 900.0), "x1": 900.0}
    now: dict[str, float | Outcome] = {**dict.fromkeys(names, 500.0), "x1": Unscored(reason="system_failed")}

    assert between(LATENCY, before, now).effects[0].verdict == "undecided"


def test_failed_cases_are_told_once_and_not_for_every_measure() -> None:
    cases = [case("c1"), case("c2")]
    crash = Unscored(reason="system_failed", detail="timeout")
    before = [one for measure in (RECALL, SUPPORTED) for one in scores(measure, {"c1": 1, "c2": 1})]
    now = [one for measure in (RECALL, SUPPORTED) for one in scores(measure, {"c1": 1, "c2": crash})]

    result = compared(
        side("now", cases, scored=now), side("main", cases, scored=before), cases, measures=[RECALL, SUPPORTED]
    )

    assert result.changes == (
        Change(what="measure", message="1 of 2 cases failed now, wholly or in part, and stand in no mean: c2"),
    )


def test_no_bounds_are_given_where_a_measure_has_none() -> None:
    result = between(LATENCY, {"c1": 9.0, "c2": 9.0}, {"c1": 9.0, "c2": Unscored(reason="not_observed")})

    assert result.changes == (
        Change(what="measure", message="latency_ms: 1 of 2 cases not scored now (not observed): c2"),
    )


def test_what_only_the_baseline_lacks_is_told_too() -> None:
    result = between(SUPPORTED, {"c1": Unscored(reason="not_observed"), "c2": 1.0}, {"c1": 1.0, "c2": 1.0})

    assert result.changes == (
        Change(what="measure", message="supported: 1 of 2 cases not scored in the baseline (not observed): c1"),
    )


def test_a_mix_that_changed_does_not_hide_that_every_slice_fell(oracle: Callable[[str], dict[str, Any]]) -> None:
    given_counts = oracle("slice.simpson")["input"]

    def values(run: str) -> dict[str, float]:
        """Return the cases of a run with the passes spread evenly: the common ones pass like the others."""
        return {
            f"{name}-{at:03}": float((at + 1) * passed // cases > at * passed // cases)
            for name in ("easy", "hard")
            for passed, cases in [given_counts[run][name]]
            for at in range(cases)
        }

    old, new = values("old"), values("new")
    result = between(SUPPORTED, old, new, asked_before=tuple(old), asked_now=tuple(new))

    (found,) = result.effects
    assert sum(new.values()) / len(new) > sum(old.values()) / len(old)
    assert (found.before, found.now, found.n) == (95 / 110, 93 / 110, 110)
    assert (found.verdict, len(result.left_out)) == ("no_visible_change", 110)


@given(st.lists(st.tuples(*[st.sampled_from([0.0, 0.25, 0.5, 1.0])] * 2), min_size=0, max_size=12))
def test_swapping_the_sides_negates_the_change(values: list[tuple[float, float]]) -> None:
    forth = effect(LATENCY, [old for old, _ in values], [new for _, new in values])
    back = effect(LATENCY, [new for _, new in values], [old for old, _ in values])
    opposite = {"better": "worse", "worse": "better"}

    assert (back.rises, back.falls, back.n) == (forth.falls, forth.rises, forth.n)
    assert (back.now, back.before, back.p) == (forth.before, forth.now, forth.p)
    assert back.verdict == opposite.get(forth.verdict, forth.verdict)
    assert (back.change is None) == (forth.change is None)
    assert -(back.change or 0) == pytest.approx(forth.change or 0)
    assert (back.interval is None) == (forth.interval is None)
