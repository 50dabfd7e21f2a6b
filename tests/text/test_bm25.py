"""Exact BM25."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.bm25 import Bm25, Hit
from goldsmith.text.tokens import terms


def _by_hand(texts: list[str], query: str) -> list[float]:
    """The formula of the module, spelled out with loops."""
    documents = [Counter(terms(text)) for text in texts]
    mean = sum(map(Counter.total, documents)) / len(texts) or 1.0
    scores = []
    for document in documents:
        score = 0.0
        for term in terms(query):
            holding = sum(term in other for other in documents)
            if term not in document:
                continue
            idf = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
            norm = 1.2 * (1 - 0.75 + 0.75 * document.total() / mean)
            score += idf * document[term] / (document[term] + norm)
        scores.append(score)
    return scores


_TEXTS = st.lists(
    st.lists(st.sampled_from("refund days plan fee 退款 срок".split()), max_size=8).map(" ".join),
    min_size=1,
    max_size=8,
)


@given(_TEXTS, st.lists(st.sampled_from("refund days 退款 срок absent".split()), max_size=5).map(" ".join))
def test_scores_are_those_of_the_formula(texts: list[str], query: str) -> None:
    assert Bm25(texts).scores(query).tolist() == pytest.approx(_by_hand(texts, query), abs=1e-12)


@given(_TEXTS, st.sampled_from(["refund days", "days refund", "退款"]), st.integers(1, 10))
def test_the_best_come_first_and_equals_in_the_order_of_the_texts(texts: list[str], query: str, k: int) -> None:
    index = Bm25(texts)
    scores = index.scores(query)

    ranked = sorted((-score, at) for at, score in enumerate(scores.tolist()) if score > 0)

    assert index.search(query, k) == [Hit(at, -score) for score, at in ranked[:k]]


def test_equal_texts_keep_their_order() -> None:
    index = Bm25(["fee", "refund days", "refund days", "refund days"])

    assert [hit.position for hit in index.search("refund", 2)] == [1, 2]


def test_nothing_is_found_in_nothing() -> None:
    assert Bm25([]).search("refund", 5) == []
    assert Bm25(["", "..."]).search("refund", 5) == []
    assert Bm25(["refund"]).search("", 5) == []
    assert Bm25(["refund"]).search("refund", 0) == []
    assert len(Bm25(["a", "b"])) == 2


def test_the_order_of_the_words_in_a_question_changes_no_bit() -> None:
    index = Bm25(["refund of the fee", "fee for days", "plan and refund days"])

    assert index.scores("refund fee days plan").tobytes() == index.scores("plan days fee refund").tobytes()


def test_a_search_that_leaves_terms_out_finds_what_scoring_every_text_does() -> None:
    words = [f"w{number}" for number in range(60)]
    draw = random.Random(3)
    texts = [" ".join(draw.choices(words, [1 / (at + 2) for at in range(60)], k=12)) for _ in range(9_000)]
    index = Bm25(texts)
    for _ in range(40):
        query = " ".join(draw.choices(words, k=draw.randint(1, 9)))
        ranked = sorted((-score, at) for at, score in enumerate(index.scores(query).tolist()) if score > 0)

        assert index.search(query, 7) == [Hit(at, -score) for score, at in ranked[:7]]


def test_terms_may_count_by_parts() -> None:
    index = Bm25(["refund", "refunds", "fee"])
    hits = index.search_terms({"refund": 1.0, "refunds": 0.5, "absent": 2.0, "fee": 0.0}, 3)

    assert [hit.position for hit in hits] == [0, 1]
    assert hits[1].score == pytest.approx(hits[0].score / 2)


def test_single_texts_can_be_scored() -> None:
    index = Bm25(["refund of the fee", "plan", "refund"])
    whole = index.scores("refund fee")

    assert index.scores_at({"refund": 1, "fee": 1}, np.array([0, 2], np.int32)).tolist() == whole[[0, 2]].tolist()


def test_a_term_of_no_text_has_the_idf_of_one() -> None:
    index = Bm25(["refund", "fee"])

    assert index.vocabulary == {"refund": 0, "fee": 1}
    assert index.idf("refund") == pytest.approx(math.log(1 + 1.5 / 1.5))
    assert index.idf("absent") == pytest.approx(math.log(1 + 2.5 / 0.5))
