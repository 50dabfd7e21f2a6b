"""Whether a person may label a case: by right, language, field and clearance, and not as its author."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Literal

from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative
from goldsmith.records.person import Person
from goldsmith.review.casework import CaseWork, Round

Bar = Literal["right", "language", "field", "clearance", "author", "labelled", "closed"]
"""Why a person may not label a round. `closed`: no label of it is missing any more."""


def bar_of(
    person: Person,
    case: Case,
    *,
    seen: Container[str],
    document_of: Callable[[str], str | None],
) -> Bar | None:
    """Return why `person` may not label `case`, whoever labelled it; None: they may.

    `seen`: ids of the documents of the corpus that their clearance allows; `document_of`: the document of a chunk.
    """
    if not person.may("label"):
        return "right"
    if person.languages and case.language is not None and not _reads(person, case.language):
        return "language"
    if person.fields and case.tags and not set(person.fields) & set(case.tags):
        return "field"
    return None if cleared(person, case, seen=seen, document_of=document_of) else "clearance"


def cleared(person: Person, case: Case, *, seen: Container[str], document_of: Callable[[str], str | None]) -> bool:
    """Say whether `person` may see every document that `case` rests on or speaks of.

    Those are the documents of its evidence, and those that its asker is allowed or denied by name; the asker must be of
    no other tenant. A document that the corpus does not hold is not seen by anybody with a clearance: nobody knows what
    it says.
    """
    if person.sees is None:
        return True
    named: set[str] = set()
    for need in case.evidence:
        for item in need.any_of:
            named.update(_documents(item, document_of))
    asker = case.identity
    if asker is not None:
        if asker.tenant is not None and asker.tenant != person.sees.tenant:
            return False
        named.update(asker.allowed, asker.denied)
    return all(name in seen for name in named)


def _documents(item: Alternative, document_of: Callable[[str], str | None]) -> Iterator[str]:
    """Yield the documents that an alternative names, by itself or by its chunk."""
    if item.document is not None:
        yield item.document
    if item.chunk is None:
        return
    owner = document_of(item.chunk)
    if owner is not None:
        yield owner
    elif item.document is None:
        # The short form of evidence may name a document where a chunk stands. A chunk of an earlier corpus is of the
        # document that is named beside it.
        yield item.chunk


def bar_in_round(work: CaseWork, one: Round, person: str, *, alone: bool) -> Bar | None:
    """Return why `person` may not label this round, whatever the case says; None: they may.

    `alone`: nobody else may label, so that nobody could ever judge what they proposed.
    """
    if one.state != "waiting":
        return "closed"
    if one.label_of(person) is not None:
        return "labelled"
    return "author" if not alone and is_author(work, person) else None


def is_author(work: CaseWork, person: str) -> bool:
    """Say whether `person` proposed the case at the workbench."""
    # Later rounds of a proposed case are opened by whoever edits it or sends its batch back.
    first = work.rounds[0] if work.rounds else None
    return first is not None and first.opened.proposed and first.opened_by == person


def _reads(person: Person, language: str) -> bool:
    """Say whether a person reads a language; ``de-AT`` is read by who reads ``de``, and the other way round."""
    return _main(language) in {_main(one) for one in person.languages}


def _main(language: str) -> str:
    return language.replace("_", "-").partition("-")[0].casefold()
