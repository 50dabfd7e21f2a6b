"""Frozen corpora in the terminal."""

from __future__ import annotations

from goldsmith.records.corpus import Chunk, CorpusRevision
from goldsmith.reports.corpora import render_found, render_freeze, render_revisions, render_verified

REVISION = CorpusRevision(
    label="march",
    digest="6536453048fa5088",
    sources_digest="a",
    chunking_digest="b",
    access_digest="c",
    retrieval_digest="d",
    documents=24,
    chunks=1,
    failed=1,
    text="full",
    normalisation="lf-1",
    splitter="headings-1",
)


def test_a_freeze_says_what_was_not_read_and_the_next_step() -> None:
    told = render_freeze(
        REVISION, existed=False, failed=[("scan.pdf", "failed", "no parser takes it")], notes=[], next_step="pin it"
    )

    assert told.splitlines() == [
        "froze march: 24 documents, 1 chunk, with text",
        "digest 6536453048fa5088",
        "  ! scan.pdf: failed: no parser takes it",
        "",
        "Next: pin it",
    ]


def test_the_same_corpus_again_is_called_already_frozen() -> None:
    assert render_freeze(REVISION, existed=True, failed=[], notes=[], next_step="x").startswith(
        "already frozen as march"
    )


def test_a_hundred_failed_documents_are_counted_and_not_all_listed() -> None:
    failed = [(f"d{number}.pdf", "failed", "unreadable") for number in range(100)]

    assert "  … and 92 more that were not read whole" in render_freeze(
        REVISION, existed=False, failed=failed, notes=[], next_step="x"
    )


def test_without_a_revision_the_list_says_how_to_make_one() -> None:
    assert "goldsmith freeze" in render_revisions([])


def test_a_revision_is_one_line() -> None:
    assert render_revisions([REVISION]) == "march  24 documents, 1 chunk, with text  6536453048fa508  1 failed"


def test_a_found_chunk_is_shown_on_two_lines_without_control_characters() -> None:
    chunk = Chunk(id="a#1", document="a", ordinal=0, section="Fees", text="ten\x1b[31m euros")

    told = render_found("march", [chunk], more=True, why_not="")

    assert "\x1b" not in told
    assert told.splitlines()[0] == "a#1   Fees"
    assert told.splitlines()[-1] == "… and more"


def test_a_damaged_revision_says_what_to_do() -> None:
    assert render_verified(REVISION, ["chunk a#1: its text has another hash"]).splitlines() == [
        "march is damaged:",
        "  x chunk a#1: its text has another hash",
        "",
        "Next: remove its folder and freeze the same documents again",
    ]
