"""The example of docs/comparison.md is run: its files are written, its commands called in an empty folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.real_data import ROOT, read_walk, run_walk

PAGE = (ROOT / "docs/comparison.md").read_text(encoding="utf-8")


@pytest.mark.timeout(300)
def test_the_ruler_is_told_from_the_system_as_the_page_says(tmp_path: Path) -> None:
    example = PAGE.partition("## The ruler and the system")[2].partition("\n## ")[0]
    ran = list(run_walk(read_walk(example), tmp_path))

    assert [(item.command.line, item.printed) for item in ran if not item.as_told] == []
    assert [item.status for item in ran] == [0, 0, 0, 0, 0, 0, 1]
