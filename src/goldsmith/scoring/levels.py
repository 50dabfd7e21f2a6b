"""Whether a run shows passages or only documents: decided once for a run, so that a hit and a miss count alike.

A run shows documents when everything that it retrieved names only a document:

- With a corpus: no item has the id of a frozen chunk, a text or a span, and its id or its document is a document of the
  corpus.
- Without one: no item has a span or an id of its own (its id is empty, is its document, or stands alone and ends like a
  file name), and no text that could show a quote of the cases.

A run that retrieved nothing shows passages: no evidence is met either way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from goldsmith.records.case import Case
from goldsmith.records.response import Reply, Response, RetrievedItem
from goldsmith.scoring.naming import SEPARATOR, DocumentNames, document_of_id, is_file_name, is_nothing, lookup
from goldsmith.tables.chunks import CorpusView

Level = Literal["passages", "documents"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """How a run names what it retrieved."""

    level: Level
    documents: frozenset[str]
    """Documents that some item names."""
    ids: frozenset[str]
    """Ids that are not those of the documents beside them."""
    tails: frozenset[str]
    """The characters that stand behind the name of the document in an id that begins with it."""
    asked_by_document: bool
    """Bare ids of the evidence are documents of the run, and none is the id of a passage."""

    def names_document(self, identifier: str, corpus: CorpusView | None) -> bool:
        """Say whether the bare id of an alternative is the name of a whole document."""
        if corpus is not None and identifier in corpus.documents:
            return True
        if identifier in self.ids:
            return False
        if corpus is not None or identifier in self.documents:
            return identifier in self.documents
        # Where no passage has an id, or ids are a document and something behind it, a name without that is a document.
        bare = bool(self.documents) and not self.ids
        asked = self.asked_by_document and SEPARATOR not in identifier
        behind = len(self.tails) == 1 and self.tails.isdisjoint(identifier)
        return bare or asked or behind or is_file_name(identifier)


def level_shown(responses: Iterable[Response], corpus: CorpusView | None, cases: Sequence[Case] = ()) -> Level:
    """Return whether the run of these responses shows passages or only documents."""
    return what_is_shown(responses, corpus, cases).level


def what_is_shown(responses: Iterable[Response], corpus: CorpusView | None, cases: Sequence[Case] = ()) -> Shown:
    """Return how the run of these responses names what it retrieved.

    `cases` are those that were asked: text counts as a passage where their evidence has quotes to be found in it.
    """
    names = DocumentNames(corpus)
    retrieved = (
        names.item(item)
        for response in responses
        for item in (response.outcome.retrieved if isinstance(response.outcome, Reply) else None) or ()
        if not is_nothing(item)
    )
    return shown_by(retrieved, corpus, cases)


def shown_by(items: Iterable[RetrievedItem], corpus: CorpusView | None, cases: Sequence[Case] = ()) -> Shown:
    """Return what these items show; names are those of the corpus already (`DocumentNames`)."""
    alternatives = [one for case in cases for need in case.evidence for one in need.any_of]
    quoted = any(one.quote for one in alternatives)
    documents: set[str] = set()
    ids: set[str] = set()
    tails: set[str] = set()
    only_documents: set[bool] = set()
    for item in items:
        document = item.document or document_of_id(item.id, corpus)
        whole = _is_document(item, corpus)
        only_documents.add(whole and not _shows_passage(item, corpus, quoted=quoted))
        if whole and item.id:
            documents.add(item.id)
        elif item.id:
            ids.add(item.id)
        if document:
            documents.add(document)
            tails.add(item.id[len(document) :][:1] if item.id.startswith(document) else "")
    asked = {one.chunk for one in alternatives if one.chunk}
    return Shown(
        level="documents" if only_documents == {True} else "passages",
        documents=frozenset(documents),
        ids=frozenset(ids),
        tails=frozenset(tails - {""}),
        asked_by_document=not asked.isdisjoint(documents) and asked.isdisjoint(ids),
    )


def _is_document(item: RetrievedItem, corpus: CorpusView | None) -> bool:
    if corpus is not None:
        named = item.id in corpus.documents or item.document in corpus.documents
        return named and lookup(corpus.chunks, item.id) is None
    if item.document:
        return item.id in {"", item.document}
    return is_file_name(item.id)


def _shows_passage(item: RetrievedItem, corpus: CorpusView | None, *, quoted: bool) -> bool:
    has_text = item.text is not None and (corpus is not None or quoted)
    return has_text or item.span is not None
