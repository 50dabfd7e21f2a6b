"""Two revisions held against each other: every kind of change on a few lines, and what must hold for all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from goldsmith.corpus import chunk_outcomes
from goldsmith.records.corpus import Ingestion
from goldsmith.records.corpus_diff import ChunkCounts, CorpusDiff, DocumentChange, FieldChange
from goldsmith.tables.chunk_columns import ChunkColumns, hash_texts, no_numbers
from goldsmith.tables.frozen_corpus import FrozenCorpus
from tests.corpus.two_revisions import corpus, difference, document, of_columns

FEES = "# Fees\n\nThe fee is 5 EUR for each month.\n\n# Late\n\nThe late fee is 9 EUR.\n"
RETURNS = "# Returns\n\nGoods come back within 30 days.\n\n# Receipt\n\nNo return without a receipt.\n"


def kinds(diff: CorpusDiff) -> dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[str, ...]]:
    return {(one.before, one.after): one.kinds for one in diff.documents}


def only(diff: CorpusDiff) -> DocumentChange:
    (change,) = diff.documents
    return change


def manifest(texts: dict[str, tuple[str, str]], *, length_known: bool = False) -> FrozenCorpus:
    """Return a corpus with foreign chunk ids: id to document and text."""
    names = sorted({name for name, _ in texts.values()})
    ordered = sorted(texts, key=lambda one: (texts[one][0], one))
    held = [texts[one][1] for one in ordered]
    ends = np.array([len(text) for text in held], dtype=np.int64) if length_known else no_numbers(len(held))
    chunks = ChunkColumns(
        documents=tuple(names),
        sections=(),
        ids=ordered,
        document=np.array([names.index(texts[one][0]) for one in ordered], dtype=np.int32),
        ordinal=np.arange(len(ordered), dtype=np.int32),
        start=np.zeros(len(held), dtype=np.int64) if length_known else no_numbers(len(held)).astype(np.int64),
        end=ends.astype(np.int64),
        section=no_numbers(len(held)),
        page=no_numbers(len(held)),
        tokens=no_numbers(len(held)),
        sha256=hash_texts(held),
        texts=held,
    )
    documents = [document(name, "".join(text for own, text in texts.values() if own == name)) for name in names]
    return of_columns(documents, chunks)


def test_the_same_content_gives_no_change_whatever_the_label() -> None:
    one = corpus({"a": FEES, "b": RETURNS})
    other = replace(one, revision=replace(one.revision, label="another"))
    diff = difference(one, other)

    assert (diff.documents, diff.chunks, diff.same) == ((), ChunkCounts(same=4), True)


def test_an_edit_changes_one_chunk_and_names_its_section() -> None:
    change = only(difference(corpus({"a": FEES}), corpus({"a": FEES.replace("9 EUR", "12 EUR")})))

    assert change == DocumentChange(
        kinds=("edited",), before=("a",), after=("a",), chunks=ChunkCounts(same=1, changed=1), sections=("Late",)
    )


def test_what_is_new_and_what_is_gone_is_added_and_removed() -> None:
    diff = difference(corpus({"a": FEES}), corpus({"b": RETURNS}))

    assert kinds(diff) == {(("a",), ()): ("removed",), ((), ("b",)): ("added",)}
    assert diff.chunks == ChunkCounts(removed=2, added=2)


def test_a_page_under_another_id_is_renamed() -> None:
    diff = difference(corpus({"old/a": FEES, "b": RETURNS}), corpus({"new/a": FEES, "b": RETURNS}))

    assert only(diff) == DocumentChange(
        kinds=("renamed",), before=("old/a",), after=("new/a",), shared=1.0, chunks=ChunkCounts(moved=2)
    )


def test_twins_are_renamed_by_their_names_and_then_in_order() -> None:
    diff = difference(
        corpus({"old/x": FEES, "old/y": FEES, "old/z": FEES}), corpus({"new/z": FEES, "new/p": FEES, "new/q": FEES})
    )

    assert kinds(diff) == {
        (("old/x",), ("new/p",)): ("renamed",),
        (("old/y",), ("new/q",)): ("renamed",),
        (("old/z",), ("new/z",)): ("renamed",),
    }


def test_twins_that_became_one_are_merged_and_a_copy_is_a_split() -> None:
    two, one = corpus({"a": FEES, "b": FEES}), corpus({"c": FEES})

    assert kinds(difference(two, one)) == {(("a", "b"), ("c",)): ("merged",)}
    assert kinds(difference(one, two)) == {(("c",), ("a", "b")): ("split",)}


def test_a_renamed_page_may_be_edited_too() -> None:
    change = only(difference(corpus({"old": FEES}), corpus({"new": FEES.replace("9 EUR", "12 EUR")})))

    assert (change.kinds, change.before, change.after) == (("renamed", "edited"), ("old",), ("new",))
    assert (change.chunks, change.sections) == (ChunkCounts(changed=1, moved=1), ("Late",))
    assert change.shared == pytest.approx(37 / 63, abs=0.05)


PARAGRAPH = "Whoever wants to {0} asks the desk in writing, names the number of the {0} form and waits for {1} days.\n"


def test_a_page_cut_and_edited_throughout_is_told_by_its_runs_of_words() -> None:
    before = "\n".join(PARAGRAPH.format(word, day) for day, word in enumerate(("leave", "travel", "train", "retire")))
    after = before.replace("\nWhoever", " Whoever").replace("waits for 2", "waits patiently for 2")
    change = only(difference(corpus({"old": before}), corpus({"new": after})))

    assert change.kinds == ("renamed", "edited")
    assert change.shared is not None
    assert 0.5 <= change.shared < 1


def test_words_that_many_pages_share_do_not_tell_which_one_went_on() -> None:
    footer = "\nThis page is kept by the desk; write to the desk when something in it is not right any more.\n"
    diff = difference(
        corpus({"a": f"First.{footer}", "b": f"Second.{footer}"}),
        corpus({"x": f"Third.{footer}", "y": f"Fourth.{footer}"}),
    )

    assert [one.kinds for one in diff.documents] == [("removed",), ("removed",), ("added",), ("added",)]


def test_a_page_in_two_halves_is_split_and_backwards_merged() -> None:
    whole, halves = corpus({"all": FEES + RETURNS}), corpus({"fees": FEES, "returns": RETURNS})
    split, merged = only(difference(whole, halves)), only(difference(halves, whole))

    assert (split.kinds, split.before, split.after) == (("split",), ("all",), ("fees", "returns"))
    assert (merged.kinds, merged.before, merged.after) == (("merged",), ("fees", "returns"), ("all",))
    assert (split.shared, split.chunks) == (merged.shared, merged.chunks) == (1.0, ChunkCounts(moved=4))


def test_a_part_that_became_a_page_of_its_own_splits_the_page() -> None:
    diff = difference(corpus({"all": FEES + RETURNS}), corpus({"all": FEES, "returns": RETURNS}))

    assert only(diff) == DocumentChange(
        kinds=("split",),
        before=("all",),
        after=("all", "returns"),
        shared=1.0,
        chunks=ChunkCounts(same=2, moved=2),
    )


def test_a_page_whose_text_was_put_into_another_is_merged() -> None:
    diff = difference(corpus({"all": FEES, "returns": RETURNS}), corpus({"all": FEES + RETURNS}))

    assert kinds(diff) == {(("all", "returns"), ("all",)): ("merged",)}


def test_a_page_in_parts_none_of_which_is_half_of_it_is_split() -> None:
    parts = [f"# Part {number}\n\nThe rule of part {number} holds.\n" for number in range(3)]
    more = [f"# Other {number}\n\n{'Something else stands here too. ' * 3}\n" for number in range(3)]
    diff = difference(corpus({"all": "".join(parts)}), corpus({f"new{at}": parts[at] + more[at] for at in range(3)}))

    assert kinds(diff) == {(("all",), ("new0", "new1", "new2")): ("split", "edited")}


def test_the_same_text_cut_otherwise_is_rechunked_and_its_pieces_are_counted() -> None:
    text = "# All\n\n" + "\n\n".join(f"Rule {number} is that {'it holds ' * 8}always." for number in range(4))
    one, other = corpus({"a": text}), corpus({"a": text}, capacity=200, splitter="ours, shorter")
    split, merged = only(difference(one, other)), only(difference(other, one))

    assert (split.kinds, split.chunks) == (("rechunked",), ChunkCounts(split=1))
    assert (merged.kinds, merged.chunks) == (("rechunked",), ChunkCounts(merged=len(other.chunks)))
    assert difference(one, other).chunking == (FieldChange(field="splitter", before="ours", after="ours, shorter"),)


def test_a_chunk_in_pieces_is_told_by_its_words_where_the_page_was_edited() -> None:
    one = manifest({"1": ("a", "Goods come back within\n30 days. No return without a receipt."), "2": ("a", "Five.")})
    other = manifest(
        {"3": ("a", "Goods come back within 30 days."), "4": ("a", "No return without a receipt."), "5": ("a", "Six.")}
    )

    assert only(difference(one, other)).chunks == ChunkCounts(split=1, removed=1, added=1)
    assert only(difference(other, one)).chunks == ChunkCounts(merged=2, removed=1, added=1)


def test_a_page_known_by_its_chunks_only_is_cut_otherwise_where_its_words_are_the_same() -> None:
    one, other = (
        replace_hashes(held, "manifest-chunks")
        for held in (
            manifest({"1": ("a", "First rule.\nSecond rule."), "2": ("a", "Third.")}),
            manifest({"1": ("a", "First rule."), "2": ("a", "Second rule.\nThird.")}),
        )
    )

    assert only(difference(one, other)).kinds == ("rechunked",)


def replace_hashes(frozen: FrozenCorpus, algorithm: str) -> FrozenCorpus:
    documents = [replace(one, content_hash=replace(one.content_hash, algorithm=algorithm)) for one in frozen.documents]
    return of_columns(documents, frozen.chunks)


def test_a_heading_that_was_renamed_changes_no_text_of_its_own() -> None:
    change = only(difference(corpus({"a": FEES}), corpus({"a": FEES.replace("# Late", "# Too late")})))

    assert change.kinds == ("edited",)
    assert (change.chunks, change.sections) == (
        ChunkCounts(same=1, changed=0, removed=1, added=1),
        ("Late", "Too late"),
    )


def test_foreign_ids_with_another_text_are_changed_and_the_text_under_another_id_has_moved() -> None:
    one = manifest({"a:0": ("a", "First."), "a:1": ("a", "Second."), "b:0": ("b", "Third.")})
    other = manifest({"a:0": ("a", "First."), "a:1": ("a", "Another."), "b:9": ("b", "Third.")})
    diff = difference(one, other)

    assert diff.chunks == ChunkCounts(same=1, changed=1, moved=1)
    assert kinds(diff) == {(("a",), ("a",)): ("edited",), (("b",), ("b",)): ("rechunked",)}


def test_foreign_chunks_are_never_paired_by_section() -> None:
    one, other = manifest({"a:0": ("a", "First.")}), manifest({"a:7": ("a", "Another.")})

    assert difference(one, other).chunks == ChunkCounts(removed=1, added=1)


def test_a_page_whose_chunk_ids_stay_while_its_own_id_changes_is_renamed() -> None:
    one, other = (
        manifest({"1": ("a", "First."), "2": ("a", "Second.")}),
        manifest({"1": ("b", "First."), "2": ("b", "New.")}),
    )

    assert kinds(difference(one, other)) == {(("a",), ("b",)): ("renamed", "edited")}


def test_what_another_parser_read_in_the_same_bytes_is_edited() -> None:
    one, other = (corpus({"a": text}, media_type="text/html") for text in (FEES, FEES.replace("9 EUR", "12 EUR")))
    documents = one.documents
    later = of_columns(documents, other.chunks, splitter="ours")
    read_by = replace(later, revision=replace(later.revision, parsers={"text/html": "another 2"}))
    recut = replace(read_by, revision=replace(read_by.revision, splitter="theirs"))

    assert only(difference(one, read_by)).kinds == ("edited",)
    assert only(difference(one, recut)).kinds == ("edited", "rechunked")


def test_places_are_not_compared_across_normalisations() -> None:
    text = "# All\n\n" + "\n\n".join(f"Rule {number} is that {'it holds ' * 8}always." for number in range(4))
    one, other = corpus({"a": text}), corpus({"a": text}, capacity=200, splitter="ours, shorter")
    other = replace(other, revision=replace(other.revision, normalisation="lf-2"))

    assert only(difference(one, other)).kinds == ("rechunked",)
    assert [change.field for change in difference(one, other).chunking] == ["splitter", "normalisation"]


IN_PIECES = (
    {
        f"{page}1": (page, f"Goods {page} come back within 30 days. No return of {page} without a receipt.")
        for page in "ab"
    },
    {
        name: (page, text)
        for page in "ab"
        for name, text in (
            (f"{page}2", f"Goods {page} come back within 30 days."),
            (f"{page}3", f"No return of {page} without a receipt."),
        )
    },
)


def test_texts_are_read_a_few_groups_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk_outcomes, "_TEXTS_AT_ONCE", 1)

    assert difference(*map(manifest, IN_PIECES)).chunks == ChunkCounts(split=2)


def test_in_very_large_groups_no_piece_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk_outcomes, "_LARGEST_GROUP", 1)

    assert difference(*map(manifest, IN_PIECES)).chunks == ChunkCounts(removed=2, added=4)


def test_what_is_declared_is_told_field_by_field() -> None:
    before = corpus({"a": FEES}, version="1", effective_from="2026-01-01", title="Fees")
    after = corpus(
        {"a": FEES},
        source="elsewhere/a",
        version="2",
        effective_from="2026-06-01",
        supersedes=("z", "y"),
        ingestion=Ingestion(status="partial", reason="page 3"),
        title="Fees",
    )
    change = only(difference(before, after))

    assert change.kinds == ("moved", "dates", "version", "supersession", "ingestion")
    assert change.fields == (
        FieldChange(field="source", before="a", after="elsewhere/a"),
        FieldChange(field="effective_from", before="2026-01-01", after="2026-06-01"),
        FieldChange(field="version", before="1", after="2"),
        FieldChange(field="supersedes", before=None, after="y, z"),
        FieldChange(field="ingestion", before="parsed", after="partial: page 3"),
    )


def test_the_order_of_readers_is_no_change() -> None:
    one, other = (corpus({"a": FEES}, allowed_principals=names) for names in (("x", "y"), ("y", "x")))

    assert difference(one, other).documents == ()


def test_a_text_that_moved_under_other_access_is_told() -> None:
    before = corpus({"a": FEES}, allowed_principals=("support",))
    after = corpus({"b": FEES})
    diff = difference(before, after)

    assert only(diff).kinds == ("renamed", "access")
    assert [(one.document, one.gained, one.lost) for one in diff.access] == [("b", ("everyone",), ())]


def test_only_line_endings_changed_means_nothing_changed(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("021-crlf-checkout-shifts-offsets")
    one, other = (
        corpus({"policy.md": (folder / f"corpus-rev-{name}" / "policy.md").read_text(encoding="utf-8")})
        for name in ("a", "b")
    )

    assert (difference(one, other).documents, difference(one, other).same) == ((), True)


def test_a_change_of_metadata_only_names_the_field(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("025-metadata-only-change")
    diff = difference(*(snapshot(folder / f"snapshot-{name}.json") for name in ("a", "b")))

    assert kinds(diff) == {(("q.md",), ("q.md",)): ("access",), (("r.md",), ("r.md",)): ("dates",)}
    assert [(one.document, one.gained, one.lost) for one in diff.access] == [("q.md", ("finance",), ("support",))]
    assert diff.documents[1].fields == (FieldChange(field="effective_from", before="2026-01-01", after="2026-06-01"),)
    assert diff.chunks == ChunkCounts(same=3)


def snapshot(path: Path) -> FrozenCorpus:
    rows = json.loads(path.read_text(encoding="utf-8"))
    plain = corpus({row["doc_id"]: row["content"] for row in rows})
    declared = {row["doc_id"]: row for row in rows}
    documents = [
        replace(
            one,
            effective_from=declared[one.id]["effective_date"],
            allowed_principals=tuple(declared[one.id]["acl"]),
        )
        for one in plain.documents
    ]
    return of_columns(documents, plain.chunks, splitter="ours")
