"""The words of foreign evidence, looked for in the frozen corpus: what is found is pinned, what is not is told.

The source is read once before, so that all texts are looked for together (:mod:`goldsmith.corpus.finding`); a second
time only where it keeps its passages apart from the cases that cite them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from goldsmith.corpus.placing import Placed, pinned_quote, pinned_whole
from goldsmith.ondisk.revisions import StoredRevision, chunks_in_rows, document_ids, index
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, LossLine
from goldsmith.text.alignment import in_comparison_form
from goldsmith.workflows.import_renaming import Names, other_name
from goldsmith.workflows.import_searching import MOST_PLACES, Sought, search

Records = Callable[[], Iterator[ForeignRecord]]

FOUND = "its words were found in the corpus and pinned there"
SEVERAL = "the words stand in several places of the corpus: the first is taken"
EVERYWHERE = f"the words stand in more than {MOST_PLACES} places of the corpus, so none was taken"
MISSING = "the words are not in the corpus"
NO_WORDS = "the corpus has no chunk or document of this id, and no words came with it"
NOT_OURS = "the corpus has another text under this id: the words were looked for, not the id"
NO_TEXT = "the frozen corpus keeps no text, so words cannot be looked for in it"
_LEAST_QUOTE = 24
"""A shorter quote that comes with a passage is looked for inside the passage only."""
_SHOWN = 100
_ROWS_AT_ONCE = 5_000


def locating_in(stored: StoredRevision, records: Records) -> Locating:
    """Return what locates the evidence of a source in a revision, after all of it was looked for."""
    wanted = _Wanted(stored)
    for record in records():
        wanted.read(record)
    if wanted.known_now():
        for record in records():
            wanted.read_passages(record)
    texts = list(dict.fromkeys([*filter(None, wanted.texts.values()), *wanted.further, *wanted.quotes]))
    searchable = stored.record.text == "full"
    return Locating(stored, wanted, search(stored, texts) if searchable else {}, searchable=searchable)


class _Wanted:
    """What the cases of a source name: chunks with the texts that came along, and words without a chunk."""

    def __init__(self, stored: StoredRevision) -> None:
        self._stored, self._keys = stored, index(stored).keys
        self.not_ours: set[str] = set()
        """Ids that the corpus has too, for other texts."""
        self.documents = frozenset(document_ids(stored))
        self.texts: dict[str, str] = {}
        """Text of each passage that a case names, by id; empty: it did not come along yet."""
        self.further: dict[str, None] = {}
        """Texts that a case brings under an id that stands for another text elsewhere in the source."""
        self.quotes: dict[str, None] = {}
        self.chunks: dict[str, int] = {}
        """Row of each named chunk that the corpus has."""
        self.others: dict[str, int] = {}
        """Row of each name that a passage has where its id stands for another text."""
        self._apart = False

    def read(self, record: ForeignRecord) -> None:
        """Read what the case of a record names."""
        own = {passage.id: passage.text for passage in reversed(record.passages)}
        self.others.update(dict.fromkeys(map(other_name, record.passages), 0))
        named = set()
        for need in record.case.evidence if record.case is not None else ():
            for item in need.any_of:
                if item.chunk is not None:
                    named.add(item.chunk)
                    self._name(item.chunk, own.get(item.chunk, ""))
                if item.quote is not None and (item.chunk is None or len(item.quote) >= _LEAST_QUOTE or not own):
                    self.quotes.setdefault(item.quote)
        self._apart = self._apart or not own.keys() <= named

    def _name(self, chunk: str, text: str) -> None:
        held = self.texts.get(chunk, "")
        if not held:
            self.texts[chunk] = text
        elif text and text != held:
            self.further.setdefault(text)

    def known_now(self) -> bool:
        """Look the named chunks up; say whether the source has to be read again for texts that stand elsewhere."""
        self.others = self._keys.find(sorted(self.others))
        self.chunks = self._keys.find(sorted(self.texts))
        self._set_others_apart()
        for name in (*self.chunks, *(self.documents & (self.texts.keys() - self.not_ours))):
            self.texts.pop(name, None)
        return self._apart and not all(self.texts.values())

    def _set_others_apart(self) -> None:
        """Take chunks out whose text in the corpus is another one than came along: only the id is the same."""
        told = sorted((row, name) for name, row in self.chunks.items() if self.texts[name])
        for first in range(0, len(told), _ROWS_AT_ONCE):
            held = dict(told[first : first + _ROWS_AT_ONCE])
            for chunk in chunks_in_rows(self._stored, list(held)):
                if chunk.text is not None and not _same(chunk.text, self.texts[chunk.id]):
                    del self.chunks[chunk.id]
                    self.not_ours.add(chunk.id)

    def read_passages(self, record: ForeignRecord) -> None:
        """Take the texts of named passages from wherever they stand."""
        for passage in record.passages:
            if self.texts.get(passage.id) == "":
                self.texts[passage.id] = passage.text


def _same(ours: str, theirs: str) -> bool:
    """Say whether one text holds the other: tools cut passages, and put titles before them."""
    one, other = in_comparison_form(ours), in_comparison_form(theirs)
    return one in other or other in one


@dataclass(frozen=True, slots=True)
class _Result:
    written: Alternative
    lines: tuple[tuple[str, str, str], ...] = ()
    """Fate, words, and what was found."""


class Locating:
    """Puts what was found into the evidence of cases. Made by `locating_in`."""

    def __init__(self, stored: StoredRevision, wanted: _Wanted, sought: dict[str, Sought], *, searchable: bool) -> None:
        self._stored, self._index = stored, index(stored)
        self._wanted = wanted
        self._sought = sought
        self._searchable = searchable
        self._own: dict[str, str] = {}
        self.found = self.missed = 0

    def names(self, passages: Iterable[ForeignPassage]) -> Names:
        """Return what the corpus calls passages of a source whose id stands for another text in it."""
        others = ((passage, other_name(passage)) for passage in passages)
        return {(passage.id, passage.text): name for passage, name in others if name in self._wanted.others}

    def located(self, case: Case, record: ForeignRecord) -> tuple[Case, tuple[LossLine, ...]]:
        """Return the case of a record with its evidence pinned as far as its words were found, and what is told of it.

        A text that the record itself brings is meant before one of the same id elsewhere in the source.
        """
        self._own = {passage.id: passage.text for passage in reversed(record.passages)}
        lines: list[LossLine] = []
        needs = []
        for need in case.evidence:
            results = [self._alternative(item) for item in need.any_of]
            needs.append(Need(need=need.need, any_of=tuple(result.written for result in results)))
            lines += _lines(record.record, results)
        return replace(case, evidence=tuple(needs)), tuple(lines)

    def _alternative(self, written: Alternative) -> _Result:
        wanted = self._wanted
        if written.chunk in wanted.chunks or written.chunk in wanted.others:
            return _Result(self._moved(written))
        if written.chunk in wanted.not_ours:
            return self._searched(written, ("wrong", NOT_OURS, written.chunk or ""))
        if written.chunk in wanted.documents or (written.chunk is None and written.quote is None):
            return _Result(written)
        return self._searched(written)

    def _searched(self, written: Alternative, *lines: tuple[str, str, str]) -> _Result:
        """Look an alternative up by its words; `lines` are told first."""
        found = self._by_words(written)
        return _Result(found.written, (*lines, *found.lines))

    def _by_words(self, written: Alternative) -> _Result:
        wanted = self._wanted
        named = written.chunk or ""
        passage = self._own.get(named) or wanted.texts.get(named, "")
        if not passage and written.quote is None:
            return _Result(written, (("wrong", NO_WORDS, written.chunk or ""),))
        if not self._searchable:
            return _Result(written, (("inferred", NO_TEXT, ""),))
        result = (self._in_passage(written, passage) if passage else None) or self._by_quote(written)
        if result is not None:
            self.found += any(fate == "mapped" for fate, _, _ in result.lines)
            self.missed += all(fate != "mapped" for fate, _, _ in result.lines)
            return result
        self.missed += 1
        near = self._sought.get(passage or written.quote or "", Sought()).nearest
        told = f"nearest: {near}" if near else (passage or written.quote or "")
        return _Result(written, (("wrong", MISSING, told),))

    def _moved(self, written: Alternative) -> Alternative:
        """Return an alternative in a chunk of the corpus with its span counted in the document.

        Most formats count in the passage; one that carries a case of ours counts in the document already.
        """
        name, wanted = written.chunk or "", self._wanted
        row = wanted.chunks[name] if name in wanted.chunks else wanted.others[name]
        start = int(self._index.start[row])
        if written.span is None or start <= 0:
            return written
        first, last = written.span
        if start <= first and last <= int(self._index.end[row]) and not self._is_in_passage(written, row):
            return written
        return replace(written, span=(first + start, last + start))

    def _is_in_passage(self, written: Alternative, row: int) -> bool:
        """Say whether the words of an alternative stand at its span counted from the beginning of the chunk."""
        (chunk,) = chunks_in_rows(self._stored, [row])
        return written.span is not None and (chunk.text or "")[slice(*written.span)] == written.quote

    def _in_passage(self, written: Alternative, passage: str) -> _Result | None:
        chosen, lines = self._chosen(written, passage)
        if chosen is None:
            return _Result(written, lines) if lines and written.quote is None else None
        pinned = pinned_whole(written, chosen) if written.quote is None else pinned_quote(written, passage, chosen)
        return _Result(pinned, lines) if pinned is not None else None

    def _by_quote(self, written: Alternative) -> _Result | None:
        if written.quote is None or written.quote not in self._sought:
            return None
        chosen, lines = self._chosen(written, written.quote)
        if chosen is None:
            return _Result(written, lines) if lines else None
        return _Result(pinned_whole(written, chosen), lines)

    def _chosen(self, written: Alternative, text: str) -> tuple[Placed | None, tuple[tuple[str, str, str], ...]]:
        """Return the place that is meant: in the document that is named, at the span that is named, else the first."""
        places = self._sought.get(text, Sought()).places
        own = [place for place in places if place.document.id == written.document] or list(places)
        if written.chunk is None and written.span is not None:
            own = [place for place in own if place.span == tuple(written.span)] or own
        if not own:
            return None, ()
        if len(own) > MOST_PLACES:
            return None, (("wrong", EVERYWHERE, text),)
        lines = (("mapped", FOUND, own[0].most.id),)
        if len(own) > 1:
            return own[0], (*lines, ("inferred", SEVERAL, ", ".join(dict.fromkeys(place.most.id for place in own))))
        return own[0], lines


def _lines(record: str, results: Iterable[_Result]) -> Iterator[LossLine]:
    for result in results:
        for fate, told, found in result.lines:
            shown = found if len(found) <= _SHOWN else found[:_SHOWN] + "…"
            yield LossLine(record=record, fate=fate, field="evidence", told=told, found=shown)  # type: ignore[arg-type]
