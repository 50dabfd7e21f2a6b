"""Foreign evidence in a frozen corpus: found by its words and pinned, or told with what comes nearest."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.ondisk.revisions import all_chunk_texts, load_revision
from goldsmith.records.evidence import Alternative
from goldsmith.records.interchange import Imported
from goldsmith.workflows.check import CheckOptions, check_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from tests.workflows.importing import NOW, RECEIPT, WINDOW, asks, cases_of, imported, sample, squad, told, write_lines

DOCUMENT = """\
# Returns

Goods can be  returned within 30 days of
purchase. In 30 cases we asked again.

# Receipts

No return is possible without a receipt. Keep the receipt.
"""
CONTEXT = "Goods can be returned within 30 days of purchase. In 30 cases we asked again."


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder in which a document is frozen; there is no set yet."""
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents/returns.md").write_text(DOCUMENT, encoding="utf-8")
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r1"))
    return tmp_path


def _squad(project: Path, *questions: dict[str, object], context: str = CONTEXT) -> Imported:
    file = write_lines(project / "in.json", squad((context, questions)))
    return imported(project, file)


def _evidence(project: Path, name: str) -> list[Alternative]:
    return [item for need in cases_of(project)[name].evidence for item in need.any_of]


def test_marked_words_are_pinned_where_they_were_marked_though_they_stand_twice(project: Path) -> None:
    done = _squad(project, asks("q1", "How long?", "30", 29), asks("q2", "How many?", "30", 53))

    at = [DOCUMENT.index("30"), DOCUMENT.index("30 cases")]
    assert [item.span for name in ("q1", "q2") for item in _evidence(project, name)] == [(x, x + 2) for x in at]
    assert (done.located, done.unlocated, done.passages) == (2, 0, 0)


def test_what_was_pinned_on_import_has_nothing_left_to_pin(project: Path) -> None:
    _squad(project, asks("q1", "How long?", "within 30 days of purchase", 22))

    opened = open_project(project)
    (item,) = _evidence(project, "q1")
    found = check_set(opened, CheckOptions(), now=NOW)
    assert item.quote == "within 30 days of\npurchase"
    assert (item.document, item.source) == ("returns.md", "returns.md")
    assert found.errors == 0
    assert "GS210" not in {finding.code for finding in found.findings}
    assert opened.golden.header.corpus is not None
    assert opened.golden.header.corpus.label == "r1"


def test_a_context_without_marked_words_is_pinned_whole(project: Path) -> None:
    done = imported(project, write_lines(project / "desk.jsonl", sample("A receipt?", RECEIPT)))

    (item,) = _evidence(project, "desk-0001")
    assert (item.quote, item.document, DOCUMENT[slice(*(item.span or (0, 0)))]) == (RECEIPT, "returns.md", RECEIPT)
    assert told(done, "mapped", "wrong", "inferred") == [
        ("mapped", "its words were found in the corpus and pinned there", 1)
    ]


def test_words_that_are_not_there_are_told_with_the_nearest(project: Path) -> None:
    done = imported(
        project, write_lines(project / "desk.jsonl", sample("A receipt?", "No return is possible without the receipt."))
    )

    report = (project / done.report).read_text(encoding="utf-8")
    assert told(done, "wrong") == [("wrong", "the words are not in the corpus", 1)]
    assert (done.located, done.unlocated) == (0, 1)
    assert f'"found": "nearest: returns.md: {RECEIPT}"' in report


def test_words_in_several_documents_are_pinned_to_the_first_and_told(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    for name in ("b.md", "a.md"):
        (tmp_path / "documents" / name).write_text(f"{WINDOW}\n", encoding="utf-8")
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r1"))

    done = imported(tmp_path, write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW)))

    assert [item.document for item in _evidence(tmp_path, "desk-0001")] == ["a.md"]
    assert ("inferred", "the words stand in several places of the corpus: the first is taken", 1) in told(
        done, "inferred"
    )


def test_an_id_of_the_corpus_is_taken_and_one_that_it_has_not_is_told(project: Path) -> None:
    known = next(iter(_chunks(project)))
    rows = [sample("A?", reference_context_ids=[known]), sample("B?", reference_context_ids=["nothing#1"])]

    done = imported(project, write_lines(project / "desk.jsonl", *rows))

    assert [item.chunk for item in _evidence(project, "desk-0001")] == [known]
    assert told(done, "wrong") == [
        ("wrong", "the corpus has no chunk or document of this id, and no words came with it", 1)
    ]


def test_an_id_that_the_corpus_has_for_another_text_is_not_believed(tmp_path: Path) -> None:
    manifest = write_lines(
        tmp_path / "m.jsonl",
        {"chunk_id": "1", "text": "Something else altogether."},
        {"chunk_id": "2", "text": WINDOW},
    )
    freeze(manifest, root=tmp_path, options=FreezeOptions(label="r1"))

    done = imported(
        tmp_path, write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW, reference_context_ids=["1"]))
    )

    assert [item.chunk for item in _evidence(tmp_path, "desk-0001")] == ["2"]
    assert told(done, "wrong") == [
        ("wrong", "the corpus has another text under this id: the words were looked for, not the id", 1)
    ]


def test_in_a_corpus_without_places_a_chunk_that_holds_the_words_is_named(tmp_path: Path) -> None:
    manifest = write_lines(
        tmp_path / "m.jsonl",
        {"chunk_id": "c1", "document": "d", "text": f"{WINDOW} {RECEIPT}"},
        {"chunk_id": "c2", "document": "d", "text": "Keep it."},
    )
    freeze(manifest, root=tmp_path, options=FreezeOptions(label="r1"))

    done = imported(
        tmp_path, write_lines(tmp_path / "in.json", squad((WINDOW, [asks("q1", "How long?", "30 days", 29)])))
    )

    (item,) = _evidence(tmp_path, "q1")
    assert (item.chunk, item.document, item.quote, item.span) == ("c1", "d", "30 days", None)
    assert check_set(open_project(tmp_path), CheckOptions(), now=NOW).errors == 0
    assert done.located == 1


def test_a_corpus_without_texts_is_told(project: Path) -> None:
    freeze(project / "documents", root=project, options=FreezeOptions(label="bare", keep_text=False))

    done = imported(project, write_lines(project / "desk.jsonl", sample("How long?", WINDOW)), corpus="bare")

    assert told(done, "inferred") == [
        ("inferred", "the frozen corpus keeps no text, so words cannot be looked for in it", 1)
    ]


def test_passages_that_stand_apart_from_the_cases_are_found_too(project: Path) -> None:
    folder = project / "beir"
    write_lines(folder / "corpus.jsonl", {"_id": "d1", "title": "", "text": RECEIPT})
    write_lines(folder / "queries.jsonl", {"_id": "q1", "text": "A receipt?"})
    (folder / "qrels").mkdir()
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\n", encoding="utf-8")

    done = imported(project, folder, format="beir")

    assert [item.quote for item in _evidence(project, "q1")] == [RECEIPT]
    assert (done.located, done.unlocated) == (1, 0)


def _chunks(project: Path) -> list[str]:
    return [name for name, _, _ in all_chunk_texts(load_revision(project, "r1"))]
