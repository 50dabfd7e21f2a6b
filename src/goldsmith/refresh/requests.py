"""The cases that a person is asked about, one request each, grouped by the passage that changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from goldsmith._base.canonical import digest
from goldsmith.records.golden_set import CorpusPin
from goldsmith.records.refresh import CaseImpact, Impact, Passage, Reason, RefreshRequest, Trigger
from goldsmith.refresh.gravity import GRAVITY
from goldsmith.refresh.wording import place
from goldsmith.text.normal import comparable

_ID_DIGITS = 12
_OF_THE_SOURCE: frozenset[Impact] = frozenset(
    {
        "quote_gone",
        "quote_edited",
        "quote_split",
        "quote_crossed",
        "source_failed",
        "undecidable",
        "section_changed",
        "source_superseded",
        "dates_changed",
        "shares_terms",
        "document_renamed",
        "changed_elsewhere",
    }
)
_NOT_IN_THE_WORDS: frozenset[Impact] = frozenset(
    {
        "source_failed",
        "undecidable",
        "sight_lost",
        "denied_opened",
        "access_changed",
        "source_superseded",
        "dates_changed",
        "query_pattern",
        "retrieval_changed",
    }
)
"""What changed is told by the message alone: the words may well be the same."""


def requests(
    impacts: Sequence[CaseImpact],
    *,
    previous: CorpusPin,
    current: CorpusPin,
    first: Collection[str] = (),
) -> tuple[RefreshRequest, ...]:
    """Return a request for every case that is asked about singly.

    Requests about one passage stand together, the groups with the gravest impact first; inside a group the cases of
    `first` lead (those about permission, where access changed), then by case. An id follows from the case as it stands
    and from what changed, never from names or labels of the revisions nor from the order of the needs. A section that
    is shown in part counts as a whole: edited once more, it is asked about again.
    """
    groups: defaultdict[str, list[RefreshRequest]] = defaultdict(list)
    for impact in impacts:
        if impact.asking == "single":
            request = _request(impact, previous, current)
            groups[request.passage].append(request)
    ordered = sorted(groups, key=lambda passage: (min(GRAVITY[one.impact] for one in groups[passage]), passage))
    return tuple(
        request
        for passage in ordered
        for request in sorted(groups[passage], key=lambda one: (one.case not in first, one.case))
    )


def _request(impact: CaseImpact, previous: CorpusPin, current: CorpusPin) -> RefreshRequest:
    return RefreshRequest(
        id=_id(impact),
        case=impact.case,
        case_digest=impact.case_digest,
        previous=previous,
        current=current,
        trigger=_trigger(impact),
        impact=impact.impact,
        reasons=impact.reasons,
        passage=_passage(impact),
    )


def _id(impact: CaseImpact) -> str:
    changes = sorted(digest(_content(reason)) for reason in impact.reasons)
    return "q-" + digest([impact.case, impact.case_digest, changes])[:_ID_DIGITS]


def _content(reason: Reason) -> dict[str, Any]:
    """Return what makes one reason another: the impact, the old and the new words, or what is declared."""
    before = None if reason.before is None else _words(reason.before)
    now = list(map(_words, reason.now))
    # Of a long section only the neighbourhood of the quote is shown, and that may be the same.
    told = reason.impact in _NOT_IN_THE_WORDS or all(words == before for words in now)
    return {"impact": reason.impact, "before": before, "now": now, "told": reason.message if told else ""}


def _words(passage: Passage) -> list[str]:
    # Re-wrapped lines are the same words.
    return [passage.document, comparable(passage.text), passage.whole]


def _trigger(impact: CaseImpact) -> Trigger:
    if any(map(_is_of_the_source, impact.reasons)):
        return "source"
    return "query_pattern" if impact.impact == "query_pattern" else "corpus_revision"


def _is_of_the_source(reason: Reason) -> bool:
    if reason.impact == "quote_split" and reason.before is not None:
        # The same section, cut otherwise: the source says what it said.
        same = comparable(reason.before.text)
        return any(comparable(passage.text) != same for passage in reason.now)
    return reason.impact in _OF_THE_SOURCE


def _passage(impact: CaseImpact) -> str:
    """Return the name of the changed passage: the old one of the gravest reason, else the new one, else the case."""
    gravest = impact.reasons[0]
    shown = gravest.before or next(iter(gravest.now), None)
    return f"question of {impact.case}" if shown is None else place(shown.document, shown.section)
