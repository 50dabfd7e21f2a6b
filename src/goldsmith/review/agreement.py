"""Agreement of reviewers on the decision word and on the evidence that they selected, and where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from goldsmith.records.agreement import (
    Difference,
    EvidenceAgreement,
    Figure,
    FigureName,
    GroupAgreement,
    ReviewAgreement,
    Standing,
    WordAgreement,
)
from goldsmith.records.case import Case
from goldsmith.records.decision import Decision, ReviewFact
from goldsmith.records.slices import words as words_of
from goldsmith.review.pairing import (
    Content,
    between,
    could_select,
    doubly,
    paired,
    reviewer_pairs,
    singly_decided,
)
from goldsmith.stats.agreement import CountArray, agreement_by_label, cohen_kappa, pair_table
from goldsmith.stats.alpha import Alpha, Resampling, krippendorff_alpha
from goldsmith.stats.alpha_of_sets import alpha_of_sets
from goldsmith.stats.intervals import Interval, mean_interval, wilson
from goldsmith.stats.many_raters import gwet_ac1, label_counts
from goldsmith.stats.set_overlap import jaccard, masi
from goldsmith.stats.undefined import Undefined

FLOOR = 0.75
"""Least agreement beyond chance: below it the question or the rule is at fault, and not the reviewers."""
LEAST = 20
"""Contents below which an agreement is a matter of luck: at 20 a kappa of 0.80 may be anything from 0.54 up."""

_RESAMPLING = Resampling(seed=1)
_CLOSE = 1e-9
_NOBODY = Undefined("no two reviewers decided on the same content")
_NO_INTERVAL = Undefined("there is no figure")
_HARDLY = 0.2
"""Agreement beyond chance up to here is slight (Landis & Koch 1977)."""
_WORDS = ("approved", "rejected", "ambiguous", "source_unreadable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of the decisions."""

    floor: float = FLOOR
    least: int = LEAST
    by: tuple[str, ...] = ("risk",)
    """Axes whose slices are told."""


def agreement(
    set_name: str, cases: Sequence[Case], digests: Mapping[str, str], facts: Sequence[ReviewFact], asked: Asked
) -> ReviewAgreement:
    """Return how far the reviewers agree.

    `digests`: case digest by case id, of what the cases say now; `facts` in the order in which they were settled.
    Decisions on earlier wordings, and on drafts that never came into the set, count too: they tell of the reviewers.
    """
    found = paired(facts)
    known = {case.id: case for case in reversed(cases)}
    double = doubly(found.contents)
    measured = _Measuring(known=known, asked=asked)
    whole = measured.group(double)
    one, none = singly_decided(found.contents, digests)
    versions = _by_handbook(double)
    return ReviewAgreement(
        set_name=set_name,
        floor=asked.floor,
        least=asked.least,
        whole=whole,
        pairs=tuple(measured.group(between(double, frozenset(pair))) for pair in reviewer_pairs(double)),
        slices=tuple(_slices(measured, double)),
        differences=_differences(double, digests),
        one_decision=one,
        no_decision=none,
        left_out=found.left_out,
        standing=_together(whole),
        handbooks=tuple(measured.group(versions[name], slice_of={"handbook": name}) for name in sorted(versions)),
        across_handbooks=sum(1 for content in double if not _shared_handbooks(content)),
    )


def weighed(
    name: FigureName, units: int, value: float | Undefined, interval: Interval | Undefined, asked: Asked
) -> Figure:
    """Return an agreement as it stands against the floor; `units`: what two or more judged.

    Words whose interval ends below 0.2 are told apart from others below the floor: what they decide is hardly more than
    who happened to judge. Selections are not, since those of cases with the same passages are alike by chance.
    """
    if isinstance(value, Undefined):
        return Figure(name=name, value=None, interval=None, why=value.reason, standing="cannot_tell")
    ends = (max(-1.0, interval.low), min(1.0, interval.high)) if isinstance(interval, Interval) else None
    why = interval.reason if isinstance(interval, Undefined) else ""
    standing: Standing = "holds"
    if units < asked.least:
        few = f"{units} of at least {asked.least} cases that two decided on"
        standing, why = "cannot_tell", "; ".join(filter(None, (few, why)))
    elif value < asked.floor - _CLOSE:
        standing = "below"
        if name != "alpha_masi" and ends is not None and ends[1] < _HARDLY:
            why = "hardly more than chance gives: it cannot be used as it stands"
    return Figure(name=name, value=value, interval=ends, why=why, standing=standing)


