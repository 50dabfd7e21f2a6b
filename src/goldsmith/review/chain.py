"""Whether the facts of open reviews are the ones that were appended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldsmith.ports.review_store import StoredFact
from goldsmith.records.work_chain import link


def broken_links(facts: Iterable[StoredFact]) -> tuple[str, ...]:
    """Return what does not fit, each with subject and number, in the order of `facts`.

    `facts` are all those of the subjects that they speak of, each subject in its order. A fact that was changed, taken
    away, put between others or moved is named; that the last of a subject were taken away cannot be seen.
    """
    last: dict[str, StoredFact] = {}
    broken = []
    for fact in facts:
        if faults := ", ".join(_faults(fact, last.get(fact.subject))):
            broken.append(f"{fact.subject} {fact.number}: {faults}")
        last[fact.subject] = fact
    return tuple(broken)


def _faults(fact: StoredFact, before: StoredFact | None) -> Iterator[str]:
    place, previous = (before.number + 1, before.digest) if before else (1, None)
    if fact.number != place:
        yield f"fact {place} was expected in its place"
    if fact.previous != previous:
        yield "it does not follow the fact before it"
    own = link(
        subject=fact.subject,
        number=fact.number,
        author=fact.author,
        at=fact.at,
        body=fact.body,
        key=fact.key,
        previous=fact.previous,
    )
    if fact.digest != own:
        yield "it is not what its digest was taken of"
