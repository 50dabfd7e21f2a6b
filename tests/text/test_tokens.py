"""Words of any script and the overlap scores."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goldsmith.text.normal import fold
from goldsmith.text.tokens import Token, character_f1, exact_match, terms, token_f1, tokenise


def test_words_carry_the_span_of_the_text_they_stand_in() -> None:
    assert tokenise("Don't pay 1,000\u00a0EUR") == (
        Token("don't", 0, 5, unspaced=False),
        Token("pay", 6, 9, unspaced=False),
        Token("1,000", 10, 15, unspaced=False),
        Token("eur", 16, 19, unspaced=False),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("等待期为90天。", ["等", "待", "期", "为", "90", "天"]),
        ("срок возврата — 30 дней", ["срок", "возврата", "30", "дней"]),
        ("می\u200cخواهم", ["می\u200cخواهم"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("max_tokens=3.5", ["max", "tokens", "3.5"]),
        ("한국어 문서", ["한국어", "문서"]),
        ("... !", []),
    ],
)
def test_words_are_found_in_any_script(text: str, words: list[str]) -> None:
    assert [token.text for token in tokenise(text)] == words


def test_search_terms_of_a_script_without_spaces_are_bigrams() -> None:
    assert terms("退款期限 is 30 天") == ["退款", "款期", "期限", "is", "30", "天"]
    assert terms("Refund window") == ["refund", "window"]


def test_token_scores_follow_the_question_answering_convention(oracle: Callable[[str], dict[str, Any]]) -> None:
    rows = oracle("text.squad_em_f1")["expected"]["rows"]

    scored = [
        {**row, "em": float(exact_match(row["gold"], row["pred"])), "f1": token_f1(row["gold"], row["pred"])}
        for row in rows
    ]

    assert scored == [{**row, "f1": pytest.approx(row["f1"], abs=1e-9)} for row in rows]


def test_chinese_needs_the_score_over_characters(oracle: Callable[[str], dict[str, Any]]) -> None:
    vector = oracle("text.cjk_char_f1")
    gold, predicted = vector["input"]["gold"], vector["input"]["pred"]

    assert token_f1(gold, predicted) == vector["expected"]["whitespace_f1"]
    assert character_f1(gold, predicted) == pytest.approx(vector["expected"]["char_f1"], abs=1e-9)


@given(st.lists(st.sampled_from([*"ab1.,' _-", "é", "ё", "e\u0301", "\u200c"]), max_size=20).map("".join))
def test_without_ideographs_search_terms_are_the_words(text: str) -> None:
    assert terms(text) == [token.text for token in tokenise(text)]


@given(st.text(max_size=40), st.text(max_size=40))
def test_overlap_scores_are_symmetric_and_stay_between_nothing_and_all(left: str, right: str) -> None:
    for score in (token_f1, character_f1):
        assert 0.0 <= score(left, right) <= 1.0
        assert score(left, right) == score(right, left)
        assert score(left, left) == 1.0


@given(st.text(max_size=60))
@example("กำ")
def test_tokens_stand_in_order_and_share_no_character_but_a_compound(text: str) -> None:
    tokens = tokenise(text)

    # One sign such as ㍿ becomes several words: they all have its span. The Thai vowel ำ becomes two signs, the first
    # of which belongs to the word before.
    spans = [(token.start, token.end) for token in tokens]
    shared = [(left, right) for left, right in pairwise(spans) if left != right and right[0] < left[1]]
    assert all(left[1] - 1 == right[0] and len(fold(text[right[0]]).text) > 1 for left, right in shared)
    assert all(token.text in fold(text[token.start : token.end]).text for token in tokens)
