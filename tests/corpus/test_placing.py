"""Words that are marked in a foreign passage keep their place when the passage is found in a document."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from goldsmith.corpus.document_text import DocumentText
from goldsmith.corpus.placing import pinned_quote, pinned_whole, places_in
from goldsmith.records.corpus import Chunk, ContentHash, Document, Ingestion
from goldsmith.records.evidence import Alternative
from goldsmith.text.normal import comparable

DOCUMENT = Document(
    id="d",
    source="d.md",
    content_hash=ContentHash(algorithm="sha256", value="00"),
    ingestion=Ingestion(status="parsed"),
)
WORDS = st.lists(st.sampled_from(["fee", "Fee", "is", "9", "euro", "für", "退款"]), min_size=3, max_size=14)


def _page(text: str, *, cut: int) -> DocumentText:
    spans = [(0, cut), (cut, len(text))]
    return DocumentText(
        [
            Chunk(id=f"d#{at}", document="d", ordinal=at, start=start, end=end, text=text[start:end])
            for at, (start, end) in enumerate(spans)
            if start < end
        ]
    )


@given(WORDS, st.data())
def test_marked_words_are_found_at_the_same_place_of_the_passage(words: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 2))
    last = data.draw(st.integers(first + 1, len(words)))
    own = data.draw(st.integers(first, last - 1))
    passage = " ".join(words[first:last])
    start = len(" ".join([*words[first:own], ""])) if own > first else 0
    gap = data.draw(st.sampled_from([" ", "\n", "  "]))
    text = gap.join(words)
    page = _page(text, cut=data.draw(st.integers(0, len(text))))
    written = Alternative(chunk="theirs", quote=words[own], span=(start, start + len(words[own])))
    places = list(places_in(DOCUMENT, page, passage))
    assume(len(places) == 1)

    pinned = pinned_quote(written, passage, places[0])

    at = len(gap.join([*words[:own], ""])) if own else 0
    assert pinned is not None
    assert (pinned.document, pinned.quote, pinned.span) == ("d", words[own], (at, at + len(words[own])))


@given(WORDS, st.data())
def test_every_place_holds_the_words_and_names_a_chunk_of_the_document(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    page = _page(text, cut=data.draw(st.integers(0, len(text))))
    wanted = " ".join(words[: data.draw(st.integers(1, len(words)))]).upper()

    for place in places_in(DOCUMENT, page, wanted):
        pinned = pinned_whole(Alternative(chunk="theirs"), place)

        assert pinned.span is not None
        assert comparable(text[slice(*pinned.span)]) == comparable(wanted)
        assert pinned.chunk in {chunk.id for chunk in page.chunks}


def test_words_that_the_passage_does_not_hold_are_not_pinned() -> None:
    (place,) = places_in(DOCUMENT, _page("The fee is 9 euro.", cut=5), "the fee is 9 euro")

    assert pinned_quote(Alternative(chunk="theirs", quote="8 euro"), "the fee is 9 euro", place) is None
