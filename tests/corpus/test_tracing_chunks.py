"""What becomes of evidence that names chunks, chunks without places, or a whole document."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from goldsmith._base.canonical import text_sha256
from goldsmith.corpus.locate import Lookup
from goldsmith.records.corpus import Chunk, ContentHash
from goldsmith.records.evidence import Alternative
from tests.corpus.revisions import RETURNS, document, followed, manifest, revision, words_now


def test_a_whole_document_is_intact_while_its_text_is() -> None:
    item = Alternative(document="returns")
    before = revision({"returns": RETURNS})
    same = followed(item, before, revision({"returns": RETURNS.replace("\n\n", "\n\n\n")}))
    other = followed(item, before, revision({"returns": RETURNS + "\nMore.\n"}))
    gone = followed(item, before, revision({"faq": "Words."}))

    assert (same.quote, same.section, same.document) == ("intact", "same", "same")
    assert (other.quote, other.section, other.document) == ("edited", "changed", "changed")
    assert (gone.quote, gone.section, gone.document) == ("gone", "absent", "absent")


def test_without_text_the_hashes_decide() -> None:
    before = manifest("returns", "One.", "Two.", text="absent")
    item = Alternative(chunk="returns:1")
    same = followed(item, before, manifest("returns", "Zero.", "Two.", text="absent"))
    other = followed(item, before, manifest("returns", "One.", "Three.", text="absent"))

    assert (same.quote, same.document, same.method) == ("intact", "changed", "identity")
    assert (other.quote, other.section, other.document) == ("unknown", "unknown", "changed")


def test_evidence_that_names_a_chunk_follows_its_text() -> None:
    before = manifest("returns", "Opened items lose ten percent of their price.", "Ask the desk for the form.")
    item = Alternative(chunk="returns:0")
    merged = followed(
        item, before, manifest("returns", "Opened items lose ten percent of their price. Ask the desk for the form.")
    )
    other = followed(
        item, before, manifest("returns", "Ask the desk for the form.", "Opened items lose ten percent of their price.")
    )

    assert (merged.quote, merged.pinned[0].quote) == ("intact", "Opened items lose ten percent of their price.")
    assert (other.quote, other.pinned[0].chunk, other.pinned[0].quote) == ("intact", "returns:1", None)


def test_chunks_without_places_that_are_cut_inside_a_word_name_every_piece() -> None:
    before = manifest("returns", "客户可以在购买之后的三十天内申请全额退款。保修期为二十四个月。")
    after = manifest("returns", "客户可以在购买之后的三", "十天内申请全额退款。保修", "期为二十四个月。")
    item = Alternative(document="returns", quote="客户可以在购买之后的三十天内申请全额退款。")
    found = followed(item, before, after)

    assert (found.quote, found.section, found.document) == ("split", "same", "same")
    assert [(one.chunk, one.quote, one.span) for one in found.pinned] == [
        ("returns:0", "客户可以在购买之后的三", None),
        ("returns:1", "十天内申请全额退款。", None),
    ]


def test_chunks_that_overlap_without_places_leave_a_document_of_the_same_hash_the_same() -> None:
    before = manifest("returns", "One thing is said here. Another thing is said there. A third is not said.")
    overlapping = manifest(
        "returns", "One thing is said here. Another thing is", "Another thing is said there. A third is not said."
    )
    after = Lookup(documents=before.documents, chunks=overlapping.chunks, text="full")
    found = followed(Alternative(document="returns", quote="Another thing is said there."), before, after)

    assert (found.quote, found.section, found.document) == ("intact", "same", "same")
    assert found.pinned[0].chunk == "returns:1"


def test_a_chunk_that_was_cut_in_three_names_all_three(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("023-rechunk-one-to-many")
    before, after = (read_manifest(folder / f"manifest-{name}.jsonl") for name in ("old", "new"))
    found = followed(Alternative(chunk="refund:12"), before, after)

    assert found.quote == "split"
    assert [one.chunk for one in found.pinned] == ["refund:12", "refund:13", "refund:14"]
    assert [one.quote for one in found.pinned] == [None, None, None]
    assert words_now(found)


def read_manifest(path: Path) -> Lookup:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    chunks = tuple(
        Chunk(
            id=row["chunk_id"],
            document=row["doc_id"],
            ordinal=at,
            start=row["start_char"],
            end=row["end_char"],
            text=row["text"],
            content_hash=ContentHash(algorithm="sha256", value=text_sha256(row["text"])),
        )
        for at, row in enumerate(rows)
    )
    return Lookup(
        documents={"refund.md": document("refund.md", "".join(row["text"] for row in rows))},
        chunks={"refund.md": chunks},
        text="full",
    )


def test_a_chunk_whose_text_was_another_before_already_did_not_stand() -> None:
    before = manifest("returns", "One thing.", "Two things.")
    after = manifest("returns", "One thing.", "Three things.")
    other = Alternative(chunk="returns:1", sha256=text_sha256("Three things."))
    gone = Alternative(chunk="returns:1", sha256=text_sha256("Four things."))

    assert [
        (one.quote, one.standing, one.before, len(one.pinned))
        for one in (followed(item, before, after) for item in (other, gone))
    ] == [("intact", False, None, 1), ("gone", False, None, 0)]


def test_a_chunk_that_neither_revision_holds_is_not_there() -> None:
    held = manifest("returns", "One thing.")
    (gone, strange) = (followed(Alternative(chunk=name), held, held) for name in ("returns#9", "nowhere#9"))

    assert (gone.quote, gone.standing, gone.document_before, gone.document_now) == ("gone", False, "returns", "returns")
    assert (strange.quote, strange.document, strange.document_now) == ("gone", "absent", None)


def test_words_in_a_document_without_text_are_intact_while_its_hash_is_the_same() -> None:
    item = Alternative(document="returns", quote="One thing.")
    before = manifest("returns", "One thing.", text="absent")
    same = followed(item, before, before)
    other = followed(item, before, manifest("returns", "One thing. More.", text="absent"))
    gone = followed(item, before, manifest("faq", "One thing.", text="absent"))

    assert [(one.quote, one.section, one.document) for one in (same, other, gone)] == [
        ("intact", "same", "same"),
        ("unknown", "unknown", "changed"),
        ("gone", "absent", "absent"),
    ]


def test_a_chunk_without_text_is_found_under_another_id_by_its_hash_alone() -> None:
    before = manifest("returns", "One.", "Two.", text="absent")
    found = followed(Alternative(chunk="returns:1"), before, manifest("returns", "Two.", "Three.", text="absent"))

    assert (found.quote, found.section, found.method, found.detail) == (
        "intact",
        "unknown",
        "identity",
        "only the hashes were compared",
    )
    assert found.pinned[0].chunk == "returns:0"


def test_a_whole_document_without_text_that_has_another_hash_is_unknown() -> None:
    before = manifest("returns", "One.", text="absent")
    found = followed(Alternative(document="returns"), before, manifest("returns", "Two.", text="absent"))

    assert (found.quote, found.section, found.document, found.standing) == ("unknown", "unknown", "changed", True)
