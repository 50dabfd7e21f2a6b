"""What a system calls its passages, in the words of the corpus.

A name that is a path or a URL and that the corpus does not hold is read as the document whose id or source it ends
with, by whole parts of the path, where there is exactly one such document.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from goldsmith.records.corpus import Chunk
from goldsmith.records.response import Citation, Reply, RetrievedItem
from goldsmith.tables.chunks import CorpusView

SEPARATOR = "#"
"""Between document and chunk in an id that no corpus explains."""

_FILE_NAME = re.compile(
    r"[^#?]*[^#?./\\]\.(?:md|markdown|mdx|txt|text|rst|adoc|tex|html?|xhtml|pdf|docx?|odt|rtf|pptx?|xlsx?|epub|eml)",
    re.IGNORECASE,
)


class Passage(NamedTuple):
    """A retrieved item with all that the corpus knows of it."""

    id: str
    document: str | None
    text: str | None
    span: tuple[int, int] | None
    version: str | None
    chunk: Chunk | None
    """The frozen chunk of this id."""


class DocumentNames:
    """The documents of a corpus by every tail of their ids and sources. `corpus` None: nothing is read otherwise."""

    def __init__(self, corpus: CorpusView | None) -> None:
        self._corpus = corpus
        self._by_name: dict[str, set[str]] = {}
        for one in corpus.documents.values() if corpus else ():
            for name in (one.id, one.source):
                self._by_name.setdefault("/".join(_parts(name)), set()).add(one.id)

    def document(self, name: str) -> str | None:
        """Return the one document that a path or URL ends with; None for a name that is none, is known, or fits two."""
        corpus = self._corpus
        if corpus is None or name in corpus.documents or not {"/", "\\"} & set(name):
            return None
        parts = _parts(name)
        tails = ("/".join(parts[at:]) for at in range(len(parts)))
        # The longest tail decides: `a/refunds.md` is the document of that path, whatever other `refunds.md` there is.
        found = next((held for tail in tails if (held := self._by_name.get(tail))), set())
        return next(iter(found)) if len(found) == 1 else None

    def settled(self, reply: Reply) -> Reply:
        """Return the reply with paths and URLs in its passages and citations read as documents of the corpus."""
        if self._corpus is None:
            return reply
        return replace(
            reply,
            retrieved=self._items(reply.retrieved),
            candidates=self._items(reply.candidates),
            citations=None if reply.citations is None else tuple(map(self._citation, reply.citations)),
        )

    def _items(self, items: tuple[RetrievedItem, ...] | None) -> tuple[RetrievedItem, ...] | None:
        return None if items is None else tuple(map(self.item, items))

    def item(self, item: RetrievedItem) -> RetrievedItem:
        """Return the item with its document, or the document that its id is, as the corpus calls it."""
        if self._chunk(item.id):
            return item
        whole = self.document(item.id)
        head, separator, _ = item.id.rpartition(SEPARATOR)
        named = item.document or (head if separator else "")
        document = self.document(named) or (whole if item.document is None else None)
        if whole is None and document is None:
            return item
        return replace(item, id=whole or item.id, document=document or item.document)

    def _citation(self, citation: Citation) -> Citation:
        found = None if self._chunk(citation.id) else self.document(citation.id)
        return citation if found is None else replace(citation, id=found)

    def _chunk(self, identifier: str) -> bool:
        return self._corpus is not None and lookup(self._corpus.chunks, identifier) is not None


def _parts(name: str) -> list[str]:
    name = name.partition("?")[0] if "://" in name else name
    return [part for part in name.replace("\\", "/").split("/") if part not in {"", "."}]


def resolve_item(item: RetrievedItem, corpus: CorpusView | None) -> Passage:
    """Return the item with document, span and text filled from the frozen corpus, or from the form of its id."""
    chunk = lookup(corpus.chunks, item.id) if corpus else None
    span = item.span
    if span is None and chunk is not None and chunk.start is not None and chunk.end is not None:
        span = (chunk.start, chunk.end)
    document = item.document
    if chunk is not None and corpus is not None and document not in corpus.documents:
        document = chunk.document
    document = document or document_of_id(item.id, corpus)
    return Passage(
        id=item.id,
        document=document,
        text=item.text if item.text is not None else (chunk.text if chunk else None),
        span=span,
        version=item.version,
        chunk=chunk,
    )


def document_of_id(identifier: str, corpus: CorpusView | None) -> str | None:
    """Return the document that an id names by itself: it is one, or it begins with one before the last ``#``."""
    if corpus and identifier in corpus.documents:
        return identifier
    return (identifier.rpartition(SEPARATOR)[0] or None) if SEPARATOR in identifier else None


def lookup(chunks: Mapping[str, Chunk], identifier: str) -> Chunk | None:
    """Return the frozen chunk of an id, whatever its Unicode normal form."""
    found = chunks.get(identifier)
    if found is not None or identifier.isascii():
        return found
    return chunks.get(unicodedata.normalize("NFC", identifier))


def is_nothing(item: RetrievedItem) -> bool:
    """Say whether an entry of a retrieved list names no passage at all, such as one empty text."""
    return not (item.id.strip() or item.document or item.span or (item.text and item.text.strip()))


def is_file_name(identifier: str) -> bool:
    """Say whether a name is that of a whole file, such as ``refunds.md``, by its ending."""
    return "." in identifier and _FILE_NAME.fullmatch(identifier) is not None


def same_id(left: str, right: str) -> bool:
    """Say whether two ids are the same text up to the Unicode normal form."""
    if left == right or (left.isascii() and right.isascii()):
        return left == right
    return unicodedata.normalize("NFC", left) == unicodedata.normalize("NFC", right)
