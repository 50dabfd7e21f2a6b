"""What changed from one corpus to another, as it is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldsmith.records.corpus import CorpusRevision
from goldsmith.records.corpus_diff import AccessChange, ChunkCounts, CorpusDiff, DocumentChange, FieldChange
from goldsmith.reports.corpus_diff import differs, render_corpus_diff
from goldsmith.reports.plain_text import columns

BEFORE = CorpusRevision(
    label="march",
    digest="a" * 64,
    sources_digest="a" * 64,
    chunking_digest="a" * 64,
    access_digest="a" * 64,
    retrieval_digest="a" * 64,
    documents=9,
    chunks=1_200,
    failed=0,
    text="full",
    normalisation="lf-1",
    splitter="ours",
)
AFTER = replace(BEFORE, label="june", digest="b" * 64, documents=10)
NOTHING = CorpusDiff(before=BEFORE, after=replace(AFTER, digest="a" * 64), documents=(), chunks=ChunkCounts(same=1_200))
CHANGES = (
    DocumentChange(
        kinds=("renamed", "edited"),
        before=("old/fees.md",),
        after=("new/fees.md",),
        shared=0.8125,
        chunks=ChunkCounts(changed=2, moved=5),
        sections=("Fees", "Fees > Late", "Rules"),
    ),
    DocumentChange(kinds=("split",), before=("all.md",), after=("a.md", "b.md"), shared=1.0),
    DocumentChange(kinds=("removed",), before=("gone.md",), after=(), chunks=ChunkCounts(removed=1)),
    DocumentChange(
        kinds=("access", "dates"),
        before=("q.md",),
        after=("q.md",),
        fields=(
            FieldChange(field="allowed_principals", before="support", after="finance"),
            FieldChange(field="effective_to", before=None, after="2026-06-01"),
        ),
    ),
)
DIFF = CorpusDiff(
    before=BEFORE,
    after=AFTER,
    documents=CHANGES,
    chunks=ChunkCounts(same=1_192, changed=2, moved=5, removed=1),
    access=(AccessChange(document="q.md", gained=("finance",), lost=("support",), tenant_after="eu"),),
    retrieval=(FieldChange(field="embedding", before="e5", after=None),),
    chunking=(FieldChange(field="splitter", before="ours", after="theirs"),),
)


def test_what_changed_comes_first_then_the_lists_then_the_next_step() -> None:
    assert render_corpus_diff(DIFF).splitlines() == [
        "march -> june: 9 documents, 1,200 chunks -> 10 documents, 1,200 chunks",
        "  documents   1 removed · 1 renamed · 1 split · 1 edited · 1 access · 1 dates",
        "  chunks      2 changed · 5 moved · 1 removed · 1,192 the same",
        "  access      1 document gained readers, 1 document lost some (--access shows who)",
        "  retrieval   embedding: e5 -> none",
        "  chunking    splitter: ours -> theirs",
        "",
        "REMOVED",
        "  gone.md",
        "",
        "SPLIT OR MERGED",
        "  all.md -> a.md + b.md   100 % of the text",
        "",
        "RENAMED",
        "  old/fees.md -> new/fees.md",
        "      81 % of the text · edited · chunks: 2 changed, 5 moved · in Fees, Fees > Late and 1 more",
        "",
        "DECLARED OTHERWISE",
        "  q.md   allowed_principals: support -> finance · effective_to: none -> 2026-06-01",
        "",
        "Next: goldsmith refresh june",
    ]


def test_who_gained_and_who_lost_is_a_table_of_its_own() -> None:
    lines = render_corpus_diff(DIFF, access=True).splitlines()

    assert "  access      1 document gained readers, 1 document lost some" in lines
    assert lines[-4:-2] == ["ACCESS", "  q.md   gained finance · lost support · tenant none -> eu"]


def test_a_long_list_is_cut_and_says_so() -> None:
    gone = tuple(
        DocumentChange(kinds=("removed",), before=(f"{number}.md",), after=(), chunks=ChunkCounts())
        for number in range(4)
    )
    lines = render_corpus_diff(replace(DIFF, documents=gone), limit=2).splitlines()

    assert lines[lines.index("REMOVED") :][:4] == ["REMOVED", "  0.md", "  1.md", "  … and 2 more (--limit)"]


def test_the_same_content_is_one_line() -> None:
    assert render_corpus_diff(NOTHING) == (
        "march -> june: nothing changed, 10 documents, 1,200 chunks hold the same content"
    )
    assert (differs(NOTHING), differs(DIFF), differs(replace(NOTHING, documents=CHANGES[:1]))) == (False, True, True)


def test_a_name_that_could_move_the_line_is_escaped() -> None:
    change = DocumentChange(kinds=("removed",), before=("a\nb\u202e.md",), after=(), chunks=ChunkCounts(removed=1))

    assert r"  a b\u202e.md" in render_corpus_diff(replace(DIFF, documents=(change,))).splitlines()


@pytest.mark.parametrize("width", [40, 60, 100])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    long = "handbook/" + "cafe\u0301-退货-" * 9 + "rules.md"
    changes = [replace(change, before=(long,), after=(f"new-{long}",)) for change in CHANGES]
    lines = render_corpus_diff(replace(DIFF, documents=tuple(changes)), access=True, width=width).splitlines()

    assert [line for line in lines if columns(line) > width] == []


def test_both_names_of_a_renamed_document_keep_their_ends() -> None:
    old, new = "old/" + "x" * 80 + "/fees.md", "new/" + "x" * 80 + "/costs.md"
    change = replace(CHANGES[0], before=(old,), after=(new,))
    told = render_corpus_diff(replace(DIFF, documents=(change,)))

    assert [told.count(end) for end in ("/fees.md ->", "/costs.md\n")] == [1, 1]
