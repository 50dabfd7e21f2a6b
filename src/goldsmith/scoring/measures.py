"""The measures by name, and an outcome for every pair of observation and measure that is asked for.

A new family is one file in `measuring` and one line in `_FAMILIES`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from types import MappingProxyType

from goldsmith._base.collector import collector_at_rest
from goldsmith._base.registry import unknown_name
from goldsmith.errors import UnknownNameError
from goldsmith.ports.measure import MeasurePlugin
from goldsmith.records.measure import Measure, Outcome, Score
from goldsmith.records.observation import Observation
from goldsmith.records.task import TaskKey
from goldsmith.scoring.measuring import authorization, behaviour, evidence, operations, response, retrieval
from goldsmith.scoring.measuring.behaviour import Abstention, abstention
from goldsmith.scoring.measuring.definition import Definition, not_applicable
from goldsmith.scoring.plugged import Material, definition_of
from goldsmith.scoring.summaries import summarise

__all__ = [
    "DEFINITIONS",
    "STANDARD",
    "Abstention",
    "MeasureBook",
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
    "leaks", "enforced_before_retrieval", "identity_propagated", "forbidden_tool_calls",
    "latency_ms", "time_to_first_token_ms", "input_tokens", "output_tokens", "cost_usd", "attempts", "failed",
)  # fmt: skip
"""The spellings that a run is scored by when nothing else is asked."""

_SPELLING = re.compile(r"(?P<name>[^@]+)(?:@(?P<cutoff>[1-9]\d{0,8}))?")


_NOTHING: Mapping[TaskKey, Material] = MappingProxyType({})


class MeasureBook:
    """Every measure that can be asked for: those that are built in, and those of plug-ins."""

    def __init__(self, plugins: Iterable[MeasurePlugin] = ()) -> None:
        self._plugins = {plugin.name: plugin for plugin in plugins}
        self._definitions = DEFINITIONS | {one.name: definition_of(one, _NOTHING) for one in self._plugins.values()}

    def parse(self, text: str) -> Measure:
        """Return the measure with this spelling, such as ``recall@5``.

        Raises UnknownNameError where no measure has this name or the cutoff does not fit it.
        """
        match = _SPELLING.fullmatch(text)
        name = match["name"] if match else text.partition("@")[0]
        definition = self._definitions.get(name)
        if definition is None:
            raise unknown_name("measures", name, tuple(sorted(self._definitions)))
        if match is None:
            raise UnknownNameError(
                f"{text!r} has no cutoff that is a whole number from 1",
                next_step=f"write it as {name}@5, or {name} alone",
            )
        cutoff = int(match["cutoff"]) if match["cutoff"] else None
        if cutoff is not None and definition.cutoff == "none":
            raise UnknownNameError(
                f"the measure {name!r} takes no cutoff, and {text!r} has one", next_step=f"write {name}"
            )
        return definition.measure(cutoff)

    def score(
        self,
        observations: Iterable[Observation],
        measures: Iterable[Measure],
        *,
        material: Mapping[TaskKey, Material] = _NOTHING,
    ) -> tuple[Score, ...]:
        """Return an outcome for every observation and measure, in the order given: observations outside.

        To the observation of a probe of access no measure applies but those of authorization: it is no trial of a case.
        `material` holds what each observation was made from, which only measures of plug-ins ask for. Raises
        UnknownNameError for a measure that nothing stands behind.
        """
        wanted = [
            (str(measure), self._ready(self.parse(str(measure)).name, material), measure.cutoff) for measure in measures
        ]
        # Scores are many and hold no cycles; of what a plug-in makes meanwhile nobody knows that.
        with nullcontext() if self._plugins else collector_at_rest():
            return tuple(
                [
                    Score(key=one.key, case=one.case, measure=spelling, outcome=_outcome(definition, one, cutoff))
                    for one in observations
                    for spelling, definition, cutoff in wanted
                ]
            )

    def _ready(self, name: str, material: Mapping[TaskKey, Material]) -> Definition:
        plugin = self._plugins.get(name)
        return self._definitions[name] if plugin is None else definition_of(plugin, material)


_BUILT_IN = MeasureBook()


def parse(text: str) -> Measure:
    """Return the built-in measure with this spelling. Raises UnknownNameError."""
    return _BUILT_IN.parse(text)


def score(observations: Iterable[Observation], measures: Iterable[Measure]) -> tuple[Score, ...]:
    """Return what `MeasureBook.score` does for the built-in measures."""
    return _BUILT_IN.score(observations, measures)


def _outcome(definition: Definition, observation: Observation, cutoff: int | None) -> Outcome:
    if observation.probe and definition.layer != "authorization":
        return not_applicable("a probe of access")
    return definition.outcome(observation, cutoff)
