"""Cases 042 and 051: what a report makes of markup and of text without end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cases.telling import Goldsmith, reply

Folder = Callable[[str], Path]
Lines = Callable[..., Path]
HOSTILE_ID = 'a#1"><script>document.title=5</script>'


class Page(HTMLParser):
    """What a browser would make of the page: its elements, attributes and words."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep tag and attributes."""
        self.scripts += tag == "script"
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        """Keep words."""
        self.words.append(data)


@pytest.fixture
def page(shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, lines: Lines) -> Page:
    """Return the report on case 042, its system named and answering with markup."""
    folder = shared_case("042-markup-in-review-page")
    chunk = json.loads((folder / "manifest.jsonl").read_text(encoding="utf-8"))
    given = json.loads((folder / "report-data.json").read_text(encoding="utf-8"))
    row = json.loads((folder / "golden.jsonl").read_text(encoding="utf-8"))
    lines("golden.jsonl", {**row, "difficulty": "hard", "tags": [given["slice"]]})
    lines("run.jsonl", reply("g001", chunk["text"], ["a#1", {"id": chunk["chunk_id"]}], citations=[chunk["chunk_id"]]))
    (tmp_path / "goldsmith.toml").write_text(
        f"[systems.{json.dumps(given['system'])}]\nkind = 'recorded'\nfile = 'run.jsonl'\n"
        "revision = '</title><b>v2</b>'\n",
        encoding="utf-8",
    )
    told = goldsmith("evaluate", "golden.jsonl", "--system", given["system"])
    assert told.status == 0
    read = Page()
    read.feed(next(tmp_path.rglob("report.html")).read_text(encoding="utf-8"))
    read.close()
    return read


def test_042_markup_is_shown_character_for_character_and_nothing_runs(page: Page, shared_case: Folder) -> None:
    row = json.loads((shared_case("042-markup-in-review-page") / "golden.jsonl").read_text(encoding="utf-8"))
    words = "".join(page.words)

    assert page.tags.isdisjoint({"img", "iframe", "object", "textarea", "form"})
    assert page.scripts == 1
    assert [name for name, _ in page.attributes if name.startswith("on")] == []
    assert [value for name, value in page.attributes if name in {"href", "src"} and value[:1] not in {"#", "d"}] == []
    assert row["question"] in words
    assert row["expected_answer"] in words
    assert "<thinking>" in words
    assert "{{7*7}} ${7*7}" in words
    assert "v2</script><script>document.title=6</script>" in words


def test_042_the_page_forbids_scripts_of_others_and_foreign_hosts(page: Page) -> None:
    policy = next(value for _, value in page.attributes if "default-src" in value)

    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[^' ]+';", policy)
    assert "unsafe" not in policy
    assert not re.search(r"https?:", policy)


def test_042_the_terminal_shows_no_control_sequence_of_others(goldsmith: Goldsmith, lines: Lines) -> None:
    lines("golden.jsonl", {"id": "g\x1b[31m1", "question": "\x1b]0;title\x07?", "accept": ["A"], "evidence": ["a#1"]})
    lines("run.jsonl", reply("g\x1b[31m1", "\x1b[2J", ["a#1"], citations=["\x1b[2Jx"]))
    told = [goldsmith("check", "golden.jsonl"), goldsmith("evaluate", "golden.jsonl", "--system", "run.jsonl")]

    assert ["\x1b" in one.out + one.err for one in told] == [False, False]


def test_051_what_a_report_cuts_is_said(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, lines: Lines
) -> None:
    lines("run.jsonl", reply("g001", "word " * 50_000, []), reply("g002", retrieved=[]))
    goldsmith("evaluate", shared_case("051-very-long-cell") / "golden.csv", "--system", "run.jsonl")
    text = next(tmp_path.rglob("report.html")).read_text(encoding="utf-8")

    assert len(text) < 131_072
    assert "characters" in text
