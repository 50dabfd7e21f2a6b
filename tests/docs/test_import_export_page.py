"""The page on import and export is walked: what it shows is run."""

from __future__ import annotations

from pathlib import Path

from tools.real_data import ROOT, read_walk, run_walk


def test_the_example_of_the_page_prints_what_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "import-export.md").read_text(encoding="utf-8")

    ran = list(run_walk(read_walk(page), tmp_path))

    assert [(item.command.line, item.printed) for item in ran if not item.as_told] == []
    assert [item.status for item in ran] == [0, 0, 0, 0]
