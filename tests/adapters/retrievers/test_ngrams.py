"""Words that are written alike."""

from __future__ import annotations

import pytest

from goldsmith.adapters.retrievers.ngrams import Ngrams
from goldsmith.adapters.retrievers.words import Words
from tests.adapters.retrievers.shelves import shelf


def brought(question: str) -> list[str]:
    return [item.chunk for item in Ngrams(shelf()).search([question], 5)[0]]


@pytest.mark.parametrize(
    ("question", "chunk"),
    [
        ("reciept", "refunds#2"),
        ("purchasing", "refunds#1"),
        ("Sunday", "fees#2"),
        ("保的修", "warranty#1"),
    ],
)
def test_a_slip_an_ending_or_a_character_between_does_no_harm(question: str, chunk: str) -> None:
    assert Words(shelf()).search([question], 5) == ((),)
    assert brought(question) == [chunk]


def test_a_number_is_never_another_number() -> None:
    assert brought("3000 12345") == []


def test_a_short_word_stands_for_nothing_else() -> None:
    assert brought("feb") == []


def test_the_word_itself_counts_more_than_one_that_is_written_alike() -> None:
    retriever = Ngrams(shelf(("d#1", "", "refunds are paid"), ("d#2", "", "refund is paid"), ("d#3", "", "other text")))

    assert [item.chunk for item in retriever.search(["refund"], 5)[0]] == ["d#2", "d#1"]
