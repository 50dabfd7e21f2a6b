"""What is laid before one reviewer: the blind case, passages and documents under masked names, and their own words."""

from __future__ import annotations

from dataclasses import dataclass

from goldsmith.records.refresh import Impact
from goldsmith.records.workbench import Labelled
from goldsmith.review.blinding import BlindCase, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceShown:
    """A document under its masked name."""

    source: str
    """Opaque name for addresses and forms; ids and paths are never shown."""
    number: int | None
    """The page calls it "Source 3": the same for one person through one round. None: it was not laid before them, they
    found it themselves."""
    title: str | None
    """None: it has none, or one that is only its id or path."""
    language: str | None = None
    effective_from: str | None = None
    effective_to: str | None = None
    version: str | None = None
    link: str | None = None
    """Where the source itself stands; only where the corpus holds no text of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageShown:
    """One passage of the corpus that may support an answer."""

    source: SourceShown
    passage: str
    """Opaque name, to be marked as a whole by."""
    text: str | None
    """None: the corpus holds no text of it."""
    preview: str | None = None
    """Its beginning, where there is no text."""
    before: str | None = None
    """The passage before it in its document, to read along."""
    after: str | None = None
    section: str | None = None
    page: int | None = None
    start: int = 0
    """Where `text` begins in the document, in code points: a mark at offset n of `text` begins at `start` + n."""
    score: float | None = None
    """What a machine thinks of it, 0 to 1; None: it is not to be seen, or nothing gave one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockShown:
    """A paragraph of a document."""

    start: int
    """Code points of the document text; ``text == document.text[start:end]``."""
    end: int
    text: str
    passage: str | None
    """Opaque name of the passage in which it begins; None: it stands in none, so it cannot be marked alone."""
    section: str | None = None
    """The headings above it."""
    page: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentShown:
    """A whole document, to be read and marked."""

    source: SourceShown
    blocks: tuple[BlockShown, ...]
    """Empty where the corpus holds no text: then there are `previews` and the link of the source."""
    previews: tuple[PassageShown, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkShown:
    """A mark that a person made, as it is shown to them."""

    need: int
    source: SourceShown
    start: int
    end: int
    quote: str
    """Empty: a passage of which the corpus holds no text was marked as a whole."""
    passages: tuple[str, ...]
    """Opaque names of the passages that it stands in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShown:
    """One thing that a change of the corpus did to the case, as a refresh request asks about it."""

    impact: Impact
    """What happened, as a word; the words of the request itself name documents."""
    before: str | None
    """The passage in the earlier corpus; None: it is not kept, or the person may not see it."""
    before_span: tuple[int, int] | None
    """The quoted words inside `before`."""
    now: tuple[str, ...]
    """Where the words stand now."""
    now_spans: tuple[tuple[int, int] | None, ...]
    now_sources: tuple[str, ...]
    """Opaque names of their documents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One case before one person."""

    handle: str
    """Opaque name of the case."""
    round: int
    step: Step
    case: BlindCase
    passages: tuple[PassageShown, ...]
    """In an order of this person's own."""
    sources: tuple[SourceShown, ...]
    """The documents of the passages, by number."""
    base: int
    """Facts of this person on the case: what a form carries back, so that two tabs cannot overwrite each other."""
    until: str | None
    """The place is kept until then (UTC, ISO 8601 with Z); None: there is nothing left to say."""
    marks: tuple[MarkShown, ...] | None = None
    """What this person marked, by need; empty: they said that there is nothing; None: they did not say yet."""
    label: Labelled | None = None
    """What this person said, without its marks."""
    draft: str | None = None
    """What they entered and did not submit, in JSON as the page wrote it."""
    draft_revision: int = 0
    """0: there is no draft."""
    prelabels_shown: bool = False
    """Whether scores of a machine are to be seen."""
    changes: tuple[ChangeShown, ...] | None = None
    """What a refresh request asks about; None: the round answers none."""
    moved: bool = False
    """The case was edited since its review was opened: what is shown is no longer what the set holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What waits for one person."""

    begun: tuple[str, ...]
    """Handles of the cases that they began and did not finish, in the order in which they took them."""
    left: int
    """Further cases that they may label now, at most `most`."""
    most: int
