"""In what two labels of one round differ, each difference by its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from goldsmith.records.workbench import Labelled, Mark

DifferenceName = Literal["decision", "evidence", "answer", "claim", "behaviour"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """One thing that one label says and another does not."""

    name: DifferenceName
    first: str
    second: str
    """What each says: a word, or the chunks (in one chunk, the words) that only it marked."""
    claim: int | None = None
    """Place of the claim, where that is what differs."""
    how: Literal["passages", "together", "words"] | None = field(default=None, compare=False)
    """Of evidence: other chunks · the same ones, put together otherwise · other words of the same ones."""


def by_need(marks: Iterable[Mark]) -> list[list[Mark]]:
    """Return marks need by need, in the order of the needs."""
    needs: dict[int, list[Mark]] = {}
    for mark in marks:
        needs.setdefault(mark.need, []).append(mark)
    return [needs[number] for number in sorted(needs)]


def same_selection(one: Iterable[Mark], other: Iterable[Mark]) -> bool:
    """Say whether two people selected the same evidence, need by need, however they number the needs.

    Two marks are the same where they stand in the same chunks and share words: that one person marks a word more is no
    difference, and that they mark different sentences of one chunk is. Selections are never averaged: they are the
    same, or a third person settles which holds.
    """
    theirs = by_need(other)
    for need in by_need(one):
        at = next((place for place, held in enumerate(theirs) if _same_need(need, held)), None)
        if at is None:
            return False
        del theirs[at]
    return not theirs


def differences(one: Labelled, other: Labelled) -> tuple[Differing, ...]:
    """Return all in what two labels differ. Labels that both reject a case differ in nothing else that matters."""
    if one.decision != other.decision:
        return (Differing(name="decision", first=one.decision, second=other.decision), *_evidence(one, other))
    if one.decision != "approved":
        return ()
    found = list(_evidence(one, other))
    if one.answer != other.answer:
        found.append(Differing(name="answer", first=one.answer or "", second=other.answer or ""))
    words = {word.claim: word.holds for word in one.claims}
    others = {word.claim: word.holds for word in other.claims}
    for claim in sorted(set(words) & set(others)):
        if words[claim] != others[claim]:
            first, second = (_held(holds=held[claim]) for held in (words, others))
            found.append(Differing(name="claim", first=first, second=second, claim=claim))
    if one.behaviour != other.behaviour:
        found.append(Differing(name="behaviour", first=one.behaviour, second=other.behaviour))
    return tuple(found)


def agree(labels: Sequence[Labelled]) -> bool:
    """Say whether no two labels differ."""
    return not any(differences(one, other) for one, other in combinations(labels, 2))


def _evidence(one: Labelled, other: Labelled) -> tuple[Differing, ...]:
    if same_selection(one.marks, other.marks):
        return ()
    first, second = _chunks(one), _chunks(other)
    if first != second:
        how: Literal["passages", "together", "words"] = "passages"
        only = (", ".join(sorted(first - second)), ", ".join(sorted(second - first)))
    elif _needs(one) != _needs(other):
        # The same passages, differently put together: all needed here, one of them enough there.
        how, only = "together", (_needs(one), _needs(other))
    else:
        how, only = "words", (_words(one), _words(other))
    return (Differing(name="evidence", first=only[0], second=only[1], how=how),)


def _same_need(one: Sequence[Mark], other: Sequence[Mark]) -> bool:
    return all(any(map(mark.meets, other)) for mark in one) and all(any(map(mark.meets, one)) for mark in other)


def _chunks(label: Labelled) -> frozenset[str]:
    return frozenset(name for mark in label.marks for name in mark.chunks)


def _needs(label: Labelled) -> str:
    needs = [" or ".join(sorted({"+".join(mark.chunks) for mark in need})) for need in by_need(label.marks)]
    return " and ".join(sorted(needs))


def _words(label: Labelled) -> str:
    return " · ".join(mark.quote for need in by_need(label.marks) for mark in need)


def _held(*, holds: bool) -> str:
    return "holds" if holds else "does not hold"
