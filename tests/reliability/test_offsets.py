"""A quote is found where it stands, in every script, after every way in which an editor or checkout writes the file."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from goldsmith.ondisk.documents import read_documents
from goldsmith.records.evidence import Alternative
from goldsmith.text.anchors import locate
from goldsmith.text.normal import comparable, normalise_document
from goldsmith.text.spans import UNITS, Span, from_code_points, to_code_points
from goldsmith.workflows.check import fix_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from tests.reliability.offset_texts import Quoted, quoted

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXTS = 10_000
BATCH = 120
ENDS = ("\n", "\r\n", "\r")


@pytest.mark.parametrize("batch", range(10))
def test_a_quote_is_found_where_it_stands_and_counted_alike_in_every_unit(batch: int) -> None:
    wrong = []
    for number in range(batch * TEXTS // 10, (batch + 1) * TEXTS // 10):
        text, quote = quoted(number)
        for end in ENDS:
            stored = normalise_document("\ufeff" + text.replace("\n", end))
            places = [place.span for place in locate(quote, stored)]
            if stored != text or [span.of(stored) for span in places] != [quote]:
                wrong.append((number, end, places))
        span = locate(quote, text)[0].span
        back = [to_code_points(text, *from_code_points(text, span, unit=unit), unit=unit) for unit in UNITS]
        wrong += [(number, unit, []) for unit, one in zip(UNITS, back, strict=True) if one != span]

    assert wrong == []


def write(folder: Path, texts: Sequence[Quoted], form: Callable[[str], str]) -> None:
    """Write each text as a document, with the line ends in turn."""
    documents = folder / "documents"
    documents.mkdir(exist_ok=True)
    for number, one in enumerate(texts):
        mark = "\ufeff" if number % 5 == 0 else ""
        written = mark + form(one.text).replace("\n", ENDS[number % 3])
        (documents / f"d{number:03}.txt").write_bytes(written.encode())


def texts_of(folder: Path) -> dict[str, str]:
    return {one.document.id: one.text or "" for one in read_documents(folder / "documents")}


def frozen_and_pinned(folder: Path, label: str) -> list[Alternative]:
    """Freeze, let `check --fix` write what it knows, open the set anew and return the evidence of each case."""
    freeze(folder / "documents", root=folder, options=FreezeOptions(label=label))
    fix_set(partial(open_project, folder, corpus=label))
    return [case.evidence[0].any_of[0] for case in open_project(folder, corpus=label).golden.cases]


def of(alternative: Alternative, texts: dict[str, str]) -> str:
    assert alternative.span is not None
    assert alternative.document is not None

    return Span(*alternative.span).of(texts[alternative.document])


@pytest.mark.parametrize("batch", range(4))
def test_spans_hold_after_freezing_fixing_and_writing_the_files_anew(tmp_path: Path, batch: int) -> None:
    texts = [quoted(number) for number in range(batch * BATCH, (batch + 1) * BATCH)]
    write(tmp_path, texts, str)
    (tmp_path / "golden/cases").mkdir(parents=True)
    (tmp_path / "golden/set.yaml").write_text("name: s\n", encoding="utf-8")
    cases = [
        {
            "id": f"c{number}", "question": "Q?", "accept": ["A"],
            "evidence": [{"document": f"d{number:03}.txt", "quote": one.quote}],
        }
        for number, one in enumerate(texts)
    ]  # fmt: skip
    lines = "".join(json.dumps(one, ensure_ascii=batch % 2 == 0) + "\n" for one in cases)
    (tmp_path / "golden/cases/all.jsonl").write_text(lines, encoding="utf-8")
    pinned = frozen_and_pinned(tmp_path, "first")

    assert [of(one, texts_of(tmp_path)) for one in pinned] == [one.quote for one in texts]
    assert [one.quote for one in pinned] == [one.quote for one in texts]

    # Another checkout, with other line ends, is the same corpus.
    write(tmp_path, texts[1:] + texts[:1], str)
    for number, one in enumerate(texts):
        (tmp_path / f"documents/d{number:03}.txt").write_bytes(one.text.replace("\n", ENDS[(number + 1) % 3]).encode())
    again = freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="first"))
    assert again.existed
    assert [of(one, texts_of(tmp_path)) for one in pinned] == [one.quote for one in texts]

    # An editor that writes accents apart, or together: the places move, the words do not.
    for form in ("NFD", "NFC"):
        write(tmp_path, texts, partial(unicodedata.normalize, form))
        moved = frozen_and_pinned(tmp_path, form)
        held = texts_of(tmp_path)
        found = [
            [place.span.of(held[one.document or ""]) for place in locate(one.quote or "", held[one.document or ""])]
            for one in moved
        ]
        assert [[comparable(one) for one in places] for places in found] == [[comparable(one.quote)] for one in texts]


def test_a_checkout_that_changes_line_ends_moves_the_place_in_the_file_and_none_in_the_document(
    oracle: Callable[[str], dict[str, Any]],
) -> None:
    vector = oracle("offsets.crlf_shift")
    given, expected = vector["input"], vector["expected"]
    quote = given["quote"]
    raw = {name: [given[name].index(quote), given[name].index(quote) + len(quote)] for name in ("crlf", "lf")}
    stored = {normalise_document(given[name]) for name in ("crlf", "lf")}

    assert raw == {"crlf": expected["crlf_span"], "lf": expected["lf_span"]}
    assert stored == {given["lf"]}
    assert [list(place.span) for text in stored for place in locate(quote, text)] == [expected["lf_span"]]


@pytest.mark.browser
def test_a_browser_selects_the_very_words_and_gives_their_place_back(chromium: str) -> None:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    texts = [quoted(number) for number in range(300)]
    spans = [locate(one.quote, one.text)[0].span for one in texts]
    asked = [
        [one.text, *from_code_points(one.text, span, unit="utf16")] for one, span in zip(texts, spans, strict=True)
    ]
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page: Page = browser.new_page()
        page.set_content("<pre id=text style='white-space: pre-wrap'></pre>")
        told = page.evaluate(_SELECT, asked)
        browser.close()

    assert [one["words"] for one in told] == [one.quote for one in texts]
    assert [
        to_code_points(one.text, answer["start"], answer["end"], unit="utf16")
        for one, answer in zip(texts, told, strict=True)
    ] == spans


_SELECT = """asked => asked.map(([text, start, end]) => {
    const shown = document.getElementById('text')
    shown.textContent = text
    const range = document.createRange()
    range.setStart(shown.firstChild, start)
    range.setEnd(shown.firstChild, end)
    const selection = getSelection()
    selection.removeAllRanges()
    selection.addRange(range)
    const held = selection.getRangeAt(0)
    return {words: held.toString(), start: held.startOffset, end: held.endOffset}
})"""
