"""The page on keeping a set true is walked: its files are written, its commands called, what they print is compared."""

from __future__ import annotations

from pathlib import Path

from tools.real_data import ROOT, read_walk, run_walk


def test_the_walk_goes_from_a_changed_document_to_a_moved_set_as_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs/refresh.md").read_text(encoding="utf-8")
    ran = list(run_walk(read_walk(page), tmp_path))
    wrong = [(item.command.line, item.printed) for item in ran if not item.as_told]

    assert wrong == []  # `python tools/real_data.py --write docs/refresh.md` puts what they print today into the page
    assert [item.status for item in ran] == [0, 0, 0, 1, 0, 1, 1, 0]
