"""Evidence: whether the answer rests on what it names, and names what it rests on.

Citations are counted once an id. A citation that meets no need is not shown to be wrong, only not shown to be right: a
judge would have to read it.
"""

from __future__ import annotations

from collections.abc import Callable

from goldsmith.records.measure import Outcome, Scored, Unscored
from goldsmith.records.observation import CitationSeen, Observation
from goldsmith.scoring.measuring.definition import (
    Definition,
    OutcomeOf,
    all_checks,
    not_applicable,
    not_observed,
    of_reply,
)

Citations = tuple[CitationSeen, ...]


def _of_citations(
    read: Callable[[Observation, Citations], Outcome], unasked: Callable[[Observation], Unscored | None] | None = None
) -> OutcomeOf:
    """Return `read`, which asks for the citations of a reply, as a measure."""

    def shown(observation: Observation) -> Outcome:
        if observation.citations is None:
            return not_observed("citations are not shown")
        return read(observation, observation.citations)

    return of_reply(shown, unasked)


def _without_evidence(observation: Observation) -> Unscored | None:
    return None if observation.needs else not_applicable("the case has no evidence to cite")


def _distinct(citations: Citations) -> Citations:
    return tuple({citation.id: citation for citation in citations}.values())


def _precision(observation: Observation, citations: Citations) -> Outcome:
    del observation
    cited = _distinct(citations)
    if not cited:
        return not_applicable("nothing was cited")
    return Scored(value=sum(bool(citation.needs) for citation in cited) / len(cited))


def _recall(observation: Observation, citations: Citations) -> Outcome:
    named = {need for citation in citations for need in citation.needs}
    return Scored(value=len(named) / len(observation.needs))


def _not_retrieved(observation: Observation, citations: Citations) -> Outcome:
    del observation
    if any(citation.retrieved == "unknown" for citation in citations):
        return not_observed("what was retrieved is not shown")
    return Scored(value=float(sum(citation.retrieved == "no" for citation in _distinct(citations))))


def _quotes_not_found(observation: Observation, citations: Citations) -> Outcome:
    del observation
    quotes = [citation.quote for citation in citations if citation.quote != "none"]
    if not quotes:
        return not_applicable("nothing was quoted")
    if "unknown" in quotes and "not_found" not in quotes:
        return not_observed("the text of a cited source is not at hand")
    return Scored(value=float(quotes.count("not_found")))


def _superseded(observation: Observation) -> Outcome:
    if observation.passages is None and observation.citations is None:
        return not_observed("neither passages nor citations are shown")
    used = {passage.document or passage.id for passage in observation.passages or () if passage.superseded}
    used |= {_document(citation.id, observation) for citation in observation.citations or () if citation.superseded}
    return Scored(value=float(len(used)))


def _document(cited: str, observation: Observation) -> str:
    return next((one.document for one in observation.passages or () if one.id == cited and one.document), cited)


def _share(name: str, outcome: OutcomeOf) -> Definition:
    return Definition(name=name, layer="evidence", direction="higher", unit="share", outcome=outcome)


def _count(name: str, outcome: OutcomeOf) -> Definition:
    return Definition(name=name, layer="evidence", direction="lower", unit="count", outcome=outcome)


DEFINITIONS: tuple[Definition, ...] = (
    _share("citation_precision", _of_citations(_precision, _without_evidence)),
    _share("citation_recall", _of_citations(_recall, _without_evidence)),
    _count("cited_not_retrieved", _of_citations(_not_retrieved)),
    _count("quotes_not_found", _of_citations(_quotes_not_found)),
    _count("superseded_used", of_reply(_superseded)),
    _share("conflict_mentioned", all_checks("conflict")),
    _share("citation_given", all_checks("citation")),
)
