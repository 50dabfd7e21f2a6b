"""The plan on a screen, held line by line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.reports.acceptance import render_plan
from goldsmith.reports.plain_text import columns
from goldsmith.review.acceptance import plan_batch


def test_the_screen_says_what_to_do_then_why_then_the_curve() -> None:
    told = render_plan(plan_batch(80, good=0.02, bad=0.10, risk=0.05))

    assert told.splitlines() == [
        "CHECK 37 of 80. Accept the batch with up to 1 wrong; send it back whole with 2 or more",
        "",
        "  Guards against a bad batch: with 8 or more wrong (10 % and up) it slips through in at most 4.7 %",
        "  of draws.",
        "  Spares a good batch: with at most 1 wrong (up to 2 %) it is never sent back.",
        "  A batch between the two may go either way: the curve says how likely.",
        "",
        "OPERATING CURVE   chance that the batch is accepted, by how many of the 80 are really wrong",
        "      wrong   share   accepted",
        "          0     0 %      100 %  ########################################",
        "          1   1.2 %      100 %  ########################################  good",
        "          2   2.5 %     78.9 %  ################################",
        "          4   5.0 %     36.7 %  ###############",
        "          6   7.5 %     13.9 %  ######",
        "          8  10.0 %      4.6 %  ##                                        bad",
        "         10  12.5 %      1.4 %  #",
        "         12  15.0 %      0.4 %",
        "         14  17.5 %      0.1 %",
        "         16  20.0 %     <0.1 %",
        "",
        "WHAT THE SAMPLE SAYS   of all 80, 95 % interval",
        "          0 wrong found: 0 to 5 wrong in the batch (0 % to 6.2 %): accept",
        "          1 wrong found: 1 to 9 wrong in the batch (1.2 % to 11.2 %): accept",
        "          2 wrong found: 2 to 11 wrong in the batch (2.5 % to 13.8 %): send back",
        "",
        "Next: goldsmith review handbook; then draw the cases by lot, not by choice, and let somebody who did",
        "      not label them decide on each anew, without seeing the first labels",
    ]


def test_a_batch_that_is_checked_whole_says_so() -> None:
    lines = render_plan(plan_batch(5, good=0.02, bad=0.10, risk=0.05), width=90).splitlines()

    assert lines[:5] == [
        "CHECK all 5: no smaller sample is enough. Accept the batch where none is wrong; send it",
        "  back whole with 1 or more",
        "",
        "  Guards against a bad batch: with 1 or more wrong (10 % and up) it never slips through.",
        "  Spares a good batch: with none wrong (up to 2 %) it is never sent back.",
    ]


@given(st.integers(1, 100_000), st.integers(0, 20), st.integers(5, 40), st.integers(30, 140))
def test_every_plan_fits_a_screen(batch: int, good: int, more: int, width: int) -> None:
    told = render_plan(plan_batch(batch, good=good / 100, bad=(good + more) / 100, risk=0.05), width=width).splitlines()

    assert max(map(columns, told)) <= max(width, 60)
    assert len(told) <= 50
