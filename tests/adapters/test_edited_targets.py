"""A file that was edited between two runs is the file as it stands now."""

from __future__ import annotations

import os
from pathlib import Path

from goldsmith.adapters.systems.callable import open_system
from tests.adapters.test_callable import ask


def test_a_file_that_was_edited_within_the_same_second_is_read_anew(tmp_path: Path) -> None:
    app = tmp_path / "app.py"
    told = []
    for days in ("60", "30"):
        app.write_text(f"def answer(question):\n    return 'Within {days} days.'\n", encoding="utf-8")
        os.utime(app, (1_800_000_000, 1_800_000_000))
        told.append(ask(open_system("app.py:answer", folder=tmp_path)).answer)

    assert told == ["Within 60 days.", "Within 30 days."]
