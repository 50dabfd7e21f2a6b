"""Streams on the wire: the same pieces come out, however the bytes are cut."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.http.streams import Decoder, EventDecoder, LineDecoder, Piece, TextDecoder


def pieces(decoder: Decoder, *parts: bytes) -> list[Piece]:
    found = [piece for part in parts for piece in decoder.feed(part)]
    return [*found, *decoder.end()]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_events_have_names_ids_and_data_of_several_lines(end: str) -> None:
    lines = [
        "\ufeff: a comment", "event: token", "id: 7", "data: first", "data:second", "data", "retry: 10", "other: x", "",
        ":", "", "event: nothing", "", "data: é€😀", "", "data", "",
    ]  # fmt: skip
    found = pieces(EventDecoder(), end.join([*lines, ""]).encode())

    assert found == [
        Piece(name="token", id="7", data="first\nsecond\n"),
        Piece(id="7", data="é€😀"),
        Piece(id="7", data=""),
    ]


def test_an_event_that_the_end_leaves_open_is_kept() -> None:
    assert pieces(EventDecoder(), b"data: a\n\nevent: x\ndata: b") == [Piece(data="a"), Piece(name="x", data="b")]


def test_lines_of_json_need_no_last_line_end() -> None:
    found = pieces(LineDecoder(), b'\x1e{"a": 1}\r\n\n  \n{"b": "\xc3', b'\xa9"}')

    assert found == [Piece(data='{"a": 1}'), Piece(data='{"b": "é"}')]


def test_text_keeps_a_character_whole_that_was_cut() -> None:
    assert pieces(TextDecoder(), b"a\xe2\x82", b"\xac", b"b\xe2") == [
        Piece(data="a"), Piece(data="€"), Piece(data="b"), Piece(data="\ufffd"),
    ]  # fmt: skip


@pytest.mark.parametrize(("make", "before"), [(EventDecoder, b"data: "), (LineDecoder, b"")])
def test_a_line_of_many_parts_is_put_together_once(make: Callable[[], Decoder], before: bytes) -> None:
    started = time.perf_counter()
    found = pieces(make(), before, *[b"x" * 200] * 50_000, b"\n\n")

    assert found == [Piece(data="x" * 10_000_000)]
    assert time.perf_counter() - started < 20  # were it put together at every part, it would be minutes


LINES = st.lists(
    st.sampled_from(["data: é€😀", "data:b", "event: token", "id: 1", ": note", "", "", "data", "x", "data: {}"])
)


@given(
    make=st.sampled_from([EventDecoder, LineDecoder]),
    lines=LINES,
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    cuts=st.lists(st.integers(0, 200), max_size=8),
)
def test_where_the_bytes_are_cut_changes_nothing(
    make: Callable[[], Decoder], lines: list[str], end: str, cuts: list[int]
) -> None:
    data = end.join(lines).encode()
    places = sorted(min(cut, len(data)) for cut in cuts)
    parts = [data[start:stop] for start, stop in zip([0, *places], [*places, len(data)], strict=True)]

    assert pieces(make(), *parts) == pieces(make(), data)
