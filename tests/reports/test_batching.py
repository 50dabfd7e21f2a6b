"""A batch on a screen, held line by line."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.acceptance import SampleReading
from goldsmith.records.batching import BatchStanding
from goldsmith.reports.batching import render_batch, render_batches
from goldsmith.reports.plain_text import columns
from goldsmith.review.acceptance import plan_batch

CHECKING = BatchStanding(
    name="2026-09-returns",
    drawn_by="owner",
    drawn_at="2026-09-08T12:00:00Z",
    state="checking",
    plan=plan_batch(80, good=0.02, bad=0.10, risk=0.05),
    checked=12,
    wrong=(),
    next_step="goldsmith serve: the sample is checked on the page of the batch",
    hands=2,
)
RETURNED = replace(
    CHECKING,
    state="returned",
    checked=20,
    wrong=("refund-7", "window-2"),
    hands=0,
    next_step="goldsmith serve: every case of it is labelled again",
    reading=SampleReading(found=2, accepted=False, low=2, high=24),
)
ACCEPTED = replace(
    RETURNED, state="accepted", checked=37, wrong=("refund-7",), next_step="goldsmith review apply",
    reading=SampleReading(found=1, accepted=True, low=1, high=9),
)  # fmt: skip


def test_while_it_is_checked_nothing_is_said_of_what_was_found() -> None:
    lines = render_batch(CHECKING).splitlines()

    assert lines[:4] == [
        "BEING CHECKED   12 of 37 checked of a batch of 80; it stands with up to 1 wrong; 2 experts may check",
        "  the rest",
        "2026-09-returns · drawn by owner on 2026-09-08",
        "",
    ]
    assert "  Guards against a bad batch: with 8 or more wrong (10 % and up) it slips through in at most 4.7 %" in lines
    assert lines[-1] == "Next: goldsmith serve: the sample is checked on the page of the batch"


def test_a_batch_that_went_back_says_what_was_wrong_and_what_the_sample_says() -> None:
    assert render_batch(RETURNED).splitlines()[:7] == [
        "SENT BACK   2 wrong among the 20 of 37 checked, and it stands with up to 1 wrong: all 80 are",
        "  labelled again",
        "2026-09-returns · drawn by owner on 2026-09-08",
        "",
        "WRONG   refund-7, window-2",
        "",
        "WHAT THE SAMPLE SAYS   2 to 24 of all 80 are wrong (2 % to 30 %), 95 % interval; the check stopped",
    ]


def test_a_batch_that_stands_says_so() -> None:
    lines = render_batch(ACCEPTED).splitlines()

    assert lines[0] == "ACCEPTED   37 of 37 checked, 1 wrong: it stands with up to 1 wrong, and all 80 are applied"
    assert "WHAT THE SAMPLE SAYS   1 to 9 of all 80 are wrong (1 % to 11 %), 95 % interval" in lines


def test_the_list_has_a_line_a_batch() -> None:
    assert render_batches([CHECKING, replace(RETURNED, name="first")]).splitlines() == [
        "BATCH                        drawn        cases  sample  checked  wrong  state",
        "2026-09-returns              2026-09-08      80      37       12         being checked",
        "first                        2026-09-08      80      37       20      2  sent back",
        "",
        "Next: goldsmith serve: the sample is checked on the page of the batch",
    ]
    assert render_batches([]).endswith("Next: goldsmith review batch draw NAME")


@given(st.sampled_from([CHECKING, RETURNED, ACCEPTED]), st.integers(30, 160))
def test_every_screen_fits(found: BatchStanding, width: int) -> None:
    for told in (render_batch(found, width=width), render_batches([found], width=width)):
        assert max(map(columns, told.splitlines())) <= max(width, 60)
