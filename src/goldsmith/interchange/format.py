"""What a foreign format is to Goldsmith: how it is known, read and written. One file a format, data in and data out.

Nothing here opens a file: parts arrive decoded, and what is written leaves as text or as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from goldsmith.ports.foreign import ForeignSource, WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative
from goldsmith.records.golden_set import SetHeader
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, LossLine
from goldsmith.records.measure import Score
from goldsmith.records.response import Response
from goldsmith.records.run import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """What is to be written in a foreign format."""

    header: SetHeader
    cases: tuple[Case, ...]
    responses: tuple[Response, ...] = ()
    """Of the run that was named, for formats that hold answers."""
    plan: Plan | None = None
    """Of that run."""
    scores: tuple[Score, ...] = ()
    """As that run was scored when it was made."""
    passages: Mapping[str, ForeignPassage] = field(default_factory=dict)
    """By chunk id, and by document id where a document alone is evidence: every passage that a case or a response of
    this set names and the corpus holds."""
    corpus: Callable[[], Iterator[ForeignPassage]] | None = None
    """Every chunk of the frozen revision; None: there is none. For formats that carry the whole corpus."""

    def words_of(self, written: Alternative) -> str | None:
        """Return the words of an alternative: its quote, else the text of its chunk or document; None: unknown."""
        if written.quote is not None:
            return written.quote
        passage = self.passages.get(written.chunk or written.document or "")
        return passage.text if passage else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """All files of an export, and what the target has no place for."""

    files: tuple[WrittenFile, ...]
    lines: tuple[LossLine, ...] = ()
    """Only what `holds` cannot show, such as an id that had to be escaped: the rest is told from `holds`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One foreign format."""

    name: str
    """Small letters, digits and hyphens: ``ragas``."""
    title: str
    """As its makers write it."""
    recognises: Callable[[ForeignSource], bool]
    """From names, columns and first rows alone: it reads no part through."""
    read: Callable[[ForeignSource], Iterator[ForeignRecord]] | None = None
    """None: the format is written only. What is no such file raises InvalidFileError with every problem."""
    write: Callable[[Outgoing], Written] | None = None
    """None: the format is read only."""
    holds: Callable[[Case], Case] | None = None
    """The part of a case that comes back: ``read(write(cases))`` gives ``holds(case)`` for each. With `write`."""
    checked: str = "its own documentation"
    """What the fields were checked against: ``a real file``, ``its own loader`` …"""
