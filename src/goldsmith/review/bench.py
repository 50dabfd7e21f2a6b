"""Everything that is on the workbench, folded from its facts in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import get_args

from goldsmith.ports.review_store import StoredFact
from goldsmith.records.workbench import (
    AnyFact,
    BatchClosed,
    BatchDrawn,
    BatchFact,
    Bound,
    EvidenceGiven,
    Invited,
    Labelled,
    Opened,
    OpenState,
    Practised,
    SampleChecked,
    SampleEvidence,
    SignedIn,
    SignedOut,
    Taken,
    Withdrawn,
    WorkFact,
)
from goldsmith.review.batchwork import Batch, batch_advanced
from goldsmith.review.casework import CaseWork, Round, advanced

OPEN_STATES: tuple[OpenState, ...] = get_args(OpenState)

CASE, BATCH, PERSON = "case:", "batch:", "person:"
"""How the subjects of facts begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSaid:
    """One fact about a person, with when it was said."""

    at: str
    author: str
    fact: Invited | SignedIn | SignedOut | Practised


@dataclass(slots=True, kw_only=True)
class Bench:
    """The state of all reviews after the fact at `position`. It grows by `take_in` alone."""

    position: int = 0
    work: dict[str, CaseWork] = field(default_factory=dict)
    batches: dict[str, Batch] = field(default_factory=dict)
    people: dict[str, tuple[PersonSaid, ...]] = field(default_factory=dict)
    states: dict[OpenState, dict[str, None]] = field(default_factory=lambda: {state: {} for state in OPEN_STATES})
    """Cases by the state of their latest round, kept as facts come in: a queue never walks every case."""
    openings: list[tuple[str, int]] = field(default_factory=list)
    """Case and round each time that a place became free by more than time passing; it only grows."""
    begun: dict[str, dict[str, None]] = field(default_factory=dict)
    """By person: cases that they took or gave evidence on and have not labelled since, in the order of their acts."""
    labelled: dict[str, dict[str, None]] = field(default_factory=dict)
    """By person: cases that they labelled in any round, even if they took it back, in the order of their acts."""
    drawn: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    """By case and round: the batches that hold it."""

    def take_in(self, facts: Iterable[tuple[StoredFact, AnyFact]]) -> None:
        """Take in facts that follow those already taken in, in their order."""
        for stored, fact in facts:
            name = stored.subject.partition(":")[2]
            if isinstance(fact, BatchDrawn | SampleEvidence | SampleChecked | BatchClosed):
                self._advance_batch(name, stored, fact)
            elif isinstance(fact, Invited | SignedIn | SignedOut | Practised):
                said = PersonSaid(at=stored.at, author=stored.author, fact=fact)
                self.people[name] = (*self.people.get(name, ()), said)
            elif not isinstance(fact, Bound):
                self._advance(name, stored, fact)
            self.position = stored.position

    def _advance_batch(self, name: str, stored: StoredFact, fact: BatchFact) -> None:
        before = self.batches.get(name)
        after = batch_advanced(before, stored, fact)
        if after is None:
            return
        self.batches[name] = after
        for review in after.drawn.cases if before is None else ():
            self.drawn[review] = (*self.drawn.get(review, ()), name)

    def _advance(self, case: str, stored: StoredFact, fact: WorkFact) -> None:
        before = self.round_of(case)
        self.work[case] = advanced(self.work.get(case, CaseWork(case=case)), stored, fact)
        after = self.round_of(case)
        if before is not None:
            self.states[before.state].pop(case, None)
        if after is not None:
            self.states[after.state][case] = None
            if after.state == "waiting" and isinstance(fact, Opened | Withdrawn):
                self.openings.append((case, after.number))
        self._note(case, stored.author, fact)

    def _note(self, case: str, author: str, fact: WorkFact) -> None:
        if isinstance(fact, Taken | EvidenceGiven | Withdrawn):
            _last(self.begun.setdefault(author, {}), case)
        elif isinstance(fact, Labelled):
            self.begun.get(author, {}).pop(case, None)
            _last(self.labelled.setdefault(author, {}), case)

    def current(self) -> Iterator[Round]:
        """Yield the latest round of each case, by case."""
        for name in sorted(self.work):
            found = self.work[name].current
            if found is not None:
                yield found

    def round_of(self, case: str) -> Round | None:
        """Return the latest round of a case; None: it was never opened."""
        return self.work[case].current if case in self.work else None

    def batch_of(self, one: Round) -> Batch | None:
        """Return the batch that holds a round, one that is still checked before any other; None: there is none."""
        held = [self.batches[name] for name in self.drawn.get((one.case, one.number), ())]
        return next((batch for batch in held if batch.closed is None), held[-1] if held else None)

    def round_in(self, batch: Batch, case: str) -> Round:
        """Return the round of a case that a batch holds."""
        rounds = self.work[case].rounds
        return next(one for one in rounds if batch.name in self.drawn.get((case, one.number), ()))


def _last(held: dict[str, None], name: str) -> None:
    held.pop(name, None)
    held[name] = None
