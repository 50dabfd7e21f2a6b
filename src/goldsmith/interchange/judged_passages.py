"""Evidence as collections for search hold it: a flat list of passages by id, each with a grade; there and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from goldsmith.interchange.contexts import evidence_id
from goldsmith.interchange.format import Outgoing
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage

EACH_NEEDED = "each relevant passage is taken as needed: whether one would do, somebody has to say"
NOT_RELEVANT = "judged as not relevant: a case has no place for it"
NOT_JUDGED = "a grade below 0 says that the passage was not judged: left out"
FLAT = "alternatives stand in one list there: all of them look needed"
NO_ID = "evidence without an id, and nobody has its words: it is not among the judgements"
NO_WORDS = "nobody has the words of a passage: its id stands in the judgements and not in the corpus"


def grades_of(case: Case) -> dict[str, int]:
    """Return the passages that a case names, by id, in their order, each with its highest grade."""
    grades: dict[str, int] = {}
    for need in case.evidence:
        for item in need.any_of:
            name = evidence_id(item)
            if name:
                grades[name] = max(item.grade, grades.get(name, item.grade))
    return grades


def needs_from(grades: Mapping[str, int]) -> tuple[Need, ...]:
    """Return one need for each passage that is relevant."""
    return tuple(Need(any_of=(Alternative(chunk=name, grade=grade),)) for name, grade in grades.items() if grade > 0)


def evidence_now(case: Case, grades: Mapping[str, int]) -> tuple[Need, ...]:
    """Return the evidence of a case as the judgements of today show it.

    What is no longer relevant is gone, a new grade holds, and what is new is needed.
    """
    before = grades_of(case)
    relevant = {name: grade for name, grade in grades.items() if grade > 0}
    if relevant == before:
        return case.evidence
    kept = [
        replace(need, any_of=tuple(_regraded(item, before, relevant) for item in need.any_of if _stays(item, relevant)))
        for need in case.evidence
    ]
    new = {name: grade for name, grade in relevant.items() if name not in before}
    return (*(need for need in kept if need.any_of), *needs_from(new))


def whole_corpus(outgoing: Outgoing, cases: Iterable[Case]) -> Iterator[ForeignPassage]:
    """Yield every chunk of the corpus, then what cases name besides: documents alone, quotes alone."""
    seen = set()
    for passage in outgoing.corpus() if outgoing.corpus else ():
        seen.add(passage.id)
        yield passage
    for case in cases:
        for need in case.evidence:
            for item in need.any_of:
                named = named_passage(outgoing, item)
                if named is not None and named.id not in seen:
                    seen.add(named.id)
                    yield named


def named_passage(outgoing: Outgoing, item: Alternative) -> ForeignPassage | None:
    """Return the passage that an alternative names, as it stands in the corpus or in its own quote; None: unknown."""
    name = evidence_id(item)
    known = outgoing.passages.get(name)
    text = known.text if known else outgoing.words_of(item)
    if not name or not text or not text.strip():
        return None
    return replace(known, id=name) if known else ForeignPassage(id=name, text=text, document=item.document)


def _stays(item: Alternative, relevant: Mapping[str, int]) -> bool:
    name = evidence_id(item)
    return not name or name in relevant


def _regraded(item: Alternative, before: Mapping[str, int], relevant: Mapping[str, int]) -> Alternative:
    name = evidence_id(item)
    return item if relevant.get(name) == before.get(name) else replace(item, grade=relevant[name])
