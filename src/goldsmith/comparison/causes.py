"""Why a case got worse, told from what happened in both runs and never from its scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import get_args

from goldsmith.comparison.answer_causes import answer_causes
from goldsmith.comparison.pairing import told_failure
from goldsmith.comparison.retrieval_causes import lost_needs, need_causes, superseded_causes
from goldsmith.records.comparison import Cause, CauseKind
from goldsmith.records.observation import Leak, Observation

ORDER: Mapping[CauseKind, int] = MappingProxyType({kind: place for place, kind in enumerate(get_args(CauseKind))})
"""Place of each kind; leak first."""


def causes_of(before: Sequence[Observation], now: Sequence[Observation], cutoff: int) -> tuple[Cause, ...]:
    """Return every cause that the observations of one case show, in the order of kinds; each once.

    Both sides have at least one observation. Repeats are set side by side in order; where one side has fewer, its last
    stands for the rest. Empty where what happened is the same on both sides.
    """
    told: list[Cause] = [*leak_causes(before, now), *_failures(before, now)]
    answered_before = [item for item in before if item.failure is None]
    answered_now = [item for item in now if item.failure is None]
    for old, new in _side_by_side(answered_before, answered_now):
        lost = lost_needs(old, new, cutoff)
        answer = answer_causes(old, new, cutoff, lost)
        told += need_causes(old, new, cutoff)
        told += superseded_causes(old, new, cutoff, answer_fell=bool(answer))
        told += answer
    return tuple(sorted(dict.fromkeys(told), key=lambda cause: ORDER[cause.kind]))


def leak_causes(before: Sequence[Observation], now: Sequence[Observation]) -> Iterator[Cause]:
    """Yield one cause for each denied source that shows now in a channel in which it did not show in the baseline."""
    known = {(leak.document, leak.channel) for item in before for leak in item.leaks}
    found: dict[str, list[tuple[Leak, Observation]]] = {}
    for item in now:
        for leak in item.leaks:
            if (leak.document, leak.channel) not in known:
                found.setdefault(leak.document, []).append((leak, item))
    for document, leaks in sorted(found.items()):
        channels = ", ".join(dict.fromkeys(leak.channel for leak, _ in leaks))
        first, where = leaks[0]
        yield Cause(
            kind="leak",
            message=f"denied source {document} in {channels} ({first.detail})",
            passage=document,
            rank_now=_best_rank(where, document),
        )


def has_new_failure(before: Sequence[Observation], now: Sequence[Observation]) -> bool:
    """Say whether a larger share of the repeats failed now than in the baseline."""
    return _failed(now) * len(before) > _failed(before) * len(now)


def _failed(seen: Sequence[Observation]) -> int:
    return sum(item.failure is not None for item in seen)


def _failures(before: Sequence[Observation], now: Sequence[Observation]) -> Iterator[Cause]:
    if not has_new_failure(before, now):
        return
    failures = [item.failure for item in now if item.failure is not None]
    share = f" in {len(failures)} of {len(now)} repeats" if len(now) > 1 else ""
    yield Cause(kind="run_failed", message=f"no answer{share}: {told_failure(failures[0])}")


def _side_by_side(
    before: Sequence[Observation], now: Sequence[Observation]
) -> Iterable[tuple[Observation, Observation]]:
    if not before or not now:
        return ()
    longest = max(len(before), len(now))
    return [(before[min(at, len(before) - 1)], now[min(at, len(now) - 1)]) for at in range(longest)]


def _best_rank(seen: Observation, document: str) -> int | None:
    ranks = [item.rank for item in seen.passages or () if item.document == document and item.rank is not None]
    return min(ranks, default=None)
