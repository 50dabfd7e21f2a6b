"""Look for words that their document lost in the whole of the later revision: in one pass over its text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from goldsmith._base.canonical import text_sha256
from goldsmith.corpus.crossing_parts import Found, Parts, long_enough, parts_of
from goldsmith.corpus.document_text import DocumentText
from goldsmith.corpus.pieces import Piece, pieces
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk
from goldsmith.records.evidence import Alternative
from goldsmith.records.refresh import Passage, TracedAlternative
from goldsmith.text.alignment import in_comparison_form
from goldsmith.text.spans import Span
from goldsmith.text.tokens import is_unspaced

_FEW = 64
"""Up to so many quotes are looked for one by one; of more, those whose longest word the document has."""
_MOST_PLACES = 3
_AROUND = 300
_WORD = re.compile(r"\w+")

Texts = Iterable[tuple[str, str, str]]
"""Chunk id, document id and text of every chunk, those of a document together and in order."""


def find_elsewhere(
    missing: Sequence[TracedAlternative], texts: Texts, *, cases: Sequence[Case] = ()
) -> tuple[TracedAlternative, ...]:
    """Return `missing` in order, with those as crossed whose words stand, word for word, in another document.

    Only passages that are gone are looked for, and only their very words as a reader compares them: what resembles them
    in another document is never proposed. Of those that stand nowhere as a whole the sentences and items are looked
    for: where all of them stand, the passage is split. With the `cases` that they are from, a place in one document
    alone is also proposed as evidence. Where chunks overlap, words are found that one of them holds whole.
    """
    wanted: defaultdict[str, list[int]] = defaultdict(list)
    parted: defaultdict[str, list[int]] = defaultdict(list)
    parts: dict[int, Parts] = {}
    for at, item in enumerate(missing):
        words = _words(item)
        needle = in_comparison_form(words)
        if long_enough(needle):
            wanted[needle].append(at)
            own = parts_of(words)
            parts[at] = Parts(own, item.document_before)
            for part in own:
                parted[part].append(at)
    found: defaultdict[int, list[Found]] = defaultdict(list)
    for page, needle, span in _hits(sorted({*wanted, *parted}), texts) if wanted else ():
        for at in wanted.get(needle, ()):
            if page.chunks[0].document != missing[at].document_before:
                found[at].append((page, span))
        for at in parted.get(needle, ()):
            parts[at].saw(needle, (page, span))
    written = {
        (case.id, need, at): alternative
        for case in cases
        for need, held in enumerate(case.evidence)
        for at, alternative in enumerate(held.any_of)
    }
    return tuple(
        _told(item, found[at], parts.get(at), written.get((item.case, item.need, item.alternative)))
        for at, item in enumerate(missing)
    )


def _told(
    item: TracedAlternative, found: Sequence[Found], parts: Parts | None, written: Alternative | None
) -> TracedAlternative:
    if found:
        return _crossed(item, found, written)
    return item if parts is None else _in_parts(item, *parts.places(), written)


def _words(item: TracedAlternative) -> str:
    """Return the lost words as they stood; empty where they are not lost, or not known."""
    if item.quote != "gone" or item.before is None or item.before.span is None:
        return ""
    return Span(*item.before.span).of(item.before.text)


def _hits(needles: Sequence[str], texts: Texts) -> Iterator[tuple[DocumentText, str, Span]]:
    """Yield the first place of each needle in each document that holds it."""
    by_word = _by_longest_word(needles) if len(needles) > _FEW else {}
    for document, own in groupby(texts, key=lambda one: one[1]):
        chunks = [
            Chunk(id=name, document=document, ordinal=at, text=text) for at, (name, _, text) in enumerate(own) if text
        ]
        page = DocumentText(chunks)
        plain = page.ground.plain
        for needle in _likely(needles, by_word, plain):
            if needle in plain:
                places = page.ground.alike(needle)
                if places:
                    yield page, needle, places[0]


def _by_longest_word(needles: Sequence[str]) -> Mapping[str, list[str]]:
    """Return the needles by their longest inner word; those without one under the empty word."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for needle in needles:
        # A word at the edge may be part of a longer one, and one without spaces runs on.
        inner = [word for word in _WORD.findall(needle)[1:-1] if not any(map(is_unspaced, word))]
        found[max(inner, key=len, default="")].append(needle)
    return found


def _likely(needles: Sequence[str], by_word: Mapping[str, list[str]], plain: str) -> Iterable[str]:
    if not by_word:
        return needles
    shared = by_word.keys() & {*_WORD.findall(plain), ""}
    return [needle for word in sorted(shared) for needle in by_word[word]]


def _crossed(item: TracedAlternative, found: Sequence[Found], written: Alternative | None) -> TracedAlternative:
    documents = [page.chunks[0].document for page, _ in found]
    only = len(found) == 1
    told = ", ".join(documents[:_MOST_PLACES]) + (f" and {len(documents) - _MOST_PLACES} more" * (len(documents) > 3))
    page, span = found[0]
    held = pieces(page, span)
    return replace(
        item,
        quote="crossed",
        document_now=documents[0],
        method="searched",
        confidence=1.0 if only else round(1 / len(found), 4),
        now=tuple(_passage(one, place) for one, place in found[:_MOST_PLACES]),
        pinned=tuple(_proposed(written, page, piece, len(held)) for piece in held) if only and written else (),
        detail=f"word for word in {told}",
    )


def _in_parts(
    item: TracedAlternative, places: Sequence[Found], confidence: float, written: Alternative | None
) -> TracedAlternative:
    """Return the passage as split; as crossed where its parts stand one behind the other; unchanged without places."""
    documents = list(dict.fromkeys(page.chunks[0].document for page, _ in places))
    if not places or (len(places) == 1 and documents == [item.document_before]):
        # In its own document the sentences only changed their order.
        return item
    return replace(
        item,
        quote="split" if len(places) > 1 else "crossed",
        document_now=documents[0],
        method="searched",
        confidence=confidence,
        now=tuple(_passage(page, span) for page, span in places),
        pinned=tuple(_proposed(written, page, piece, parts=0) for page, span in places for piece in pieces(page, span))
        if written is not None and confidence == 1.0
        else (),
        detail=f"word for word, sentence by sentence, in {', '.join(documents[:_MOST_PLACES])}",
    )


def _passage(page: DocumentText, span: Span) -> Passage:
    low, high = max(0, span.start - _AROUND), min(len(page.text), span.end + _AROUND)
    low = page.text.find(" ", low, span.start) + 1 or span.start if low else 0
    high = page.text.rfind(" ", span.end, high) if high < len(page.text) else high
    high = max(high, span.end)
    return Passage(
        document=page.chunks[0].document,
        chunks=tuple(dict.fromkeys(piece.chunk.id for piece in pieces(page, span))),
        section=None,
        text=page.text[low:high],
        span=(span.start - low, span.end - low),
    )


def _proposed(written: Alternative, page: DocumentText, piece: Piece, parts: int) -> Alternative:
    """Return the evidence under the chunk that holds the words; `check --fix` fills in the rest."""
    keeps = parts == 1 and written.quote is not None
    return replace(
        written,
        document=piece.chunk.document,
        source=None,
        version=None,
        effective=None,
        chunk=piece.chunk.id,
        sha256=text_sha256(piece.chunk.text or ""),
        foreign_hash=None,
        quote=written.quote if keeps else piece.span.of(page.text).strip(),
        span=None,
    )
