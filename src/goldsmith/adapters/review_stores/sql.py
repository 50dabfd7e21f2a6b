"""Open reviews in a database, whichever it is; how it is reached is the business of its `Door`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from secrets import token_hex
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Select, delete, func, insert, select, tuple_, update
from sqlalchemy.exc import SQLAlchemyError

from goldsmith.adapters.review_stores.appending import (
    LONGEST_SUBJECT,
    Held,
    Name,
    admit,
    admit_draft,
    admit_text,
    is_keepable,
    must_write,
    settle,
)
from goldsmith.adapters.review_stores.tables import DRAFTS, FACTS, SECRETS
from goldsmith.errors import GoldsmithError
from goldsmith.ports.review_store import Draft, NewFact, StoredFact

Result = TypeVar("Result")
Begin = Callable[[], AbstractContextManager[Connection]]

_AT_ONCE = 500
"""Subjects or keys in one question: databases bound the number of its parameters."""
_GREATEST = 2**63 - 1
"""What a database counts up to."""


class Door(Protocol):
    """How one database is reached, and what its errors mean."""

    def reading(self) -> AbstractContextManager[Connection]:
        """Open a connection that only reads."""
        ...

    def writing(self, what: str, /) -> AbstractContextManager[Connection]:
        """Open a transaction that alone writes `what` until it is on disk; an exception undoes it."""
        ...

    def is_lost(self, error: SQLAlchemyError, /) -> bool:
        """Say whether the connection broke, so that another one may do."""
        ...

    def told(self, error: SQLAlchemyError, /) -> GoldsmithError | None:
        """Return `error` in words, without a secret in it; None: nobody but us can have caused it."""
        ...

    def close(self) -> None:
        """Let go of all connections."""
        ...


class SqlReviewStore:
    """A review store in a database whose tables are there."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def append(
        self, facts: Sequence[NewFact], /, *, expects: Mapping[str, int] | None = None
    ) -> tuple[StoredFact, ...]:
        """Keep all of `facts` or none; on disk when this returns. Raises ConflictError, InputError, IncompleteError.

        Positions follow the order in which appends end, because one append at a time holds the table.
        """
        admit(facts)
        return self._do(
            lambda: self._door.writing("facts"),
            lambda connection: _append(connection, facts, expects or {}),
            again=all(fact.key is not None for fact in facts),
        )

    def after(self, position: int, /) -> tuple[StoredFact, ...]:
        """Return every fact behind `position`."""
        asked = _FACTS.where(FACTS.c.position > min(position, _GREATEST)).order_by(FACTS.c.position)
        return self._do(self._door.reading, lambda connection: _facts(connection.execute(asked)), again=True)

    def of(self, subject: str, /) -> tuple[StoredFact, ...]:
        """Return the facts of one subject."""
        if not is_keepable(subject):
            return ()
        asked = _FACTS.where(FACTS.c.subject == subject).order_by(FACTS.c.number)
        return self._do(self._door.reading, lambda connection: _facts(connection.execute(asked)), again=True)

    def save_draft(self, draft: Draft, /) -> Draft:
        """Keep `draft` in place of the one before it. Raises ConflictError, InputError, IncompleteError."""
        admit_draft(draft)
        return self._do(
            lambda: self._door.writing(_of_draft(draft.subject, draft.author)),
            lambda connection: _save_draft(connection, draft),
            again=True,
        )

    def draft(self, subject: str, author: str, /) -> Draft | None:
        """Return the draft of one author."""
        if not (is_keepable(subject) and is_keepable(author)):
            return None
        return self._do(self._door.reading, lambda connection: _draft(connection, subject, author), again=True)

    def drop_draft(self, subject: str, author: str, /) -> None:
        """Forget a draft, if there is one."""
        if self.draft(subject, author) is None:
            return  # most often so, and a write would queue behind others
        dropped = delete(DRAFTS).where(DRAFTS.c.subject == subject, DRAFTS.c.author == author)
        self._do(
            lambda: self._door.writing(_of_draft(subject, author)),
            lambda connection: connection.execute(dropped),
            again=True,
        )

    def secret(self, name: str, /) -> str:
        """Return a random secret, the same for everybody who opens this database."""
        admit_text("name", name, longest=LONGEST_SUBJECT)
        asked = select(SECRETS.c.value).where(SECRETS.c.name == name)
        kept = self._do(self._door.reading, lambda connection: connection.scalar(asked), again=True)
        return kept or self._do(
            lambda: self._door.writing("secrets"), lambda connection: _make_secret(connection, name), again=True
        )

    def close(self) -> None:
        """Let go of the database."""
        self._door.close()

    def _do(self, begin: Begin, act: Callable[[Connection], Result], *, again: bool) -> Result:
        """Return what `act` does inside `begin`; `again`: once more where the connection broke."""
        while True:
            try:
                with begin() as connection:
                    return act(connection)
            except SQLAlchemyError as error:
                if again and self._door.is_lost(error):
                    again = False
                    continue
                told = self._door.told(error)
                if told is None:
                    raise
                raise told from None  # the driver's own words may hold more than ours


