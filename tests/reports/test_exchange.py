"""What went to another tool and what came back, on one screen."""

from __future__ import annotations

from goldsmith.records.review_exchange import ExchangeLine, ReviewsIn, ReviewsOut
from goldsmith.reports.exchange import render_handed_out, render_taken_in
from goldsmith.reports.plain_text import columns


def line(what: str, number: int = 1, told: str = "as it is", field: str = "") -> ExchangeLine:
    return ExchangeLine(record=f"task {number}, annotation {number}", what=what, told=told, field=field)  # type: ignore[arg-type]


OUT = ReviewsOut(
    set_name="desk",
    format="argilla",
    step="label",
    tasks=(("ann", 1_200), ("ben", 0)),
    files=("label-ann/records.json",),
    lines=(ExchangeLine(record="fee", what="dropped", told="ben may not see what it rests on"),),
    next_step="go on",
)
IN = ReviewsIn(
    set_name="desk",
    format="label-studio",
    file="export.json",
    kept=(("ann", 2),),
    lines=(
        line("kept"),
        line("kept", 2),
        line("already"),
        line("mapped", 3, "seconds of the label", "lead_time"),
        line("dropped", 4, "2 skipped the task", "was_cancelled"),
        line("refused", 5, "it says nothing"),
    ),
    next_step="mend it",
)


def test_what_was_handed_out_and_what_was_left_out_is_told() -> None:
    assert render_handed_out(OUT).splitlines() == [
        "HANDED OUT   1,200 tasks of desk for argilla, step label",
        " 1,200   ann",
        "     0   ben",
        "  wrote label-ann/records.json",
        "",
        "LEFT OUT",
        "  fee: ben may not see what it rests on",
        "",
        "Next: go on",
    ]


def test_every_loss_has_its_place() -> None:
    assert render_taken_in(IN).splitlines() == [
        "TAKEN IN   2 words kept from export.json; 1 in already, 1 refused, 1 mapped, 1 dropped",
        "     2   ann",
        "",
        "REFUSED: somebody has to mend it",
        "  task 5, annotation 5: it says nothing",
        "",
        "MAPPED: kept in another form",
        "  task 3, annotation 3: lead_time: seconds of the label",
        "",
        "DROPPED: there is no place for it",
        "  task 4, annotation 4: was_cancelled: 2 skipped the task",
        "",
        "Next: mend it",
    ]


def test_many_lines_are_counted_and_every_line_fits() -> None:
    many = tuple(line("refused", number, "\x1b[31m" + "words " * 40) for number in range(40))
    told = render_taken_in(
        ReviewsIn(
            set_name="d", format="argilla", file="f" * 90, kept=(("名" * 60, 1),), lines=many, next_step="n " * 90
        ),
        width=72,
    )

    assert "  … and 28 more (--json lists all)" in told
    assert "\x1b" not in told
    assert max(columns(one) for one in told.splitlines() if "fff" not in one) <= 72
