"""Repeated runs of a case."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import InputError
from goldsmith.stats.repeats import (
    RepeatCount,
    flip_share_of_repeats,
    mean_pass_at_k,
    mean_pass_hat_k,
    pass_at_k,
    pass_hat_k,
)
from goldsmith.stats.undefined import Undefined

RUNS = st.integers(1, 9).flatmap(
    lambda runs: st.tuples(st.integers(0, runs).map(lambda c: RepeatCount(runs=runs, passed=c)), st.integers(1, runs))
)


@given(RUNS)
def test_both_shares_are_those_of_all_ways_to_draw_k_runs(drawn: tuple[RepeatCount, int]) -> None:
    count, k = drawn
    results = [True] * count.passed + [False] * (count.runs - count.passed)
    ways = list(itertools.combinations(results, k))

    assert (pass_at_k(count, k), pass_hat_k(count, k)) == pytest.approx(
        (sum(map(any, ways)) / len(ways), sum(map(all, ways)) / len(ways))
    )


@given(RUNS)
def test_one_pass_is_never_rarer_than_all_passes(drawn: tuple[RepeatCount, int]) -> None:
    count, k = drawn

    assert 0.0 <= pass_hat_k(count, k) <= count.passed / count.runs + 1e-12
    assert count.passed / count.runs - 1e-12 <= pass_at_k(count, k) <= 1.0


def test_the_suite_value_is_the_mean_over_cases_whatever_their_runs() -> None:
    counts = [RepeatCount(runs=2, passed=2), RepeatCount(runs=8, passed=0)]

    assert (mean_pass_at_k(counts, 1), mean_pass_hat_k(counts, 2)) == (0.5, 0.5)


def test_a_suite_without_cases_has_no_value() -> None:
    nothing = Undefined("needs at least 1 case, there is none")

    assert (mean_pass_at_k([], 1), mean_pass_hat_k([], 1)) == (nothing, nothing)


def test_more_runs_than_there_are_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(InputError) as caught:
        pass_hat_k(RepeatCount(runs=3, passed=2), 5)

    assert str(caught.value) == (
        "GSE-101 k = 5 does not fit a case that was run 3 times: k is from 1 to the number of runs\n"
        "  Next: run every case at least 5 times, or ask for a smaller k"
    )


def test_more_passes_than_runs_are_refused() -> None:
    with pytest.raises(ValueError, match="4 of 3 is not a count of runs"):
        pass_at_k(RepeatCount(runs=3, passed=4), 1)


def test_many_runs_do_not_overflow() -> None:
    assert math.isclose(pass_hat_k(RepeatCount(runs=5000, passed=4000), 2), 4000 * 3999 / (5000 * 4999))


@given(st.lists(RUNS.map(lambda drawn: drawn[0]), min_size=1, max_size=8))
def test_verdicts_flip_where_two_runs_neither_both_pass_nor_both_fail(counts: list[RepeatCount]) -> None:
    told = [one for one in counts if one.runs > 1]
    failed = [RepeatCount(runs=one.runs, passed=one.runs - one.passed) for one in told]
    found = flip_share_of_repeats(counts)
    if isinstance(found, Undefined):
        assert told == []
        return
    alike = [pass_hat_k(one, 2) + pass_hat_k(other, 2) for one, other in zip(told, failed, strict=True)]

    assert found == pytest.approx(1.0 - sum(alike) / len(alike))


def test_cases_of_one_run_tell_nothing_of_flips() -> None:
    counts = [RepeatCount(runs=1, passed=1), RepeatCount(runs=3, passed=1)]

    assert flip_share_of_repeats(counts) == pytest.approx(2 / 3)
    assert flip_share_of_repeats(counts[:1]) == Undefined("needs at least 1 case that was run twice, there is none")
