"""Where a passage stands."""

from __future__ import annotations

from goldsmith.adapters.retrievers.headings import Headings
from goldsmith.adapters.retrievers.words import Words
from tests.adapters.retrievers.shelves import shelf


def test_a_passage_is_found_by_the_heading_above_it() -> None:
    assert Words(shelf()).search(["weekend"], 5) == ((),)
    assert [item.chunk for item in Headings(shelf()).search(["weekend"], 5)[0]] == ["fees#2"]


def test_under_one_heading_the_words_decide() -> None:
    retriever = Headings(shelf(("d#1", "Fees", "Express costs more."), ("d#2", "Fees", "Sunday costs more.")))

    assert [item.chunk for item in retriever.search(["fees on sunday"], 5)[0]] == ["d#2", "d#1"]


def test_a_heading_over_very_many_passages_brings_none_by_itself() -> None:
    chunks = tuple((f"d#{at}", "Fees", "sunday" if at == 1_200 else "text") for at in range(1_300))
    retriever = Headings(shelf(*chunks))

    assert retriever.search(["fees"], 5) == ((),)
    assert [item.chunk for item in retriever.search(["fees sunday"], 5)[0]] == ["d#1200"]
