"""The pictures of the documentation: each that a page names exists, each that exists is named, and they are small."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conftest import ROOT
from tools.workbench_pictures import ALBUM, LARGEST, PICTURES

NAMED = re.compile(r"!\[(?P<told>[^\]]*)\]\((?P<path>[^)\s]+)\)")


def named() -> dict[Path, list[str]]:
    """Return every picture that a page shows, with what is told of it to who cannot see it."""
    found: dict[Path, list[str]] = {}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for hit in NAMED.finditer(page.read_text(encoding="utf-8")):
            found.setdefault((page.parent / hit["path"]).resolve(), []).append(hit["told"])
    return found


def test_every_picture_that_a_page_shows_exists_and_none_is_unused() -> None:
    held = {path.resolve() for path in PICTURES.glob("*")}

    assert sorted(path.name for path in set(named()) ^ held) == []


def test_every_picture_is_described_in_words() -> None:
    assert [path.name for path, told in named().items() if any(len(words) < 20 for words in told)] == []


def test_every_picture_is_taken_by_the_tool() -> None:
    assert sorted(path.stem for path in PICTURES.glob("*.png")) == sorted(item.name for item in ALBUM)


def test_the_pictures_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in PICTURES.glob("*.png")) <= LARGEST
