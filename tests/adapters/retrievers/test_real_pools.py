"""What the pools hold of evidence that people know, and how often `auto` is right, on public data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from goldsmith.adapters.retrievers.headings import Headings
from goldsmith.adapters.retrievers.ngrams import Ngrams
from goldsmith.adapters.retrievers.shelf import build_shelf
from goldsmith.adapters.retrievers.words import Words
from goldsmith.ports.retriever import Retriever
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.workbench import PooledPassage
from goldsmith.review.pooling import Brought, Passage, Relevance, pool, pool_recall, scored
from goldsmith.text.support import Weights, units_of

pytestmark = [pytest.mark.real_data, pytest.mark.timeout(300)]

DOCS = "data/anthropic-docs-rag/skills/retrieval_augmented_generation"
MOST = 150


class Data(NamedTuple):
    """A corpus with questions of which the evidence is known."""

    chunks: list[tuple[str, str, str]]
    cases: list[Case]
    known: dict[str, frozenset[str]]


def asked(rows: list[tuple[str, str, list[str]]], chunks: list[tuple[str, str, str]]) -> Data:
    cases = [
        Case(id=str(at), question=question, accept=(AcceptedAnswer(answer=answer),))
        for at, (question, answer, _) in enumerate(rows)
    ]
    return Data(chunks, cases, {str(at): frozenset(known) for at, (_, _, known) in enumerate(rows)})


def of_docs(shared: Path) -> Data:
    held = json.loads((shared / DOCS / "data/anthropic_docs.json").read_text(encoding="utf-8"))
    rows = json.loads((shared / DOCS / "evaluation/docs_evaluation_dataset.json").read_text(encoding="utf-8"))
    chunks = [(one["chunk_link"], one["chunk_heading"], one["text"]) for one in held]
    return asked([(one["question"], one["correct_answer"], one["correct_chunks"]) for one in rows], chunks)


def of_clapnq(shared: Path) -> Data:
    rows, chunks = [], []
    for kind in ("answerable", "unanswerable"):
        path = shared / f"data/clapnq/annotated_data/dev/clapnq_dev_{kind}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            (passage,) = one["passages"]
            chunks.append((one["id"], passage["title"], passage["text"]))
            if kind == "answerable":
                rows.append((one["input"], one["output"][0]["answer"], [one["id"]]))
    return asked(rows[:MOST], chunks)


def of_squad(path: str) -> Callable[[Path], Data]:
    def read(shared: Path) -> Data:
        held = json.loads((shared / path).read_text(encoding="utf-8"))
        rows, chunks = [], []
        for number, article in enumerate(held["data"]):
            for at, paragraph in enumerate(article["paragraphs"]):
                name = f"{number}#{at}"
                chunks.append((name, article.get("title", ""), paragraph["context"]))
                rows += [(one["question"], one["answers"][0]["text"], [name]) for one in paragraph["qas"]]
        Random(5).shuffle(rows)
        return asked(rows[:MOST], chunks)

    return read


def pools(data: Data) -> tuple[dict[str, tuple[Brought, ...]], dict[str, tuple[PooledPassage, ...]]]:
    """Return who brought what by the question alone, and the same with scores."""
    shelf = build_shelf(data.chunks)
    retrievers: list[Retriever] = [make(shelf) for make in (Words, Ngrams, Headings)]
    ranks = {one.name: one.search([case.question for case in data.cases], 50) for one in retrievers}
    passages = {name: Passage(chunk=name, document=name, heading=top, text=text) for name, top, text in data.chunks}
    relevance = Relevance(Weights(units_of(text) for _, _, text in data.chunks))
    brought = {case.id: pool({name: held[at] for name, held in ranks.items()}) for at, case in enumerate(data.cases)}
    found = {case.id: scored(case, brought[case.id], passages, relevance, auto_above=0.8) for case in data.cases}
    return brought, found


@pytest.mark.parametrize(
    ("name", "read", "recall", "right", "least"),
    [
        ("documentation", of_docs, 0.94, 1.0, 20),
        ("long answers", of_clapnq, 0.98, 0.93, 80),
        ("Russian", of_squad("data/xquad/xquad.ru.json"), 0.98, 0.97, 30),
        ("Chinese", of_squad("data/cmrc2018/squad-style-data/cmrc2018_trial.json"), 0.98, 1.0, 15),
    ],
)
def test_the_pool_holds_nearly_all_known_evidence_and_auto_is_nearly_always_right(
    shared: Path, name: str, read: Callable[[Path], Data], recall: float, right: float, least: int
) -> None:
    data = read(shared)
    brought, found = pools(data)
    held = pool_recall(brought, data.known)
    auto = [one.chunk in data.known[case] for case, every in found.items() for one in every if one.source == "auto"]
    told = f"{held.part} of {held.of} known passages; {sum(auto)} of {len(auto)} auto passages are among them"
    print(f"\n{name}: {told}")  # noqa: T201

    assert held.part >= recall * held.of
    assert len(auto) >= least
    assert sum(auto) >= right * len(auto)
