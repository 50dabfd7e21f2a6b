"""Where evidence stands in a revision."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldsmith._base.canonical import text_sha256
from goldsmith.corpus.chunking import chunk_documents
from goldsmith.corpus.locate import Lookup, resolve_all
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk, ContentHash, Document, Ingestion
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.resolution import Resolution
from goldsmith.tables.frozen_corpus import SourceText

TEXT = "# Returns\n\nNo return is possible without a receipt.\n\n## Money\n\nIt comes within ten days. Ask the desk.\n"


def document(name: str, *, failed: bool = False) -> Document:
    return Document(
        id=name,
        source=f"{name}.md",
        version="v4",
        content_hash=ContentHash(algorithm="sha256", value="00"),
        media_type="text/markdown",
        effective_from="2026-03-01",
        ingestion=Ingestion(status="failed", reason="no parser") if failed else Ingestion(status="parsed"),
    )


def lookup(text: str = TEXT) -> Lookup:
    columns = chunk_documents([SourceText(document=document("returns"), text=text)]).chunks
    own = tuple(columns.chunk(row) for row in range(len(columns)))
    held = {"returns": document("returns"), "scan.pdf": document("scan.pdf", failed=True)}
    return Lookup(documents=held, chunks={"returns": own}, text="full")


def first(item: Alternative, held: Lookup | None = None) -> Resolution:
    case = Case(id="c1", question="Q?", evidence=(Need(any_of=(item,)),))
    (found,) = resolve_all([case], held or lookup())
    return found


def receipts() -> Chunk:
    return lookup().chunks["returns"][0]


def test_words_in_a_document_are_pinned_to_their_chunk() -> None:
    found = first(Alternative(document="returns", quote="no return is  possible without a receipt"))
    start = TEXT.index("No return")

    assert (found.state, found.complete) == ("found", False)
    assert found.pinned == Alternative(
        document="returns",
        source="returns.md",
        version="v4",
        effective="2026-03-01",
        chunk=receipts().id,
        sha256=text_sha256("# Returns\n\nNo return is possible without a receipt."),
        quote="No return is possible without a receipt",
        span=(start, start + 39),
    )
    assert first(found.pinned).complete


def test_a_chunk_alone_is_pinned_without_a_quote() -> None:
    found = first(Alternative(chunk=receipts().id))

    assert (found.state, found.pinned.document, found.pinned.quote) == ("found", "returns", None)
    assert first(found.pinned).complete


@pytest.mark.parametrize("item", [Alternative(document="returns"), Alternative(chunk="returns")])
def test_a_document_alone_is_document_level(item: Alternative) -> None:
    assert first(item).state == "document_level"


@pytest.mark.parametrize(
    "item",
    [
        Alternative(chunk="gone.md#1"),
        Alternative(document="gone"),
        Alternative(chunk="returns#000000000000"),
        Alternative(document="gone", quote="No return"),
    ],
)
def test_what_is_not_there_is_dangling(item: Alternative) -> None:
    found = first(item)

    assert (found.state, found.pinned) == ("dangling", item)


@pytest.mark.parametrize(
    "item",
    [Alternative(chunk="scan.pdf#1"), Alternative(chunk="scan.pdf"), Alternative(document="scan.pdf", quote="x")],
)
def test_a_document_that_no_parser_took_is_not_a_dangling_one(item: Alternative) -> None:
    assert first(item).state == "document_failed"


def test_words_that_stand_nowhere_name_the_nearest() -> None:
    found = first(Alternative(document="returns", quote="within twenty days"))

    assert found.state == "quote_missing"
    assert "ten days" in found.detail


def test_another_text_behind_the_same_id_is_a_change() -> None:
    assert first(Alternative(chunk=receipts().id, sha256="0" * 64)).state == "changed"


def test_words_that_moved_are_found_at_their_new_place() -> None:
    pinned = first(Alternative(document="returns", quote="within ten days")).pinned
    found = first(pinned, lookup("Preface.\n\n" + TEXT))

    assert pinned.span is not None
    assert (found.state, found.pinned.span) == ("moved", (pinned.span[0] + 10, pinned.span[1] + 10))
    assert found.pinned.chunk == pinned.chunk


def test_words_in_several_places_are_ambiguous_until_one_is_named() -> None:
    held = lookup("# A\n\nSee the desk.\n\n# B\n\nSee the desk.\n")
    quote = "See the desk."

    assert first(Alternative(document="returns", quote=quote), held).state == "ambiguous"
    assert first(Alternative(chunk=held.chunks["returns"][1].id, quote=quote), held).pinned.span == (25, 38)


def test_words_over_two_chunks_are_pinned_to_the_one_that_holds_most() -> None:
    found = first(Alternative(document="returns", quote="receipt. ## Money It comes within ten days."))

    assert (found.state, found.pinned.chunk) == ("found", lookup().chunks["returns"][1].id)


def test_a_manifest_span_shorter_than_its_text_does_not_shift_the_words() -> None:
    chunks = (
        Chunk(id="r:1", document="returns", ordinal=0, start=0, end=10, text="Refunds within 30 days."),
        Chunk(id="r:2", document="returns", ordinal=1, start=10, end=40, text="Opened items lose 10 percent."),
    )
    held = Lookup(documents={"returns": document("returns")}, chunks={"returns": chunks}, text="full")

    assert first(Alternative(document="returns", quote="lose 10 percent"), held).pinned.chunk == "r:2"
    assert first(Alternative(document="returns", quote="within 30 days"), held).pinned.chunk == "r:1"


def foreign(*chunks: Chunk) -> Lookup:
    return Lookup(documents={"returns": document("returns")}, chunks={"returns": chunks}, text="full")


def test_words_where_two_chunks_overlap_stay_in_the_one_that_is_named() -> None:
    held = foreign(
        Chunk(id="r:1", document="returns", ordinal=0, start=0, end=20, text="Refunds within 30 da"),
        Chunk(id="r:2", document="returns", ordinal=1, start=8, end=23, text="within 30 days."),
    )

    assert first(Alternative(chunk="r:2", quote="within 30"), held).state == "found"
    assert first(Alternative(document="returns", quote="within 30"), held).pinned.chunk == "r:1"


def test_a_span_far_from_every_text_costs_no_memory() -> None:
    end = 2**31
    held = foreign(Chunk(id="r:1", document="returns", ordinal=0, start=end - 7, end=end, text="30 days"))

    assert first(Alternative(document="returns", quote="30 days"), held).pinned.chunk == "r:1"


def test_without_places_words_are_never_found_across_two_chunks() -> None:
    held = foreign(
        Chunk(id="r:1", document="returns", ordinal=0, text="Refunds within"),
        Chunk(id="r:2", document="returns", ordinal=1, text="30 days. Ask. Ask."),
    )

    assert first(Alternative(document="returns", quote="within 30 days"), held).state == "quote_missing"
    assert first(Alternative(document="returns", quote="Ask."), held).pinned.chunk == "r:2"


def test_the_hash_of_another_tool_is_kept_as_it_came_and_compared_with_its_like() -> None:
    opaque = ContentHash(algorithm="foreign", value="md5-1")
    held = foreign(Chunk(id="r:1", document="returns", ordinal=0, content_hash=opaque))
    pinned = first(Alternative(chunk="r:1"), held).pinned

    assert pinned.foreign_hash == "md5-1"
    assert first(pinned, held).complete
    assert first(Alternative(chunk="r:1", foreign_hash="md5-2"), held).state == "changed"
    assert first(Alternative(chunk="r:1", sha256="00"), held).pinned.sha256 == "00"


def test_a_chunk_of_another_document_than_the_one_named_is_not_found() -> None:
    held = Lookup(
        documents={"returns": document("returns"), "faq": document("faq")},
        chunks={"returns": lookup().chunks["returns"]},
        text="full",
    )

    assert first(Alternative(document="faq", chunk=receipts().id), held).state == "dangling"


def test_every_alternative_of_every_case_is_answered_in_order() -> None:
    need = Need(any_of=(Alternative(document="returns"), Alternative(document="gone")))
    cases = [Case(id=name, question="Q?", evidence=(need, need)) for name in ("c1", "c2")]
    found = resolve_all(cases, lookup())

    assert [(one.case, one.need, one.alternative) for one in found] == [
        (case, at, place) for case in ("c1", "c2") for at in (0, 1) for place in (0, 1)
    ]


def test_a_document_that_is_pinned_whole_is_changed_when_its_text_is_another() -> None:
    pinned = first(Alternative(document="returns")).pinned

    assert first(pinned).complete is True
    assert first(replace(pinned, sha256="0" * 64)).state == "changed"


def test_a_pinned_quote_that_was_wrapped_anew_keeps_its_words() -> None:
    pinned = first(Alternative(document="returns", quote="No return is possible without a receipt.")).pinned
    found = first(pinned, lookup(TEXT.replace("possible without", "possible\nwithout")))

    assert (found.state, found.pinned.quote) == ("moved", pinned.quote)
    assert first(found.pinned, lookup(TEXT.replace("possible without", "possible\nwithout"))).complete


def _cut_otherwise(capacity: int) -> Lookup:
    text = "# Returns\n\n" + " ".join(f"Sentence number {at} says something." for at in range(20)) + "\n"
    columns = chunk_documents([SourceText(document=document("returns"), text=text)], capacity=capacity).chunks
    own = tuple(columns.chunk(row) for row in range(len(columns)))
    return Lookup(documents={"returns": document("returns")}, chunks={"returns": own}, text="full")


def test_a_pinned_quote_that_runs_over_several_chunks_now_is_split_and_not_moved_to_one() -> None:
    quote = " ".join(f"Sentence number {at} says something." for at in range(2, 12))
    pinned = first(Alternative(document="returns", quote=quote), _cut_otherwise(2000)).pinned
    after = _cut_otherwise(200)
    found = first(pinned, after)

    assert (found.state, found.complete, found.pinned) == ("split", False, pinned)
    start, end = pinned.span or (0, 0)
    held = [item.id for item in after.chunks["returns"] if (item.start or 0) < end and (item.end or 0) > start]
    assert found.detail == f"the words run over {len(held)} chunks now: {', '.join(held)}"


def test_words_over_a_border_that_were_never_whole_stay_where_they_were_pinned() -> None:
    quote = "receipt. ## Money It comes within ten days."
    pinned = first(Alternative(document="returns", quote=quote)).pinned
    found = first(pinned, lookup("Preface.\n\n" + TEXT))

    assert (found.state, found.pinned.chunk) == ("moved", pinned.chunk)


def test_without_places_a_pinned_quote_over_two_chunks_is_split() -> None:
    held = foreign(
        Chunk(id="r:1", document="returns", ordinal=0, text="Refunds within"),
        Chunk(id="r:2", document="returns", ordinal=1, text="30 days."),
    )
    found = first(Alternative(chunk="r:1", sha256="00", quote="Refunds within 30 days."), held)

    assert (found.state, found.detail) == ("split", "the words run over 2 chunks now: r:1, r:2")
