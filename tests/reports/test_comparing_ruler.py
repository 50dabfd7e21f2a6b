"""The block that tells the ruler from the system."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldsmith.records.comparison import Comparison, LeftOut, RulerShift, RulerSide
from goldsmith.reports.comparing import ids_told, ruler
from goldsmith.reports.terminal import render_comparison
from tests.reports.sample import comparison

SHIFT = RulerShift(
    measure="recall@5",
    unit="share",
    direction="higher",
    before=0.78,
    before_reanchored=0.78,
    after_as_labelled=0.51,
    after_reanchored=0.76,
    stale_labels=-0.25,
    system=-0.02,
    n=57,
    cases=("a", "b"),
)
NOW = RulerSide(
    side="0007-desk", revision="r-2024", ids=214, held={"r-2023": 97, "r-2024": 212}, by_text=False, relabelled=True
)
BEFORE = replace(NOW, side="main", revision="r-2023", held={"r-2023": 214}, relabelled=False)
TOLD = "0.25 of the fall of recall@5 (0.27) is stale labels"


def told() -> Comparison:
    return replace(comparison(), ruler=(SHIFT,), ruler_told=TOLD, ruler_sides=(BEFORE, NOW))


def test_each_figure_is_shown_as_labelled_and_re_anchored() -> None:
    assert list(ruler(told(), 100)) == [
        "RULER   what of the change is stale labels, and what the system's",
        "  0.25 of the fall of recall@5 (0.27) is stale labels",
        "  0007-desk: 212 of 214 retrieved ids are those of r-2024, 97 of r-2023",
        "                           as labelled   re-anchored   stale  system   n",
        "  recall@5                0.78 -> 0.51  0.78 -> 0.76   -0.25   -0.02  57",
        "  goldsmith refresh r-2024 moves the labels there for good",
    ]


def test_cases_that_are_not_counted_are_named_with_a_reason() -> None:
    out = (LeftOut(case="fees", why="fees#1: its words stand nowhere in r-2024"),)

    assert list(ruler(replace(told(), ruler_left_out=out), 100))[-3:-1] == [
        "  1 case not in these figures, with labels that could not be re-anchored: fees",
        "    fees: fees#1: its words stand nowhere in r-2024",
    ]


def test_measures_that_no_label_moved_have_no_line() -> None:
    still = replace(SHIFT, stale_labels=0.0, system=-0.27, after_reanchored=0.51)

    assert list(ruler(replace(told(), ruler=(still,)), 100))[3:-1] == []


@pytest.mark.parametrize("width", [72, 80, 100])
def test_no_row_of_figures_is_cut(width: int) -> None:
    lines = list(ruler(told(), width))

    assert [(len(line) <= width, line.endswith("…")) for line in lines] == [(True, False)] * 6


def test_it_stands_before_the_regressions() -> None:
    heads = [line.split()[0] for line in render_comparison(told()).splitlines() if line and line[0].isupper()]

    assert heads[:3] == ["RULER", "REGRESSIONS", "MEASURES"]


def test_where_the_labels_fit_there_is_no_block() -> None:
    assert "RULER" not in render_comparison(comparison())


def test_passages_that_their_texts_told_apart_are_called_so() -> None:
    side = replace(NOW, ids=4, held={"first": 0, "second": 4}, revision="second", by_text=True)

    assert ids_told(side) == "4 of 4 retrieved passages, by id and text, are those of second, 0 of first"
