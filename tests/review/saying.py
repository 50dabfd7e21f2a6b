"""Facts of one case, said in few words, and folded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from goldsmith.ondisk.work_facts import fact_text
from goldsmith.ports.review_store import StoredFact
from goldsmith.records.decision import Confirmations
from goldsmith.records.workbench import AnyFact, Labelled, Mark, Opened
from goldsmith.review.bench import Bench

ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
APPROVED = Labelled(
    round=1, decision="approved", reason="it says so", answer="right", behaviour="answer", confirmations=ALL
)
REJECTED = Labelled(round=1, decision="rejected", reason="nobody asks this")


def opened(*, needed: int = 1, number: int = 1) -> Opened:
    return Opened(round=number, case_digest="c1:x", snapshot="{}", trigger="new", why="new", needed=needed)


def mark(*chunks: str, need: int = 0, document: str = "d") -> Mark:
    return Mark(need=need, document=document, start=0, end=1, quote="x", chunks=chunks)


def with_marks(label: Labelled, *marks: Mark) -> Labelled:
    return replace(label, marks=marks)


def stored(said: Iterable[tuple[str, AnyFact]], *, subject: str = "case:a") -> list[tuple[StoredFact, AnyFact]]:
    """Return facts as a store gives them, a minute apart."""
    return [
        (
            StoredFact(
                position=place, subject=subject, number=place, author=author, at=f"2026-09-08T12:{place:02}:00Z",
                body=fact_text(fact), key=None, previous=None, digest=f"digest {place}",
            ),
            fact,
        )
        for place, (author, fact) in enumerate(said, start=1)
    ]  # fmt: skip


def bench_of(*said: tuple[str, AnyFact]) -> Bench:
    bench = Bench()
    bench.take_in(stored(said))
    return bench
