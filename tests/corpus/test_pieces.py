"""Which chunks hold which part of a stretch."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from goldsmith.corpus.document_text import DocumentText
from goldsmith.corpus.pieces import holding_most, holding_whole, overlaps, pieces
from goldsmith.records.corpus import Chunk
from goldsmith.text.spans import Span

TEXT = "Refunds within 30 days of purchase. Opened items lose 10 percent."


def cut(*places: tuple[int, int]) -> DocumentText:
    return DocumentText(
        [
            Chunk(id=f"r:{at}", document="r", ordinal=at, start=start, end=end, text=TEXT[start:end])
            for at, (start, end) in enumerate(places)
        ]
    )


def test_a_stretch_over_three_chunks_gives_three_pieces() -> None:
    document = cut((0, 14), (15, 35), (36, 65))

    assert [(piece.chunk.id, piece.span.of(document.text)) for piece in pieces(document, Span(8, 41))] == [
        ("r:0", "within"),
        ("r:1", "30 days of purchase."),
        ("r:2", "Opene"),
    ]
    assert holding_whole(document, Span(8, 41)) == ()
    assert holding_most(document, Span(8, 41), None).id == "r:1"


def test_chunks_that_overlap_each_have_their_part() -> None:
    document = cut((0, 20), (8, 35), (30, 65))

    assert [(piece.chunk.id, piece.span) for piece in pieces(document, Span(10, 32))] == [
        ("r:0", Span(10, 20)),
        ("r:1", Span(10, 32)),
        ("r:2", Span(30, 32)),
    ]
    assert [item.id for item in holding_whole(document, Span(10, 18))] == ["r:0", "r:1"]
    assert holding_most(document, Span(10, 18), "r:1").id == "r:1"


def test_a_chunk_that_holds_only_a_blank_of_it_is_no_piece() -> None:
    document = cut((0, 14), (14, 35))

    assert [piece.chunk.id for piece in pieces(document, Span(8, 15))] == ["r:0"]
    assert [item.id for item in holding_whole(document, Span(8, 15))] == ["r:0"]


def _columns(rows: list[tuple[int, int, int]]) -> tuple[NDArray[np.int64], ...]:
    held = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return held[:, 0], held[:, 1], held[:, 2]


_SPANS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 30), st.integers(0, 15)).map(lambda it: (it[0], it[1], it[1] + it[2])),
    max_size=20,
)


@given(_SPANS.map(sorted), _SPANS)
def test_the_sorted_search_finds_every_overlap_and_no_other(
    rows: list[tuple[int, int, int]], asked: list[tuple[int, int, int]]
) -> None:
    found = overlaps(_columns(rows), _columns(asked))

    assert list(zip(found.asked.tolist(), found.row.tolist(), strict=True)) == [
        (which, row)
        for which, (document, start, end) in enumerate(asked)
        for row, (own, begin, finish) in enumerate(rows)
        if own == document and max(start, begin) < min(end, finish)
    ]
