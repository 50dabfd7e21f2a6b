"""Which decisions were taken on the same content without each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from goldsmith.records.agreement import LeftOut
from goldsmith.records.decision import Adjudication, Decision, ReviewFact

_SIDES = frozenset({"approved", "rejected", "ambiguous", "source_unreadable"})
"""Words that say something of the case. Who says that it is outside their field takes no side; an owner retires."""

_SEEN = frozenset({"approved", "rejected", "ambiguous"})
"""Words of reviewers who could read the sources, and so could select evidence."""


_Key = tuple[str, str, str]
"""Case, case digest, corpus; an empty text where nobody recorded the corpus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """One case as it was judged, under one corpus, with one decision of each reviewer."""

    case: str
    digest: str
    decisions: tuple[Decision, ...]
    """By name of the reviewer; one at least. Each took a side before an adjudication and, but for its own reviewer's
    slips, before its reviewer could have answered another one."""
    settled: bool
    """An adjudication was made on it."""

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Who decided, by name."""
        return tuple(item.reviewer for item in self.decisions)

    def pairs(self) -> tuple[tuple[Decision, Decision], ...]:
        """Return every two decisions; none where there is one."""
        return tuple(combinations(self.decisions, 2))

    def of(self, reviewers: frozenset[str]) -> Content | None:
        """Return the content with the decisions of these reviewers alone; None: there is none."""
        held = tuple(item for item in self.decisions if item.reviewer in reviewers)
        if not held:
            return None
        return Content(case=self.case, digest=self.digest, decisions=held, settled=self.settled)

    def selections(self) -> tuple[frozenset[str], ...]:
        """Return the evidence of each reviewer who could select any."""
        return tuple(frozenset(item.evidence) for item in self.decisions if could_select(item))


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """All contents on which somebody took a side, and what was left out."""

    contents: tuple[Content, ...]
    """By case and digest."""
    left_out: LeftOut


@dataclass(slots=True)
class _Count:
    no_side: int = 0
    replaced: int = 0
    after_another: int = 0
    after_adjudication: int = 0


def could_select(decision: Decision) -> bool:
    """Say whether the reviewer could read the sources, so that their selection, even an empty one, means something."""
    return decision.decision in _SEEN


def paired(facts: Iterable[ReviewFact]) -> Paired:
    """Return the independent decisions in `facts` (in the order in which they were settled), content by content.

    Two decisions are on the same content where case, case digest and corpus are equal: who says that a case stood under
    an earlier corpus does not contradict who says that it does not under a later one. Of several words of one reviewer
    the last counts that was said before anybody else decided; a change after that may be an answer to the other, and
    does not count, as nothing does that follows an adjudication.
    """
    count = _Count()
    grouped: dict[_Key, list[Decision]] = {}
    closed: set[_Key] = set()
    resolved: set[str] = set()
    for fact in facts:
        if isinstance(fact, Adjudication):
            resolved.update(fact.resolves)
            # What is judged under a later corpus afterwards is asked anew.
            closed.update(key for key in grouped if key[:2] == (fact.case, fact.case_digest))
            closed.add((fact.case, fact.case_digest, ""))
        elif fact.decision not in _SIDES:
            count.no_side += 1
        elif _key(fact) in closed:
            count.after_adjudication += 1
        else:
            grouped.setdefault(_key(fact), []).append(fact)
    contents = [
        Content(
            case=key[0],
            digest=key[1],
            decisions=tuple(_independent(words, count)),
            settled=key in closed or any(item.id in resolved for item in words),
        )
        for key, words in sorted(grouped.items())
    ]
    left_out = LeftOut(
        no_side=count.no_side,
        replaced=count.replaced,
        after_another=count.after_another,
        after_adjudication=count.after_adjudication,
    )
    return Paired(contents=tuple(contents), left_out=left_out)


def doubly(contents: Iterable[Content]) -> tuple[Content, ...]:
    """Return the contents on which two or more decided."""
    return tuple(item for item in contents if len(item.decisions) >= 2)


def between(contents: Iterable[Content], reviewers: frozenset[str]) -> tuple[Content, ...]:
    """Return the contents on which all of `reviewers` decided, with their decisions alone."""
    held = (item.of(reviewers) for item in contents)
    return tuple(item for item in held if item is not None and len(item.decisions) == len(reviewers))


def reviewer_pairs(contents: Sequence[Content]) -> tuple[tuple[str, str], ...]:
    """Return every two reviewers who decided on the same content, by name."""
    return tuple(sorted({pair for item in contents for pair in combinations(item.reviewers, 2)}))


def singly_decided(contents: Iterable[Content], current: Mapping[str, str]) -> tuple[int, int]:
    """Return how many cases have one reviewer's decision on what they say now, and how many have none.

    `current`: case digest by case id.
    """
    reviewers: dict[str, set[str]] = {case: set() for case in current}
    for item in contents:
        if current.get(item.case) == item.digest:
            reviewers[item.case].update(item.reviewers)
    numbers = [len(held) for held in reviewers.values()]
    return numbers.count(1), numbers.count(0)


def _key(fact: Decision) -> _Key:
    return (fact.case, fact.case_digest, fact.corpus or "")


def _independent(words: Sequence[Decision], count: _Count) -> list[Decision]:
    """Return one decision a reviewer, by name, and count the others."""
    held: dict[str, Decision] = {}
    answered: set[str] = set()
    for word in words:
        if word.reviewer in answered:
            count.after_another += 1
        else:
            count.replaced += word.reviewer in held
            held[word.reviewer] = word
        # Whoever decided before this may have seen it when they decide again.
        answered.update(name for name in held if name != word.reviewer)
    return [held[name] for name in sorted(held)]
