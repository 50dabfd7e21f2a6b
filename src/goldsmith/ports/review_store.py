"""Where open reviews are kept: facts that are appended, drafts that are replaced.

Every adapter passes the suite in tests/contracts/test_review_stores.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFact:
    """A fact that is to be kept."""

    subject: str
    """What it is about: ``case:ID``, ``batch:NAME`` or ``person:NAME``."""
    author: str
    """Who says it."""
    at: str
    """UTC time, ISO 8601 with Z."""
    body: str
    """A record of `goldsmith.records.workbench` in canonical JSON."""
    key: str | None = None
    """Chosen by whoever sends it: the same key of the same author on the same subject is kept once."""
    base: int | None = None
    """How many facts of this author on this subject the author knew of; None: it does not matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFact:
    """A fact as it is kept."""

    position: int
    """Place among all facts; later facts have greater ones, and none appears below one that was already read."""
    subject: str
    number: int
    """Place among the facts of the subject, from 1."""
    author: str
    at: str
    body: str
    key: str | None
    previous: str | None
    """Digest of the fact before it on the same subject; None: it is the first."""
    digest: str
    """SHA-256 over all of the above but the position (`goldsmith.records.work_chain.link`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a person has entered and not submitted: theirs alone, replaced as a whole."""

    subject: str
    author: str
    revision: int
    """1 at its first save; each save adds 1."""
    body: str
    """JSON."""
    at: str


class ReviewStore(Protocol):
    """Open reviews. Every method may be called from several threads."""

    def append(
        self, facts: Sequence[NewFact], /, *, expects: Mapping[str, int] | None = None
    ) -> tuple[StoredFact, ...]:
        """Keep all of `facts` or none; on disk when this returns. Returns them in order.

        A fact whose key is known is not kept again: the one that is kept is returned in its place, whatever `expects`
        and `base` say. `expects`: how many facts each subject must hold. Raises ConflictError where a subject holds
        another number, or where the author of a fact said more on its subject than `base`.
        """
        ...

    def after(self, position: int, /) -> tuple[StoredFact, ...]:
        """Return every fact behind `position`, in the order of their positions; 0: all."""
        ...

    def of(self, subject: str, /) -> tuple[StoredFact, ...]:
        """Return the facts of one subject in their order."""
        ...

    def save_draft(self, draft: Draft, /) -> Draft:
        """Keep `draft` in place of the one of revision `draft.revision` - 1; on disk when this returns.

        The same body at the same revision again changes nothing. Raises ConflictError where another revision is kept.
        """
        ...

    def draft(self, subject: str, author: str, /) -> Draft | None:
        """Return the draft of one author."""
        ...

    def drop_draft(self, subject: str, author: str, /) -> None:
        """Forget a draft, if there is one."""
        ...

    def secret(self, name: str, /) -> str:
        """Return a random secret of 64 hexadecimal digits, made at the first call and the same ever after."""
        ...

    def close(self) -> None:
        """Let go of what is open."""
        ...
