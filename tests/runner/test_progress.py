"""The time left is told from the pace of the latest results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.runner.progress import time_left


def test_too_few_results_say_nothing() -> None:
    assert time_left([float(second) for second in range(8)], 100) is None


def test_an_even_pace_goes_on() -> None:
    assert time_left([float(second) for second in range(20)], 30) == pytest.approx(30)


def test_nothing_left_takes_no_time() -> None:
    assert time_left([], 0) == 0


def test_bursts_are_no_fast_pace() -> None:
    times = [float(burst) for burst in range(17) for _ in range(8)][:128]

    assert time_left(times, 80) == pytest.approx(10)


def test_one_long_pause_is_no_slow_pace() -> None:
    times = [float(second) + (3_600 if second > 60 else 0) for second in range(128)]

    assert time_left(times, 10) == pytest.approx(10)


@given(st.lists(st.floats(0, 100), min_size=9, max_size=128), st.integers(1, 10_000))
def test_the_time_left_grows_with_what_is_left(gaps: list[float], left: int) -> None:
    times = [sum(gaps[:place]) for place in range(len(gaps))]
    once, twice = time_left(times, left), time_left(times, 2 * left)

    assert once is not None
    assert twice == pytest.approx(2 * once)
    assert once >= 0
