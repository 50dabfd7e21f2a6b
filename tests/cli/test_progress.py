"""How far a run is, in one line for whoever watches, and nothing in a log."""

from __future__ import annotations

import pytest

from goldsmith.cli.asking import progress_line, show_progress
from goldsmith.runner.progress import Progress


@pytest.mark.parametrize(
    ("progress", "line"),
    [
        (Progress(kept=3, total=62, failed=0), "3 of 62 answered"),
        (
            Progress(kept=41, total=62, failed=2, calls=45, retried=4, cost_usd=0.124, elapsed_s=60, left_s=30.6),
            "41 of 62 answered · 2 failed · 45 calls, 4 tried again · 0.12 USD · 31 s left",
        ),
        (Progress(kept=1, total=9, failed=0, calls=1, left_s=600), "1 of 9 answered · 10 min left"),
        (Progress(kept=1, total=9, failed=0, calls=1, left_s=9000), "1 of 9 answered · 2.5 h left"),
        (Progress(kept=9, total=9, failed=0, calls=9, elapsed_s=12.3, left_s=0), "9 of 9 answered · in 12 s"),
        (Progress(kept=9, total=9, failed=0, calls=9, elapsed_s=0.2, left_s=0), "9 of 9 answered"),
    ],
)
def test_the_line_holds_what_is_known(progress: Progress, line: str) -> None:
    assert progress_line(progress) == line


def test_where_nobody_watches_nothing_is_shown() -> None:
    assert show_progress() is None


def test_a_shorter_line_wipes_the_longer_one_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    tell = show_progress()
    assert tell is not None
    tell(Progress(kept=1, total=2, failed=0, left_s=600))
    tell(Progress(kept=2, total=2, failed=0))

    assert capsys.readouterr().err == ("\r  1 of 2 answered · 10 min left \r  2 of 2 answered               \n")
