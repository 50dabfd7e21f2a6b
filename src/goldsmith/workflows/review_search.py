"""Read and search the pinned corpus within what one person may see, before no case in particular."""

from __future__ import annotations

from dataclasses import dataclass, replace

from goldsmith.records.case import Case
from goldsmith.records.person import Person
from goldsmith.records.workbench import Opened
from goldsmith.review.casework import CaseWork, Round
from goldsmith.review.offer import DocumentShown, PassageShown, SourceShown
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_seat import Seat
from goldsmith.workflows.review_shown import document_shown, passages_found
from goldsmith.workflows.review_sources import shelves

PAGE = 10
"""Passages of one page of what was found."""
MOST_PAGES = 10
MOST_LISTED = 200
"""Documents that are listed where nothing is looked for."""
LONGEST_TITLE = 80
"""Characters of a first line that stand for a title."""
_LONGEST_WORDS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One page of what a search found."""

    passages: tuple[PassageShown, ...]
    """Best first."""
    more: bool
    """There are further ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The pinned corpus as one person may read it."""

    label: str
    whole_text: bool
    """The corpus holds its texts; otherwise beginnings of passages, or nothing but their places."""
    sources: tuple[SourceShown, ...]
    """By title, or first line; of very many the first ones."""


def reading_seat(desk: Desk) -> Seat:
    """Return a seat before the pinned corpus and no case: what is read there depends on the clearance alone."""
    revision = desk.project.revision
    opened = Opened(
        round=0, case_digest="", snapshot="", trigger="new", why="", needed=1,
        corpus=revision.digest if revision is not None else None,
    )  # fmt: skip
    one = Round(case="", opened=opened, opened_at="", opened_by="")
    return Seat(handle="", work=CaseWork(case=""), round=one, shown=Case(id="", question=""))


def search_library(desk: Desk, person: Person, words: str, *, page: int = 1) -> Found:
    """Return a page of the best passages for some words among the documents that `person` may see.

    Documents beyond their clearance are neither found nor counted.
    """
    at = max(1, min(page, MOST_PAGES))
    found = passages_found(desk, person, reading_seat(desk), words[:_LONGEST_WORDS], k=at * PAGE + 1)
    shown = found[(at - 1) * PAGE : at * PAGE]
    return Found(
        passages=tuple(replace(item, source=_named(desk, item.source)) for item in shown),
        more=len(found) > at * PAGE and at < MOST_PAGES,
    )


def library_document(desk: Desk, person: Person, source: str) -> DocumentShown:
    """Return a document by its opaque name. Raises InputError, the same for one that is not theirs and for none."""
    shown = document_shown(desk, person, reading_seat(desk), source)
    return replace(shown, source=_named(desk, shown.source))


def library(desk: Desk, person: Person) -> Library | None:
    """Return which documents `person` may read; None: no corpus was frozen."""
    shelf = shelves(desk, None)
    if shelf is None:
        return None
    shown = [
        SourceShown(
            source=shelf.token("document", name),
            number=None,
            title=one.title if one.title and one.title != one.id else None,
            language=one.language,
            effective_from=one.effective_from,
            effective_to=one.effective_to,
            version=one.version,
        )
        for name, one in sorted(shelf.seen_by(person).items())
    ]
    record = shelf.stored.record
    named = [_named(desk, one) for one in shown] if len(shown) <= MOST_LISTED else shown
    ordered = sorted(named, key=lambda one: (one.title is None, (one.title or "").casefold(), one.source))
    return Library(label=record.label, whole_text=record.text == "full", sources=tuple(ordered[:MOST_LISTED]))


def _named(desk: Desk, source: SourceShown) -> SourceShown:
    """Return a document that has no title under its first line."""
    shelf = shelves(desk, None)
    name = shelf.document_behind(source.source) if shelf is not None and source.title is None else None
    if shelf is None or name is None:
        return source
    lines = (line.lstrip("#").strip() for line in shelf.texts([name])[name].shown.splitlines())
    first = next((line for line in lines if line), "")
    if not first:
        return source
    return replace(source, title=first if len(first) <= LONGEST_TITLE else f"{first[:LONGEST_TITLE].rstrip()}…")
