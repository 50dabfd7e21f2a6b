"""Make the reviewer handbook of a set: its words, its gates, its rules, and approved cases to learn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from goldsmith._base.canonical import digest
from goldsmith.records.access import denies_anything
from goldsmith.records.case import Case
from goldsmith.records.claims import ProhibitedClaim, RequiredClaim
from goldsmith.records.corpus import Document
from goldsmith.records.decision import ReviewFact, Status
from goldsmith.records.digests import case_digest
from goldsmith.records.gate import HARD_GATES
from goldsmith.records.golden_set import GoldenSet, Threshold
from goldsmith.records.handbook import AxisMeaning, ExampleNeed, ExamplePassage, Handbook, Meaning, WorkedExample
from goldsmith.records.vocabulary import AXES, MAIN_RISK
from goldsmith.review import handbook_words as words
from goldsmith.review.agreement import FLOOR

SCHEME = "h1:"
"""Prefix of every handbook digest of this scheme."""
_CLOSED = frozenset({"release", "audit"})
"""Splits that nobody may learn from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What the handbook of a set is made from."""

    golden: GoldenSet
    states: Mapping[str, Status]
    documents: Mapping[str, Document] | None
    """Of the corpus revision; None: none is at hand, so nobody can tell which passages everybody may read."""
    cited: Mapping[str, frozenset[str | None]]
    """Documents that hold the evidence of each case, by case id; None among them: it is not known which."""


def make_handbook(material: Material) -> Handbook:
    """Return the handbook of a set.

    Examples are approved cases, one a behaviour: one with a quote before others, then one without challenges, then the
    one that was approved first. None is of a closed split or a sentinel, none is about access to a source, and none
    cites a document that not everybody may read. Where the asker is denied anything at all, what an answer must not say
    is withheld.
    """
    header = material.golden.header
    examples, without = _examples(material)
    axes = tuple(_axis(axis, header.axes.get(axis, ())) for axis in AXES)
    gates = tuple(Meaning(word=gate, means=words.GATES[gate]) for gate in HARD_GATES)
    thresholds = tuple(_spelled(threshold) for threshold in header.gates)
    rules = _meanings(words.RULES)
    counted = {
        "purpose": words.PURPOSE,
        "rules": words.RULES,
        "decisions": words.DECISIONS,
        "confirmations": words.CONFIRMATIONS,
        "marking": words.MARKING,
        "gates": [[gate.word, gate.means] for gate in gates],
        "thresholds": thresholds,
        "axes": [[axis.axis, axis.asks, [[item.word, item.means] for item in axis.words]] for axis in axes],
        "floor": FLOOR,
        "examples": [[item.behaviour, item.case_digest] for item in examples],
    }
    return Handbook(
        set_name=header.name,
        owner=header.owner,
        purpose=words.PURPOSE,
        rules=rules,
        decisions=_meanings(words.DECISIONS),
        confirmations=_meanings(words.CONFIRMATIONS),
        marking=_meanings(words.MARKING),
        gates=gates,
        thresholds=thresholds,
        axes=axes,
        examples=examples,
        without_example=without,
        floor=FLOOR,
        digest=SCHEME + digest(counted),
    )


def _meanings(told: Mapping[str, str]) -> tuple[Meaning, ...]:
    return tuple(Meaning(word=word, means=means) for word, means in told.items())


def _axis(axis: str, added: tuple[str, ...]) -> AxisMeaning:
    standard = [Meaning(word=word, means=_means(axis, word)) for word in AXES[axis]]
    own = [
        Meaning(word=word, means="a word of this set", own=True)
        for word in dict.fromkeys(added)
        if word not in AXES[axis]
    ]
    return AxisMeaning(axis=axis, asks=words.AXIS_QUESTIONS[axis], words=(*standard, *own))


def _means(axis: str, word: str) -> str:
    means = words.word_meaning(axis, word) or ""
    return f"{means} What usually goes wrong: {MAIN_RISK[word]}." if axis == "job" else means


def _spelled(threshold: Threshold) -> str:
    bounds = [f"at least {threshold.min:g}"] if threshold.min is not None else []
    bounds += [f"at most {threshold.max:g}"] if threshold.max is not None else []
    where = ", ".join(f"{axis}: {word}" for axis, word in sorted(threshold.slice.items()))
    return f"{threshold.measure} {' and '.join(bounds)}" + (f" ({where})" if where else "")


def _examples(material: Material) -> tuple[tuple[WorkedExample, ...], tuple[Meaning, ...]]:
    count = Counter(case.id for case in material.golden.cases)
    approved = [case for case in material.golden.cases if count[case.id] == 1 and _stands(material.states.get(case.id))]
    first_said = _first_approvals(approved, material.golden.facts)
    examples: list[WorkedExample] = []
    without: list[Meaning] = []
    for behaviour in AXES["behaviour"]:
        own = [case for case in approved if case.behaviour == behaviour]
        shown = [case for case in own if _everybody_may_see(case, material)]
        if shown:
            # A case that is approved later and shows no more than this one does not make a new handbook.
            best = min(shown, key=lambda case: _plainness(case, first_said))
            examples.append(_example(best, withholds=_withholds(best, material.documents)))
        else:
            without.append(Meaning(word=behaviour, means=_why_none(own, material)))
    return tuple(examples), tuple(without)


def _plainness(case: Case, first_said: Mapping[str, str]) -> tuple[bool, bool, str, str]:
    return (not _quotes(case), bool(case.challenges), first_said.get(case.id, ""), case.id)


def _stands(status: Status | None) -> bool:
    return status is not None and status.state == "approved" and not {"stale", "disputed"} & set(status.flags)


def _first_approvals(cases: list[Case], facts: tuple[ReviewFact, ...]) -> dict[str, str]:
    """Return when what each case says now was approved first."""
    current = {case.id: case_digest(case) for case in cases}
    said: dict[str, str] = {}
    for fact in facts:
        if fact.decision == "approved" and current.get(fact.case) == fact.case_digest:
            said[fact.case] = min(fact.at, said.get(fact.case, fact.at))
    return said


def _why_none(own: list[Case], material: Material) -> str:
    if not own:
        return "no case with this behaviour is approved yet"
    if material.documents is None and any(case.evidence or case.identity for case in own):
        return "the corpus is not frozen here, so nobody can tell what every reviewer may read"
    return "every approved case with it is closed, a sentinel, or about what not everybody may see"


def _everybody_may_see(case: Case, material: Material) -> bool:
    if case.sentinel or case.split in _CLOSED or _about_access(case, material.documents):
        return False
    if not case.evidence:
        return True
    return material.documents is not None and all(
        _is_open(name, material.documents) for name in material.cited.get(case.id, frozenset({None}))
    )


def _about_access(case: Case, documents: Mapping[str, Document] | None) -> bool:
    """Say whether a case is, or may be, about a source that not everybody may see."""
    if case.refusal_reason == "not_permitted" or "permission" in case.challenges:
        return True
    identity = case.identity
    if identity is None:
        return False
    if documents is None or identity.denied or identity.allowed:
        return True
    # A refusal that gives no reason may be one of a source that the asker is denied.
    unexplained = case.behaviour == "refuse" and case.refusal_reason is None
    return not case.evidence and unexplained and denies_anything(identity, documents)


def _is_open(name: str | None, documents: Mapping[str, Document]) -> bool:
    held = documents.get(name) if name is not None else None
    return held is not None and held.tenant is None and held.allowed_principals is None


def _quotes(case: Case) -> bool:
    return any(item.quote is not None for need in case.evidence for item in need.any_of)


def _withholds(case: Case, documents: Mapping[str, Document] | None) -> bool:
    """Say whether what the answer must not say may come from a source that the asker is denied."""
    prohibits = any(isinstance(claim, ProhibitedClaim) for claim in case.claims)
    return prohibits and case.identity is not None and denies_anything(case.identity, documents or {})


def _example(case: Case, *, withholds: bool) -> WorkedExample:
    return WorkedExample(
        case=case.id,
        case_digest=case_digest(case),
        behaviour=case.behaviour,
        answerability=case.answerability,
        turns=tuple((turn.role, turn.content) for turn in case.messages),
        question=case.question,
        accept=tuple(item.answer for item in case.accept),
        must_say=_claims(case, RequiredClaim),
        must_not_say=() if withholds else _claims(case, ProhibitedClaim),
        withholds=withholds,
        must_ask=case.must_ask,
        must_point_to=case.must_point_to,
        needs=tuple(_needs(case)),
    )


def _claims(case: Case, kind: type[Any]) -> tuple[str, ...]:
    return tuple(claim.text for claim in case.claims if isinstance(claim, kind))


def _needs(case: Case) -> Iterator[ExampleNeed]:
    for need in case.evidence:
        passages = (
            ExamplePassage(document=item.document or item.chunk or "", quote=item.quote, supports=item.supports)
            for item in need.any_of
        )
        yield ExampleNeed(need=need.need, any_of=tuple(passages))
