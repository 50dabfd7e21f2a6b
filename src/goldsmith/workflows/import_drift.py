"""Where recorded answers and evidence, or evidence and corpus, call the same passages otherwise: both sides, and what
would mend it."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.ondisk.revisions import StoredRevision, document_ids, index
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignResponse
from goldsmith.records.response import Reply
from goldsmith.scoring.reconciliation import Pair, propose

_MOST = 2_000
"""Answers that are looked at; the first are enough to see a rule."""
_EXAMPLES = 3


class Drift:
    """Looks at the ids of the first answers and of the cases that they answer."""

    def __init__(self, stored: StoredRevision | None) -> None:
        self._stored = stored
        self._pairs: list[Pair] = []

    def add(self, case: Case | None, response: ForeignResponse) -> None:
        """Look at an answer and at its case."""
        outcome = response.outcome
        if case is None or len(self._pairs) == _MOST or not isinstance(outcome, Reply):
            return
        items = [item for need in case.evidence for item in need.any_of]
        expected = tuple(dict.fromkeys(name for item in items if (name := item.chunk or item.document)))
        retrieved = tuple(dict.fromkeys(item.id for item in outcome.retrieved or () if item.id))
        if expected and retrieved:
            self._pairs.append(Pair(retrieved=retrieved, expected=expected))

    def told(self) -> tuple[str, ...]:
        """Return what differs, in sentences; none where some id of the answers is one of the evidence."""
        theirs = {name for pair in self._pairs for name in pair.retrieved}
        ours = {name for pair in self._pairs for name in pair.expected}
        if not theirs or theirs & ours or theirs & self._frozen(theirs):
            return ()
        return tuple(self._sentences(theirs, ours))

    def _frozen(self, names: set[str]) -> set[str]:
        if self._stored is None:
            return set()
        return set(index(self._stored).keys.find(sorted(names))) | (names & set(document_ids(self._stored)))

    def _sentences(self, theirs: set[str], ours: set[str]) -> Iterator[str]:
        yield (
            f"none of the {len(theirs):,} retrieved ids is one of the {len(ours):,} that are expected: "
            f"retrieved {_listed(theirs)}; expected {_listed(ours)}"
        )
        found = propose(self._pairs, ours)
        if found is not None:
            yield found.told()
        else:
            yield (
                "no rule makes one of the other: import ids of the same kind (--map says which column is meant), or "
                "words, which are found whatever they are called"
            )


def _listed(names: set[str]) -> str:
    shown = ", ".join(repr(name) for name in sorted(names)[:_EXAMPLES])
    return f"{shown} …" if len(names) > _EXAMPLES else shown
