"""Evidence: whether the answer rests on what it names, and names what it rests on.

Citations are counted once an id. A citation that meets no need is not shown to be wrong, only not shown to be right: a
judge would have to read it.
"""

from __future__ import annotations

from goldsmith.records.measure import Outcome, Scored
from goldsmith.records.observation import CitationSeen, Observation
from goldsmith.scoring.measuring.definition import (
    Definition,
    all_checks,
    failed,
    not_applicable,
    not_observed,
)


def _cited(observation: Observation) -> tuple[CitationSeen, ...]:
    return tuple({citation.id: citation for citation in observation.citations or ()}.values())


def _precision(observation: Observation, k: int | None) -> Outcome:
    del k
    if not observation.needs:
        return not_applicable("the case has no evidence to cite")
    missing = failed(observation)
    if missing is not None:
        return missing
    if observation.citations is None:
        return not_observed("citations are not shown")
    cited = _cited(observation)
    if not cited:
        return not_applicable("nothing was cited")
    return Scored(value=sum(bool(citation.needs) for citation in cited) / len(cited))


def _recall(observation: Observation, k: int | None) -> Outcome:
    del k
    if not observation.needs:
        return not_applicable("the case has no evidence to cite")
    missing = failed(observation)
    if missing is not None:
        return missing
    if observation.citations is None:
        return not_observed("citations are not shown")
    named = {need for citation in observation.citations for need in citation.needs}
    return Scored(value=len(named) / len(observation.needs))


def _not_retrieved(observation: Observation, k: int | None) -> Outcome:
    del k
    missing = failed(observation)
    if missing is not None:
        return missing
    if observation.citations is None:
        return not_observed("citations are not shown")
    if any(citation.retrieved == "unknown" for citation in observation.citations):
        return not_observed("what was retrieved is not shown")
    return Scored(value=float(sum(citation.retrieved == "no" for citation in _cited(observation))))


def _quotes_not_found(observation: Observation, k: int | None) -> Outcome:
    del k
    missing = failed(observation)
    if missing is not None:
        return missing
    if observation.citations is None:
        return not_observed("citations are not shown")
    quotes = [citation.quote for citation in observation.citations if citation.quote != "none"]
    if not quotes:
        return not_applicable("nothing was quoted")
    if "unknown" in quotes and "not_found" not in quotes:
        return not_observed("the text of a cited source is not at hand")
    return Scored(value=float(quotes.count("not_found")))


def _superseded(observation: Observation, k: int | None) -> Outcome:
    del k
    missing = failed(observation)
    if missing is not None:
        return missing
    if observation.passages is None and observation.citations is None:
        return not_observed("neither passages nor citations are shown")
    used = {passage.document or passage.id for passage in observation.passages or () if passage.superseded}
    used |= {_document(citation.id, observation) for citation in observation.citations or () if citation.superseded}
    return Scored(value=float(len(used)))


def _document(cited: str, observation: Observation) -> str:
    return next((one.document for one in observation.passages or () if one.id == cited and one.document), cited)


def _conflict(observation: Observation, k: int | None) -> Outcome:
    del k
    return all_checks(observation, "conflict")


def _citation_given(observation: Observation, k: int | None) -> Outcome:
    del k
    return all_checks(observation, "citation")


DEFINITIONS: tuple[Definition, ...] = (
    Definition(name="citation_precision", layer="evidence", direction="higher", unit="share", outcome=_precision),
    Definition(name="citation_recall", layer="evidence", direction="higher", unit="share", outcome=_recall),
    Definition(name="cited_not_retrieved", layer="evidence", direction="lower", unit="count", outcome=_not_retrieved),
    Definition(name="quotes_not_found", layer="evidence", direction="lower", unit="count", outcome=_quotes_not_found),
    Definition(name="superseded_used", layer="evidence", direction="lower", unit="count", outcome=_superseded),
    Definition(name="conflict_mentioned", layer="evidence", direction="higher", unit="share", outcome=_conflict),
    Definition(name="citation_given", layer="evidence", direction="higher", unit="share", outcome=_citation_given),
)
