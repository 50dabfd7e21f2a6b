"""A forecast on a screen, held line by line."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.forecast import Drop, Forecast, LabelsLeft, Pace, PersonShare
from goldsmith.reports.forecast import render_forecast
from goldsmith.reports.plain_text import columns

FOUND = Forecast(
    set_name="desk",
    today="2026-09-08",
    paces=(
        Pace(risk="high", minutes=12.0, interval=(9.5, 16.0), labels=31, basis="own"),
        Pace(risk="low", minutes=8.0, interval=None, labels=0, basis="assumed"),
    ),
    left=(
        LabelsLeft(risk="high", cases=40, labels=80, hours=16.0),
        LabelsLeft(risk="low", cases=30, labels=36, hours=4.8),
    ),
    labels=116,
    hours=20.8,
    people=(
        PersonShare(name="ada", hours_per_week=2.0, may=70, alone=40),
        PersonShare(name="ben", hours_per_week=None, may=70, alone=0),
    ),
    weekly=2.0,
    nobody=0,
    unstaffed=46,
    weeks=10.4,
    done_on="2026-11-20",
    slowest=("ada",),
    next_step="goldsmith serve",
)
WISHED = replace(
    FOUND,
    by="2026-11-01",
    weekly_needed=2.7,
    meets=True,
    drops=(
        Drop(kind="second", cases=("a", "b"), labels=2, hours=0.27, before=0.31, after=0.39),
        Drop(kind="case", cases=("c",), labels=1, hours=0.13, before=0.1, after=None),
    ),
)


def test_the_date_stands_first_then_what_it_rests_on() -> None:
    assert render_forecast(FOUND).splitlines() == [
        "DONE ON 2026-11-20   116 labels are missing, 21 h, at 2.0 h a week",
        "  ! 46 labels can only be given by people whose hours a week nobody said",
        "  ! the date rests on ada: nobody else can take this work from them",
        "",
        "LEFT             cases  labels     hours   minutes a label, median [95 %]",
        "  risk high         40      80      16 h   12.0 [9.5, 16.0] (31 labels of this risk)",
        "  risk low          30      36     4.8 h   8.0 (assumed: too few were timed)",
        "",
        "PEOPLE                      hours a week  may give  they alone",
        "  ada                              2.0 h        70          40",
        "  ben                           not said        70           0",
        "",
        "Next: goldsmith serve",
    ]


def test_a_wished_date_says_what_to_leave_out_and_what_that_costs() -> None:
    lines = render_forecast(WISHED).splitlines()

    assert lines[12:18] == [
        "BY 2026-11-01   in time without (2.7 h a week would do all of it)",
        "  1. the second label of 2 low-risk cases, 0.3 h; where two labels never differ, this rules out:",
        "     disagreement above 31 % before, disagreement above 39 % then (a, b)",
        "  2. 1 low-risk case of well covered slices, 0.1 h; falls of the pass rate that can be seen: 10",
        "     points or more before, none then (c)",
        "  cases of another risk than low, sentinels and disputes are never left out",
    ]


def test_a_date_that_cannot_be_met_says_so() -> None:
    told = render_forecast(replace(WISHED, drops=(), meets=False))

    assert "BY 2026-11-01   not in time, and nothing can be left out; 2.7 h a week would do all of it" in told
    assert "BY 2026-11-01   in time" in render_forecast(replace(WISHED, drops=()))


def test_without_hours_there_is_no_date_and_without_labels_nothing_to_do() -> None:
    no_date = replace(FOUND, weeks=None, done_on=None, weekly=0.0, unstaffed=0, nobody=3)
    done = replace(FOUND, labels=0, hours=0.0, left=(), paces=(), unstaffed=0, weeks=0.0, slowest=())

    assert render_forecast(no_date).splitlines()[:2] == [
        "NO DATE   116 labels are missing, 21 h; nobody said how many hours a week there are",
        "  ! 3 labels can be given by nobody: languages, fields, clearance, or too few people",
    ]
    assert render_forecast(done).splitlines()[0] == "DONE   no label is missing"


@given(st.sampled_from([FOUND, WISHED]), st.integers(30, 160))
def test_every_screen_fits(found: Forecast, width: int) -> None:
    assert max(map(columns, render_forecast(found, width=width).splitlines())) <= max(width, 72)
