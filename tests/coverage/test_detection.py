"""Which fall a set can show, and what a given fall needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.coverage.detection import ASSUMED_FLIPS, PastRun, detect, flip_share
from goldsmith.records.case import Case
from goldsmith.records.coverage import Detected, FlipShare
from goldsmith.records.gate import CasePass, PassState
from tests.coverage.building import cases_of_any_mix

POINTS = st.floats(0.5, 100.0)
SHARES = st.floats(0.15, 1.0)


def flips(share: float = ASSUMED_FLIPS) -> FlipShare:
    return FlipShare(value=share, basis="assumed")


def alone(count: int, **fields: Any) -> list[Case]:
    return [Case(id=f"c{number}", question=f"Question {number}?", **fields) for number in range(count)]


def verdict(passes: int, repeats: int = 1, state: PassState = "passed") -> CasePass:
    return CasePass(case="", state=state, why=(), passes=passes, repeats=repeats)


def run(name: str, verdicts: list[CasePass], system: str = "good") -> PastRun:
    return PastRun(run=name, system=system, passes={f"c{number}": one for number, one in enumerate(verdicts)})


PASSED, FAILED = verdict(1), verdict(0, state="failed")


@pytest.mark.parametrize(
    ("cases", "points"), [(60, 15.9), (80, 13.8), (100, 12.4), (200, 8.8), (500, 5.6), (1000, 4.0)]
)
def test_cases_without_kin_see_what_the_published_table_says(cases: int, points: float) -> None:
    found = detect(alone(cases), flips(), 5.0).whole

    assert round((found.smallest_fall or 0.0) * 100, 1) == points


def test_cases_needed_are_those_of_the_reference_vectors(oracle: Callable[[str], dict[str, Any]]) -> None:
    rows = oracle("power.paired.sample_size")["expected"]["rows"]
    needed = [detect([], flips(row["share_of_cases_that_flip"]), row["drop"] * 100).needed for row in rows]

    assert needed == [row["n_power80"] for row in rows]


def test_a_set_smaller_than_six_sees_nothing_since_p_is_at_least_2_to_the_power_of_1_less_n() -> None:
    assert [detect(alone(count), flips(), 5.0).whole.smallest_fall is None for count in (0, 1, 5, 6)] == [
        True,
        True,
        True,
        False,
    ]
    assert detect([], flips(1.0), 100.0).needed == 6


def test_a_family_counts_as_if_its_cases_always_passed_or_failed_together() -> None:
    twins = [Case(id=f"t{number}", question="The same?", risk="high") for number in range(4)]
    found = detect([*alone(8), *twins], flips(), 50.0, axes=("risk",))

    assert found.whole == Detected(
        slice={}, cases=12, families=9, effective=6.0, smallest_fall=found.whole.smallest_fall, more=found.needed - 6
    )
    assert found.slices == (
        Detected(slice={"risk": "high"}, cases=4, families=1, effective=1.0, smallest_fall=None, more=found.needed - 1),
    )


def test_repeats_shrink_the_noise_and_never_the_fall() -> None:
    found = detect([], flips(), 5.0).repeats

    assert [(one.repeats, round(one.flip_share, 12), one.needed) for one in found] == [
        (1, 0.2, 626),
        (3, 0.1, 312),
        (5, 0.08, 249),
    ]


def test_a_fall_greater_than_the_flips_brings_its_own() -> None:
    assert {one.flip_share for one in detect([], flips(), 30.0).repeats} == {0.3}


def test_slices_stand_in_the_order_of_the_axes_and_no_case_is_lost() -> None:
    cases = [*alone(3, risk="low", job="lookup"), Case(id="x", question="Other?", risk="high")]
    found = detect(cases, flips(), 5.0, axes=("risk", "job"))

    assert [(one.slice, one.cases) for one in found.slices] == [
        ({"risk": "high"}, 1),
        ({"risk": "low"}, 3),
        ({"job": "lookup"}, 3),
    ]


@pytest.mark.parametrize("points", [0.0, -1.0, 100.1, float("nan")])
def test_a_fall_that_cannot_be_is_refused(points: float) -> None:
    with pytest.raises(ValueError, match="more than 0 and at most 100 points"):
        detect([], flips(), points)


@given(POINTS, POINTS, SHARES)
def test_a_smaller_fall_never_needs_fewer_cases(one: float, other: float, share: float) -> None:
    small, great = sorted((one, other))

    assert detect([], flips(share), small).needed >= detect([], flips(share), great).needed


@given(POINTS, SHARES)
def test_more_repeats_never_need_more_cases(points: float, share: float) -> None:
    needed = [one.needed for one in detect([], flips(share), points).repeats]

    assert needed == sorted(needed, reverse=True)


@given(st.integers(0, 60), st.integers(0, 60), SHARES)
def test_more_cases_never_see_less(count: int, further: int, share: float) -> None:
    few = detect(alone(count), flips(share), 5.0).whole
    many = detect(alone(count + further), flips(share), 5.0).whole

    assert few.smallest_fall is None or (many.smallest_fall is not None and many.smallest_fall <= few.smallest_fall)
    assert many.more <= few.more


@given(st.integers(0, 60), SHARES, SHARES)
def test_more_flips_never_see_more(count: int, one: float, other: float) -> None:
    calm, restless = sorted((one, other))
    few = detect(alone(count), flips(calm), 5.0).whole.smallest_fall
    many = detect(alone(count), flips(restless), 5.0).whole.smallest_fall

    assert (few is None) == (many is None)
    assert few is None or many is None or few <= many


@given(cases_of_any_mix())
def test_kin_never_show_more_than_as_many_cases_without(cases: list[Case]) -> None:
    found = detect(cases, flips(), 5.0).whole

    assert 0.0 <= found.effective <= found.families + 1e-9
    assert found.families <= found.cases == len(cases)


@given(cases_of_any_mix(), st.randoms(use_true_random=False))
def test_the_order_of_cases_changes_nothing(cases: list[Case], chance: object) -> None:
    shuffled = list(cases)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # what hypothesis hands out is a random.Random

    assert detect(shuffled, flips(), 5.0) == detect(cases, flips(), 5.0)


def test_without_a_run_a_fifth_of_the_verdicts_is_taken_to_flip() -> None:
    assert flip_share([]) == FlipShare(value=0.2, basis="assumed")


def test_repeats_of_one_run_tell_how_many_verdicts_flip() -> None:
    verdicts = [verdict(1, 2, "failed")] * 10 + [verdict(2, 2)] * 10

    assert flip_share([run("0002-good", [PASSED] * 30), run("0001-good", verdicts)]) == FlipShare(
        value=0.5, basis="repeats", observed=0.5, cases=20, runs=("0001-good",)
    )


def test_two_runs_of_one_system_tell_it_where_none_was_repeated() -> None:
    later = run("0003-good", [PASSED] * 15 + [FAILED] * 10)
    other = run("0002-bad", [FAILED] * 25, system="bad")
    earlier = run("0001-good", [PASSED] * 25)

    assert flip_share([later, other, earlier]) == FlipShare(
        value=0.4, basis="two_runs", observed=0.4, cases=25, runs=("0001-good", "0003-good")
    )


def test_few_flips_are_not_believed_and_few_cases_tell_nothing() -> None:
    calm = [run("0002-good", [PASSED] * 25), run("0001-good", [PASSED] * 25)]
    small = [run("0002-good", [PASSED] * 19), run("0001-good", [FAILED] * 19)]

    assert flip_share(calm) == FlipShare(
        value=0.15, basis="two_runs", observed=0.0, cases=25, runs=("0001-good", "0002-good")
    )
    assert flip_share(small) == FlipShare(value=0.2, basis="assumed")


def test_undecided_verdicts_and_cases_of_one_side_alone_do_not_count() -> None:
    later = run("0002-good", [verdict(0, state="undecided")] * 10 + [PASSED] * 15)
    earlier = run("0001-good", [PASSED] * 40)

    assert flip_share([later, earlier]).basis == "assumed"
