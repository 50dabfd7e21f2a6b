"""What a reader may be told of a case: nothing that would take the blindness from a label that they can still give."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.person import Person
from goldsmith.review.bench import Bench
from goldsmith.review.routing import cleared
from goldsmith.workflows.review_batch import may_check
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_seat import bar_to, cases_now
from goldsmith.workflows.review_sources import Shelves, shelves


def covered(desk: Desk, reader: Person) -> frozenset[str]:
    """Return the cases of which `reader` is told nothing: those that they may still judge, and those beyond them.

    Still to be judged are open rounds that wait for a label that they may give, and samples of open batches that they
    may check. Beyond them are cases that rest on documents that their clearance does not allow.
    """
    return unjudged(desk, reader) | beyond(desk, reader)


def unjudged(desk: Desk, reader: Person) -> frozenset[str]:
    """Return the cases that `reader` may still judge: their latest round, or the sample of a batch that lies open."""
    with desk.turn() as bench:
        return frozenset(_unjudged(desk, bench, reader))


def beyond(desk: Desk, reader: Person) -> frozenset[str]:
    """Return the cases of the set that rest on documents that the clearance of `reader` does not allow."""
    if reader.sees is None:
        return frozenset()
    project = desk.project
    held: dict[Person, frozenset[str]] = project.once.get("cases beyond readers", dict)
    if reader not in held:
        shelf = shelves(desk, None)
        seen = shelf.seen_by(reader) if shelf is not None else {}
        document_of = shelf.document_of if shelf is not None else _nowhere
        held[reader] = frozenset(
            name
            for name, case in cases_now(desk).items()
            if not cleared(reader, case, seen=seen, document_of=document_of)
        )
    return held[reader]


def sees_all_documents(desk: Desk, reader: Person) -> bool:
    """Say whether the clearance of `reader` allows every document of the pinned corpus."""
    shelf = shelves(desk, None)
    return reader.sees is None or shelf is None or _all_seen(shelf, reader)


def _all_seen(shelf: Shelves, reader: Person) -> bool:
    return len(shelf.seen_by(reader)) == len(shelf.documents)


def _unjudged(desk: Desk, bench: Bench, reader: Person) -> Iterator[str]:
    for name in bench.states["waiting"]:
        one = bench.round_of(name)
        if one is not None and one.label_of(reader.name) is None and bar_to(desk, reader, one) is None:
            yield name
    for batch in bench.batches.values():
        if batch.closed is None:
            yield from (name for name in batch.left if may_check(desk, bench, reader, batch, name))


def _nowhere(_: str) -> None:
    return None
