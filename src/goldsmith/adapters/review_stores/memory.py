"""Open reviews in memory: for tests, and for practice that leaves nothing behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from secrets import token_hex
from threading import Lock

from goldsmith.adapters.review_stores.appending import Held, Name, admit, admit_draft, must_write, settle
from goldsmith.ports.review_store import Draft, NewFact, StoredFact


class MemoryReviewStore:
    """Keeps everything until the program ends, and nothing longer."""

    def __init__(self) -> None:
        self._turn = Lock()
        self._facts: list[StoredFact] = []
        self._subjects: dict[str, list[StoredFact]] = defaultdict(list)
        self._said: dict[tuple[str, str], int] = defaultdict(int)
        self._known: dict[Name, StoredFact] = {}
        self._drafts: dict[tuple[str, str], Draft] = {}
        self._secrets: dict[str, str] = {}

    def append(
        self, facts: Sequence[NewFact], /, *, expects: Mapping[str, int] | None = None
    ) -> tuple[StoredFact, ...]:
        """Keep all of `facts` or none. Raises ConflictError, InputError."""
        admit(facts)
        with self._turn:
            asked = {*(fact.subject for fact in facts), *(expects or {})} & self._subjects.keys()
            tails = {subject: self._subjects[subject][-1] for subject in asked}
            held = Held(
                last=len(self._facts),
                tails={subject: (fact.number, fact.digest) for subject, fact in tails.items()},
                said=self._said,
                known=self._known,
            )
            returned, new = settle(facts, expects or {}, held)
            for fact in new:
                self._keep(fact)
        return returned

    def after(self, position: int, /) -> tuple[StoredFact, ...]:
        """Return every fact behind `position`."""
        with self._turn:
            return tuple(self._facts[max(position, 0) :])

    def of(self, subject: str, /) -> tuple[StoredFact, ...]:
        """Return the facts of one subject."""
        with self._turn:
            return tuple(self._subjects.get(subject, ()))

    def save_draft(self, draft: Draft, /) -> Draft:
        """Keep `draft` in place of the one before it. Raises ConflictError, InputError."""
        admit_draft(draft)
        with self._turn:
            kept = self._drafts.get((draft.subject, draft.author))
            if must_write(kept, draft) or kept is None:
                kept = self._drafts[draft.subject, draft.author] = draft
        return kept

    def draft(self, subject: str, author: str, /) -> Draft | None:
        """Return the draft of one author."""
        with self._turn:
            return self._drafts.get((subject, author))

    def drop_draft(self, subject: str, author: str, /) -> None:
        """Forget a draft, if there is one."""
        with self._turn:
            self._drafts.pop((subject, author), None)

    def secret(self, name: str, /) -> str:
        """Return a random secret, the same until the program ends."""
        with self._turn:
            return self._secrets.setdefault(name, token_hex(32))

    def close(self) -> None:
        """Nothing is open."""

    def _keep(self, fact: StoredFact) -> None:
        self._facts.append(fact)
        self._subjects[fact.subject].append(fact)
        self._said[fact.subject, fact.author] += 1
        if fact.key is not None:
            self._known[fact.subject, fact.author, fact.key] = fact
