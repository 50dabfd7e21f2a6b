"""What a set of another tool holds, and what becomes of every part of it on the way in or out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from goldsmith.records.case import Case
from goldsmith.records.judgment import Judgment
from goldsmith.records.response import Failure, Reply

Fate = Literal["kept", "mapped", "inferred", "wrong", "dropped"]
"""`kept`: as it came · `mapped`: in another form, without loss of meaning · `inferred`: the source does not say it, so
somebody has to look · `wrong`: the source contradicts itself, and the line says what was done · `dropped`: the other
side has no place for it."""

FATES: tuple[Fate, ...] = ("kept", "mapped", "inferred", "wrong", "dropped")


@dataclass(frozen=True, slots=True, kw_only=True)
class LossLine:
    """What became of one field of one record."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    record: str
    """As the source counts: ``line 12``, ``row 3``, ``qas 56be4d``; the id of the case on the way out."""
    fate: Fate
    field: str
    """Path in the source with dots, such as ``metadata.topic``; empty: the record as a whole."""
    told: str = ""
    """In words; the same words for the same thing, so that a report can count them. What differs from record to record
    stands in `found`."""
    found: str = ""
    """What stood there, cut; empty where that helps nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignPassage:
    """A text that a source brings: a context, a chunk, a document."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    text: str
    id: str = ""
    """Empty where the source gives none: whoever writes it makes one from the content."""
    document: str | None = None
    """Id of the document that it is a part of; None: it stands for itself."""
    title: str | None = None
    source: str | None = None
    """URI or path."""
    language: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    """What else the source says of it, for loss lines and manifests that keep it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignResponse:
    """A reply that a source recorded."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    """Id of its case, as the case of the same source is called."""
    outcome: Reply | Failure
    repeat: int = 1
    latency_ms: float | None = None
    system: str = ""
    """Which of several systems of the source answered: provider, run or model; empty: there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignDecision:
    """What the source says that a person decided of a case. It counts only where the user says so."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    decision: Literal["approved", "rejected"]
    reviewer: str = ""
    """Empty: the source names nobody."""
    at: str = ""
    """UTC time, ISO 8601 with Z; empty: the source says none."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedScore:
    """A figure that the source itself gives, with which ours can be compared."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    measure: str
    """As the source calls it."""
    value: float
    case: str = ""
    """Empty: of the whole."""
    system: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignRecord:
    """One record of a source, read: what it became, and the fate of every field of it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    record: str
    """As `LossLine.record`."""
    case: Case | None = None
    """A case may stand in several records, such as one for each of its responses: equal ones are one case."""
    responses: tuple[ForeignResponse, ...] = ()
    passages: tuple[ForeignPassage, ...] = ()
    decision: ForeignDecision | None = None
    judgments: tuple[Judgment, ...] = ()
    published: tuple[PublishedScore, ...] = ()
    lines: tuple[LossLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What `import` did, for the screen and for programs."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    format: str
    detected: bool
    """False: the user named it."""
    others: tuple[str, ...]
    """Formats that would read the same files."""
    files: tuple[str, ...]
    records: int
    cases: int
    """New in the set."""
    updated: int
    """Cases of the set that say now what the source says."""
    already: int
    """Stand in the set as they are."""
    responses: int
    passages: int
    located: int
    """Alternatives whose words were found in the corpus."""
    unlocated: int
    """Alternatives whose words were looked for and not found."""
    decisions: int
    """Written because the user said that they count."""
    uncounted_decisions: int
    """Carried by the source and not written."""
    written: tuple[tuple[str, str], ...]
    """Files and what they hold."""
    lines: tuple[tuple[Fate, str, str, int, tuple[str, ...]], ...]
    """Loss lines that say the same, counted: fate, field, words, how many, the first records."""
    report: str
    """File with every line of every record."""
    published: tuple[PublishedScore, ...]
    drift: tuple[str, ...]
    """Where no id of the responses is one of the evidence: what differs, and the mapping that would mend it."""
    next_step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What `export` did."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    format: str
    cases: int
    responses: int
    written: tuple[tuple[str, str], ...]
    lines: tuple[tuple[Fate, str, str, int, tuple[str, ...]], ...]
    """As of `Imported`; the first records are ids of cases."""
    report: str
    next_step: str
