"""Reviews on their way to another annotation tool and back: what is laid before people there, and what they said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.decision import Confirmations, DecisionWord
from goldsmith.records.vocabulary import Behaviour
from goldsmith.records.workbench import AnswerWord, ClaimWord

ExchangeFormat = Literal["label-studio", "argilla"]
ExchangeStep = Literal["evidence", "label"]
"""`evidence`: passages are marked, and nobody sees the drafted answer · `label`: who did that judges the answer."""

LineWord = Literal["kept", "already", "mapped", "dropped", "refused"]
"""`already`: it came in before · `mapped`: kept, in another form · `dropped`: there is no place for it, by design ·
`refused`: somebody has to mend something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPassage:
    """One passage as it is laid before people in another tool."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    source: str
    """Opaque name of its document."""
    passage: str
    """Opaque name of the passage."""
    heading: str
    text: str
    start: int
    """Where `text` begins in the document, in code points."""
    score: float | None = None
    """What a machine thinks of it, 0 to 1; None: that is not to be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTask:
    """One open review as one person sees it in another tool."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    handle: str
    """Opaque name of the case."""
    round: int
    step: ExchangeStep
    question: str
    """As it is asked, after earlier turns and who asks."""
    passages: tuple[TaskPassage, ...]
    drafted: str = ""
    """The drafted answer and what it is held to; empty before evidence is given."""
    claims: tuple[str, ...] = ()
    """What is to be judged, by place; empty before evidence is given."""
    prelabels_shown: bool = False
    scored_by: str = ""
    """Name and version of what gave the scores."""
    auto_above: float = 1.0
    """Score above which a machine takes a passage as support."""
    handbook_digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkSaid:
    """A stretch of a document that somebody marked in another tool."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    need: int
    """From 0."""
    source: str
    """Opaque name of the document."""
    start: int
    """Code points of the document, half open."""
    end: int
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotator:
    """Who said something, as the other tool knows them."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    email: str = ""

    def __str__(self) -> str:
        return f"{self.id} ({self.email})" if self.email else self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class WordSaid:
    """What one person said of one review in another tool."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    record: str
    """Where it stands in the file, such as ``task 12, annotation 31``."""
    annotator: Annotator
    handle: str
    round: int
    step: ExchangeStep
    prelabels_shown: bool
    handbook_digest: str | None
    stamp: str
    """Tells this word from a later one of the same person on the same review."""
    marks: tuple[MarkSaid, ...] | None = None
    """Empty: they said that there is nothing; None: they did not say."""
    decision: DecisionWord | None = None
    reason: str = ""
    answer: AnswerWord | None = None
    claims: tuple[ClaimWord, ...] = ()
    behaviour: Behaviour = "unstated"
    confirmations: Confirmations | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeLine:
    """What became of one thing on its way."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    record: str
    """Where it stands: a place in the file, or a case."""
    what: LineWord
    told: str
    field: str = ""
    """Dotted path inside the record; empty: all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsRead:
    """All that a file of another tool says."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    words: tuple[WordSaid, ...]
    lines: tuple[ExchangeLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutFile:
    """A file to be written."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewsOut:
    """What was handed to another tool."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    format: ExchangeFormat
    step: ExchangeStep
    tasks: tuple[tuple[str, int], ...]
    """Reviews for each person, by name."""
    files: tuple[str, ...]
    lines: tuple[ExchangeLine, ...]
    """What was left out, and why."""
    next_step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewsIn:
    """What came back from another tool."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    format: ExchangeFormat
    file: str
    kept: tuple[tuple[str, int], ...]
    """Words that were kept now, by person."""
    lines: tuple[ExchangeLine, ...]
    next_step: str

    def count(self, what: LineWord) -> int:
        """Return how many things came to this."""
        return sum(1 for line in self.lines if line.what == what)

    @property
    def exit_status(self) -> int:
        """1 where something has to be mended, else 0."""
        return 1 if self.count("refused") else 0
