"""What every retriever holds to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.retrievers.headings import Headings
from goldsmith.adapters.retrievers.ngrams import Ngrams
from goldsmith.adapters.retrievers.shelf import Shelf
from goldsmith.adapters.retrievers.words import Words
from goldsmith.ports.retriever import Retriever
from tests.adapters.retrievers.shelves import CHUNKS, shelf

Maker = Callable[[Shelf], Retriever]
EVERY = pytest.mark.parametrize("make", [Words, Ngrams, Headings])
TEXTS = st.lists(
    st.lists(st.sampled_from("refund refunds refnud days plan fee 退款 срок сроки".split()), max_size=6).map(" ".join),
    max_size=12,
)
QUESTIONS = st.lists(st.sampled_from("refund days срок 退的款 absent".split()), max_size=4).map(" ".join)


def chunks(texts: list[str]) -> tuple[tuple[str, str, str], ...]:
    return tuple((f"d#{at}", f"title\nsection {at % 3}", text) for at, text in enumerate(texts)) or (("d#0", "", ""),)


@EVERY
def test_the_chunk_that_says_it_comes_first(make: Maker) -> None:
    found = make(shelf()).search(["Is a return possible without a receipt?", "What is the express fee?"], 3)

    assert [ranked[0].chunk for ranked in found] == ["refunds#2", "fees#1"]


@EVERY
def test_nothing_is_brought_where_nothing_fits(make: Maker) -> None:
    retriever = make(shelf())

    assert retriever.search(["Quokka?", ""], 5) == ((), ())
    assert retriever.search(["receipt"], 0) == ((),)
    assert retriever.search([], 5) == ()
    assert make(shelf(("d#1", "", ""))).search(["receipt"], 5) == ((),)


@EVERY
@given(texts=TEXTS, question=QUESTIONS, k=st.integers(1, 6))
def test_the_best_come_first_each_once_and_no_more_than_asked_for(
    make: Maker, texts: list[str], question: str, k: int
) -> None:
    (ranked,) = make(shelf(*chunks(texts))).search([question], k)
    scores = [item.score for item in ranked]

    assert len(ranked) <= k
    assert len({item.chunk for item in ranked}) == len(ranked)
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)


@EVERY
@given(texts=TEXTS, questions=st.lists(QUESTIONS, min_size=2, max_size=4))
def test_what_else_is_asked_changes_nothing(make: Maker, texts: list[str], questions: list[str]) -> None:
    retriever = make(shelf(*chunks(texts)))

    assert retriever.search(questions, 3) == tuple(retriever.search([one], 3)[0] for one in questions)


@pytest.mark.parametrize("make", [Words, Ngrams])
@given(texts=TEXTS, question=QUESTIONS)
def test_fewer_ranks_are_the_first_of_more(make: Maker, texts: list[str], question: str) -> None:
    retriever = make(shelf(*chunks(texts)))
    (more,) = retriever.search([question], 12)

    assert retriever.search([question], 3)[0] == more[:3]


def test_each_has_a_name_and_a_version_of_its_own() -> None:
    every: list[Retriever] = [make(shelf(*CHUNKS)) for make in (Words, Ngrams, Headings)]

    assert [one.name for one in every] == ["words", "ngrams", "headings"]
    assert len({one.version for one in every}) == 3
    assert all(isinstance(one, Retriever) for one in every)
