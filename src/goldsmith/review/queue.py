"""Which case a person gets next: begun ones first, then what changed, then the risky, each in an order of their own."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Literal

import numpy as np

from goldsmith.records.case import Case
from goldsmith.review.bench import Bench
from goldsmith.review.casework import Round

TAKEN_FOR_S = 30 * 60
"""How long a case stays with who took it."""
_CLOCKS_APART_S = 120
"""How far the clocks of two servers may differ."""
_STAMP = "%Y-%m-%dT%H:%M:%SZ"
PUT_BACK = "0001-01-01T00:00:00Z"
"""Until when a case is taken that a person put back: it comes to them again after all others."""

Look = Literal["take", "later", "last", "never"]
"""What a person does with a case of their line now: `later`: its places are taken · `last`: they put it back before ·
`never`: nothing of this round will come to them unless a label of it is taken back."""

Key = tuple[int, int]
"""Class of a round, and a number that nobody can tell beforehand, of one person's own."""


def urgency(one: Round, case: Case | None) -> int:
    """Return the class of a round: what changed before what is new, then high risk before the rest."""
    changed = one.opened.trigger in {"refresh", "edit"}
    return (0 if changed else 2) + (0 if case is not None and case.risk == "high" else 1)


def places_left(one: Round, person: str, now: str) -> int:
    """Return how many labels of a round neither stand nor are being given by others, at a time as facts hold it.

    A place that is held for longer than any can be was taken by a clock that ran ahead: it is held by nobody.
    """
    latest = _latest(now)
    held = sum(1 for name, until in one.taken.items() if name != person and now < until <= latest)
    return one.opened.needed - len(one.sides) - held


@lru_cache(maxsize=64)
def _latest(now: str) -> str:
    moment = datetime.strptime(now, _STAMP).replace(tzinfo=UTC)
    return (moment + timedelta(seconds=TAKEN_FOR_S + _CLOCKS_APART_S)).strftime(_STAMP)


def begun_cases(bench: Bench, person: str) -> Iterator[Round]:
    """Yield the rounds that a person began and that wait for their label, in the order in which they began them."""
    for name in tuple(bench.begun.get(person, ())):
        one = bench.round_of(name)
        if one is None or one.state != "waiting" or one.label_of(person) is not None:
            continue
        if (person in one.evidence or person in one.taken) and one.taken.get(person) != PUT_BACK:
            yield one


@dataclass(slots=True, kw_only=True)
class Arrivals:
    """Every review that was opened, with its class and a number: worked out once for the lines of all people."""

    classes: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """64 bits of a hash of case and round."""
    reviews: list[tuple[str, int]] = field(default_factory=list)
    """Case and round."""

    def take_in(self, bench: Bench, urgency_of: Callable[[Round], int]) -> None:
        """Take in the reviews that were opened since the last call."""
        for name, number in bench.openings[len(self.reviews) :]:
            one = bench.round_of(name)
            # Of a round that another one replaced meanwhile nothing is asked any more.
            current = one is not None and one.number == number
            self.classes.append(urgency_of(one) if one is not None and current else 0)
            self.numbers.append(int.from_bytes(sha256(f"{name}\0{number}".encode()).digest()[:8], "big"))
            self.reviews.append((name, number))


@dataclass(slots=True, kw_only=True)
class Line:
    """The cases of one person in their order, brought up to date as reviews open."""

    person: str
    seed: int
    entries: list[tuple[Key, str, int]] = field(default_factory=list)
    """Key, case and round, ascending."""
    _read: int = 0
    _held: set[tuple[str, int]] = field(default_factory=set)

    def take_in(self, arrivals: Arrivals) -> None:
        """Put the reviews in line that arrived since the last call."""
        begin, self._read = self._read, len(arrivals.reviews)
        fresh = []
        for key, review in zip(self._keys(arrivals, begin), arrivals.reviews[begin:], strict=True):
            # A review arrives once more when a label of it is taken back.
            if review not in self._held:
                self._held.add(review)
                fresh.append((key, *review))
        if len(fresh) > len(self.entries):
            self.entries = sorted(self.entries + fresh)
        else:
            for entry in fresh:
                insort(self.entries, entry)

    def first(self, bench: Bench, look: Callable[[Round], Look]) -> Round | None:
        """Return the first round that `look` takes, else the first put back; None: there is none now.

        Rounds that it never takes leave the line, so that nobody walks over them again.
        """
        gone: list[int] = []
        last: Round | None = None
        found: Round | None = None
        for place, (_, name, number) in enumerate(self.entries):
            one = bench.round_of(name)
            seen: Look = look(one) if one is not None and one.number == number else "never"
            if seen == "never":
                gone.append(place)
            elif seen == "take":
                found = one
                break
            elif seen == "last" and last is None:
                last = one
        self._leave(gone)
        return found or last

    def count(self, bench: Bench, look: Callable[[Round], Look], most: int) -> int:
        """Return how many rounds `look` takes, at most `most`."""
        number = 0
        for _, name, round_number in self.entries:
            one = bench.round_of(name)
            if one is not None and one.number == round_number and look(one) in {"take", "last"}:
                number += 1
                if number == most:
                    break
        return number

    def _leave(self, places: list[int]) -> None:
        if not places:
            return
        dropped = set(places)
        for place in places:
            _, name, number = self.entries[place]
            self._held.discard((name, number))
        self.entries = [entry for place, entry in enumerate(self.entries) if place not in dropped]

    def _keys(self, arrivals: Arrivals, begin: int) -> list[Key]:
        """Return the keys of the arrivals from `begin` on.

        Numbers of all people are one number, mixed with a salt of each one's own (the finaliser of SplitMix64): a
        hash a case and person would cost every first visit.
        """
        salt = int.from_bytes(sha256(f"{self.seed}\0{self.person}".encode()).digest()[:8], "big")
        mixed = np.array(arrivals.numbers[begin:], dtype=np.uint64) ^ np.uint64(salt)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
        return list(zip(arrivals.classes[begin:], mixed.tolist(), strict=True))
