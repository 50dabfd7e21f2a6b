"""What changed between two systems on the same cases, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from goldsmith.records.gate import CasePass
from goldsmith.records.measure import Score
from goldsmith.records.observation import Observation
from goldsmith.records.response import Component
from goldsmith.records.run import Plan
from goldsmith.records.vocabulary import Layer

CauseKind = Literal[
    "leak",
    "run_failed",
    "not_in_corpus",
    "not_retrieved",
    "ranked_below",
    "superseded_used",
    "not_used",
    "claim_missing",
    "prohibited_claim",
    "wrong_citation",
    "wrong_behaviour",
    "other",
]
"""In the order in which they are told: leak first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two runs that are compared, observed and scored under today's set and measures."""

    name: str
    plan: Plan
    digests: tuple[tuple[str, str], ...]
    """Case id and the digest of the case as this side was asked it."""
    observations: tuple[Observation, ...]
    scores: tuple[Score, ...]
    passes: tuple[CasePass, ...]
    versions: Mapping[str, int] = field(default_factory=dict)
    """Version of the measure behind each score, by its spelling; one that is not there is the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """One reason for a regression, down to passage and ranks."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kind: CauseKind
    message: str
    passage: str = ""
    rank_before: int | None = None
    rank_now: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Regression:
    """A case that got worse."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    falls: tuple[tuple[str, float, float], ...]
    """Measure, value in the baseline, value now."""
    case_failed: bool
    """It passed in the baseline and fails now."""
    causes: tuple[Cause, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The change of one measure on the common cases that have a value on both sides."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    measure: str
    layer: Layer
    direction: str
    unit: str
    now: float | None
    before: float | None
    change: float | None
    """Mean now less mean before, whichever way is better; None, like both means, where no case has two values."""
    interval: tuple[float, float] | None
    """95 %, of the change; None where there is no spread to draw one from."""
    p: float | None
    p_adjusted: float | None
    n: int
    """Cases with a value on both sides."""
    rises: int
    falls: int
    verdict: Literal["better", "worse", "no_visible_change", "undecided"]
    """`better` and `worse` follow the direction of the measure. `undecided`: fewer than six pairs, no direction, or a
    gain that the cases which lost their value could undo."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A case that could not be compared."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Something besides chance that differs between the two, or that one of them cannot tell."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    what: Literal["set", "corpus", "judge", "system", "measure"]
    message: str
    component: Component | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulerSide:
    """In which frozen corpus revision the ids stand that one side of a comparison retrieved."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    side: str
    """Name of the baseline or run."""
    revision: str | None
    """Label; None: of no frozen revision can it be said."""
    ids: int
    """Distinct names of passages or documents that were retrieved; a text without a name is none."""
    held: dict[str, int]
    """How many of them stand in each revision that was looked at, by label."""
    by_text: bool
    """The texts that the side shows were compared too, and told the revisions apart."""
    relabelled: bool
    """The side was judged once more with each label where its passage stands in `revision`."""
    note: str = ""
    """What cannot be told of it, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulerShift:
    """How much of the change of one measure comes from labels that no longer name their passages.

    Means over the same `n` cases. `stale_labels` + `system` is the change as labelled. None stands for what was not
    observed as labelled: where the pinned revision knows none of the ids, a run may name documents alone by it.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    measure: str
    unit: str
    direction: str
    before: float | None
    """As labelled."""
    before_reanchored: float
    """With each label where its passage stands in the revision of that side; as labelled where that is the pinned."""
    after_as_labelled: float | None
    after_reanchored: float
    stale_labels: float | None
    """What the labels alone make of the change: re-anchoring the same recorded runs gives it back."""
    system: float
    """The rest: after less before, both re-anchored."""
    n: int
    """Common cases with a value on both sides re-anchored, and as labelled where that was observed."""
    cases: tuple[str, ...]
    """Those of them whose passages stand under another id on one of the sides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs on their common unchanged cases."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    baseline: str
    why_this_baseline: str
    common: int
    left_out: tuple[LeftOut, ...]
    changes: tuple[Change, ...]
    effects: tuple[Effect, ...]
    regressions: tuple[Regression, ...]
    improved: tuple[str, ...]
    """Cases that failed in the baseline and pass now."""
    smallest_visible_fall: float | None
    """In case passes, at 80 % power and two-sided 0.05; None: no fall can be seen with so few cases."""
    flip_share: float
    """Of the cases decided on both sides, the share whose pass changed; 0 where there is none. The fall rests on it."""
    stale: bool
    """The fingerprints of a component differ, or only one side declares them."""
    ruler: tuple[RulerShift, ...] = ()
    """One for each measure of retrieval and evidence, where a side retrieved by other ids than the labels name."""
    ruler_told: str = ""
    """What of it a reader must know, in words; empty: both sides retrieved by the ids that the labels name."""
    ruler_sides: tuple[RulerSide, ...] = ()
    ruler_left_out: tuple[LeftOut, ...] = ()
    """Common cases that `ruler` does not count: it is not proved where their passages stand."""
