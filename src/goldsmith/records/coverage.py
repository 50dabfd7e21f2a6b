"""What a set covers: its mix, what it leaves out, what it can detect, and what to draft."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

GapKind = Literal["minimum", "access", "preset", "thin_slice", "documents"]
"""`minimum`: set.yaml asks for more · `access`: an access rule that no case tries · `preset`: a target of a preset ·
`thin_slice`: too few cases for a figure · `documents`: a folder that hardly any evidence cites."""

TargetState = Literal["met", "short", "over", "not_asked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordCount:
    """The cases with one word of an axis."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    word: str
    cases: int
    share: float
    """Of all live cases."""
    asked: int = 0
    """What set.yaml asks of this word alone; 0: nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisMix:
    """The words of one axis. Cases with a word and `unlabelled` add up to all live cases.

    On an axis that takes several words a case is counted under each.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    axis: str
    words: tuple[WordCount, ...]
    """Standard words first, those without a case included; then others by name."""
    unlabelled: int
    """Cases without a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The cases that have both words."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    words: tuple[str, str]
    cases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """Two axes crossed, row by row."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    axes: tuple[str, str]
    cells: tuple[Cell, ...]
    unlabelled: int
    """Cases that lack a word on either axis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MinimumStanding:
    """One minimum of set.yaml against the live cases."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    slice: dict[str, str]
    cases: int
    asked: int

    @property
    def met(self) -> bool:
        """There are as many as asked."""
        return self.cases >= self.asked


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetStanding:
    """One kind of question that a preset asks for, against the live cases."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    preset: str
    kind: str
    cases: int
    share: float
    least: int
    """Cases asked for; where a share is asked for, its lower end at the size of this set."""
    shares: tuple[float, float] | None
    """Least and greatest share asked for; None: a number is."""
    state: TargetState
    """`over`: more than the greatest share · `not_asked`: it has no meaning for this set."""
    missing: int
    """Cases to write; 0 unless `short`. Where a share is asked for, the new cases count in the whole too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleTried:
    """One access rule of the corpus, and the documents of it that cases try.

    Tried as permitted: somebody who may see the document is asked about it (evidence cites it). Tried as denied:
    somebody who may not see it asks for it: the case names it as denied, or a case of the same family or question
    cites it.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    tenant: str | None
    """None: of every tenant."""
    principals: tuple[str, ...] | None
    """Users and roles; None: everyone of the tenant. With no tenant either: cases alone deny the documents."""
    documents: int
    permitted: int
    denied: int
    never_permitted: tuple[str, ...]
    """Documents that nobody who may see them is asked about, the first hundred."""
    never_denied: tuple[str, ...]
    """Documents that nobody who may not see them asks for, the first hundred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderCited:
    """The documents of one folder: first part of their source; ``.`` where there is none."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    folder: str
    documents: int
    cited: int
    uncited: tuple[str, ...]
    """The first ids of documents for everybody that no evidence cites; the others are a matter of their rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentsCited:
    """How much of the corpus the evidence of the live cases rests on."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    documents: int
    """Those that evidence could cite."""
    cited: int
    passed_over: int
    """Left out of the count: not parsed, planted, or superseded."""
    folders: tuple[FolderCited, ...]
    """Most uncited documents first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipShare:
    """The share of cases whose verdict flips between two runs, and what it rests on."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    value: float
    """What is reckoned with."""
    basis: Literal["repeats", "two_runs", "assumed"]
    observed: float | None = None
    """As it was seen; None: assumed. Few flips are not believed: `value` may be greater."""
    cases: int = 0
    """Cases on which it was seen."""
    runs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """What the whole set, or a slice of it, can show."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    slice: dict[str, str]
    """Empty: the whole set."""
    cases: int
    families: int
    """A family: variants of one case, and cases that ask the same question."""
    effective: float
    """Cases without kin that show as much, if all of a family pass or fail together."""
    smallest_fall: float | None
    """Smallest fall of the pass rate seen with 80 % power at two-sided 0.05, as a share; None: none can be."""
    more: int
    """Cases without kin to add, to see the fall that was asked for; each asked once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """Cases needed where each is asked several times."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    repeats: int
    flip_share: float
    """Left after the repeats: they shrink the noise, never the fall itself."""
    needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """How many cases show a fall, and which fall these cases show: paired, the same cases before and after."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    points: float
    """The fall asked about, in points of the pass rate."""
    flips: FlipShare
    whole: Detected
    slices: tuple[Detected, ...]
    repeats: tuple[Repeated, ...]
    """Ascending; the first is one run a case."""

    @property
    def needed(self) -> int:
        """Cases needed, each without kin and asked once."""
        return self.repeats[0].needed


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Something to draft."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: GapKind
    """Of the gravest reason."""
    slice: dict[str, str]
    """Words that the new cases have, by axis; empty: any."""
    cases: int
    """How many. A case may fill several gaps."""
    why: tuple[str, ...]
    """Every reason, the gravest first."""
    asker: str = ""
    """Who asks, in words; empty: anybody."""
    documents: tuple[str, ...] = ()
    """Documents to draft from, the first few."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """All that `cover` has to say of one set."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    corpus: str
    """Label of the revision; empty: none."""
    cases: int
    """Live cases: neither rejected nor retired."""
    left_out: dict[str, int]
    """Cases that are not counted, by state."""
    axes: tuple[AxisMix, ...]
    crossings: tuple[Crossing, ...]
    minima: tuple[MinimumStanding, ...]
    targets: tuple[TargetStanding, ...]
    unlabelled: tuple[str, ...]
    """Axes on which no case has a word: nothing is known there."""
    access: tuple[RuleTried, ...]
    """Access rules of the corpus; everybody's documents have none."""
    documents: DocumentsCited | None
    """None: no corpus was frozen."""
    detection: Detection
    gaps: tuple[Gap, ...] = field(default_factory=tuple)
    """What is missing, the gravest first."""
    next_step: str = ""

    @property
    def exit_status(self) -> int:
        """1 where a minimum of set.yaml is not met; a preset, a thin slice and an untried rule are advice."""
        return 0 if all(item.met for item in self.minima) else 1
