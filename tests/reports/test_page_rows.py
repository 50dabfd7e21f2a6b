"""What the page draws is worked out before it is drawn."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.reports.page_rows import (
    BAR_WIDTH,
    Bar,
    Matrix,
    bar,
    by_state,
    matrix,
    measure_rows,
    reach,
    slice_rows,
)
from tests.reports.sample import comparison, slices, verdict


def test_an_interval_is_placed_on_its_scale() -> None:
    assert bar(0.0, (-0.1, 0.2), (-0.2, 0.2), "no change") == Bar(
        low="37.5", high="135.0", at="70.0", zero="70.0", words="no change"
    )


@given(st.floats(-2, 2), st.floats(-2, 2), st.floats(-2, 2))
def test_no_bar_leaves_its_picture(at: float, low: float, high: float) -> None:
    drawn = bar(at, (low, high), (-1.0, 1.0), "")

    assert all(0 <= float(place) <= BAR_WIDTH for place in (drawn.low, drawn.high, drawn.at))


def test_the_scale_of_changes_holds_the_widest_share() -> None:
    assert [round(reach(comparison()), 2), reach(comparison(effects=()))] == [0.15, 0.1]


def test_a_layer_is_named_once_and_a_change_has_its_tone() -> None:
    rows = measure_rows(verdict())

    assert [(row.layer, row.measure, row.tone, row.word) for row in rows[:2]] == [
        ("retrieval", "precision", "", ""),
        ("", "recall@5", "bad", "worse"),
    ]


def test_without_a_baseline_a_share_shows_its_own_interval() -> None:
    row = measure_rows(verdict(comparison=None))[1]

    assert (row.moved, row.n, row.bar.words if row.bar else "") == (
        "[0.70, 0.90]",
        "30 of 31",
        "0.81, 95 % interval [0.70, 0.90]",
    )


def test_a_slice_with_too_few_cases_has_no_rate() -> None:
    thin = slice_rows(slices())[2]

    assert (thin.word, thin.rate, thin.thin, thin.bar) == ("diagnosis", "", True, None)


def test_the_matrix_has_what_was_expected_first() -> None:
    assert matrix((("refuse", "answer", 1), ("refuse", "refuse", 5), ("answer", "no answer", 2))) == Matrix(
        observed=("answer", "refuse", "no answer"),
        rows=(("answer", (("", 0), ("", 0), ("bad", 2))), ("refuse", (("bad", 1), ("good", 5), ("", 0)))),
    )


def test_cases_stand_by_how_they_did_with_the_failed_first() -> None:
    groups = by_state(verdict().cases)

    assert [(group.state, group.total, group.members[0][0]) for group in groups] == [
        ("failed", 6, 3),
        ("undecided", 1, 11),
        ("passed", 33, 0),
    ]


def test_of_too_many_cases_those_that_failed_are_kept() -> None:
    told = [[(group.state, group.total, len(group.members)) for group in by_state(verdict().cases, n)] for n in (3, 9)]

    assert told == [
        [("failed", 6, 3), ("undecided", 1, 0), ("passed", 33, 0)],
        [("failed", 6, 6), ("undecided", 1, 1), ("passed", 33, 2)],
    ]


def test_a_measure_that_the_baseline_lacks_is_not_compared() -> None:
    only_now = replace(verdict().summaries[3], measure="hit@5")
    row = measure_rows(verdict(summaries=(only_now,)))[0]

    assert (row.before, row.moved, row.word) == ("-", "", "not compared")
