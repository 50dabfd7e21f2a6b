"""Eleven measures of one response from the labels of its claims: the whole, the retriever, the generator.

Two texts are cut into claims, the response and the right answer. A claim is *right* where the right answer supports
it, *said* where the response does, *found* where at least one passage does. A passage is *relevant* where it supports
at least one claim of the right answer. Only "supported" counts; a contradiction is no support, as silence is none.

==================================== ==================================================================================
precision                            right claims of the response, of all its claims
recall                               said claims of the right answer, of all its claims
f1                                   harmonic mean of the two; 0 where one of them is 0
claim_recall                         found claims of the right answer, of all its claims
context_precision                    relevant passages, of all passages
context_utilization                  said claims, of the found claims of the right answer
noise_sensitivity_in_relevant        claims of the response that are not right and that a relevant passage supports
noise_sensitivity_in_irrelevant      such claims that only passages which are not relevant support
hallucination                        claims of the response that are neither right nor found
self_knowledge                       claims of the response that are right and not found
faithfulness                         found claims of the response
==================================== ==================================================================================

The last five are shares of all claims of the response. So precision, the two sensitivities and hallucination make 1
together, and so do faithfulness, hallucination and self_knowledge.

Source of the formulas: Ru et al., "RAGChecker" (2024), arXiv 2408.08067, sections 3.3 and 3.4. One thing is different:
where a denominator is empty (a response without claims, such as a right refusal; no passage of which to say that it is
relevant) RAGChecker counts 0, which makes a refusal unfaithful and free of hallucination at once. Here such a measure
does not apply. Nor is a response that retrieved nothing free of hallucination here: none of its claims is found.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeVar

from goldsmith.records.claim_labels import ByPassage, ClaimLabel, ClaimLabels
from goldsmith.records.measure import Direction, Outcome, Reason, Scored, Unscored

ClaimMeasure = Literal[
    "precision", "recall", "f1", "claim_recall", "context_precision", "context_utilization",
    "noise_sensitivity_in_relevant", "noise_sensitivity_in_irrelevant", "hallucination", "self_knowledge",
    "faithfulness",
]  # fmt: skip

GROUPS: Mapping[str, tuple[ClaimMeasure, ...]] = MappingProxyType(
    {
        "overall": ("precision", "recall", "f1"),
        "retriever": ("claim_recall", "context_precision"),
        "generator": (
            "context_utilization",
            "noise_sensitivity_in_relevant",
            "noise_sensitivity_in_irrelevant",
            "hallucination",
            "self_knowledge",
            "faithfulness",
        ),
    }
)
"""Which part of a system each measure is about."""

CLAIM_MEASURES: tuple[ClaimMeasure, ...] = tuple(name for names in GROUPS.values() for name in names)

DIRECTIONS: Mapping[ClaimMeasure, Direction] = MappingProxyType(
    {
        **dict.fromkeys(CLAIM_MEASURES, "higher"),
        "noise_sensitivity_in_relevant": "lower",
        "noise_sensitivity_in_irrelevant": "lower",
        "hallucination": "lower",
        "self_knowledge": "none",
    }
)
"""Which way is better. Self-knowledge: right, and nothing that was retrieved says so, which is neither good nor bad."""

_Held = TypeVar("_Held")

_NO_RESPONSE_CLAIM = "the response makes no claim"
_NO_ANSWER_CLAIM = "the right answer makes no claim"
_NOTHING_RETRIEVED = "nothing was retrieved"
_NOTHING_FOUND = "no claim of the right answer is in what was retrieved"
_NOT_LABELLED = "nobody labelled the claims against that"
_MISFIT = "labels and claims differ in number"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimMean:
    """One measure over several responses."""

    mean: float | None
    """Share, over the responses that have a value; None: none has one."""
    scored: int
    missing: tuple[tuple[Reason, int], ...]
    """Responses without a value, by reason."""
    mean_over_all: float
    """Share, with every response that has no value counted as 0, as RAGChecker does."""


def claim_measures(labels: ClaimLabels) -> dict[ClaimMeasure, Outcome]:
    """Return all eleven measures of one response, as shares; a measure without a value says why."""
    states = _states(labels)
    return {name: _outcome(name, states) for name in CLAIM_MEASURES}


def mean_claim_measures(outcomes: Sequence[Mapping[ClaimMeasure, Outcome]]) -> dict[ClaimMeasure, ClaimMean]:
    """Return the mean of each measure over responses. Raises ValueError without a response."""
    if not outcomes:
        raise ValueError("a mean needs at least one response")
    return {name: _mean([held[name] for held in outcomes]) for name in CLAIM_MEASURES}


def published_percent(share: float) -> float:
    """Return a share as RAGChecker prints it: in percent with one decimal. For comparisons with its output alone."""
    return round(share * 100, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class _States:
    """What is known of each claim; None where labels are missing, a text where they do not fit."""

    right: tuple[bool, ...] | str
    """By claim of the response."""
    said: tuple[bool, ...] | str
    """By claim of the right answer."""
    backed: tuple[tuple[bool, ...], ...] | str
    """By claim of the response and passage."""
    held: tuple[tuple[bool, ...], ...] | str
    """By claim of the right answer and passage."""
    passages: int


class _NoValueError(Exception):
    """Why a measure has no value."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason: Reason = reason
        self.detail = detail


