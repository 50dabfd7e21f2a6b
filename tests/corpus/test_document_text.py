"""The text of a document, put together from its chunks."""

from __future__ import annotations

from goldsmith.corpus.document_text import DocumentText
from goldsmith.corpus.sections import Section
from goldsmith.records.corpus import Chunk
from goldsmith.text.spans import Span


def chunk(at: int, text: str, start: int | None = None, section: str | None = None) -> Chunk:
    end = None if start is None else start + len(text)
    return Chunk(id=f"d:{at}", document="d", ordinal=at, start=start, end=end, text=text, section=section)


def test_what_no_chunk_holds_is_blank_and_a_line_end_for_a_reader() -> None:
    document = DocumentText([chunk(0, "One.", 0), chunk(1, "Two.", 6)])

    assert (document.text, document.shown, document.has_places) == ("One.  Two.", "One.\n\nTwo.", True)
    assert document.places("one. two.") == (Span(0, 10),)


def test_chunks_without_places_stand_one_after_the_other() -> None:
    document = DocumentText([chunk(0, "One."), chunk(1, "Two.")])

    assert (document.text, document.has_places, document.of_chunk(1)) == ("One.\n\nTwo.", False, Span(6, 10))


def test_sections_are_those_of_the_chunks() -> None:
    document = DocumentText(
        [chunk(0, "Head", 0), chunk(1, "a", 6, "A"), chunk(2, "b", 8, "A"), chunk(3, "c", 10, "A > C")]
    )

    assert document.sections == (Section(0, 6, None), Section(6, 10, "A"), Section(10, 11, "A > C"))


def test_without_them_the_headings_in_the_text_count() -> None:
    document = DocumentText([chunk(0, "# A\n\nOne. Tw", 0), chunk(1, "o.\n\n# B\n\nThree.", 12)])

    assert document.sections == (Section(0, 16, "A"), Section(16, 27, "B"))


def test_chunks_out_of_order_and_within_each_other_are_all_found() -> None:
    inside = DocumentText([chunk(0, "abcdefghij", 0), chunk(1, "cd", 2), chunk(2, "hi", 7)])
    disordered = DocumentText([chunk(0, "fghij", 5), chunk(1, "abcde", 0)])

    assert list(inside.touching(Span(7, 9))) == [0, 1, 2]
    assert list(disordered.touching(Span(0, 1))) == [0, 1]
    assert disordered.text == "abcdefghij"


def test_words_are_found_where_a_chunk_ends_inside_one() -> None:
    document = DocumentText([chunk(0, "退款在十天"), chunk(1, "之内到账。Refunds wi"), chunk(2, "thin 30 days.")])

    assert [span.of(document.text) for span in document.places("退款在十天之内到账")] == ["退款在十天\n\n之内到账"]
    assert [span.of(document.text) for span in document.places("refunds within 30")] == ["Refunds wi\n\nthin 30"]
    assert document.places("refunds within 3") == ()
