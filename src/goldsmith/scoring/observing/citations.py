"""The citations of an answer, resolved.

A citation names a chunk or a document. It was retrieved when a retrieved passage has its id, or when it names a
document and a passage of that document was retrieved. A cited document meets a need that has an alternative in it:
answers commonly cite documents, and a citation is not a ranking.
"""

from __future__ import annotations

from typing import Literal

from goldsmith.records.observation import CitationSeen
from goldsmith.records.response import Citation, RetrievedItem
from goldsmith.scoring.matching import holds
from goldsmith.scoring.naming import Passage, resolve_item, same_id
from goldsmith.scoring.observing.passages import Ground, YesNo, hits, known
from goldsmith.scoring.observing.supersession import is_superseded
from goldsmith.text.normal import comparable


def see_citations(
    citations: tuple[Citation, ...] | None, retrieved: tuple[Passage, ...] | None, ground: Ground
) -> tuple[CitationSeen, ...] | None:
    """Describe each citation; None where the system shows none. `retrieved` None: not shown."""
    if citations is None:
        return None
    return tuple(_see(citation, retrieved, ground) for citation in citations)


def _see(citation: Citation, retrieved: tuple[Passage, ...] | None, ground: Ground) -> CitationSeen:
    named = [item for item in retrieved or () if item.id and same_id(item.id, citation.id)]
    inside = [item for item in retrieved or () if item.document and same_id(item.document, citation.id)]
    cited = named[0] if named else resolve_item(RetrievedItem(id=citation.id), ground.corpus)
    return CitationSeen(
        id=citation.id,
        retrieved=_retrieved(citation, retrieved, cited, ground, found=bool(named or inside)),
        needs=_needs(citation, cited, bool(inside), ground),
        known=known(citation.id, ground.corpus),
        quote=_quote(citation, [*named, *inside, cited], ground),
        superseded=is_superseded(cited, ground.superseded, ground.corpus),
    )


def _retrieved(
    citation: Citation, retrieved: tuple[Passage, ...] | None, cited: Passage, ground: Ground, *, found: bool
) -> YesNo:
    if found:
        return "yes"
    if retrieved is None and citation.id.strip():
        return "unknown"
    # Where only documents are shown, which passages of a document were retrieved cannot be seen.
    documents = {item.document or item.id for item in retrieved or ()}
    return "unknown" if ground.level == "documents" and cited.document in documents else "no"


def _needs(citation: Citation, cited: Passage, names_document: bool, ground: Ground) -> tuple[int, ...]:  # noqa: FBT001
    met = {hit.need for hit in hits(cited, ground)}
    corpus = ground.corpus
    if names_document or (corpus is not None and citation.id in corpus.documents) or cited.document == citation.id:
        met |= {
            index
            for index, need in enumerate(ground.needs)
            if any(gold.document is not None and same_id(gold.document, citation.id) for gold in need)
        }
    return tuple(sorted(met))


def _quote(
    citation: Citation, sources: list[Passage], ground: Ground
) -> Literal["none", "found", "not_found", "unknown"]:
    words = comparable(citation.quote or "")
    if not words:
        return "none"
    texts = [source.text for source in sources if source.text]
    corpus = ground.corpus
    whole_document = corpus is not None and citation.id in corpus.documents
    if corpus is not None and whole_document:
        texts += [chunk.text for chunk in corpus.chunks.values() if chunk.document == citation.id and chunk.text]
    if any(holds(text, words) for text in texts):
        return "found"
    # Of a whole document only the named chunks are at hand, so absence proves nothing.
    return "unknown" if whole_document or not texts else "not_found"
