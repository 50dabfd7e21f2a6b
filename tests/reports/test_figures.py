"""Figures are written alike everywhere, and never better than they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.reports.figures import change, count, percent, score, value, value_range


@pytest.mark.parametrize(
    ("number", "unit", "written"),
    [
        (0.8112, "share", "0.81"),
        (0.0, "share", "0.00"),
        (1.0, "share", "1.00"),
        (0.9999999999999999, "share", "1.00"),
        (0.998, "share", "0.9980"),
        (0.0033, "count", "0.0033"),
        (2.0, "count", "2"),
        (1.5, "rank", "1.5"),
        (412.4, "ms", "412 ms"),
        (1.44, "ms", "1.4 ms"),
        (12_345.0, "ms", "12.3 s"),
        (1200.0, "tokens", "1200"),
        (0.00123, "usd", "$0.0012"),
        (None, "share", "-"),
    ],
)
def test_a_value_is_written_in_its_unit(number: float | None, unit: str, written: str) -> None:
    assert value(number, unit) == written


def test_a_value_has_four_decimals_where_they_are_asked_for() -> None:
    assert value(0.7092, "share", places=4) == "0.7092"


@given(st.floats(min_value=0, max_value=1))
def test_a_share_is_written_as_none_or_all_only_where_it_is(share: float) -> None:
    written = value(share, "share")

    assert (written in {"0.00", "1.00"}) == (round(share, 9) in {0.0, 1.0})


def test_a_change_has_its_sign_and_its_interval() -> None:
    written = [
        change(-0.07, "share", (-0.13, -0.02)),
        change(-0.05, "share", (-0.11, 0.01)),
        change(-0.001, "share"),
        change(32.4, "ms", (-8.0, 72.0)),
        change(None, "share", None),
    ]

    assert written == ["-0.07 [-0.13, -0.02]", "-0.05 [-0.11, +0.01]", "0.00", "+32 [-8.0, +72]", "-"]


def test_a_score_without_a_value_says_why() -> None:
    written = [score(0.5, "share", ""), score(None, "share", "needs_judge"), score(None, "share", "plug_in_failed")]

    assert written == ["0.50", "n/a (needs a judge)", "n/a (plug in failed)"]


def test_a_small_percentage_is_not_written_as_none() -> None:
    assert [percent(0.393), percent(0.0037), percent(0.0)] == ["39 %", "0.37 %", "0 %"]


def test_numbers_come_with_their_noun_and_intervals_in_brackets() -> None:
    written = [count(1, "case"), count(1200, "case"), value_range((0.5, 1.0), "share"), value_range(None, "share")]

    assert written == ["1 case", "1,200 cases", "[0.50, 1.00]", ""]
