"""LegalBench-RAG: places in files, proved by the files where they stand beside the questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldsmith.interchange.formats import recognised
from goldsmith.interchange.legalbench_rag import FORMAT
from goldsmith.records.case import Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import lines_of, read_all, source_of

PATH = "nda/one.txt"
TEXT = "§ 1 — Parties\n§ 2 Term: two years 😀.\nEnd"


def test_the_words_at_a_place_become_a_quote(tmp_path: Path) -> None:
    """Places count code points of the file, across lines and beyond emoji."""
    record, text = _read(tmp_path, _snippet(14, 40))

    quote = "§ 2 Term: two years 😀.\nEnd"
    assert TEXT[14:40] == quote
    assert record.case == Case(
        id="nda-0001",
        question="How long does it last?",
        answerability="supported",
        behaviour="answer",
        evidence=(Need(any_of=(Alternative(document=PATH, quote=quote, span=(14, 40)),)),),
        origin=Origin(kind="public", ref="legalbench-rag"),
        tags=("nda",),
    )
    assert text.passages == (ForeignPassage(id=PATH, text=TEXT, source=PATH),)


def test_places_that_words_do_not_prove_are_told(tmp_path: Path) -> None:
    other, outside = _snippet(0, 3, answer="two years"), _snippet(40, 99)

    record, _ = _read(tmp_path, other, outside, _snippet(3, 3))

    assert record.case is not None
    assert [need.any_of[0] for need in record.case.evidence] == [
        Alternative(document=PATH, quote="two years"),
        Alternative(document=PATH),
    ]
    assert [line.found for line in lines_of([record], "wrong")] == ["§ 1", "40-99 of 40", "3-3 of 40"]


def test_without_the_files_words_are_kept_and_nothing_proves_the_place(tmp_path: Path) -> None:
    snippets = [_snippet(24, 33, answer="two years"), _snippet(0, 5, answer="two"), _snippet(0, 5)]
    held = {"tests": [{"query": "How long?", "snippets": snippets}]}

    (record,) = read_all(FORMAT, source_of(tmp_path, {"nda.json": held}))

    assert record.case is not None
    assert [need.any_of[0] for need in record.case.evidence] == [
        Alternative(document=PATH, quote="two years", span=(24, 33)),
        Alternative(document=PATH, quote="two"),
        Alternative(document=PATH),
    ]
    assert [line.fate for line in lines_of([record], "inferred", "wrong") if line.field == "snippets.span"] == [
        "inferred",
        "wrong",
        "wrong",
    ]


def _snippet(start: int, end: int, **changed: Any) -> dict[str, Any]:
    return {"file_path": PATH, "span": [start, end]} | changed


def _read(folder: Path, *snippets: dict[str, Any]) -> list[ForeignRecord]:
    held = {"tests": [{"query": "How long does it last?", "snippets": list(snippets), "tags": ["nda"]}]}
    source = source_of(folder, {"benchmarks/nda.json": held, f"corpus/{PATH}": TEXT})
    assert recognised(source) == ("legalbench-rag",)
    return read_all(FORMAT, source)
