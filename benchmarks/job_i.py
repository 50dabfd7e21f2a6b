"""(i) Search for a pre-label: three retrievers over a corpus, the first 50 for 1,000 questions, joined to pools."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from contest import Call, Contest, Peer, Place
from shared_calls import shared_module

MILLION = 1_000_000
QUICK = 20_000
QUESTIONS = 1_000
FEW_QUESTIONS = 50
DEPTH = 50
_WORDS_A_CHUNK = 60
_ASKED = 8
_FOREIGN = 2
"""Words of a question that are not of its chunk."""
_CHUNKS_A_DOCUMENT = 100
_CHUNKS_A_SECTION = 10
_HEADING = 3


def _sizes(place: Place) -> tuple[int, int]:
    return place.size(MILLION, QUICK), place.size(QUESTIONS, FEW_QUESTIONS)


def _drawn(place: Place, rows: int) -> tuple[Any, Any]:
    """Return the vocabulary, and the words of each chunk as places in it: seldom ones as seldom as in a language."""
    import numpy as np

    vocabulary = np.array(shared_module(place, "bench_b_manifest").vocab(), dtype=object)
    chances = 1 / (np.arange(len(vocabulary)) + 2.7)
    drawn = np.random.default_rng(71).random((rows, _WORDS_A_CHUNK), dtype=np.float32)
    places = np.searchsorted(np.cumsum(chances / chances.sum()), drawn).clip(0, len(vocabulary) - 1)
    return vocabulary, places.astype(np.uint16)


def _rows(vocabulary: Any, places: Any) -> Iterator[tuple[str, str, str]]:
    for row, words in enumerate(places):
        first = places[row - row % _CHUNKS_A_SECTION]
        heading = " ".join(vocabulary[first[:_HEADING]])
        yield f"doc-{row // _CHUNKS_A_DOCUMENT:06d}#{row:012x}", heading, " ".join(vocabulary[words])


def _questions(vocabulary: Any, places: Any, count: int) -> list[str]:
    """Return some words of a chunk each, two of them exchanged."""
    import numpy as np

    draw = np.random.default_rng(72)
    asked = []
    for row in draw.integers(0, len(places), count):
        words = vocabulary[draw.choice(places[row], _ASKED, replace=False)]
        words[:_FOREIGN] = vocabulary[draw.integers(0, len(vocabulary), _FOREIGN)]
        asked.append(" ".join(words))
    return asked


def _pools(place: Place) -> Call:
    from goldsmith.adapters.retrievers.headings import Headings
    from goldsmith.adapters.retrievers.ngrams import Ngrams
    from goldsmith.adapters.retrievers.shelf import build_shelf
    from goldsmith.adapters.retrievers.words import Words
    from goldsmith.ports.retriever import Retriever
    from goldsmith.review.pooling import pool

    rows, count = _sizes(place)
    vocabulary, places = _drawn(place, rows)
    asked = _questions(vocabulary, places, count)
    shelf = build_shelf(_rows(vocabulary, places))
    retrievers: list[Retriever] = [make(shelf) for make in (Words, Ngrams, Headings)]

    def call() -> int:
        ranks = {one.name: one.search(asked, DEPTH) for one in retrievers}
        return sum(len(pool({name: held[at] for name, held in ranks.items()})) for at in range(count))

    return call


def _build(place: Place) -> Call:
    from goldsmith.adapters.retrievers.shelf import build_shelf

    vocabulary, places = _drawn(place, _sizes(place)[0])
    held = list(_rows(vocabulary, places))
    return lambda: len(build_shelf(iter(held)).words)


def _tantivy(place: Place) -> Call:
    """Return the search of one retriever: a pool asks three."""
    tantivy: Any = import_module("tantivy")
    rows, count = _sizes(place)
    vocabulary, places = _drawn(place, rows)
    asked = _questions(vocabulary, places, count)
    schema = tantivy.SchemaBuilder()
    schema.add_integer_field("row", stored=True, fast=True)
    schema.add_text_field("body", stored=False)
    index = tantivy.Index(schema.build())
    writer = index.writer(200_000_000, 2)
    for row, (_, _, text) in enumerate(_rows(vocabulary, places)):
        writer.add_document(tantivy.Document(row=row, body=text))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    return lambda: sum(len(searcher.search(index.parse_query(one, ["body"]), DEPTH).hits) for one in asked)


CONTESTS = (
    Contest(
        name="i-pools",
        says="pools of three retrievers, 1,000 questions x 50 over 1,000,000 chunks",
        ours=_pools,
        peers=(Peer(name="tantivy, one retriever", setup=_tantivy),),
        limit=60,
        rounds=1,
        repeats=2,
        slow=True,
    ),
    Contest(
        name="i-build",
        says="1,000,000 chunks of 60 words to what the three search",
        ours=_build,
        rounds=1,
        repeats=1,
        slow=True,
    ),
)
