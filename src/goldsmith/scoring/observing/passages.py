"""What was retrieved, and how each need of the case fared.

Ranks count distinct passages: the first occurrence keeps its place among distinct ones and later copies have no rank.
Copies share an id, and their text where both show one: many systems name the document alone, and two passages of it are
two. Passages without an id share document and span, else their text.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

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


class Ground(NamedTuple):
    """What the parts of one observation share: the corpus, the needs, and what no longer holds."""

    corpus: CorpusView | None
    level: Level
    """What the run shows."""
    needs: tuple[tuple[Gold, ...], ...]
    superseded: frozenset[str]
    """Superseded documents that the case itself does not name as evidence."""


class Hit(NamedTuple):
    """One need met by one passage."""

    need: int
    how: MatchedBy
    grade: int


class Ranked(NamedTuple):
    """One passage of a list, with what is asked of it more than once."""

    item: Passage
    rank: int | None
    """Among distinct ones, from 1; None for a copy of an earlier one."""
    hits: tuple[Hit, ...]


def resolved(items: tuple[RetrievedItem, ...] | None, corpus: CorpusView | None) -> tuple[Passage, ...]:
    """Return what a list names, best first; entries that name nothing are left out."""
    return tuple([resolve_item(item, corpus) for item in items or () if not is_nothing(item)])


def lay_ground(case: Case, shown: Shown, corpus: CorpusView | None, superseded: frozenset[str]) -> Ground:
    """Resolve the evidence of the case once for all parts of the observation."""
    needs = tuple([tuple([resolve_gold(one, shown, corpus) for one in need.any_of]) for need in case.evidence])
    if superseded:
        superseded -= {gold.document for need in needs for gold in need}
    return Ground(corpus=corpus, level=shown.level, needs=needs, superseded=superseded)


def hits(item: Passage, ground: Ground) -> tuple[Hit, ...]:
    """Return the needs that a passage meets, each by its best grade."""
    found = []
    for index, need in enumerate(ground.needs):
        best: Hit | None = None
        for gold in need:
            how = match(gold, item, ground.corpus)
            if how is not None and (best is None or gold.grade > best.grade):
                best = Hit(index, how, gold.grade)
        if best is not None:
            found.append(best)
    return tuple(found)


def ranked(items: tuple[Passage, ...], ground: Ground) -> tuple[Ranked, ...]:
    """Return the passages of one list with their ranks and the needs that they meet."""
    return tuple(
        [Ranked(item, rank, hits(item, ground)) for item, rank in zip(items, distinct_ranks(items), strict=True)]
    )


def distinct_ranks(items: tuple[Passage, ...]) -> tuple[int | None, ...]:
    """Return the rank of each passage among distinct ones, from 1; None for a copy of an earlier one."""
    seen: dict[object, set[str | None]] = {}
    ranks: list[int | None] = []
    last = 0
    for item in items:
        identity = _identity(item)
        texts = seen.get(identity)
        if texts is None:
            seen[identity] = {item.text}
        # Without a text on either side nothing tells the two apart.
        elif item.text is None or None in texts or item.text in texts:
            texts.add(item.text)
            ranks.append(None)
            continue
        else:
            texts.add(item.text)
        last += 1
        ranks.append(last)
    return tuple(ranks)


def _identity(item: Passage) -> object:
    if item.id.strip():
        return ("id", item.id)
    if item.document and item.span:
        return ("span", item.document, item.span)
    return ("text", item.document, item.text)


def see_passages(items: tuple[Ranked, ...], ground: Ground) -> tuple[PassageSeen, ...]:
    """Describe the retrieved passages in the system's own order."""
    return tuple(
        [
            PassageSeen(
                id=item.id,
                document=item.document,
                rank=rank,
                needs=tuple([hit.need for hit in met]) if met else (),
                grade=max([hit.grade for hit in met]) if met else 0,
                superseded=is_superseded(item, ground.superseded, ground.corpus),
                known=known(item.id, ground.corpus),
                text_differs=_text_differs(item),
            )
            for item, rank, met in items
        ]
    )


def known(identifier: str, corpus: CorpusView | None) -> YesNo:
    """Say whether the corpus holds an id, as a chunk or as a document."""
    if corpus is None:
        return "unknown"
    if identifier in corpus.documents or lookup(corpus.chunks, identifier) is not None:
        return "yes"
    return "no" if identifier in corpus.asked else "unknown"


def see_needs(
    case: Case, items: tuple[Ranked, ...], candidates: tuple[Ranked, ...], ground: Ground
) -> tuple[NeedSeen, ...]:
    """Say of each need where it was met first, before and after filtering, and whether the corpus holds it."""
    first, before = _first_hits(items), _first_hits(candidates)
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
                grade=max([gold.grade for gold in golds], default=1),
                matched_by=met[2].how if met else None,
                in_corpus=_in_corpus(golds, ground.corpus),
                document_level=any(gold.document_level for gold in golds),
                by_document=ground.level == "documents" and not any(gold.names_document for gold in golds),
                met_grade=met[2].grade if met else None,
            )
        )
    return tuple(seen)


def _first_hits(items: tuple[Ranked, ...]) -> dict[int, tuple[int, Passage, Hit]]:
    first: dict[int, tuple[int, Passage, Hit]] = {}
    for item, rank, met in items:
        if rank is not None:
            for hit in met:
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
