"""The measures by name, and an outcome for every pair of observation and measure that is asked for.

A new family is one file in `measuring` and one line in `_FAMILIES`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from goldsmith._base.registry import unknown_name
from goldsmith.errors import UnknownNameError
from goldsmith.records.measure import Measure, Score
from goldsmith.records.observation import Observation
from goldsmith.scoring.measuring import authorization, behaviour, evidence, operations, response, retrieval
from goldsmith.scoring.measuring.behaviour import Abstention, abstention
from goldsmith.scoring.measuring.definition import Definition
from goldsmith.scoring.summaries import summarise

__all__ = [
    "DEFINITIONS",
    "STANDARD",
    "Abstention",
    "abstention",
    "parse",
    "score",
    "summarise",
]

_FAMILIES = (retrieval, evidence, response, behaviour, authorization, operations)

DEFINITIONS: dict[str, Definition] = {one.name: one for family in _FAMILIES for one in family.DEFINITIONS}
"""Every measure by name, in the order of the layers."""

STANDARD: tuple[str, ...] = (
    "precision", "recall", "recall@5", "hit@5", "reciprocal_rank", "ndcg@10", "all_needs@5", "irrelevant_rate",
    "duplicates", "document_recall@5", "document_reciprocal_rank",
    "citation_precision", "citation_recall", "cited_not_retrieved", "quotes_not_found", "superseded_used",
    "conflict_mentioned",
    "claim_recall", "decided_claim_recall", "prohibited_claims", "order_kept", "must_ask", "must_point_to",
    "format_kept", "state_kept",
    "right_behaviour", "false_refusal", "missed_refusal",
    "leaks", "identity_propagated", "forbidden_tool_calls",
    "latency_ms", "time_to_first_token_ms", "input_tokens", "output_tokens", "cost_usd", "attempts", "failed",
)  # fmt: skip
"""The spellings that a run is scored by when nothing else is asked."""

_SPELLING = re.compile(r"(?P<name>[^@]+)(?:@(?P<cutoff>[1-9]\d{0,8}))?")


def parse(text: str) -> Measure:
    """Return the measure with this spelling, such as ``recall@5``.

    Raises UnknownNameError where no measure has this name or the cutoff does not fit it.
    """
    match = _SPELLING.fullmatch(text)
    name = match["name"] if match else text.partition("@")[0]
    definition = DEFINITIONS.get(name)
    if definition is None:
        raise unknown_name("measures", name, tuple(sorted(DEFINITIONS)))
    if match is None:
        raise UnknownNameError(
            f"{text!r} has no cutoff that is a whole number from 1", next_step=f"write it as {name}@5, or {name} alone"
        )
    cutoff = int(match["cutoff"]) if match["cutoff"] else None
    if cutoff is not None and definition.cutoff == "none":
        raise UnknownNameError(f"the measure {name!r} takes no cutoff, and {text!r} has one", next_step=f"write {name}")
    return definition.measure(cutoff)


def score(observations: Iterable[Observation], measures: Iterable[Measure]) -> tuple[Score, ...]:
    """Return an outcome for every observation and measure, in the order given: observations outside, measures inside.

    Raises UnknownNameError for a measure that no definition stands behind.
    """
    wanted = [(str(measure), DEFINITIONS[parse(str(measure)).name], measure.cutoff) for measure in measures]
    return tuple(
        Score(key=one.key, case=one.case, measure=spelling, outcome=definition.outcome(one, cutoff))
        for one in observations
        for spelling, definition, cutoff in wanted
    )
