"""The page for those who come from Regtrace is walked: its files are written, its commands called."""

from __future__ import annotations

from pathlib import Path

from tools.real_data import ROOT, read_walk, run_walk


def test_the_walk_goes_from_a_project_as_it_stands_to_a_set_of_ours(tmp_path: Path) -> None:
    page = (ROOT / "docs/coming-from-regtrace.md").read_text(encoding="utf-8")
    ran = list(run_walk(read_walk(page), tmp_path))

    assert [(item.command.line, item.printed) for item in ran if not item.as_told] == []
    assert [item.status for item in ran] == [1, 1, 0, 0]