def _slices(measured: _Measuring, double: Sequence[Content]) -> list[GroupAgreement]:
    groups = []
    for axis in measured.asked.by:
        held: dict[str, list[Content]] = {}
        for content in double:
            case = measured.known.get(content.case)
            for word in dict.fromkeys(words_of(case, axis)) if case is not None else ():
                held.setdefault(word, []).append(content)
        groups += [measured.group(held[word], slice_of={axis: word}) for word in sorted(held)]
    return groups


def _by_handbook(double: Sequence[Content]) -> dict[str, list[Content]]:
    """Return the contents that two or more decided on by the same version, by version; empty where there is but one."""
    held: dict[str, list[Content]] = {}
    seen = {item.handbook_digest for content in double for item in content.decisions}
    for content in double if len(seen) > 1 else ():
        for version, decisions in _shared_handbooks(content).items():
            held.setdefault(version, []).append(replace(content, decisions=decisions))
    return held


def _shared_handbooks(content: Content) -> dict[str, tuple[Decision, ...]]:
    held: dict[str, tuple[Decision, ...]] = {}
    for item in content.decisions:
        version = item.handbook_digest or "none"
        held[version] = (*held.get(version, ()), item)
    return {version: decisions for version, decisions in held.items() if len(decisions) > 1}


def _together(whole: GroupAgreement) -> Standing:
    standings = {whole.figure.standing, whole.evidence.figure.standing}
    if "below" in standings:
        return "below"
    return "cannot_tell" if "cannot_tell" in standings else "holds"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measuring:
    known: Mapping[str, Case]
    asked: Asked

    def group(self, double: Sequence[Content], *, slice_of: Mapping[str, str] | None = None) -> GroupAgreement:
        """Return the agreement on contents that two or more decided on."""
        reviewers = tuple(sorted({name for content in double for name in content.reviewers}))
        codes = _codes(double, reviewers)
        counts = label_counts(codes, labels=len(_WORDS))
        # Labels that nobody used say nothing of chance.
        used = counts[:, counts.sum(axis=0) > 0]
        ac1 = gwet_ac1(used)
        raw, raw_interval = _raw(double)
        figure = self._word_figure(codes)
        return GroupAgreement(
            slice=dict(slice_of or {}),
            reviewers=reviewers,
            contents=len(double),
            pairs=sum(len(content.pairs()) for content in double),
            raw=raw,
            raw_interval=raw_interval,
            ac1=_number(ac1.value),
            words=_word_agreements(double),
            figure=figure,
            low_by_prevalence=figure.value is not None
            and not isinstance(ac1.value, Undefined)
            and figure.value < self.asked.floor <= ac1.value,
            evidence=self._evidence(double),
        )

    def _word_figure(self, codes: CountArray) -> Figure:
        used = np.unique(codes[codes >= 0])
        if len(codes) < 2:
            return weighed("kappa", 0, _NOBODY, _NO_INTERVAL, self.asked)
        if len(used) == 1:
            name: FigureName = "kappa" if len(codes) == 2 else "alpha"
            why = Undefined(f"only one word was ever given: {_WORDS[int(used[0])]}")
            return weighed(name, 0, why, _NO_INTERVAL, self.asked)
        if len(codes) == 2:
            kappa = cohen_kappa(pair_table(codes[0], codes[1], labels=len(_WORDS)))
            interval = kappa.interval
            if isinstance(interval, Interval) and interval.high - interval.low <= _CLOSE:
                interval = Undefined("no disagreement was seen, so the formula sees no spread")
            return weighed("kappa", kappa.items, kappa.value, interval, self.asked)
        ratings = np.where(codes < 0, np.nan, codes.astype(np.float64))
        alpha = krippendorff_alpha(ratings, resampling=_RESAMPLING)
        return weighed("alpha", alpha.units, alpha.value, alpha.interval, self.asked)

    def _evidence(self, double: Sequence[Content]) -> EvidenceAgreement:
        units = [(content, content.selections()) for content in double]
        units = [(content, selections) for content, selections in units if len(selections) >= 2]
        sets = [selections for _, selections in units]
        pairs = [(one, other) for held in sets for place, one in enumerate(held) for other in held[place + 1 :]]
        repeating = sum(self._repeats(content, selections) for content, selections in units)
        alpha = alpha_of_sets(sets, masi, resampling=_RESAMPLING)
        return EvidenceAgreement(
            contents=len(units),
            repeating=repeating,
            same=_mean([float(one == other) for one, other in pairs]),
            jaccard=_mean([jaccard(one, other) for one, other in pairs]),
            masi=_mean([masi(one, other) for one, other in pairs]),
            alpha_jaccard=_number(alpha_of_sets(sets, jaccard).value),
            figure=self._evidence_figure(alpha, len(units), repeating),
        )

    def _evidence_figure(self, alpha: Alpha, contents: int, repeating: int) -> Figure:
        figure = weighed("alpha_masi", contents, alpha.value, alpha.interval, self.asked)
        if not contents or repeating < contents:
            return figure
        why = "every decision names exactly the evidence of its case: confirmed, and not selected by anybody"
        return Figure(name=figure.name, value=figure.value, interval=figure.interval, why=why, standing="not_asked")

    def _repeats(self, content: Content, selections: Sequence[frozenset[str]]) -> bool:
        case = self.known.get(content.case)
        if case is None or any(decision.blind for decision in content.decisions):
            return False
        own = {name for need in case.evidence for item in need.any_of if (name := item.chunk or item.document)}
        return all(selection == own for selection in selections)


