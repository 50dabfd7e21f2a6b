"""The page on sentinels is walked: its files are written and its commands called."""

from __future__ import annotations

from pathlib import Path

from tools.real_data import ROOT, read_walk, run_walk


def test_the_walk_goes_from_a_choice_to_a_sentinel_that_is_not_calibrated(tmp_path: Path) -> None:
    page = (ROOT / "docs/sentinels.md").read_text(encoding="utf-8")
    ran = list(run_walk(read_walk(page), tmp_path))

    assert [(item.command.line, item.printed) for item in ran if not item.as_told] == []
    assert [item.status for item in ran] == [0, 0, 0, 0, 0, 1, 1, 1]