def _states(labels: ClaimLabels) -> _States:
    response, answer = len(labels.response_claims), len(labels.answer_claims)
    passages = len(labels.passages or ())
    shown = labels.passages is not None
    return _States(
        right=_row(labels.response_by_answer, response),
        said=_row(labels.answer_by_response, answer),
        backed=_rows(labels.response_by_passages if shown else None, response, passages),
        held=_rows(labels.answer_by_passages if shown else None, answer, passages),
        passages=passages,
    )


def _row(labels: tuple[ClaimLabel, ...] | None, claims: int) -> tuple[bool, ...] | str:
    if labels is None:
        return _NOT_LABELLED
    return tuple(label == "supported" for label in labels) if len(labels) == claims else _MISFIT


def _rows(labels: ByPassage | None, claims: int, passages: int) -> tuple[tuple[bool, ...], ...] | str:
    if labels is None:
        return _NOT_LABELLED
    if len(labels) != claims or any(len(row) != passages for row in labels):
        return _MISFIT
    return tuple(tuple(label == "supported" for label in row) for row in labels)


def _outcome(name: ClaimMeasure, states: _States) -> Outcome:
    try:
        return Scored(value=_FORMULAS[name](states))
    except _NoValueError as missing:
        return Unscored(reason=missing.reason, detail=missing.detail)


def _known(held: tuple[_Held, ...] | str) -> tuple[_Held, ...]:
    if isinstance(held, str):
        raise _NoValueError("needs_judge", held)
    return held


def _share(true: Sequence[bool], empty: str) -> float:
    if not true:
        raise _NoValueError("not_applicable", empty)
    return sum(true) / len(true)


def _precision(states: _States) -> float:
    return _share(_known(states.right), _NO_RESPONSE_CLAIM)


def _recall(states: _States) -> float:
    return _share(_known(states.said), _NO_ANSWER_CLAIM)


def _f1(states: _States) -> float:
    precision, recall = _precision(states), _recall(states)
    return 2 * precision * recall / (precision + recall) if precision and recall else 0.0


def _claim_recall(states: _States) -> float:
    return _share([any(row) for row in _known(states.held)], _NO_ANSWER_CLAIM)


def _relevant(states: _States) -> list[bool]:
    """Return whether each passage supports a claim of the right answer."""
    held = _known(states.held)
    if not held:
        raise _NoValueError("not_applicable", _NO_ANSWER_CLAIM)
    if not states.passages:
        raise _NoValueError("not_applicable", _NOTHING_RETRIEVED)
    return [any(column) for column in zip(*held, strict=True)]


def _context_precision(states: _States) -> float:
    return _share(_relevant(states), _NOTHING_RETRIEVED)


def _context_utilization(states: _States) -> float:
    pairs = list(zip(_known(states.held), _known(states.said), strict=True))
    if not pairs:
        raise _NoValueError("not_applicable", _NO_ANSWER_CLAIM)
    return _share([said for row, said in pairs if any(row)], _NOTHING_FOUND)


def _noise(states: _States) -> tuple[list[bool], list[bool]]:
    """Return, for each claim of the response, whether it is noise of a relevant passage, and of others alone."""
    relevant = _relevant(states)
    inside, outside = [], []
    for right, row in zip(_known(states.right), _known(states.backed), strict=True):
        by_relevant = any(backed and useful for backed, useful in zip(row, relevant, strict=True))
        inside.append(not right and by_relevant)
        outside.append(not right and any(row) and not by_relevant)
    return inside, outside


def _unbacked(states: _States, *, right: bool) -> list[bool]:
    pairs = zip(_known(states.right), _known(states.backed), strict=True)
    return [is_right == right and not any(row) for is_right, row in pairs]


_FORMULAS: Mapping[ClaimMeasure, Callable[[_States], float]] = MappingProxyType(
    {
        "precision": _precision,
        "recall": _recall,
        "f1": _f1,
        "claim_recall": _claim_recall,
        "context_precision": _context_precision,
        "context_utilization": _context_utilization,
        "noise_sensitivity_in_relevant": lambda states: _share(_noise(states)[0], _NO_RESPONSE_CLAIM),
        "noise_sensitivity_in_irrelevant": lambda states: _share(_noise(states)[1], _NO_RESPONSE_CLAIM),
        "hallucination": lambda states: _share(_unbacked(states, right=False), _NO_RESPONSE_CLAIM),
        "self_knowledge": lambda states: _share(_unbacked(states, right=True), _NO_RESPONSE_CLAIM),
        "faithfulness": lambda states: _share([any(row) for row in _known(states.backed)], _NO_RESPONSE_CLAIM),
    }
)


def _mean(outcomes: Sequence[Outcome]) -> ClaimMean:
    values = [one.value for one in outcomes if isinstance(one, Scored)]
    missing = Counter(one.reason for one in outcomes if isinstance(one, Unscored))
    total = math.fsum(values)
    return ClaimMean(
        mean=total / len(values) if values else None,
        scored=len(values),
        missing=tuple(sorted(missing.items())),
        mean_over_all=total / len(outcomes),
    )
