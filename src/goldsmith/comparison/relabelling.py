"""Cases with their evidence where it stands in another corpus revision, for measuring alone: nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from goldsmith.records.case import Case
from goldsmith.records.claims import Claim, ProhibitedClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.refresh import TracedAlternative

Traces = Mapping[tuple[int, int], TracedAlternative]
"""By place of the need and of the alternative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relabelled:
    """A case as it would be labelled in another revision."""

    case: Case
    moved: bool
    """Some passage stands under another id there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unproved:
    """It cannot be proved where every passage of a case stands."""

    why: str


def relabel(case: Case, traced: Sequence[TracedAlternative], *, where: str) -> Relabelled | Unproved:
    """Return `case` with its evidence where `traced` proves that it stands in the revision `where`.

    Proved is a quote that is intact, or stands whole in several pieces, at a place that is certain. All pieces of a
    split become needs of their own: no single one is the evidence. One unproved alternative leaves the case out, since
    a system that retrieved what became of it would be counted as if it had missed it.
    """
    traces = {(item.need, item.alternative): item for item in traced if item.case == case.id}
    needs: list[Need] = []
    pieces: dict[str, tuple[str, ...]] = {}
    for place, need in enumerate(case.evidence):
        why = _unproved(place, need, traces, where)
        if why:
            return Unproved(why=why)
        became = tuple(_needs(place, need, traces))
        if need.need is not None and len(became) > 1:
            pieces[need.need] = tuple(item.need for item in became if item.need is not None)
        needs += became
    moved = any(_moved(case.evidence[place].any_of[at], item) for (place, at), item in traces.items())
    return Relabelled(case=_referring(replace(case, evidence=tuple(needs)), pieces), moved=moved)


def _unproved(place: int, need: Need, traces: Traces, where: str) -> str:
    """Return why the need cannot be labelled anew; empty: it can."""
    for at, written in enumerate(need.any_of):
        item = traces.get((place, at))
        named = written.chunk or written.document or written.source or "a passage"
        if item is None or not item.pinned or item.quote not in {"intact", "split"}:
            return f"{named}: {_STATES[item.quote if item is not None else 'unknown']} in {where}"
        if item.confidence < 1:
            return f"{named}: which of several places in {where} is its own is not certain"
        if len(item.pinned) > 1 and len(need.any_of) > 1:
            return f"{named}: one of several alternatives stands in pieces in {where}"
    return ""


_STATES = {
    "intact": "no place is known",
    "split": "no place is known",
    "edited": "other words stand in its place",
    "crossed": "its words stand in another document only",
    "gone": "its words stand nowhere",
    "unknown": "nothing can be told of its words",
}


def _needs(place: int, need: Need, traces: Traces) -> Iterator[Need]:
    held = [traces[place, at].pinned for at in range(len(need.any_of))]
    if len(held) == 1 and len(held[0]) > 1:
        for number, piece in enumerate(held[0], start=1):
            yield Need(need=f"{need.need}-{number}" if need.need else None, any_of=(piece,))
    else:
        yield replace(need, any_of=tuple(pinned[0] for pinned in held))


def _moved(written: Alternative, item: TracedAlternative) -> bool:
    if len(item.pinned) != 1:
        return True
    now = item.pinned[0]
    if written.chunk is not None:
        return now.chunk != written.chunk
    if item.before is not None and now.chunk is not None:
        return now.chunk not in item.before.chunks
    return item.document_now != item.document_before


def _referring(case: Case, pieces: Mapping[str, tuple[str, ...]]) -> Case:
    """Return the case with what names a need that is in pieces now naming all of them."""
    if not pieces:
        return case

    def named(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(one for name in names for one in pieces.get(name, (name,)))

    def of_claim(claim: Claim) -> Claim:
        return claim if isinstance(claim, ProhibitedClaim) else replace(claim, needs=named(claim.needs))

    return replace(
        case,
        claims=tuple(of_claim(claim) for claim in case.claims),
        accept=tuple(replace(item, needs=named(item.needs)) for item in case.accept),
    )
