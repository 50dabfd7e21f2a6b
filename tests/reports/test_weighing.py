"""Several sets in one figure."""

from __future__ import annotations

from goldsmith.reports.weighing import render_weights


def test_each_set_stands_with_its_weight_and_share() -> None:
    told = render_weights((("desk", 2, 0.25), ("invoices", 0.5, 1.0)), 0.4)

    assert told == (
        "ALL SETS   by their weights\n"
        "  desk       weight 2      0.25 passed\n"
        "  invoices   weight 0.5    1.00 passed\n"
        "  together                 0.40 passed"
    )
