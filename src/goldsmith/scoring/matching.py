"""Identity of evidence: whether a retrieved passage is the one that a case asks for.

Four ways, tried in this order:

1. *chunk*: the ids are the same text. Letter case counts; only the Unicode normal form does not.
2. *span*: both lie in the same document and the passage covers at least half of the gold span (`SPAN_SHARE`). The gold
   span is that of the quote, else that of the frozen chunk. Passages of different versions have no common offsets.
3. *quote*: the text of the passage holds the quoted words, compared folded and never cutting a word or a number. A
   quote does not count where the corpus knows both documents and they differ: the author named the document.
4. *document*: the author named a whole document, and the passage lies in it. Such evidence is document level.

Where a run shows only documents (`levels`), all evidence is matched by its document.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from goldsmith.records.corpus import Chunk
from goldsmith.records.evidence import Alternative
from goldsmith.records.observation import MatchedBy
from goldsmith.scoring.levels import Shown
from goldsmith.scoring.naming import SEPARATOR, Passage, document_of_id, lookup, same_id
from goldsmith.tables.chunks import CorpusView
from goldsmith.text.normal import comparable, fold, fold_text
from goldsmith.text.tokens import is_unspaced

SPAN_SHARE = 0.5
"""The share of the gold span that a passage must cover."""


class Gold(NamedTuple):
    """An alternative of a need with all that the corpus knows of it."""

    chunk: str | None
    document: str | None
    span: tuple[int, int] | None
    quote: str
    """In comparison form; empty: none."""
    version: str | None
    grade: int
    document_level: bool
    """It is matched by its document."""
    names_document: bool
    """The author named a whole document."""


def resolve_gold(alternative: Alternative, shown: Shown, corpus: CorpusView | None) -> Gold:
    """Return the alternative with document and span filled from the corpus, and say at which level it is matched.

    `shown` is what the whole run showed: with no corpus it tells what names of documents look like there, and where the
    run shows only documents every alternative is matched by its document.
    """
    chunk = lookup(corpus.chunks, alternative.chunk) if corpus and alternative.chunk else None
    whole = bool(alternative.chunk and chunk is None and shown.names_document(alternative.chunk, corpus))
    document = alternative.chunk if whole else _document(alternative, chunk, corpus)
    named = (whole and not alternative.quote) or (
        alternative.chunk is None and alternative.quote is None and alternative.span is None
    )
    if shown.level == "documents":
        if document is None and alternative.chunk and corpus is None and SEPARATOR not in alternative.chunk:
            document = alternative.chunk
        return Gold(
            chunk=None,
            document=document,
            span=None,
            quote="",
            version=alternative.version,
            grade=alternative.grade,
            document_level=document is not None,
            names_document=named,
        )
    span = alternative.span
    if span is None and chunk is not None and chunk.start is not None and chunk.end is not None:
        span = (chunk.start, chunk.end)
    return Gold(
        chunk=None if whole else alternative.chunk,
        document=document,
        span=span,
        quote=comparable(alternative.quote) if alternative.quote else "",
        version=alternative.version,
        grade=alternative.grade,
        document_level=named,
        names_document=named,
    )


def _document(alternative: Alternative, chunk: Chunk | None, corpus: CorpusView | None) -> str | None:
    document = alternative.document or (chunk.document if chunk else None)
    if document is None and alternative.source and corpus:
        found = (one.id for one in corpus.documents.values() if one.source == alternative.source)
        document = min(found, default=None)
    if document is None and alternative.chunk:
        document = document_of_id(alternative.chunk, corpus)
    return document or alternative.source


def match(gold: Gold, item: Passage, corpus: CorpusView | None) -> MatchedBy | None:
    """Say how the passage is the evidence, or None where it is not."""
    if gold.chunk and item.id and same_id(gold.chunk, item.id):
        return "chunk"
    if gold.span is not None and item.span is not None and _covers(gold, gold.span, item, item.span):
        return "span"
    if gold.quote and item.text and not _documents_differ(gold, item, corpus) and holds(item.text, gold.quote):
        return "quote"
    if gold.document_level and gold.document is not None and gold.document in {item.document, item.id}:
        return "document"
    return None


def _covers(gold: Gold, wanted: tuple[int, int], item: Passage, shown: tuple[int, int]) -> bool:
    if gold.document is None or gold.document != item.document:
        return False
    if gold.version and item.version and gold.version != item.version:
        return False
    length = wanted[1] - wanted[0]
    overlap = min(wanted[1], shown[1]) - max(wanted[0], shown[0])
    return length > 0 and overlap >= length * SPAN_SHARE


def _documents_differ(gold: Gold, item: Passage, corpus: CorpusView | None) -> bool:
    return (
        corpus is not None
        and gold.document in corpus.documents
        and item.document in corpus.documents
        and gold.document != item.document
    )


def holds(text: str, folded_words: str) -> bool:
    """Say whether `text`, folded, holds words already in comparison form, cutting neither a word nor a number."""
    return bool(places(text, folded_words))


def places(text: str, folded_words: str) -> tuple[tuple[int, int], ...]:
    """Return where in `text` the words (already in comparison form) stand as whole words, in order."""
    folded = _folded(text) if folded_words else ""
    found = []
    at = folded.find(folded_words) if folded else -1
    while at >= 0:
        end = at + len(folded_words)
        if not joined(folded, at) and not joined(folded, end):
            found.append((at, end))
        at = folded.find(folded_words, at + 1)
    # In ASCII text only runs of blanks lose characters: without them every character stands where it stood.
    if not found or (text.isascii() and len(folded) == len(text)):
        return tuple(found)
    mapped = fold(text)
    spans = (mapped.original_span(*place) for place in found)
    return tuple((span.start, span.end) for span in spans)


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    return fold_text(text)


def joined(folded: str, at: int) -> bool:
    """Say whether the characters on both sides of a place belong to one word or one number."""
    if not 0 < at < len(folded):
        return False
    before, after = folded[at - 1], folded[at]
    if before.isdigit() and after in ".," and folded[at + 1 : at + 2].isdigit():
        return True
    if after.isdigit() and before in ".," and folded[at - 2 : at - 1].isdigit() and at > 1:
        return True
    return _in_word(before) and _in_word(after)


def _in_word(character: str) -> bool:
    # U+200C and U+200D are spelling inside a word; a script without spaces has no word edges to respect.
    if character.isascii():
        return character.isalnum() or character == "_"
    if character in "\u200c\u200d":
        return True
    category = unicodedata.category(character)
    return category[0] in "LNM" and not is_unspaced(character)
