"""A change of recorded runs is taken apart into stale labels and the system, exactly and over the same cases."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.comparison.ruler import Reanchored, Split, split_change
from goldsmith.records.comparison import LeftOut, RulerShift
from goldsmith.records.measure import Measure, Outcome, Unscored
from tests.comparison.sides import RECALL, case, scores, side

CASES = ("a", "b", "c")
LATENCY = Measure(name="latency_ms", layer="operations", direction="lower", unit="ms")
Figures = Mapping[str, float | Outcome]


def split(
    before: Figures,
    labelled: Figures,
    anchored: Figures | None,
    *,
    before_anchored: Figures | None = None,
    moved: tuple[str, ...] = CASES,
    left_out: Mapping[str, str] | None = None,
    measure: Measure = RECALL,
) -> Split:
    asked = [case(name) for name in CASES]

    def under(figures: Figures | None) -> Reanchored | None:
        if figures is None:
            return None
        return Reanchored(scores=scores(measure, figures), moved=frozenset(moved), left_out=left_out or {})

    return split_change(
        side("after", asked, scored=scores(measure, labelled)),
        side("before", asked, scored=scores(measure, before)),
        reanchored=(under(anchored), under(before_anchored)),
        measures=(measure,),
        cases={one.id: one for one in asked},
    )


def test_what_re_anchoring_gives_back_is_stale_labels_and_the_rest_the_systems() -> None:
    found = split({"a": 1, "b": 1}, {"a": 0, "b": 0}, {"a": 1, "b": 0.5}, moved=("a", "b"))

    assert found.shifts == (
        RulerShift(
            measure="recall@5",
            unit="share",
            direction="higher",
            before=1.0,
            before_reanchored=1.0,
            after_as_labelled=0.0,
            after_reanchored=0.75,
            stale_labels=-0.75,
            system=-0.25,
            n=2,
            cases=("a", "b"),
        ),
    )


def test_of_a_side_that_the_labels_fit_nothing_is_taken_back() -> None:
    (one,) = split({"a": 0}, {"a": 1}, None, before_anchored={"a": 1}).shifts

    assert (one.before, one.before_reanchored, one.stale_labels, one.system) == (0.0, 1.0, 1.0, 0.0)


def test_stale_labels_may_hide_a_gain() -> None:
    (one,) = split({"a": 0.5}, {"a": 0}, {"a": 1}).shifts

    assert (one.stale_labels, one.system) == (-1.0, 0.5)


def test_a_case_that_lacks_one_of_the_values_is_not_counted() -> None:
    missing = Unscored(reason="not_observed")
    (one,) = split({"a": 1, "b": 1, "c": missing}, {"a": 0, "b": missing, "c": 0}, {"a": 1, "b": 1, "c": 1}).shifts

    assert (one.n, one.cases) == (1, ("a",))


def test_a_side_that_shows_nothing_as_labelled_leaves_the_systems_share_alone() -> None:
    missing = Unscored(reason="not_observed")
    (one,) = split({"a": 1, "b": 1}, {"a": missing, "b": missing}, {"a": 1, "b": 0.5}).shifts

    assert (one.before, one.after_as_labelled, one.stale_labels, one.system, one.n) == (1.0, None, None, -0.25, 2)


def test_a_case_whose_labels_cannot_be_re_anchored_is_named_and_not_counted() -> None:
    found = split({"a": 1, "b": 1}, {"a": 0, "b": 0}, {"a": 1}, left_out={"b": "gone"})

    assert found.left_out == (LeftOut(case="b", why="gone"),)
    assert [one.n for one in found.shifts] == [1]


def test_without_a_case_there_is_no_shift() -> None:
    assert split({"a": 1}, {"a": 0}, {}, left_out={"a": "gone"}).shifts == ()


def test_a_measure_that_does_not_rest_on_labels_is_not_split() -> None:
    assert split({"a": 1}, {"a": 2}, {"a": 2}, measure=LATENCY).shifts == ()


figure = st.floats(min_value=0, max_value=1, allow_subnormal=False)
rows = st.lists(st.tuples(figure, figure, figure), min_size=1, max_size=3)


@given(rows)
def test_both_parts_together_are_the_change(values: list[tuple[float, float, float]]) -> None:
    before, labelled, anchored = (dict(zip(CASES, column, strict=False)) for column in zip(*values, strict=True))

    (one,) = split(before, labelled, anchored).shifts

    assert one.stale_labels is not None
    assert one.after_as_labelled is not None
    assert one.before is not None
    assert math.isclose(one.stale_labels + one.system, one.after_as_labelled - one.before, abs_tol=1e-9)


@given(rows)
def test_labels_that_fit_leave_the_whole_change_to_the_system(values: list[tuple[float, float, float]]) -> None:
    before, labelled, _ = (dict(zip(CASES, column, strict=False)) for column in zip(*values, strict=True))

    (one,) = split(before, labelled, labelled).shifts

    assert one.stale_labels == pytest.approx(0, abs=1e-12)