def _codes(double: Sequence[Content], reviewers: tuple[str, ...]) -> CountArray:
    """Return reviewers x contents: the place of the word, -1 where the reviewer did not decide."""
    codes = np.full((len(reviewers), len(double)), -1, dtype=np.intp)
    rows = {name: row for row, name in enumerate(reviewers)}
    for column, content in enumerate(double):
        for item in content.decisions:
            codes[rows[item.reviewer], column] = _WORDS.index(item.decision)
    return codes


def _raw(double: Sequence[Content]) -> tuple[float | None, tuple[float, float] | None]:
    shares = []
    for content in double:
        same = [one.decision == other.decision for one, other in content.pairs()]
        shares.append(sum(same) / len(same))
    if not shares:
        return None, None
    yes_or_no = set(shares) <= {0.0, 1.0}
    interval = wilson(shares.count(1.0), len(shares)) if yes_or_no else mean_interval(shares)
    if len(shares) < 2 or isinstance(interval, Undefined):
        return _mean(shares), None
    return _mean(shares), (max(0.0, interval.low), min(1.0, interval.high))


def _word_agreements(double: Sequence[Content]) -> tuple[WordAgreement, ...]:
    pairs = [pair for content in double for pair in content.pairs()]
    first = [_WORDS.index(one.decision) for one, _ in pairs]
    second = [_WORDS.index(other.decision) for _, other in pairs]
    found = agreement_by_label(pair_table(first, second, labels=len(_WORDS)))
    told = [
        WordAgreement(word=word, share=item.share, agreement=item.agreement)
        for word, item in zip(_WORDS, found, strict=True)
        if not isinstance(item.agreement, Undefined)
    ]
    return tuple(sorted(told, key=lambda item: -item.share))


def _differences(double: Sequence[Content], digests: Mapping[str, str]) -> tuple[Difference, ...]:
    found = [
        _difference(content, one, other, current=digests.get(content.case) == content.digest)
        for content in double
        for one, other in content.pairs()
        if one.decision != other.decision or _unlike(one, other)
    ]
    apart = Counter(item.case for item in found)
    return tuple(sorted(found, key=lambda item: _order(item, apart[item.case])))


def _unlike(one: Decision, other: Decision) -> bool:
    return could_select(one) and could_select(other) and set(one.evidence) != set(other.evidence)


def _difference(content: Content, one: Decision, other: Decision, *, current: bool) -> Difference:
    unlike = _unlike(one, other)
    return Difference(
        case=content.case,
        content=content.digest,
        current=current,
        settled=content.settled,
        first=one.reviewer,
        second=other.reviewer,
        first_word=one.decision,
        second_word=other.decision,
        only_first=tuple(sorted(set(one.evidence) - set(other.evidence))) if unlike else (),
        only_second=tuple(sorted(set(other.evidence) - set(one.evidence))) if unlike else (),
        first_reason=one.reason,
        second_reason=other.reason,
    )


def _order(item: Difference, apart: int) -> tuple[object, ...]:
    """Return what sorts the open before the settled, words before evidence, and cases that many differ on first."""
    words = item.first_word == item.second_word
    names = len(item.only_first) + len(item.only_second)
    return (not item.current, item.settled, words, -apart, -names, item.case, item.content, item.first, item.second)


def _number(value: float | Undefined) -> float | None:
    return None if isinstance(value, Undefined) else value


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
