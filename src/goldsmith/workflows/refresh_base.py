"""Cases that were pinned to other words than the earlier revision holds: what changed since cannot be told from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from goldsmith.corpus.locate import Lookup
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative
from goldsmith.records.refresh import CaseImpact, Reason, TracedAlternative
from goldsmith.refresh.gravity import GRAVITY, asking_of, gravest_first


def with_other_bases(
    impacts: Sequence[CaseImpact],
    cases: Sequence[Case],
    traced: Sequence[TracedAlternative],
    before: Lookup,
    label: str,
) -> tuple[CaseImpact, ...]:
    """Return `impacts`, with those cases asked about whose pinned hashes are not those of the revision `label`.

    A revision under the right label that holds other documents would else prove that nothing changed.
    """
    hashes = {
        chunk.id: chunk.content_hash.value for own in before.chunks.values() for chunk in own if chunk.content_hash
    }
    places = {(one.case, one.need, one.alternative): one for one in traced}
    doubts: dict[str, list[Reason]] = {}
    for case in cases:
        for need, at, written in _otherwise_pinned(case, before, hashes):
            place = places.get((case.id, need, at))
            doubts.setdefault(case.id, []).append(
                Reason(
                    impact="undecidable",
                    message=f"{written}: the case was pinned to other words than {label} holds there",
                    need=need,
                    alternative=at,
                    now=place.now if place else (),
                    pinned=place.pinned if place else (),
                )
            )
    return tuple(_doubted(impact, doubts.get(impact.case, ())) for impact in impacts)


def _doubted(impact: CaseImpact, doubts: Sequence[Reason]) -> CaseImpact:
    if not doubts:
        return impact
    reasons = gravest_first((*impact.reasons, *doubts))
    gravest = min((reason.impact for reason in reasons), key=GRAVITY.__getitem__)
    return replace(impact, impact=gravest, asking=asking_of(gravest), reasons=reasons)


def _otherwise_pinned(case: Case, before: Lookup, hashes: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Yield need, alternative and name of each passage of which the revision holds other words, or none."""
    for place, need in enumerate(case.evidence):
        for at, written in enumerate(need.any_of):
            pinned = written.sha256 or written.foreign_hash
            if pinned is not None and _held(written, before, hashes) != pinned:
                yield place, at, written.chunk or written.document or ""


def _held(written: Alternative, before: Lookup, hashes: Mapping[str, str]) -> str | None:
    if written.chunk is not None:
        return hashes.get(written.chunk)
    document = before.documents.get(written.document or "")
    return document.content_hash.value if document is not None else None
