"""What was retrieved, and how each need of the case fared.

Ranks count distinct passages: the first occurrence keeps its place among distinct ones and later copies have no rank.
Copies share an id, and their text where both show one: many systems name the document alone, and two passages of it are
two. Passages without an id share document and span, else their text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from goldsmith._base.canonical import text_sha256
from goldsmith.records.case import Case
from goldsmith.records.evidence import Need
from goldsmith.records.observation import MatchedBy, NeedSeen, PassageSeen
from goldsmith.records.response import RetrievedItem
from goldsmith.scoring.levels import Level, Shown
from goldsmith.scoring.matching import Gold, match, resolve_gold
from goldsmith.scoring.naming import Passage, is_nothing, lookup, resolve_item
from goldsmith.scoring.observing.supersession import is_superseded
from goldsmith.tables.chunks import CorpusView
from goldsmith.text.normal import comparable

YesNo = Literal["yes", "no", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What the parts of one observation share: the corpus, the needs, and what no longer holds."""

    corpus: CorpusView | None
    level: Level
    """What the run shows."""
    needs: tuple[tuple[Gold, ...], ...]
    superseded: frozenset[str]
    """Superseded documents that the case itself does not name as evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One need met by one passage."""

    need: int
    how: MatchedBy
    grade: int


def resolved(items: tuple[RetrievedItem, ...] | None, corpus: CorpusView | None) -> tuple[Passage, ...]:
    """Return what a list names, best first; entries that name nothing are left out."""
    return tuple(resolve_item(item, corpus) for item in items or () if not is_nothing(item))


def lay_ground(case: Case, shown: Shown, corpus: CorpusView | None, superseded: frozenset[str]) -> Ground:
    """Resolve the evidence of the case once for all parts of the observation."""
    needs = tuple(tuple(resolve_gold(one, shown, corpus) for one in need.any_of) for need in case.evidence)
    named = {gold.document for need in needs for gold in need}
    return Ground(corpus=corpus, level=shown.level, needs=needs, superseded=superseded - named)


def hits(item: Passage, ground: Ground) -> tuple[Hit, ...]:
    """Return the needs that a passage meets, each by its best grade."""
    found = []
    for index, need in enumerate(ground.needs):
        met = [(gold.grade, how) for gold in need if (how := match(gold, item, ground.corpus)) is not None]
        if met:
            grade, how = max(met, key=lambda pair: pair[0])
            found.append(Hit(need=index, how=how, grade=grade))
    return tuple(found)


def distinct_ranks(items: tuple[Passage, ...]) -> tuple[int | None, ...]:
    """Return the rank of each passage among distinct ones, from 1; None for a copy of an earlier one."""
    seen: dict[object, set[str | None]] = {}
    ranks: list[int | None] = []
    last = 0
    for item in items:
        texts = seen.setdefault(_identity(item), set())
        # Without a text on either side nothing tells the two apart.
        is_copy = bool(texts) and (item.text is None or None in texts or item.text in texts)
        texts.add(item.text)
        last += not is_copy
        ranks.append(None if is_copy else last)
    return tuple(ranks)


def _identity(item: Passage) -> object:
    if item.id.strip():
        return ("id", item.id)
    if item.document and item.span:
        return ("span", item.document, item.span)
    return ("text", item.document, item.text)


def see_passages(items: tuple[Passage, ...], ground: Ground) -> tuple[PassageSeen, ...]:
    """Describe the retrieved passages in the system's own order."""
    seen = []
    for item, rank in zip(items, distinct_ranks(items), strict=True):
        met = hits(item, ground)
        seen.append(
            PassageSeen(
                id=item.id,
                document=item.document,
                rank=rank,
                needs=tuple(hit.need for hit in met),
                grade=max((hit.grade for hit in met), default=0),
                superseded=is_superseded(item, ground.superseded, ground.corpus),
                known=known(item.id, ground.corpus),
                text_differs=_text_differs(item),
            )
        )
    return tuple(seen)


def known(identifier: str, corpus: CorpusView | None) -> YesNo:
    """Say whether the corpus holds an id, as a chunk or as a document."""
    if corpus is None:
        return "unknown"
    if identifier in corpus.documents or lookup(corpus.chunks, identifier) is not None:
        return "yes"
    return "no" if identifier in corpus.asked else "unknown"


def see_needs(
    case: Case, items: tuple[Passage, ...], candidates: tuple[Passage, ...], ground: Ground
) -> tuple[NeedSeen, ...]:
    """Say of each need where it was met first, before and after filtering, and whether the corpus holds it."""
    first, before = _first_hits(items, ground), _first_hits(candidates, ground)
    seen = []
    for index, need in enumerate(case.evidence):
        golds = ground.needs[index]
        met = first.get(index)
        candidate = before.get(index)
        seen.append(
            NeedSeen(
                need=index,
                name=need.need or _named(need),
                rank=met[0] if met else None,
                candidate_rank=candidate[0] if candidate else None,
                passage=(met[1].id or met[1].document or "") if met else _named(need),
                grade=max((gold.grade for gold in golds), default=1),
                matched_by=met[2].how if met else None,
                in_corpus=_in_corpus(golds, ground.corpus),
                document_level=any(gold.document_level for gold in golds),
                by_document=ground.level == "documents" and not any(gold.names_document for gold in golds),
                met_grade=met[2].grade if met else None,
            )
        )
    return tuple(seen)


def _first_hits(items: tuple[Passage, ...], ground: Ground) -> dict[int, tuple[int, Passage, Hit]]:
    first: dict[int, tuple[int, Passage, Hit]] = {}
    for item, rank in zip(items, distinct_ranks(items), strict=True):
        if rank is None:
            continue
        for hit in hits(item, ground):
            first.setdefault(hit.need, (rank, item, hit))
    return first


def _named(need: Need) -> str:
    if not need.any_of:
        return ""
    one = need.any_of[0]
    return one.chunk or one.document or one.source or one.quote or ""


def _in_corpus(golds: tuple[Gold, ...], corpus: CorpusView | None) -> YesNo:
    if corpus is None:
        return "unknown"
    states = {_holds_gold(gold, corpus) for gold in golds}
    if "yes" in states:
        return "yes"
    return "no" if states == {"no"} else "unknown"


def _holds_gold(gold: Gold, corpus: CorpusView) -> YesNo:
    if gold.chunk is not None and lookup(corpus.chunks, gold.chunk) is not None:
        return "yes"
    if gold.document is not None:
        document = corpus.documents.get(gold.document)
        if document is None or document.ingestion.status == "failed":
            return "no"
        if gold.chunk is None or gold.quote:
            return "yes"
    return "no" if gold.chunk is not None and gold.chunk in corpus.asked else "unknown"


def _text_differs(item: Passage) -> bool:
    if item.chunk is None or item.text is None:
        return False
    if item.chunk.text is not None:
        return item.text != item.chunk.text and comparable(item.text) != comparable(item.chunk.text)
    frozen = item.chunk.content_hash
    return frozen is not None and frozen.algorithm == "sha256" and frozen.value != text_sha256(item.text)
