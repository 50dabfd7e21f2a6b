"""How far reviewers agree who decided on the same content without each other, and where they do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

FigureName = Literal["kappa", "alpha", "alpha_masi"]
"""`kappa`: Cohen's, of two reviewers · `alpha`: Krippendorff's, of more, on the words · `alpha_masi`: Krippendorff's on
the evidence that they selected, with the distance 1 - MASI."""

Standing = Literal["holds", "below", "cannot_tell", "not_asked"]
"""Of a figure against the floor. `cannot_tell`: too few cases, or no value · `not_asked`: nobody selected evidence on
their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Agreement beyond chance: 1 is full agreement, 0 what chance gives."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    name: FigureName
    value: float | None
    interval: tuple[float, float] | None
    """95 %; None: there is none, and `why` says so."""
    why: str
    """Why there is no value or no interval, or why it stands as it does; empty: nothing to explain."""
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class WordAgreement:
    """How reviewers use one decision word."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    word: str
    share: float
    """Of all words in pairs."""
    agreement: float
    """Of the times that one of two gave it, how often the other did too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceAgreement:
    """How far the selections of evidence agree. Selections are compared, never averaged."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    contents: int
    """Contents on which two or more could select."""
    repeating: int
    """Those where every selection is what the case itself names: confirmed, which is less than selected."""
    same: float | None
    """Share of pairs whose selections are equal."""
    jaccard: float | None
    """Mean over pairs."""
    masi: float | None
    """Mean over pairs."""
    alpha_jaccard: float | None
    figure: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupAgreement:
    """The agreement of all reviewers, of two of them, or of all on one slice."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    slice: dict[str, str]
    """Empty: all cases."""
    reviewers: tuple[str, ...]
    contents: int
    """Contents of cases that two or more decided on. A case that was edited and decided on again counts twice."""
    pairs: int
    """Of decisions."""
    raw: float | None
    """Mean over contents of the share of pairs with one word; None: no content."""
    raw_interval: tuple[float, float] | None
    ac1: float | None
    """Gwet's AC1: agreement beyond chance that does not fall because one word dominates."""
    words: tuple[WordAgreement, ...]
    """The commonest first."""
    figure: Figure
    low_by_prevalence: bool
    """The figure is below the floor and AC1 is not: one word dominates, and the others are hardly shared."""
    evidence: EvidenceAgreement


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two decisions on the same content that differ, and in what."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    content: str
    """Case digest."""
    current: bool
    """The case still says exactly this."""
    settled: bool
    """An adjudication resolved it."""
    first: str
    second: str
    """Reviewers, by name."""
    first_word: str
    second_word: str
    only_first: tuple[str, ...]
    """Evidence that only the first selected."""
    only_second: tuple[str, ...]
    first_reason: str
    second_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Decisions that are no half of an independent pair, by the rule that leaves them out."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    no_side: int
    """Outside the reviewer's field, or a retirement."""
    replaced: int
    """Replaced by the same reviewer before anybody else had decided: the later word counts."""
    after_another: int
    """Changed after another reviewer had decided: no longer independent; the earlier word counts."""
    after_adjudication: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewAgreement:
    """All that `review agreement` has to say of one set."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    floor: float
    least: int
    """Contents below which nothing is said."""
    whole: GroupAgreement
    pairs: tuple[GroupAgreement, ...]
    slices: tuple[GroupAgreement, ...]
    differences: tuple[Difference, ...]
    """Where cases still say what was judged first, then by how much the two differ."""
    one_decision: int
    """Cases of the set on which one reviewer took a side, as they stand now."""
    no_decision: int
    left_out: LeftOut
    standing: Standing
    next_step: str = ""
    handbooks: tuple[GroupAgreement, ...] = ()
    """By version of the handbook that two or more decided by, each under ``{"handbook": digest}`` (``none``: by no
    current one); empty where all decided by the same. Nothing of it is held against the floor."""
    across_handbooks: int = 0
    """Contents on which no two decided by the same version."""

    @property
    def exit_status(self) -> int:
        """0 where every figure that was asked for holds the floor; else 1."""
        return 0 if self.standing == "holds" else 1
