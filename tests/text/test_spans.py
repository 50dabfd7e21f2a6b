"""Offsets in code points, UTF-16 units and UTF-8 bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.spans import (
    UNITS,
    ReadSpan,
    Span,
    SpanProblem,
    Unit,
    cuts_character,
    from_code_points,
    read_span,
    to_code_points,
)

_FAMILY = "👩\u200d👩\u200d👧"
_PIECES = st.lists(st.sampled_from([*"ab \n", "é", "e\u0301", "天", "💩", _FAMILY, "🇩🇪", "👍🏽", "\r\n"]), max_size=12)


def test_the_units_of_the_reference_vectors_agree(oracle: Callable[[str], dict[str, Any]]) -> None:
    rows = oracle("offsets.units")["expected"]["rows"]

    for row in rows:
        start = row["text"].index(row["substring"])
        span = Span(start, start + len(row["substring"]))
        counted = {unit: list(from_code_points(row["text"], span, unit=unit)) for unit in UNITS}

        assert counted == {unit: row[unit] for unit in UNITS}
        assert [to_code_points(row["text"], *row[unit], unit=unit) for unit in UNITS] == [span] * 3


def test_spans_from_a_browser_and_from_python_are_the_same(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("020-emoji-offsets-from-browser")
    text = (folder / "corpus" / "notice.md").read_text(encoding="utf-8")
    lines = (folder / "annotations.jsonl").read_text(encoding="utf-8").splitlines()

    read = [
        read_span(text, row["start"], row["end"], quote=row["quote"], unit=row.get("unit"))
        for row in map(json.loads, lines)
    ]

    assert read == [
        ReadSpan(span=Span(45, 52), unit="utf16", converted=False),
        ReadSpan(span=Span(45, 52), unit="codepoint", converted=False),
        ReadSpan(span=Span(45, 52), unit="utf16", converted=True),
    ]


def test_numbers_that_fit_no_unit_are_a_problem() -> None:
    assert read_span("thirty days", 0, 6, quote="days") == SpanProblem(
        fault="quote_differs", message="the text at 0-6 (any known unit) is not the quote"
    )
    assert read_span("thirty days", 0, 60, quote="days", unit="utf16") == SpanProblem(
        fault="out_of_range", message="0-60 does not lie in a text of 11 utf16 units"
    )


@pytest.mark.parametrize(
    ("text", "start", "end", "unit"),
    [("💩a", 1, 3, "utf16"), ("天a", 1, 4, "utf8"), (_FAMILY, 0, 2, "codepoint"), ("e\u0301a", 1, 3, "codepoint")],
)
def test_no_span_cuts_a_character(text: str, start: int, end: int, unit: Unit) -> None:
    problem = to_code_points(text, start, end, unit=unit)

    assert problem == SpanProblem(fault="cuts_character", message=f"{start}-{end} ({unit}) cuts a character in two")


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (_FAMILY, [0, 5]),
        ("🇩🇪🇫🇷", [0, 2, 4]),
        ("👍🏽!", [0, 2, 3]),
        ("❤\ufe0f", [0, 2]),
        ("🙂\u200d↔\ufe0f", [0, 4]),
        ("a\r\nb", [0, 1, 3, 4]),
        ("\u1112\u1161\u11ab", [0, 3]),
        ("می\u200cخ", [0, 1, 2, 3, 4]),
    ],
)
def test_cuts_are_allowed_only_between_characters(text: str, whole: list[int]) -> None:
    assert [at for at in range(len(text) + 1) if not cuts_character(text, at)] == whole


@given(_PIECES, st.data(), st.sampled_from(UNITS))
def test_counting_in_another_unit_and_back_gives_the_same_span(
    pieces: list[str], data: st.DataObject, unit: Unit
) -> None:
    text = "".join(pieces)
    edges = [at for at in range(len(text) + 1) if not cuts_character(text, at)]
    start, end = sorted((data.draw(st.sampled_from(edges)), data.draw(st.sampled_from(edges))))

    counted = from_code_points(text, Span(start, end), unit=unit)

    assert to_code_points(text, *counted, unit=unit) == Span(start, end)


@given(_PIECES)
def test_the_end_of_a_text_counts_as_its_encoding_is_long(pieces: list[str]) -> None:
    text = "".join(pieces)
    whole = Span(0, len(text))

    assert from_code_points(text, whole, unit="utf16")[1] == len(text.encode("utf-16-le")) // 2
    assert from_code_points(text, whole, unit="utf8")[1] == len(text.encode())
