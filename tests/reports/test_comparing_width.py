"""The table of layers on a narrow screen."""

from __future__ import annotations

from goldsmith.reports.terminal import render_verdict
from tests.reports.sample import comparison, verdict


def test_on_a_narrow_screen_blanks_go_before_the_n_of_a_row() -> None:
    told = render_verdict(verdict(comparison=comparison()), colour=False, width=88).splitlines()
    start = next(at for at, line in enumerate(told) if line.startswith("LAYERS"))
    rows = [line for line in told[start:] if line][:3]

    assert [(len(line) <= 88, line.endswith("…")) for line in rows] == [(True, False)] * 3
