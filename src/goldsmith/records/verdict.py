"""The verdict: what to do, then why, then the figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.case import Identity, Message
from goldsmith.records.comparison import Comparison
from goldsmith.records.detector import DetectorCheck
from goldsmith.records.gate import CasePass, GateResult
from goldsmith.records.measure import Summary
from goldsmith.records.observation import BehaviourSeen, CheckSeen, ClaimSeen, Leak
from goldsmith.records.probe import Control
from goldsmith.records.response import Channel, Failure
from goldsmith.records.run import Plan, RulerNote

VerdictStatus = Literal["passed", "blocked", "incomplete", "unreviewed"]
"""`unreviewed`: nothing is broken, but no case was approved, so nothing is proved."""

Audience = Literal["full", "ids"]
"""`ids`: case ids, gates, figures and kinds of causes; no question, answer, evidence or identity. For logs and
artefacts that others may read."""

YesNo = Literal["yes", "no", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceSummary:
    """Case passes in one slice."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    axis: str
    word: str
    passed: int
    decided: int
    cases: int
    interval: tuple[float, float] | None
    below_minimum: bool
    """Fewer decided cases than a figure can rest on (5, or what set.yaml asks)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A passage of evidence where it stands in its document."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    document: str
    title: str = ""
    version: str = ""
    section: str = ""
    page: int | None = None
    chunk: str = ""
    before: str = ""
    """Text of the document just before the marked words, cut."""
    marked: str = ""
    """The quote; where none is written, the passage, cut. Empty text: the document as a whole."""
    after: str = ""
    supports: str = ""
    found: bool = True
    """False: the revision does not hold it, or holds no text; only what the case says of it is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceResult:
    """One need: how it fared, and the passages of which any one satisfies it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: str
    rank: int | None
    """None: not retrieved, or not shown."""
    candidate_rank: int | None
    in_corpus: YesNo
    passages: tuple[Excerpt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievedResult:
    """One passage that the system retrieved."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    document: str
    rank: int | None
    """None: a duplicate of an earlier one."""
    needs: tuple[str, ...]
    """Names of the needs that it meets."""
    denied: bool
    """The asker may not see it."""
    superseded: bool
    known: YesNo
    text_differs: bool
    text: str
    """What it says, cut; empty text: neither the system nor the revision tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedResult:
    """One source that the answer names."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    quote: str
    """Words that the answer quotes from it, cut."""
    at: tuple[int, int] | None
    """Where in the answer."""
    retrieved: YesNo
    known: YesNo
    quote_found: Literal["none", "found", "not_found", "unknown"]
    needs: tuple[str, ...]
    superseded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamedResult:
    """Neighbouring events of one kind in a streamed answer."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: str
    first: int
    last: int
    """Numbers of the events, from 1."""
    text: str
    """Cut."""
    withdrawn: bool
    """It was sent to the asker and does not stand in the final answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """One case as a reader of the report wants to open it; what happened is told of the first repeat."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    result: CasePass
    question: str
    answer: str
    """Of the first repeat; the failure's words where there is none."""
    expected: str
    state: str
    """Review state of the case."""
    ranks: tuple[tuple[str, int | None], ...]
    """Need and best rank."""
    scores: tuple[tuple[str, float | None, str], ...]
    """Measure, value, and the reason where there is no value."""
    why_state: str = ""
    """What the review state rests on."""
    flags: tuple[str, ...] = ()
    """Of the review state, such as ``stale``."""
    failure: Failure | None = None
    """None: the system answered."""
    identity: Identity | None = None
    messages: tuple[Message, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    """Axis and word."""
    evidence: tuple[EvidenceResult, ...] = ()
    retrieved: tuple[RetrievedResult, ...] | None = None
    """In the system's order; None: not shown. Of very many the first, and every denied one."""
    retrieved_total: int = 0
    claims: tuple[ClaimSeen, ...] = ()
    cited: tuple[CitedResult, ...] | None = None
    """None: not shown."""
    streamed: tuple[StreamedResult, ...] = ()
    checks: tuple[CheckSeen, ...] = ()
    behaviour: BehaviourSeen | None = None
    leaks: tuple[Leak, ...] = ()
    not_observed: tuple[Channel, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WaiverResult:
    """A gate switched off for one case, and whether that still holds on the day of the verdict."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    gate: str
    who: str
    why: str
    until: str
    expired: bool
    used: bool
    """The gate would be broken, or could not be decided, without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeResult:
    """How one probe of access came out."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: str
    repeat: int
    permitted: str
    """Case of the asker who may see the source."""
    denied: str
    """Case of the asker who must not."""
    documents: tuple[str, ...]
    control: Control
    """Whether the permitted asker got the source: without that, a clean reply to the other shows nothing."""
    leaks: tuple[Leak, ...] | None
    """What the denied asker got to see; None: no reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlakyCase:
    """A case whose repeats disagree."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    passed: int
    """Repeats that passed; at least one, and not all."""
    repeats: int
    blocks: bool
    """It failed in more than half of its repeats: where it passed in the baseline, it counts as a regression."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatFigures:
    """What repeats say of the system, over the cases that are decided in every repeat."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    k: int
    """Repeats of each case."""
    cases: int
    at_least_one: float
    """pass@k: the mean share of cases of which at least one of k repeats passed (Chen et al. 2021)."""
    all_of_them: float
    """pass^k: the mean share of cases of which all k repeats passed (Yao et al. 2024)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Everything that `evaluate` and `compare` have to say; terminal, JSON and HTML draw it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    status: VerdictStatus
    headline: str
    """What to do, in one line without the status word."""
    plan: Plan
    answered: int
    failed: int
    unanswered: int
    reviewed: int
    """Cases approved as they stand."""
    ruler: tuple[RulerNote, ...]
    gates: tuple[GateResult, ...]
    comparison: Comparison | None
    summaries: tuple[Summary, ...]
    slices: tuple[SliceSummary, ...]
    cases: tuple[CaseResult, ...]
    behaviours: tuple[tuple[str, str, int], ...]
    """Expected, observed, cases."""
    next_step: str
    """The next rung of the ladder, or the edit or command that helps most."""
    report: str = ""
    """Where the HTML report was written; empty: nowhere."""
    audience: Audience = "full"
    waivers: tuple[WaiverResult, ...] = ()
    """Every waiver of the cases asked, the expired ones first."""
    not_observed: tuple[tuple[Channel, int], ...] = ()
    """Channels that the system did not show, each with the number of cases."""
    calls: int = 0
    """Calls that the answers took, those tried again and those of probes included; 0: not counted."""
    probe_calls: int = 0
    """Those of them that probes of access took."""

    detector: DetectorCheck | None = None
    """Whether leaks that were planted into copies of the replies were seen; None: nothing was planted."""
    probes: tuple[ProbeResult, ...] = ()
    flaky: tuple[FlakyCase, ...] = ()
    """Cases whose repeats disagree, those that fail most first."""
    repeated: RepeatFigures | None = None
    """None: each case was asked once, or none is decided."""
    reused: int = 0
    """Answers that were taken over from earlier runs of the same revision of the system."""

    @property
    def exit_status(self) -> int:
        """0 fine; 1 the system or the set falls short; 3 the work is incomplete."""
        return {"passed": 0, "unreviewed": 0, "blocked": 1, "incomplete": 3}[self.status]
