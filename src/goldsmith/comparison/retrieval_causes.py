"""What became worse between two observations in what was retrieved: passages lost, passages pushed down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from goldsmith.records.comparison import Cause, CauseKind
from goldsmith.records.observation import NeedSeen, Observation


@dataclass(frozen=True, slots=True)
class SupersededUse:
    """Something superseded that is used now and was not in the baseline."""

    id: str
    rank: int | None
    """In the context; None: only cited."""
    cited: bool


def is_within(rank: int | None, cutoff: int) -> bool:
    """Say whether a rank counts as retrieved."""
    return rank is not None and rank <= cutoff


def lost_needs(before: Observation, now: Observation, cutoff: int) -> frozenset[int]:
    """Return the needs that were met within the cutoff, or anywhere in the list, and are not any more."""
    if before.passages is None or now.passages is None:
        return frozenset()
    return frozenset(new.need for old, new in _pairs(before, now) if _is_lost(old, new, cutoff))


def _pairs(before: Observation, now: Observation) -> Iterator[tuple[NeedSeen, NeedSeen]]:
    """Yield the needs whose ranks can be set side by side.

    Ranks of documents are no ranks of passages. Where one run shows passages and the other only documents, a need is
    told only where its document is gone too, or nothing was retrieved at all.
    """
    for old, new in zip(before.needs, now.needs, strict=True):
        gone = new.rank is None and (new.document_level or not now.passages)
        if old.document_level is new.document_level or gone:
            yield old, new


def newly_superseded(before: Observation, now: Observation) -> tuple[SupersededUse, ...]:
    """Return what is superseded and new in the context or among the citations, best rank first.

    A passage that was in the context before is new where it is cited now and was not.
    """
    known = {item.id or item.document or "" for item in before.passages or () if item.superseded}
    known_cited = {item.id for item in before.citations or () if item.superseded}
    cited = {item.id for item in now.citations or () if item.superseded} - known_cited
    found: dict[str, SupersededUse] = {}
    for item in now.passages or ():
        name = item.id or item.document or ""
        is_cited = bool({item.id, item.document} & cited)
        if item.superseded and item.rank is not None and (name not in known or is_cited):
            found.setdefault(name, SupersededUse(name, item.rank, is_cited))
            cited -= {item.id, item.document}
    return (*found.values(), *(SupersededUse(name, None, cited=True) for name in sorted(cited)))


def superseded_causes(before: Observation, now: Observation, cutoff: int, *, answer_fell: bool) -> Iterator[Cause]:
    """Yield what is superseded and used now, where the answer fell or it stands above a passage that is needed."""
    fallen = [(old, new) for old, new in _pairs(before, now) if _fell(old.rank, new.rank)]
    lost = lost_needs(before, now, cutoff)
    for used in newly_superseded(before, now):
        ousted = [old for old, new in fallen if new.need in lost and _takes_place(used, old, now)]
        below = any(_is_above(used.rank, new.rank) for _, new in fallen)
        if not (answer_fell or below):
            continue
        where = f"at rank {used.rank}" if used.rank is not None else "cited"
        told = f"superseded {used.id} used ({where}{', cited' if used.rank is not None and used.cited else ''})"
        if ousted:
            told += f" instead of {ousted[0].passage}, which was at rank {ousted[0].rank}"
        yield Cause(kind="superseded_used", message=told, passage=used.id, rank_before=None, rank_now=used.rank)


def need_causes(before: Observation, now: Observation, cutoff: int) -> Iterator[Cause]:
    """Yield why needs that were met are not met any more; one that a superseded passage ousted is told there."""
    if before.passages is None:
        return
    if now.passages is None:
        if any(need.rank is not None for need in before.needs):
            yield Cause(kind="other", message="the system no longer shows what it retrieved")
        return
    used = newly_superseded(before, now)
    lost = lost_needs(before, now, cutoff)
    for old, new in _pairs(before, now):
        if new.need in lost and not any(_takes_place(item, old, now) for item in used):
            yield _lost(old, new, cutoff)
    yield from _pushed_down(before, now, cutoff, lost)


def _is_lost(old: NeedSeen, new: NeedSeen, cutoff: int) -> bool:
    if is_within(old.rank, cutoff):
        return not is_within(new.rank, cutoff)
    return old.rank is not None and new.rank is None


def _fell(old: int | None, new: int | None) -> bool:
    return old is not None and (new is None or new > old)


def _is_above(rank: int | None, other: int | None) -> bool:
    return rank is not None and (other is None or rank < other)


def _takes_place(used: SupersededUse, old: NeedSeen, now: Observation) -> bool:
    """Say whether a superseded passage stands where a needed one stood, and is used as far as the system shows it."""
    in_place = used.rank is not None and old.rank is not None and used.rank <= old.rank
    return in_place and (used.cited or not now.citations)


def _lost(old: NeedSeen, new: NeedSeen, cutoff: int) -> Cause:
    kind: CauseKind
    if new.rank is not None:
        if new.passage == old.passage:
            told = f"{old.passage} fell from rank {old.rank} to {new.rank} (k = {cutoff})"
        else:
            told = (
                f"{old.passage} was at rank {old.rank}; now {new.passage} meets the need at {new.rank} (k = {cutoff})"
            )
        kind = "ranked_below"
    elif new.in_corpus == "no":
        told = f"{old.passage} was at rank {old.rank} and is not in the corpus revision: no system can retrieve it"
        kind = "not_in_corpus"
    else:
        told = f"{old.passage} was at rank {old.rank} and is not retrieved now"
        if new.candidate_rank is not None:
            told += f": a candidate at rank {new.candidate_rank}, dropped before the context"
        kind = "not_retrieved"
    return Cause(
        kind=kind,
        message=told,
        passage=old.passage,
        rank_before=old.rank,
        rank_now=new.rank,
    )


def _pushed_down(before: Observation, now: Observation, cutoff: int, lost: frozenset[int]) -> Iterator[Cause]:
    """Yield falls of the first relevant rank that take no passage across the cutoff, at either level of evidence."""
    for level in (False, True):
        pairs = [
            (old, new)
            for old, new in _pairs(before, now)
            if old.document_level is new.document_level is level and old.rank is not None
        ]
        first_before = min((old.rank for old, _ in pairs if old.rank is not None), default=None)
        first_now = min(
            (need.rank for need in now.needs if need.rank is not None and need.document_level is level), default=None
        )
        if first_before is None or not _fell(first_before, first_now):
            continue
        for old, new in pairs:
            if old.rank == first_before and new.rank is not None and new.need not in lost:
                side = "within" if new.rank <= cutoff else "beyond"
                name = old.passage if old.passage == new.passage else f"the first passage for {old.name}"
                yield Cause(
                    kind="other",
                    message=f"{name} fell from rank {old.rank} to {new.rank}, still {side} k = {cutoff}",
                    passage=new.passage,
                    rank_before=old.rank,
                    rank_now=new.rank,
                )
