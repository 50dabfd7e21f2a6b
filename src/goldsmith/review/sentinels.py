"""Sentinels: chosen for what they decide, settled by two or more, labelled again on schedule, and one ruler for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from goldsmith.records.case import Case
from goldsmith.records.claims import ProhibitedClaim
from goldsmith.records.decision import Adjudication, ReviewFact, Status
from goldsmith.records.sentinels import (
    RulerReading,
    RulerStanding,
    SentinelChoice,
    SentinelStanding,
    SettledWord,
    WordSaid,
)
from goldsmith.records.slices import words
from goldsmith.review.casework import SIDES
from goldsmith.review.pairing import Content, could_select, paired
from goldsmith.stats.intervals import Interval, wilson

FLOOR = 0.75
"""Least share of sentinels on which somebody says what was settled; the floor of agreement."""
LEAST = 5
"""Labels below which a share is a matter of luck."""
AXES = ("behaviour", "risk", "job", "reasoning", "language")
"""Axes on each word of which there should be a sentinel."""

_STALE = "stale"
_GUARD, _REFUSAL, _CLAIM = 3.0, 3.0, 1.0
_RISK = {"high": 2.0, "medium": 1.0}
_FLIPS = 2.0
_SLICE, _MOST_SLICES = 1.0, 2
_REAL = 0.5
_STAMP = "%Y-%m-%dT%H:%M:%SZ"

Needs = tuple[tuple[str, ...], ...]
Key = tuple[str, str]
"""Case and case digest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flips:
    """How often the verdict on a case changed from one stored run to the next, or between repeats of one run."""

    changed: int
    of: int


def choose(
    cases: Sequence[Case],
    states: Mapping[str, Status],
    *,
    flips: Mapping[str, Flips],
    settled: Mapping[str, SettledWord],
    most: int,
) -> tuple[SentinelChoice, ...]:
    """Return up to `most` approved cases that would make good sentinels, the best first, each with its reasons.

    Points: 3 for a case that guards access, 3 for one whose right answer is none, 1 for one that forbids a claim; 2 for
    high risk, 1 for medium; up to 2 for a verdict that changed between runs; 1 for each word of `AXES` (2 at most)
    that no sentinel has, counting those chosen before; 0.5 for a real origin. Of equals the calibrated one comes first,
    then the smaller id. `settled`: the word that holds for what a case says now, by id.
    """
    covered = {(axis, word) for case in cases if case.sentinel for axis in AXES for word in words(case, axis)}
    left = {case.id: case for case in cases if _may_be_one(case, states.get(case.id))}
    chosen: list[SentinelChoice] = []
    while left and len(chosen) < most:
        scored = [_choice(case, flips.get(name), covered, calibrated=name in settled) for name, case in left.items()]
        best = min(scored, key=lambda one: (-one.value, not one.calibrated, one.case))
        chosen.append(best)
        case = left.pop(best.case)
        covered |= {(axis, word) for axis in AXES for word in words(case, axis)}
    return tuple(chosen)


def settled_words(
    cases: Iterable[Case], digests: Mapping[str, str], facts: Iterable[ReviewFact], *, needs: Mapping[str, Needs]
) -> dict[str, SettledWord]:
    """Return the word that holds for what each of `cases` says now, by id, where it is calibrated.

    It is where two or more who decided without each other all gave the same word and evidence, or where what others
    differed on was adjudicated. `digests`: case digest by id; `needs`: the ids that satisfy each need of a case, by id.
    """
    grouped = _by_case(facts)
    found = {}
    for case in cases:
        key = (case.id, digests[case.id])
        word = _holding(grouped[case.id], key, needs).get(key)
        if word is not None:
            found[case.id] = word
    return found


