"""What the room is told of a change, besides the cases and where their evidence stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from goldsmith.records.corpus import Document
from goldsmith.records.corpus_diff import CorpusDiff
from goldsmith.records.refresh import FreshText, Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """New text that speaks of what a case asks."""

    case: str
    impact: Literal["may_be_answered", "rival_passage"]
    document: str
    chunk: str
    section: str | None
    text: str
    span: tuple[int, int]
    """The sentences inside `text` that do."""
    states: str = ""
    """The amount or date that it states of the kind of the case's own; empty: it is nearly the same sentence as the
    quote, or the case had no answer."""
    score: float
    """How much of the question, or of the quoted sentence, its words cover: 0 to 1, by rarity."""

    @property
    def passage(self) -> Passage:
        """Return it as it is shown to a person."""
        return Passage(
            document=self.document, chunks=(self.chunk,), section=self.section, text=self.text, span=self.span
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedFacts:
    """A move from one corpus revision to another, as far as it can concern a case."""

    diff: CorpusDiff
    before: Mapping[str, Document]
    """The documents of the earlier revision, by id."""
    after: Mapping[str, Document]
    """The documents of the later revision, by id."""
    heirs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ids in the later revision of what a document of the earlier one became; one that keeps its id need not stand
    here."""
    fresh: Sequence[FreshText] = ()
    """New texts, at least those of the documents that hold evidence."""
    earlier: Mapping[str, str] = field(default_factory=dict)
    """The earlier text of documents that hold evidence, by their id in the earlier revision: a sentence of a fresh
    text that stands in it is not new. Without it, sentences around a change may be taken for new ones."""
    rivals: Sequence[Rival] = ()
    patterns: Mapping[str, str] = field(default_factory=dict)
    """Case and the incident that shows that users ask it, where no approved case does."""

    def heirs_of(self, name: str) -> tuple[str, ...]:
        """Return what the document `name` became: itself first, where it is still there."""
        kept = (name,) if name in self.after else ()
        return tuple(dict.fromkeys(kept + tuple(one for one in self.heirs.get(name, ()) if one in self.after)))

    def failed(self, name: str) -> Document | None:
        """Return what the document `name` became, where no parser takes it any more."""
        earlier = self.before.get(name)
        if earlier is None or earlier.ingestion.status == "failed":
            return None
        found = (self.after[heir] for heir in self.heirs_of(name))
        return next((document for document in found if document.ingestion.status == "failed"), None)