_FACTS: Select[Any] = select(*(FACTS.c[name] for name in StoredFact.__dataclass_fields__))
_DRAFTS: Select[Any] = select(*(DRAFTS.c[name] for name in Draft.__dataclass_fields__))


def _facts(rows: Iterable[Any]) -> tuple[StoredFact, ...]:
    # Name by name: a store of many thousands is read whole when a server starts.
    return tuple(
        StoredFact(
            position=position,
            subject=subject,
            number=number,
            author=author,
            at=at,
            body=body,
            key=key,
            previous=previous,
            digest=digest,
        )
        for position, subject, number, author, at, body, key, previous, digest in rows
    )


def _append(connection: Connection, facts: Sequence[NewFact], expects: Mapping[str, int]) -> tuple[StoredFact, ...]:
    held = Held(
        last=connection.scalar(select(func.max(FACTS.c.position))) or 0,
        tails=_tails(connection, {*(fact.subject for fact in facts), *filter(is_keepable, expects)}),
        said=_said(connection, {(fact.subject, fact.author) for fact in facts if fact.base is not None}),
        known=_known(connection, {(fact.subject, fact.author, fact.key) for fact in facts if fact.key is not None}),
    )
    returned, new = settle(facts, expects, held)
    if new:
        connection.execute(insert(FACTS), [asdict(fact) for fact in new])
    return returned


def _tails(connection: Connection, subjects: set[str]) -> dict[str, tuple[int, str]]:
    """Return number and digest of the last fact of each subject that has one."""
    found: dict[str, tuple[int, str]] = {}
    for some in _parts(subjects):
        last = select(FACTS.c.subject, func.max(FACTS.c.number)).where(FACTS.c.subject.in_(some))
        asked = select(FACTS.c.subject, FACTS.c.number, FACTS.c.digest).where(
            tuple_(FACTS.c.subject, FACTS.c.number).in_(last.group_by(FACTS.c.subject))
        )
        found |= {subject: (number, digest) for subject, number, digest in connection.execute(asked)}
    return found


def _said(connection: Connection, pairs: set[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return how many facts each author has on each subject."""
    found: dict[tuple[str, str], int] = {}
    held = (FACTS.c.subject, FACTS.c.author)
    for some in _parts(pairs):
        asked = select(*held, func.count()).where(tuple_(*held).in_(some)).group_by(*held)
        found |= {(subject, author): count for subject, author, count in connection.execute(asked)}
    return found


def _known(connection: Connection, names: set[Name]) -> dict[Name, StoredFact]:
    """Return the facts that have these keys."""
    held = tuple_(FACTS.c.subject, FACTS.c.author, FACTS.c.key)
    found = (
        fact
        for some in _parts(names)
        for fact in _facts(connection.execute(_FACTS.where(FACTS.c.key.is_not(None), held.in_(some))))
    )
    return {(fact.subject, fact.author, fact.key): fact for fact in found if fact.key is not None}


def _save_draft(connection: Connection, draft: Draft) -> Draft:
    kept = _draft(connection, draft.subject, draft.author)
    if not must_write(kept, draft):
        return kept or draft
    if kept is None:
        connection.execute(insert(DRAFTS).values(asdict(draft)))
    else:
        place = (DRAFTS.c.subject == draft.subject, DRAFTS.c.author == draft.author)
        connection.execute(update(DRAFTS).where(*place).values(asdict(draft)))
    return draft


def _draft(connection: Connection, subject: str, author: str) -> Draft | None:
    asked = _DRAFTS.where(DRAFTS.c.subject == subject, DRAFTS.c.author == author)
    row = connection.execute(asked).one_or_none()
    return Draft(**row._mapping) if row else None  # noqa: SLF001 - public, in a namespace of its own


def _of_draft(subject: str, author: str) -> str:
    return f"draft {len(subject)} {subject} {author}"


def _make_secret(connection: Connection, name: str) -> str:
    kept = connection.scalar(select(SECRETS.c.value).where(SECRETS.c.name == name))
    if kept is None:  # still so, now that nobody else can write
        kept = token_hex(32)
        connection.execute(insert(SECRETS).values(name=name, value=kept))
    return kept


Sortable = TypeVar("Sortable", str, tuple[str, str], Name)


def _parts(names: set[Sortable]) -> Iterator[list[Sortable]]:
    held = sorted(names)
    for start in range(0, len(held), _AT_ONCE):
        yield held[start : start + _AT_ONCE]
