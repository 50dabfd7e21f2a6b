"""Where the head of each page leads, by what a person may do."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from goldsmith.records.person import Person, Right

PLACES: tuple[tuple[str, str, Right], ...] = (
    ("/queue", "shell.to.queue", "label"),
    ("/practice", "shell.to.practice", "label"),
    ("/disputes", "shell.to.disputes", "adjudicate"),
    ("/refresh", "shell.to.refresh", "label"),
    ("/write", "shell.to.write", "write"),
    ("/search", "shell.to.search", "write"),
    ("/coverage", "shell.to.coverage", "read"),
    ("/agreement", "shell.to.agreement", "read"),
    ("/runs", "shell.to.runs", "read"),
    ("/load", "shell.to.load", "manage"),
    ("/batches", "shell.to.batches", "adjudicate"),
    ("/sentinels", "shell.to.sentinels", "manage"),
    ("/people", "shell.to.people", "manage"),
    ("/audit", "shell.to.audit", "audit"),
)
"""Path, its words, and the right that it takes; a place without a page is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One link in the head of a page."""

    path: str
    word: str
    current: bool
    overview: bool
    """It tells of the set as a whole, and stands in a menu of its own where the links would not fit one line."""


_ONE_LINE = 10
_OVERVIEW: frozenset[Right] = frozenset({"read", "manage", "audit"})


def places_of(person: Person, pages: AbstractSet[str], here: str) -> tuple[Place, ...]:
    """Return where a person may go from the page at `here`; the page under a place counts as part of it."""
    mine = [(path, word, right) for path, word, right in PLACES if path in pages and person.may(right)]
    return tuple(
        Place(
            path=path,
            word=word,
            current=here == path or here.startswith(f"{path}/"),
            overview=len(mine) > _ONE_LINE and right in _OVERVIEW,
        )
        for path, word, right in mine
    )
