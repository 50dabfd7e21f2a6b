"""The text of one document in one revision, put together from its chunks, once for all who look something up in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, groupby, pairwise

from goldsmith.corpus.sections import Section, markdown_sections
from goldsmith.records.corpus import Chunk
from goldsmith.text.alignment import Ground
from goldsmith.text.spans import Span

_SPARSEST = 10
"""A document may be this many times as long as the texts of its chunks; blanks stand for what they leave out."""
_BETWEEN = "\n\n"
"""Stands between chunks of which nobody knows the places."""


class DocumentText:
    """The text that the chunks of a document give.

    Where they tell their places, offsets are those of the normalised document. Where they do not, or where foreign
    spans cannot all be true, the chunks stand one after the other, and an offset says nothing of the document.
    """

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        length = max((item.end or 0 for item in chunks), default=0)
        held = sum(len(item.text or "") for item in chunks)
        self.chunks = tuple(chunks)
        self.has_places = all(map(_fits, chunks)) and length <= _SPARSEST * held
        if self.has_places:
            self._length = length
            self.starts = [item.start or 0 for item in chunks]
        else:
            self.starts, end = [], 0
            for item in chunks:
                self.starts.append(end)
                end += len(item.text or "") + len(_BETWEEN)
            self._length = max(0, end - len(_BETWEEN))

    @cached_property
    def text(self) -> str:
        """The text; a blank stands for every character that no chunk holds."""
        return self._laid_out(" ") if self.has_places else _BETWEEN.join(item.text or "" for item in self.chunks)

    @cached_property
    def shown(self) -> str:
        """The same for a reader: a line end stands for what no chunk holds, so that paragraphs stay apart."""
        return self._laid_out("\n") if self.has_places else self.text

    @cached_property
    def ground(self) -> Ground:
        """The text as quotes are looked for in it."""
        return Ground(self.text)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The text from each heading to the next.

        As the chunks tell; where none of them names a section, as the headings of Markdown do that stand in the text.
        """
        if not self._ascends or all(item.section is None for item in self.chunks):
            return markdown_sections(self.shown)
        groups = groupby(range(len(self.chunks)), key=lambda at: self.chunks[at].section)
        begins = [(self.starts[next(own)], path) for path, own in groups]
        ends = [start for start, _ in begins[1:]] + [self._length]
        return tuple(
            Section(0 if at == 0 else start, end, path)
            for at, ((start, path), end) in enumerate(zip(begins, ends, strict=True))
        )

    def places(self, quote: str) -> tuple[Span, ...]:
        """Return where the very words stand, across chunks too: words that only resemble them prove nothing."""
        found = tuple(span for span, _ in self.ground.verbatim(quote))
        if found or self.has_places:
            return found
        # Who cut the text may have cut between two letters: then nothing stands between the chunks.
        ends = list(accumulate(len(item.text or "") for item in self.chunks))
        spans = (span for span, _ in self._unparted.verbatim(quote))
        return tuple(Span(self._parted(span.start, ends), self._parted(span.end - 1, ends) + 1) for span in spans)

    @cached_property
    def _unparted(self) -> Ground:
        return Ground("".join(item.text or "" for item in self.chunks))

    def _parted(self, offset: int, ends: list[int]) -> int:
        """Return the place in the text of an offset in the chunks with nothing between them."""
        return offset + len(_BETWEEN) * bisect_right(ends, offset)

    def of_chunk(self, at: int) -> Span:
        """Return where the chunk in place `at` stands in the text."""
        return Span(self.starts[at], self.starts[at] + len(self.chunks[at].text or ""))

    def touching(self, span: Span) -> range:
        """Return the places of the chunks among which are all that overlap `span`."""
        if not self._ascends:
            return range(len(self.chunks))
        return range(bisect_right(self._reaches, span.start), bisect_left(self.starts, span.end))

    def names_under(self, span: Span) -> tuple[str, ...]:
        """Return the ids of the chunks that hold a character of `span`, in their order."""
        held = ((at, self.of_chunk(at)) for at in self.touching(span))
        return tuple(self.chunks[at].id for at, own in held if own.start < span.end and own.end > span.start)

    @cached_property
    def _ascends(self) -> bool:
        return all(one <= other for one, other in pairwise(self.starts))

    @cached_property
    def _reaches(self) -> list[int]:
        """How far the text goes that each chunk and those before it hold."""
        return list(accumulate((self.of_chunk(at).end for at in range(len(self.chunks))), max))

    def _laid_out(self, filler: str) -> str:
        characters = [filler] * self._length
        for item in self.chunks:
            characters[item.start or 0 : item.end or 0] = item.text or ""
        return "".join(characters)


def _fits(chunk: Chunk) -> bool:
    if chunk.start is None or chunk.end is None:
        return False
    return chunk.end - chunk.start == len(chunk.text or "")
