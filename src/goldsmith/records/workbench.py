"""The facts of open reviews: appended, chained, never changed. What state a review is in follows from them.

A review is one round of one case: opened on what the case says then, labelled by one or two people without each other,
adjudicated where they differ, and applied to the set. Whoever opens a case again begins its next round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.decision import Confirmations, DecisionWord, Trigger
from goldsmith.records.vocabulary import Behaviour

OpenState = Literal["waiting", "disputed", "settled", "applied", "closed"]
"""`waiting`: labels are missing · `disputed`: two labels differ and nobody adjudicated · `settled`: ready to be applied
· `applied`: written to the set · `closed`: ended without a word on the case."""

AnswerWord = Literal["right", "says_more", "incomplete", "wrong"]
"""Of a drafted answer: `says_more` than the source, or less than the question asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One passage that a person marked as support of one need."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    need: int
    """Place of the need, from 0. Marks of one need are alternatives; all needs are required."""
    document: str
    start: int
    """Code points of the normalised document text, half open; with `end` it always cuts out `quote`."""
    end: int
    quote: str
    chunks: tuple[str, ...]
    """Ids of the chunks that the words stand in, in their order."""

    def meets(self, other: Mark) -> bool:
        """Say whether two marks are of the same chunks and share words."""
        return self.chunks == other.chunks and self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWord:
    """What a person says of one claim of the case."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    claim: int
    """Place in the case, from 0."""
    holds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A case that somebody is to look at, exactly as it stood."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["opened"] = "opened"
    round: int
    """1 the first time that the case is opened."""
    case_digest: str
    snapshot: str
    """The case in canonical JSON: what was shown, whatever becomes of the file."""
    trigger: Trigger
    why: str
    """In words, for the reviewer."""
    needed: int
    """Independent labels that settle it: 1 or 2."""
    corpus: str | None = None
    """Digest of the corpus revision that is shown beside it."""
    request: str | None = None
    """The refresh request that it answers."""
    batch: str | None = None
    """The batch that it came back with."""
    proposed: bool = False
    """Somebody wrote it at the workbench: it stands in no file until it is applied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PooledPassage:
    """A passage that a retriever brought for the question."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    chunk: str
    document: str
    score: float
    """How far the passage supports the case, 0 to 1."""
    source: Literal["auto", "human_required"]
    """`auto`: above the border, so nobody has to look."""
    audited: bool
    """Drawn from the `auto` ones, so that a person looks all the same."""
    retrievers: tuple[str, ...]
    """Who brought it, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pooled:
    """The passages that are laid before the reviewers of one round."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["pooled"] = "pooled"
    round: int
    passages: tuple[PooledPassage, ...]
    scored_by: str
    """Name and version of what gave the scores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A person has the case before them: it counts as theirs until `until`, so that nobody does it twice in vain."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["taken"] = "taken"
    round: int
    until: str
    """UTC time, ISO 8601 with Z."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceGiven:
    """The first half of a label: evidence, or none, before the drafted answer is shown."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["evidence"] = "evidence"
    round: int
    marks: tuple[Mark, ...]
    """Empty: the reviewer says that there is none."""
    prelabel_shown: bool
    """Whether the machine's opinion of the passages was to be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """The whole label of one person."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["label"] = "label"
    round: int
    decision: DecisionWord
    reason: str
    marks: tuple[Mark, ...] = ()
    answer: AnswerWord | None = None
    """None: the case has no drafted answer, or the person could not judge it."""
    claims: tuple[ClaimWord, ...] = ()
    behaviour: Behaviour = "unstated"
    """What the person thinks is right to do."""
    confirmations: Confirmations | None = None
    handbook_digest: str | None = None
    prelabel_shown: bool = False
    seconds: float | None = None
    """From the moment that the case was shown to its submission, pauses of over five minutes left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """A person takes their label or their evidence back, before the round is settled by others' words too."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["withdrawn"] = "withdrawn"
    round: int
    what: Literal["evidence", "label"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """How a third person settled labels that differ."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["resolved"] = "resolved"
    round: int
    label: Labelled
    """The word that holds, whole."""
    of: tuple[str, ...]
    """Digests of the labels that it resolves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commented:
    """A remark. Nobody who still has to label the round sees it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["comment"] = "comment"
    round: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedToSet:
    """The settled word stands in the set."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["applied"] = "applied"
    round: int
    decisions: tuple[str, ...]
    """Ids of the decisions in golden/reviews.jsonl."""
    case_digest: str
    """Of the case as it stands since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """The round ends without a word on the case: it was edited or is gone, or its batch went back."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["closed"] = "closed"
    round: int
    why: str


WorkFact = Opened | Pooled | Taken | EvidenceGiven | Labelled | Withdrawn | Resolved | Commented | AppliedToSet | Closed
"""Facts whose subject is ``case:ID``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchDrawn:
    """Settled cases of which an expert checks a sample again, without seeing what was said."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["batch_drawn"] = "batch_drawn"
    cases: tuple[tuple[str, int], ...]
    """Case and round of every one in the batch, by case."""
    sample: tuple[str, ...]
    """Cases to be labelled again, drawn by `seed`."""
    accept: int
    """Up to so many wrong cases in the sample, the batch stands."""
    good: float
    bad: float
    risk: float
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleEvidence:
    """The evidence that an expert marked in a case of the sample, before the drafted answer was shown."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["sample_evidence"] = "sample_evidence"
    case: str
    evidence: EvidenceGiven


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleChecked:
    """An expert's own label of one case of the sample, given blind."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["sample_checked"] = "sample_checked"
    case: str
    label: Labelled


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchClosed:
    """What became of a batch: it stands, or every case of it is labelled again."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["batch_closed"] = "batch_closed"
    accepted: bool
    wrong: tuple[str, ...]
    """Cases of the sample whose settled word does not hold."""


BatchFact = BatchDrawn | SampleEvidence | SampleChecked | BatchClosed
"""Facts whose subject is ``batch:NAME``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    """A link was made with which a person signs in once."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["invited"] = "invited"
    token_hash: str
    """SHA-256; the token itself is kept nowhere."""
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A person came in, by which way, and which link they used up."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["signed_in"] = "signed_in"
    way: Literal["link", "proxy", "local"]
    token_hash: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedOut:
    """Every session of the person that began before this ends."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["signed_out"] = "signed_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Practised:
    """How a practice case went. It says nothing of any case and never reaches the set."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["practised"] = "practised"
    example: str
    right: bool
    handbook_digest: str | None = None


PersonFact = Invited | SignedIn | SignedOut | Practised
"""Facts whose subject is ``person:NAME``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """To which set the store belongs. The first one counts; its subject is ``set:``."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    fact: Literal["bound"] = "bound"
    set_name: str


AnyFact = WorkFact | BatchFact | PersonFact | Bound
