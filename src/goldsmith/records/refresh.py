"""What a change of the corpus does to the cases, and what a person is asked about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from goldsmith.records.evidence import Alternative
from goldsmith.records.golden_set import CorpusPin

Impact = Literal[
    "quote_gone",
    "quote_edited",
    "quote_split",
    "quote_crossed",
    "source_failed",
    "undecidable",
    "section_changed",
    "sight_lost",
    "denied_opened",
    "access_changed",
    "source_superseded",
    "dates_changed",
    "may_be_answered",
    "rival_passage",
    "query_pattern",
    "shares_terms",
    "document_renamed",
    "quote_merged",
    "changed_elsewhere",
    "anchor_moved",
    "retrieval_changed",
    "untouched",
]
"""What a change of the corpus does to a case, the gravest first.

`quote_gone`: its words stand nowhere · `quote_edited`: other words stand in their place · `quote_split`: they stand in
several places or chunks · `quote_crossed`: they stand in another document only · `source_failed`: no parser takes the
document any more · `undecidable`: the text that would tell is not kept · `section_changed`: the quote is intact, other
words of its section are not · `sight_lost`: the asker may no longer see the source · `denied_opened`: the asker may see
a source that was denied · `access_changed`: who else may see the source is another · `source_superseded`,
`dates_changed`: what is declared of the source (its version too) · `may_be_answered`: new text speaks of what had no
answer · `rival_passage`: new text elsewhere states something on the same · `query_pattern`: users ask it (an incident)
and no approved case does · `shares_terms`: the document changed elsewhere, and its new text shares terms, numbers or an
exception with the case · `document_renamed`: the whole document goes by another id, with its section intact ·
`quote_merged`: passages that stood in several chunks share one now · `changed_elsewhere`: the document changed outside
the section · `anchor_moved`: only chunk, place or hash are others · `retrieval_changed`: the embedding or a filter is
another · `untouched`."""

Asking = Literal["single", "bulk", "none"]
"""`single`: a person looks at the case · `bulk`: machine-proved, confirmed together · `none`: no file is touched."""

Method = Literal["identity", "exact", "folded", "aligned", "searched", "none"]
"""How the words were found: the chunk itself is the same · letter for letter · as a reader compares · by aligning the
old text with the new · by searching the whole corpus · not at all."""

QuoteState = Literal["intact", "edited", "split", "crossed", "gone", "unknown"]
TextState = Literal["same", "changed", "absent", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A stretch of one revision, as it is shown to a person."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    document: str
    chunks: tuple[str, ...]
    """The chunks that it stands in, in reading order."""
    section: str | None
    text: str
    """Its whole section where that is short, else the paragraphs around the quote."""
    span: tuple[int, int] | None = None
    """The quote inside `text`; None: there is none, or it is not known where."""
    whole: str = ""
    """Digest of its whole sections as a reader sees them, where `text` is only a part of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedAlternative:
    """One alternative of a case, followed from one revision into the other."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    need: int
    alternative: int
    """Places in the case, from 0."""
    quote: QuoteState
    section: TextState
    """Its own section: from its heading to the next."""
    document: TextState
    """The text of the whole document; `absent`: neither it nor a renamed one is there; `unknown`: it failed."""
    document_before: str
    document_now: str | None
    """None: nothing of it is there. Another id than before: the document was renamed, split or merged, or the words
    crossed."""
    method: Method
    confidence: float
    """1 where it is proved; the score of the alignment otherwise; 0 where nothing was found."""
    before: Passage | None
    """None: the alternative did not stand in the earlier revision either."""
    now: tuple[Passage, ...]
    """Where the words stand now, in reading order: several where they are split; the likeliest place where they were
    edited; the section that took the place of the old one where they are gone; empty where there is none."""
    pinned: tuple[Alternative, ...]
    """The alternative as it would be pinned in the later revision: one, or all pieces of a split (each with its part of
    the quote); empty where nothing can be proposed."""
    standing: bool = True
    """False: it did not stand in the earlier revision either, so the change is not to blame."""
    detail: str = ""
    """What a person should know besides, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshText:
    """New text of the later revision: a chunk whose text the earlier one did not hold."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    document: str
    chunk: str
    section: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One thing that the change does to a case, down to the passage."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    impact: Impact
    message: str
    """In a reader's words, with names and figures."""
    need: int | None = None
    alternative: int | None = None
    """Places in the case, from 0; None: it is about the whole case."""
    method: Method = "none"
    confidence: float = 1.0
    before: Passage | None = None
    now: tuple[Passage, ...] = ()
    pinned: tuple[Alternative, ...] = ()
    """What is proposed in the place of the alternative; never written without a person's word."""