def settled_over_time(
    cases: Iterable[Case], digests: Mapping[str, str], facts: Iterable[ReviewFact], *, needs: Mapping[str, Needs]
) -> dict[Key, tuple[SettledWord, ...]]:
    """Return every word that ever held for a content of `cases`, each from when on, in the order of time.

    Somebody who contradicts a settled word is measured by it, whatever an adjudication makes of it afterwards.
    """
    grouped = _by_case(facts)
    found: dict[Key, list[SettledWord]] = defaultdict(list)
    for case in cases:
        own = grouped[case.id]
        for end in range(1, len(own) + 1):
            for key, word in _holding(own[:end], (case.id, digests[case.id]), needs).items():
                if not found[key] or found[key][-1].decision != word.decision:
                    found[key].append(word)
    return {key: tuple(held) for key, held in found.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What was said of one sentinel."""

    settled: SettledWord | None
    """The word that holds for what it says now."""
    said: tuple[WordSaid, ...]
    is_open: bool
    """It is being labelled."""


def stand(
    case: Case, status: Status, digest: str, history: History, *, now: str, relabel_after_days: int
) -> SentinelStanding:
    """Return how a sentinel stands at `now` (as facts hold times).

    It is due when nobody said anything of what it says now for `relabel_after_days`, unless it is open already.
    """
    own = [one for one in history.said if (one.case, one.content) == (case.id, digest)]
    times = [one.at for one in own if one.decision in SIDES]
    if history.settled is not None:
        times.append(history.settled.since)
    last = max(times, default=None)
    due_at = None
    if status.state == "approved":
        due_at = _later(last, relabel_after_days) if last is not None else now
    return SentinelStanding(
        case=case.id,
        state=status.state,
        calibrated=history.settled is not None,
        why=_calibration(history.settled),
        labelled_at=last,
        due_at=due_at,
        due=due_at is not None and due_at <= now and not history.is_open,
        open=history.is_open,
    )


def ruler(
    settled: Mapping[Key, Sequence[SettledWord]],
    said: Iterable[WordSaid],
    *,
    floor: float = FLOOR,
    least: int = LEAST,
) -> tuple[RulerReading, ...]:
    """Return how far everybody who said something of a settled content says the same: one ruler for all kinds.

    Each word is held against the one that was settled before it was said: what settled it agrees with itself. It counts
    once, however it came here. Drift is told where even the upper end of Wilson's interval is below `floor`.
    """
    held: dict[tuple[str, str], dict[tuple[str, str, str], _Held]] = defaultdict(dict)
    for one in said:
        before = [word for word in settled.get((one.case, one.content), ()) if word.since < one.at]
        if before and one.decision in SIDES:
            held[one.kind, one.who].setdefault((one.case, one.content, one.at), _Held(one, before[-1]))
    return tuple(
        _reading(sorted(held[key].values(), key=lambda pair: (pair.said.at, pair.said.case)), floor, least)
        for key in sorted(held)
    )


class _Held(NamedTuple):
    said: WordSaid
    word: SettledWord

    @property
    def same_word(self) -> bool:
        return self.said.decision == self.word.decision

    @property
    def same_evidence(self) -> bool | None:
        """None: one of the two names none, so that nothing can be held against the other."""
        if self.said.evidence is None or self.word.needs is None:
            return None
        return _satisfies(self.said.evidence, self.word.needs)


def _by_case(facts: Iterable[ReviewFact]) -> dict[str, list[ReviewFact]]:
    grouped: dict[str, list[ReviewFact]] = defaultdict(list)
    for fact in facts:
        grouped[fact.case].append(fact)
    return grouped


def _holding(own: Sequence[ReviewFact], current: Key, needs: Mapping[str, Needs]) -> dict[Key, SettledWord]:
    """Return the word that holds for each content of one case after its facts `own`."""
    found: dict[Key, SettledWord] = {}
    for content in paired(own).contents:
        key = (content.case, content.digest)
        word = _agreed(content, needs.get(content.case) if key == current else None)
        if word is not None:
            found[key] = word
    for fact in own:
        if isinstance(fact, Adjudication) and fact.decision in SIDES:
            key = (fact.case, fact.case_digest)
            found[key] = SettledWord(
                case=fact.case,
                content=fact.case_digest,
                decision=fact.decision,
                needs=needs.get(fact.case) if key == current else None,
                since=fact.at,
                by=(fact.reviewer,),
            )
    return found


def _may_be_one(case: Case, status: Status | None) -> bool:
    return not case.sentinel and status is not None and status.state == "approved" and _STALE not in status.flags


def _choice(case: Case, flips: Flips | None, covered: set[Key], *, calibrated: bool) -> SentinelChoice:
    points = [*_guards(case), *_weight(case, flips)]
    new = [(axis, word) for axis in AXES for word in words(case, axis) if (axis, word) not in covered]
    points += [(_SLICE, f"no sentinel has {axis} {word}") for axis, word in new[:_MOST_SLICES]]
    if case.origin is not None and case.origin.kind != "synthetic":
        points.append((_REAL, f"it is real ({case.origin.kind})"))
    return SentinelChoice(
        case=case.id,
        value=sum(number for number, _ in points),
        reasons=tuple(f"{told} (+{number:g})" for number, told in points),
        calibrated=calibrated,
    )


def _guards(case: Case) -> list[tuple[float, str]]:
    found = []
    asker = case.identity
    if (asker is not None and (asker.denied or asker.tenant or asker.roles)) or "permission" in case.challenges:
        found.append((_GUARD, "it guards access to sources"))
    if case.behaviour not in {"answer", "unstated"}:
        found.append((_REFUSAL, f"right is to {case.behaviour.replace('_', ' ')}"))
    elif case.answerability in {"unsupported", "ambiguous"}:
        found.append((_REFUSAL, f"it is {case.answerability}"))
    if any(isinstance(claim, ProhibitedClaim) for claim in case.claims):
        found.append((_CLAIM, "it forbids a claim"))
    return found


def _weight(case: Case, flips: Flips | None) -> list[tuple[float, str]]:
    found = []
    if case.risk in _RISK:
        found.append((_RISK[case.risk], f"its risk is {case.risk}"))
    if flips is not None and flips.changed:
        share = round(_FLIPS * flips.changed / flips.of, 2)
        found.append((share, f"its verdict changed {flips.changed} of {flips.of} times from run to run"))
    return found


def _agreed(content: Content, needs: Needs | None) -> SettledWord | None:
    decisions = content.decisions
    if len(decisions) < 2 or len({item.decision for item in decisions}) > 1:
        return None
    selections = {frozenset(item.evidence) for item in decisions if could_select(item)}
    if len(selections) > 1:
        return None
    chosen = next(iter(selections), None)
    return SettledWord(
        case=content.case,
        content=content.digest,
        decision=decisions[0].decision,
        needs=needs if needs is not None or chosen is None else tuple((name,) for name in sorted(chosen)),
        # Who decided last made it two.
        since=sorted(item.at for item in decisions)[1],
        by=content.reviewers,
    )


def _calibration(settled: SettledWord | None) -> str:
    if settled is None:
        return "two independent decisions that agree on what it says now, or an adjudication, are missing"
    first, *others = settled.by[::-1]
    return f"{', '.join(others[::-1])} and {first} agree" if others else f"adjudicated by {first}"


def _reading(held: Sequence[_Held], floor: float, least: int) -> RulerReading:
    same = sum(1 for pair in held if pair.same_word)
    selections = [pair.same_evidence for pair in held if pair.same_evidence is not None]
    latest = {pair.said.case: pair for pair in held}
    interval = _interval(same, len(held))
    standing, why = _stands(interval, len(held), floor, least)
    return RulerReading(
        who=held[0].said.who,
        kind=held[0].said.kind,
        labels=len(held),
        same_word=same,
        interval=interval,
        selections=len(selections),
        same_evidence=sum(selections),
        evidence_interval=_interval(sum(selections), len(selections)),
        apart=tuple(sorted(name for name, pair in latest.items() if not pair.same_word or pair.same_evidence is False)),
        standing=standing,
        why=why,
    )


def _satisfies(evidence: tuple[str, ...], needs: Needs) -> bool:
    """Say whether a selection names each need by one of its passages, and nothing that is of no need."""
    chosen = set(evidence)
    return chosen <= {name for need in needs for name in need} and all(chosen & set(need) for need in needs)


def _interval(found: int, of: int) -> tuple[float, float] | None:
    held = wilson(found, of)
    return (held.low, held.high) if isinstance(held, Interval) else None


def _stands(interval: tuple[float, float] | None, labels: int, floor: float, least: int) -> tuple[RulerStanding, str]:
    if interval is None or labels < least:
        return "cannot_tell", f"{labels} of at least {least} labels of sentinels since they were settled"
    if interval[1] < floor:
        return "drifted", "says something else of sentinels too often: read the handbook together, on these cases"
    if interval[0] < floor:
        return "cannot_tell", "the floor lies inside the interval: more labels of sentinels would tell"
    return "holds", ""


def _later(stamp: str, days: int) -> str:
    return (datetime.strptime(stamp, _STAMP) + timedelta(days=days)).strftime(_STAMP)  # noqa: DTZ007 - Z is in the form
