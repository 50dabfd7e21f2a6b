"""An answer in pieces is the same answer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.reports.marking import Piece, pieces
from tests.reports.detail import cited, claim


def test_claims_and_citations_are_marked_where_they_stand() -> None:
    found = pieces(
        "Within 30 days. A voucher.",
        (claim("", "required", "stated", (7, 14)), claim("", "prohibited", "stated", (18, 25))),
        (cited("a", at=(0, 15)), cited("b", at=(0, 15)), cited("c", at=None)),
    )

    assert found == (
        Piece(text="Within ", tone="", cited=()),
        Piece(text="30 days", tone="required", cited=()),
        Piece(text=".", tone="", cited=(1, 2)),
        Piece(text=" A ", tone="", cited=()),
        Piece(text="voucher", tone="prohibited", cited=()),
        Piece(text=".", tone="", cited=()),
    )


def test_where_claims_overlap_the_gravest_is_told() -> None:
    found = pieces(
        "abcd", (claim("", "required", "stated", (0, 3)), claim("", "prohibited", "stated", (1, 2))), ()
    )  # fmt: skip

    assert [(piece.text, piece.tone) for piece in found] == [
        ("a", "required"), ("b", "prohibited"), ("c", "required"), ("d", ""),
    ]  # fmt: skip


def test_a_claim_that_is_not_stated_is_not_marked() -> None:
    assert [piece.tone for piece in pieces("abc", (claim("", "required", "not_stated", (0, 2)),), ())] == [""]


SPANS = st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40)), max_size=5)


@given(st.text(max_size=30), SPANS, SPANS)
def test_the_pieces_are_the_answer(text: str, claims: list[tuple[int, int]], cites: list[tuple[int, int]]) -> None:
    found = pieces(
        text,
        [claim("", "required", "stated", at) for at in claims],
        [cited(f"c{n}", at=at) for n, at in enumerate(cites)],
    )

    assert "".join(piece.text for piece in found) == text
