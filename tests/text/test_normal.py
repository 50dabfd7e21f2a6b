"""The stored form of documents and the folded form in which texts are compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.normal import comparable, fold, fold_text, normalise_document
from goldsmith.text.spans import Span

_PIECES = st.sampled_from(
    [*"abXY019 .,-\n\t'", "\r\n", "é", "e\u0301", "ﬁ", "ß", "İ", "\u00ad", "\u200b", "\u200c", "\u00a0", "\u202f",
     "\u2014", "\u201c", "\u2026", "Ａ", "²", "½", "天", "か\u3099", "한", "\u1112\u1161", "👩\u200d👧", "❤\ufe0f", "ё",
     "\u0301", "，"]
)  # fmt: skip
_TEXTS = st.lists(_PIECES, max_size=30).map("".join)


def test_a_document_is_stored_without_mark_and_with_single_line_feeds() -> None:
    assert normalise_document("\ufeffone\r\ntwo\rthree\n") == "one\ntwo\nthree\n"


def test_line_ends_of_a_checkout_move_no_span_in_the_stored_form(oracle: Callable[[str], dict[str, Any]]) -> None:
    vector = oracle("offsets.crlf_shift")
    given_texts, expected = vector["input"], vector["expected"]

    crlf, lf = given_texts["crlf"], given_texts["lf"]
    at = normalise_document(crlf).index(given_texts["quote"])

    assert [at, at + len(given_texts["quote"])] == expected["lf_span"]
    assert normalise_document(crlf) == normalise_document(lf) == lf
    assert sha256(crlf.encode()).hexdigest() == expected["sha256_crlf"]
    assert sha256(lf.encode()).hexdigest() == expected["sha256_lf"]


def test_two_revisions_that_differ_in_line_ends_are_one_document(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("021-crlf-checkout-shifts-offsets")
    before = (folder / "corpus-rev-a" / "policy.md").read_bytes().decode()
    after = (folder / "corpus-rev-b" / "policy.md").read_bytes().decode()
    row = json.loads((folder / "manifest-rev-a.jsonl").read_text(encoding="utf-8"))

    assert before != after
    assert before[row["start_char"] : row["end_char"]] == row["quote"]
    assert normalise_document(before) == after
    assert after[40:58] == row["quote"]


def test_right_values_are_found_among_characters_nobody_sees(shared_case: Callable[[str], Path]) -> None:
    lines = (shared_case("019-invisible-characters-in-text") / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]

    found = {
        case["id"]: [fold(case["answer"]).find(comparable(value)) != () for value in case["required_values"]]
        for case in cases
    }

    assert found == {"g001": [True], "g002": [True], "g003": [True], "g004": [True]}


def test_the_persian_joiner_is_spelling_and_stays() -> None:
    assert fold("می\u200cخواهم").text == "می\u200cخواهم"
    assert fold("می\u200cخواهم").find("میخواهم") == ()


def test_accents_in_either_normal_form_are_equal(oracle: Callable[[str], dict[str, Any]]) -> None:
    pair = oracle("text.nfc_nfd")["input"]

    assert pair["a"] != pair["b"]
    assert comparable(pair["a"]) == comparable(pair["b"])


def test_typography_is_unified_and_powers_and_fractions_are_kept() -> None:
    text = "\u201cIt\u2019s\u201d 10\u201314 \u2014 ﬁne\u2026 Ｆｕｌｌ 10² 1½ ①"

    assert fold(text).text == '"it\'s" 10-14 - fine... full 10² 1½ ①'


def test_a_match_maps_back_to_the_characters_it_came_from() -> None:
    text = "Pay  1\u00a0000\u202fEUR to co\u00adoperate"
    folded = fold(text)

    assert [span.of(text) for span in folded.find("1 000 eur")] == ["1\u00a0000\u202fEUR"]
    assert [span.of(text) for span in folded.find("cooperate")] == ["co\u00adoperate"]


def test_half_a_ligature_and_a_letter_without_its_accent_are_no_match() -> None:
    assert fold("o\ufb03ce").find("of") == ()
    assert fold("o\ufb03ce").find("office") == (Span(0, 4),)
    assert fold("cafe\u0301").find("cafe") == ()


def test_a_full_width_comma_parts_two_numbers() -> None:
    assert fold("30，10，天").text == fold_text("30，10，天") == "30，10,天"


def test_case_can_be_kept() -> None:
    assert fold("5\u00a0MB", keep_case=True).text == "5 MB"


@given(_TEXTS)
def test_the_fast_fold_equals_the_one_with_a_map(text: str) -> None:
    assert fold_text(text) == fold(text).text


@given(_TEXTS)
def test_every_folded_character_comes_from_a_piece_that_folds_to_it(text: str) -> None:
    folded = fold(text)

    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert list(folded.starts) == sorted(folded.starts)
    for at, character in enumerate(folded.text):
        piece = folded.original_span(at, at + 1).of(text)
        assert character in fold(piece).text + piece


@given(_TEXTS, st.sampled_from(["refund", "天数", "straße", "naïve"]), _TEXTS)
def test_a_word_planted_between_blanks_is_found_where_it_was_planted(before: str, word: str, after: str) -> None:
    text = f"{before} {word} {after}"
    start = len(before) + 1

    assert Span(start, start + len(word)) in fold(text).find(fold(word).text)


@given(_TEXTS)
def test_comparing_ignores_blanks_at_the_ends(text: str) -> None:
    assert comparable(f"\u00a0 {text}\t\n") == comparable(text)
