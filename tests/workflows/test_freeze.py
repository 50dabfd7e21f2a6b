"""Freezing documents and manifests."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import InputError, InvalidFileError
from goldsmith.ondisk import revisions
from goldsmith.ondisk.corpus_lock import ChangedDocuments
from goldsmith.records.corpus import Chunk
from goldsmith.tables.manifest_columns import parse_mapping
from goldsmith.workflows.freeze import FailedDocument, FreezeOptions, FreezeReport, freeze

DIGESTS = ("sources_digest", "chunking_digest", "access_digest", "retrieval_digest")


def frozen(source: Path, root: Path, **options: Any) -> FreezeReport:
    return freeze(source, root=root, options=FreezeOptions(**options))


def all_chunks(root: Path, report: FreezeReport) -> list[Chunk]:
    columns = revisions.load_frozen(revisions.load_revision(root, report.revision.label)).chunks
    return [columns.chunk(row) for row in range(len(columns))]


def jsonl(path: Path, *rows: Mapping[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def problems(source: Path, root: Path, **options: Any) -> list[str]:
    with pytest.raises(InvalidFileError) as caught:
        frozen(source, root, **options)
    return [f"{problem.line}: {problem.message}" for problem in caught.value.problems]


def changed(before: FreezeReport, after: FreezeReport) -> list[str]:
    return [name for name in DIGESTS if getattr(before.revision, name) != getattr(after.revision, name)]


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("# Fees\n\nFive.\n\n# Fees\n\nFive.\n", encoding="utf-8")
    (folder / "scan.pdf").write_bytes(b"%PDF")
    return folder


def test_a_folder_becomes_a_revision_and_the_report_tells_all(tmp_path: Path, docs: Path) -> None:
    report = frozen(docs, tmp_path)

    assert (report.revision.documents, report.revision.chunks, report.revision.failed) == (2, 2, 1)
    reason = "no parser takes .pdf files; Markdown (.md) and plain text (.txt) are read"
    assert report.failed == (FailedDocument(document="scan.pdf", status="failed", reason=reason),)
    assert [one.ids[1][-2:] for one in report.repeated] == ["-2"]
    assert report.next_step == f"pin it in set.yaml (corpus: {{label: {report.revision.label}}}), then: goldsmith check"
    assert frozen(docs, tmp_path).existed


def test_line_ends_make_no_difference(tmp_path: Path, shared_case: Callable[[str], Path]) -> None:
    case = shared_case("021-crlf-checkout-shifts-offsets")
    a, b = (frozen(case / f"corpus-rev-{name}", tmp_path) for name in "ab")

    assert b"\r\n" in (case / "corpus-rev-a" / "policy.md").read_bytes()
    assert a.revision == b.revision
    assert b.existed


def write_snapshot(folder: Path, rows: list[dict[str, Any]]) -> None:
    folder.mkdir()
    for row in rows:
        head = f"effective: {row['effective_date']}\nallowed_principals: {json.dumps(row['acl'])}"
        path = folder / row["doc_id"]
        path.write_text(f"---\n{head}\n---\n{row['content']}\n", encoding="utf-8")
        stamp = 1_700_000_000 + len(row["mtime"]) + (1000 if "05-05" in row["mtime"] else 0)
        os.utime(path, (stamp, stamp))


def test_only_declared_facts_change_a_digest(tmp_path: Path, shared_case: Callable[[str], Path]) -> None:
    case = shared_case("025-metadata-only-change")
    before, after = (json.loads((case / f"snapshot-{name}.json").read_bytes()) for name in "ab")
    write_snapshot(tmp_path / "before", before)
    first = frozen(tmp_path / "before", tmp_path)
    found = {}
    for row in after:
        rows = [row if old["doc_id"] == row["doc_id"] else old for old in before]
        write_snapshot(tmp_path / row["doc_id"].replace(".", "-"), rows)
        found[row["doc_id"]] = changed(first, frozen(tmp_path / row["doc_id"].replace(".", "-"), tmp_path))

    assert found == {"p.md": [], "q.md": ["access_digest"], "r.md": ["sources_digest"]}


def test_the_splitter_and_the_declared_facts_have_digests_of_their_own(tmp_path: Path, docs: Path) -> None:
    first = frozen(docs, tmp_path)

    assert changed(first, frozen(docs, tmp_path, capacity=500)) == ["chunking_digest"]
    assert changed(first, frozen(docs, tmp_path, retrieval={"embedding": "e5"})) == ["retrieval_digest"]


def test_a_capacity_that_holds_nothing_is_refused(tmp_path: Path, docs: Path) -> None:
    with pytest.raises(InputError, match="holds no passage"):
        frozen(docs, tmp_path, capacity=3)


def test_without_text_only_ids_hashes_and_fingerprints_are_stored(tmp_path: Path, docs: Path) -> None:
    passage = "The spare key of the archive lies under the third stone beside the gate."
    (docs / "s.md").write_text(passage, encoding="utf-8")
    report = frozen(docs, tmp_path, keep_text=False)
    folder = Path(report.folder)

    assert report.revision.text == "absent"
    assert [one.text for one in all_chunks(tmp_path, report)] == [None, None, None]
    assert not [path for path in folder.rglob("*") if path.is_file() and b"spare key" in path.read_bytes()]
    stored = revisions.load_revision(tmp_path, report.revision.label)
    assert revisions.document_fingerprints(stored, ["s.md"])["s.md"]
    assert frozen(docs, tmp_path, keep_text=True, label="full").revision.digest == report.revision.digest


def test_the_lock_is_written_once_and_then_held_to(tmp_path: Path, docs: Path) -> None:
    lock = tmp_path / "corpus.lock"
    assert frozen(docs, tmp_path, lock=lock, label="march").exit_status == 0
    (docs / "b.md").write_text("New.", encoding="utf-8")
    fresh_checkout = tmp_path / "elsewhere"
    report = frozen(docs, fresh_checkout, lock=lock, label="march")

    assert report.exit_status == 1
    assert "sources_digest" in " ".join(report.lock_differs)
    assert report.lock_documents == ChangedDocuments(new=("b.md",))
    assert (report.folder, fresh_checkout.exists()) == ("", False)
    assert frozen(docs, fresh_checkout, lock=lock, label="march", update_lock=True).exit_status == 0
    assert frozen(docs, fresh_checkout, lock=lock, label="march").exit_status == 0


def test_another_label_is_another_corpus_and_leaves_the_lock_alone(tmp_path: Path, docs: Path) -> None:
    lock = tmp_path / "corpus.lock"
    frozen(docs, tmp_path, lock=lock, label="march")
    before = lock.read_bytes()
    (docs / "b.md").write_text("New.", encoding="utf-8")
    report = frozen(docs, tmp_path, lock=lock, label="april")

    assert (report.exit_status, lock.read_bytes()) == (0, before)
    assert report.notes[-1] == "corpus.lock names march; name this one instead with --update-lock"


def test_every_bad_row_of_a_manifest_is_named(tmp_path: Path, shared_case: Callable[[str], Path]) -> None:
    case = shared_case("024-bad-manifest")

    assert problems(case / "manifest.jsonl", tmp_path, documents=case / "corpus") == [
        "1: row 1: the span starts at -1: places count from 0",
        "2: row 2: the span ends at 3, before it starts at 6",
        "3: row 3: the span ends at 400, the document 'a.md' at 18",
        "4: row 4: the span 6-6 is empty",
        "6: row 6: the chunk id 'c5' stands already in row 5",
        "7: row 7: the document 'missing.md' is not in the folder of documents",
        "8: row 8: the text is 'gamma', the span 6-10 holds 'beta'",
    ]
    assert not (tmp_path / ".goldsmith").exists()


def test_the_good_row_alone_freezes_with_its_text(tmp_path: Path, shared_case: Callable[[str], Path]) -> None:
    case = shared_case("024-bad-manifest")
    row = {"chunk_id": "c5", "doc_id": "a.md", "start_char": 0, "end_char": 5}
    report = frozen(jsonl(tmp_path / "m.jsonl", row), tmp_path, documents=case / "corpus")

    assert [(one.id, one.text) for one in all_chunks(tmp_path, report)] == [("c5", "Alpha")]


def test_numeric_ids_are_refused(tmp_path: Path, shared_case: Callable[[str], Path]) -> None:
    told = problems(shared_case("014-huge-integers") / "manifest.jsonl", tmp_path)

    assert told == [
        "1: row 1: the chunk id 9007199254740993 is a number; tools round large numbers, so ids are text",
        "1: row 1: the document 1970670598291982290 is a number; ids are text",
    ]


def test_ids_are_kept_to_the_letter(tmp_path: Path, shared_case: Callable[[str], Path]) -> None:
    report = frozen(shared_case("007-separator-inside-id") / "manifest.jsonl", tmp_path)

    assert report.revision.text == "absent"
    assert [(one.document, one.id) for one in all_chunks(tmp_path, report)] == [
        ("policy.md", "policy.md#3"),
        ("policy.md", "policy.md#4"),
        ("policy;v2.md", "policy;v2.md#3"),
    ]


def test_an_id_may_hold_another_text_in_the_next_revision(tmp_path: Path, shared_case: Callable[[str], Path]) -> None:
    case = shared_case("023-rechunk-one-to-many")
    old, new = (frozen(case / f"manifest-{name}.jsonl", tmp_path) for name in ("old", "new"))
    before, after = (all_chunks(tmp_path, report)[0] for report in (old, new))

    assert (before.id, after.id) == ("refund:12", "refund:12")
    assert before.content_hash != after.content_hash
    assert changed(old, new) == ["sources_digest", "chunking_digest"]
    assert old.notes[-1] == "1 of 1 chunks have a text whose length is not that of their span"


def test_a_path_that_leads_out_of_the_corpus_is_refused(tmp_path: Path, shared_case: Callable[[str], Path]) -> None:
    manifest = shared_case("043-hostile-ids-as-paths") / "manifest.jsonl"

    assert problems(manifest, tmp_path) == ["1: row 1: the path '/etc/hostname' leads out of the corpus folder"]
    assert problems(manifest, tmp_path, documents=manifest.parent, ignore_front_matter=("*",)) == [
        "1: row 1: the document '../../../etc/hostname' is not in the folder of documents"
    ]


def test_documents_keep_their_status(tmp_path: Path, shared_case: Callable[[str], Path]) -> None:
    rows = json.loads((shared_case("027-dangling-and-unparsed-sources") / "snapshot.json").read_bytes())
    folder = tmp_path / "snapshot"
    folder.mkdir()
    for row in rows:
        (folder / row["doc_id"]).write_text(row["content"], encoding="utf-8")
    report = frozen(folder, tmp_path)

    assert [(one.document, one.status) for one in report.failed] == [("scan.pdf", "failed")]
    assert [one.document for one in all_chunks(tmp_path, report)] == ["ok.md"]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([{"id": "", "text": "A"}], "the chunk id is empty"),
        ([{"id": None, "text": "A"}], "the chunk has no id"),
        ([{"id": "a", "text": ""}], "the chunk has no text, and others have"),
        ([{"id": "a", "text": 5}], "the text is 5"),
        ([{"id": "a", "start": 1, "text": "A"}], "the span has a start or an end, not both"),
        ([{"id": "a", "start": 1.5, "end": 2}], "start is 1.5, which is not a whole number that can be a place"),
        ([{"id": "a", "start": True, "end": 2}], "start is True, which is not a whole number that can be a place"),
        ([{"id": "a", "document": None}], "the chunk names no document"),
        ([{"id": "a", "document": "d", "effective": "yesterday"}], "'yesterday'"),
        ([{"id": "a", "document": "d", "source": "../x"}], "the path '../x' leads out of the corpus folder"),
        ([{"id": "a", "document": "d", "acl": [1]}], "[1] is not a list of texts"),
        (
            [{"id": "a", "document": "d", "tenant": "eu"}, {"id": "b", "document": "d", "tenant": None}],
            "the rows of the document 'd' disagree: 'eu' and None",
        ),
    ],
)
def test_what_a_manifest_may_not_hold(tmp_path: Path, rows: list[dict[str, Any]], told: str) -> None:
    found = problems(jsonl(tmp_path / "m.jsonl", *rows), tmp_path)

    assert any(told in one for one in found), found


def test_a_manifest_of_previews_says_that_the_text_is_absent(tmp_path: Path) -> None:
    row = {"chunk_id": "a#1", "text_preview": "Alp…", "clause": "3.1", "sha256": "ab", "page": 4, "acl": ["desk"]}
    report = frozen(jsonl(tmp_path / "m.jsonl", row), tmp_path)
    (chunk,) = all_chunks(tmp_path, report)
    stored = revisions.load_revision(tmp_path, report.revision.label)

    assert report.revision.text == "preview"
    assert (chunk.document, chunk.preview, chunk.text, chunk.section, chunk.page) == ("a", "Alp…", None, "3.1", 4)
    assert chunk.content_hash is not None
    assert chunk.content_hash.value == "ab"
    assert revisions.documents(stored)[0].allowed_principals == ("desk",)


def test_columns_without_any_value_are_no_texts_and_no_previews(tmp_path: Path) -> None:
    row = {"chunk_id": "a#1", "text": None, "text_preview": None}

    assert frozen(jsonl(tmp_path / "m.jsonl", row), tmp_path).revision.text == "absent"


@pytest.mark.real_data
@pytest.mark.parametrize("mapping", [(), ("id=chunk_link", "text=text", "section=chunk_heading")])
def test_the_public_documentation_chunks_freeze_with_one_command(
    tmp_path: Path, shared: Path, mapping: tuple[str, ...]
) -> None:
    folder = shared / "data" / "anthropic-docs-rag" / "skills" / "retrieval_augmented_generation" / "data"
    rows = json.loads((folder / "anthropic_docs.json").read_bytes())
    report = frozen(folder / "anthropic_docs.json", tmp_path, mapping=parse_mapping(mapping))
    chunks = {one.id: one for one in all_chunks(tmp_path, report)}

    assert (report.revision.chunks, report.revision.text) == (232, "full")
    assert {name: (one.text, one.section) for name, one in chunks.items()} == {
        row["chunk_link"]: (row["text"], row["chunk_heading"]) for row in rows
    }
    assert "documents from the part of the chunk id before the last '#'" in report.notes