Trigger = Literal["corpus_revision", "source", "query_pattern"]
"""What set a request off: the revision of the corpus changed around the source (chunking, access, retrieval, other
documents) · the source itself changed · users ask what no approved case does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseImpact:
    """What the change does to one case."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    case_digest: str
    impact: Impact
    """The gravest."""
    asking: Asking
    reasons: tuple[Reason, ...]
    """The gravest first; none where it is untouched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshRequest:
    """One case that a person is asked about."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    """Follows from the case as it stands, the impacts, and the old and new words: so the same change asks once, in
    whichever revision it is met."""
    case: str
    case_digest: str
    previous: CorpusPin
    current: CorpusPin
    trigger: Trigger
    impact: Impact
    reasons: tuple[Reason, ...]
    passage: str
    """Names the changed passage: requests with the same one are asked together."""


Answer = Literal["stands", "revise", "retire", "unanswerable"]
"""`stands`: question, answer and evidence are right, with the place or words that are proposed for it · `revise`: it
has to be written anew · `retire`: what it asks is no longer a need of anybody · `unanswerable`: no source answers it
any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshAnswer:
    """What a person said to a request. It is settled, as a decision on the case, when the pin of the set moves."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    request: str
    case: str
    answer: Answer
    reviewer: str
    reason: str
    at: str
    """UTC time, ISO 8601 with Z."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshPlan:
    """What a move from one corpus revision to another asks, worked out and not yet answered."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    previous: CorpusPin
    current: CorpusPin
    impacts: tuple[CaseImpact, ...]
    """One for every case that is neither rejected nor retired, in the order of the set."""
    requests: tuple[RefreshRequest, ...]
    """All that need a person, grouped by passage, the gravest first."""
    answers: tuple[RefreshAnswer, ...] = ()
    """What was said to them so far."""
    kept: tuple[RefreshAnswer, ...] = ()
    """What was said to other requests, that are not asked now: it holds again where they are."""
    superseded: tuple[str, ...] = ()
    """Requests of an earlier plan that were open and are not asked any more."""
    format: int = 1

    @property
    def open(self) -> tuple[RefreshRequest, ...]:
        """The requests that nobody answered yet."""
        answered = {answer.request for answer in self.answers}
        return tuple(request for request in self.requests if request.id not in answered)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """The pin of a set was moved: what was confirmed together, and by whom. A fact, appended."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    at: str
    """UTC time, ISO 8601 with Z."""
    by: str
    """Who confirmed it."""
    previous: CorpusPin
    current: CorpusPin
    counts: dict[str, int]
    """Cases by impact."""
    moved: tuple[str, ...] = ()
    """Cases whose anchors were pinned anew with their quotes intact."""
    renamed: tuple[str, ...] = ()
    """Cases whose document goes by another id."""
    elsewhere: tuple[str, ...] = ()
    """Cases whose document changed elsewhere, confirmed together."""
    answered: tuple[str, ...] = ()
    """Ids of the requests that were answered."""
    to_revise: tuple[str, ...] = ()
    """Cases that have to be written anew: rejected until somebody approves them again."""
    left_open: dict[str, str] = field(default_factory=dict)
    """Cases whose requests nobody answered, and the label of the revision against which each was last judged. They are
    stale, and are asked about again from that revision on, until somebody decides."""
    superseded: tuple[str, ...] = ()
    """Ids of those requests; they are not asked any more under this name unless the same change is met again."""
