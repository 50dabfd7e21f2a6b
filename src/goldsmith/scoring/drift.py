"""Whether the system speaks of the same ids as the golden set, before anything is scored.

When nothing that the first replies retrieved is known to the set or to the corpus, every figure would be 0 for a reason
that is not the system's. Then both sides are shown, with the mapping that would make them one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from goldsmith.errors import IdentityDriftError
from goldsmith.records.case import Case
from goldsmith.records.observation import Observation
from goldsmith.records.response import Reply, Response, RetrievedItem
from goldsmith.records.run import RulerNote
from goldsmith.scoring.levels import shown_by
from goldsmith.scoring.matching import match, places, resolve_gold
from goldsmith.scoring.naming import DocumentNames, is_nothing, resolve_item
from goldsmith.scoring.reconciliation import Pair, propose
from goldsmith.tables.chunks import CorpusView
from goldsmith.text.normal import comparable
from goldsmith.text.renaming import rename

EXAMPLES = 5
EXCERPT = 60
LEAST = 3
"""Answered cases with evidence, and distinct retrieved names, without which nothing is told where no corpus is known:
fewer may be plain misses."""

_NAME_THEM = '"retrieved": [{"document": d.metadata["source"], "text": d.page_content} for d in docs]'


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """One way to make the ids of the system ours."""

    kind: Literal["name", "strip", "add", "metadata", "ordinal", "text", "rename"]
    detail: str
    """What to do, in words."""
    matched: int
    """Retrieved passages that it would resolve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftReport:
    """Two sides that do not know each other's ids."""

    passages: int
    """Retrieved passages that were looked at; none of them is known."""
    theirs: tuple[str, ...]
    """Ids of the system, a few."""
    ours: tuple[str, ...]
    """Ids of the set and of the corpus, a few."""
    mappings: tuple[Mapping, ...]
    """Proposals, the one that resolves most first."""

    def error(self) -> IdentityDriftError:
        """Return the error that stops the run."""
        shown = f"retrieved: {', '.join(map(repr, self.theirs))}; expected: {', '.join(map(repr, self.ours))}"
        best = (
            self.mappings[0].detail if self.mappings else "tell how an id of the system names a passage of the corpus"
        )
        return IdentityDriftError(
            f"none of {self.passages} retrieved passages is known to the golden set or to the corpus ({shown})",
            next_step=best,
        )


def identity_drift(
    cases: Sequence[Case], responses: Sequence[Response], corpus: CorpusView | None
) -> DriftReport | None:
    """Return what to show when no retrieved passage is known, None where one is or where nothing can be told.

    Pass the first replies of a run. A passage is known when the corpus has its id or its document, or when it is
    evidence of any case by `matching`. Without a corpus nothing can be told of fewer than `LEAST` answered cases with
    evidence, or of fewer than `LEAST` distinct names.
    """
    names = DocumentNames(corpus)
    items = [names.item(item) for one in responses for item in _items(one)]
    if corpus is None and not _tells_enough(cases, responses, items):
        return None
    ours = _our_ids(cases, corpus)
    if not items or not ours or any(_known(item, cases, corpus) for item in items):
        return None
    mappings = list(_proposals(items, ours, cases, corpus))
    mappings += _renames(pairs_of(cases, responses, corpus), ours, max((one.matched for one in mappings), default=0))
    mappings.sort(key=lambda one: (-one.matched, one.kind, one.detail))
    return DriftReport(
        passages=len(items),
        theirs=tuple(dict.fromkeys(_name(item)[:EXCERPT] for item in items))[:EXAMPLES],
        ours=tuple(ours)[:EXAMPLES],
        mappings=tuple(mappings),
    )


def pairs_of(cases: Sequence[Case], responses: Sequence[Response], corpus: CorpusView | None) -> tuple[Pair, ...]:
    """Return, for each response, the ids that it retrieved and those that its case expects."""
    names = DocumentNames(corpus)
    expected = {case.id: tuple(_our_ids([case], None)) for case in cases}
    return tuple(
        Pair(
            retrieved=tuple(name for item in _items(one) if (name := _id(names.item(item)))),
            expected=expected.get(one.case, ()),
        )
        for one in responses
    )


def naming_drift(cases: Sequence[Case], responses: Sequence[Response], corpus: CorpusView | None) -> RulerNote | None:
    """Return the rule that would make the ids of a whole run ours, where few of them are; None where most are, or
    where no rule does.

    To be told, a rule must let at least twice as many cases retrieve what they expect as do without it.
    """
    asked = [pair for pair in pairs_of(cases, responses, corpus) if pair.retrieved and pair.expected]
    plain = _meeting(cases, responses, corpus)
    if plain * 2 >= len(asked):
        return None
    found = propose(asked, _our_ids(cases, corpus))
    if found is None or found.agreeing < 2 * plain:
        return None
    return RulerNote(
        kind="names_differ",
        message=f"{plain} of {found.cases} cases retrieve what they expect: the set and the system name passages "
        "otherwise",
        mend=found.told(),
    )


def _meeting(cases: Sequence[Case], responses: Sequence[Response], corpus: CorpusView | None) -> int:
    """Return how many responses retrieve evidence of their case, however it is recognised."""
    names = DocumentNames(corpus)
    held = {case.id: case for case in cases}
    retrieved = [[names.item(item) for item in _items(one)] for one in responses]
    shown = shown_by([item for items in retrieved for item in items], corpus, cases)
    return sum(
        any(
            match(resolve_gold(alternative, shown, corpus), resolve_item(item, corpus), corpus) is not None
            for item in items
            for need in (held[one.case].evidence if one.case in held else ())
            for alternative in need.any_of
        )
        for one, items in zip(responses, retrieved, strict=True)
    )


def text_drift(observations: Iterable[Observation]) -> RulerNote | None:
    """Return how many retrieved passages differ from the frozen text of their ids; None where none does.

    Each id counts once. Only passages whose id the corpus holds can be compared.
    """
    passages = [one for observation in observations for one in observation.passages or ()]
    compared = {one.id for one in passages if one.known == "yes"}
    different = sorted({one.id for one in passages if one.text_differs})
    if not different:
        return None
    shown = ", ".join(different[:EXAMPLES]) + (", …" if len(different) > EXAMPLES else "")
    return RulerNote(
        kind="text_differs",
        message=f"{len(different)} of {len(compared)} retrieved chunks differ from the frozen corpus: {shown}",
        mend="freeze the corpus that the system reads under a new label and move the set there (goldsmith refresh "
        "LABEL), or let the system read the frozen one",
    )


def _tells_enough(cases: Sequence[Case], responses: Sequence[Response], items: Sequence[RetrievedItem]) -> bool:
    telling = {case.id for case in cases if case.evidence}
    answered = {one.case for one in responses if one.case in telling and isinstance(one.outcome, Reply)}
    return len(answered) >= LEAST and len({_name(item) for item in items}) >= LEAST


def _name(item: RetrievedItem) -> str:
    return _id(item) or item.text or ""


def _id(item: RetrievedItem) -> str:
    return item.id or item.document or ""


def _items(response: Response) -> list[RetrievedItem]:
    retrieved = response.outcome.retrieved if isinstance(response.outcome, Reply) else None
    return [item for item in retrieved or () if not is_nothing(item)]


def _our_ids(cases: Sequence[Case], corpus: CorpusView | None) -> list[str]:
    """Return the ids of the set, then those of the corpus, each once."""
    alternatives = [one for case in cases for need in case.evidence for one in need.any_of]
    names = [one.chunk or one.document for one in alternatives]
    if corpus is not None:
        names += [*sorted(corpus.chunks), *sorted(corpus.documents)]
    return [name for name in dict.fromkeys(names) if name]


def _known(item: RetrievedItem, cases: Sequence[Case], corpus: CorpusView | None) -> bool:
    passage = resolve_item(item, corpus)
    shown = shown_by((item,), corpus, cases)
    if corpus is not None and (passage.chunk is not None or passage.document in corpus.documents):
        return True
    return any(
        match(resolve_gold(alternative, shown, corpus), passage, corpus) is not None
        for case in cases
        for need in case.evidence
        for alternative in need.any_of
    )


def _proposals(
    items: list[RetrievedItem], ours: list[str], cases: Sequence[Case], corpus: CorpusView | None
) -> Iterator[Mapping]:
    if not any(item.id or item.document for item in items):
        detail = f"say of which document each passage is, such as {_NAME_THEM}"
        yield Mapping(kind="name", detail=detail, matched=len(items))
        return
    yield from _affixes([name for item in items if (name := item.id or item.document)], ours)
    yield from _keys(items, frozenset(ours))
    yield from _ordinals(items, corpus)
    yield from _texts(items, cases, corpus)


def _renames(pairs: Sequence[Pair], ours: Sequence[str], plainly: int) -> list[Mapping]:
    """Propose a rule, where it makes more ids ours than what can be said more plainly."""
    found = propose(pairs, ours)
    if found is None:
        return []
    known = frozenset(ours)
    matched = sum(1 for pair in pairs for name in pair.retrieved if rename(name, found.rule) in known)
    return [Mapping(kind="rename", detail=found.told(), matched=matched)] if matched > plainly else []


def _affixes(theirs: list[str], ours: list[str]) -> Iterator[Mapping]:
    """Propose text to strip from, or to add to, the ids of the system."""
    strip: Counter[tuple[str, str]] = Counter()
    add: Counter[tuple[str, str]] = Counter()
    for their in theirs:
        strip.update({pair for our in ours if (pair := _around(their, our)) is not None})
        add.update({pair for our in ours if (pair := _around(our, their)) is not None})
    wording = (("strip", strip, "from"), ("add", add, "to"))
    kinds: tuple[Literal["strip", "add"], ...] = ("strip", "add")
    for kind, (verb, counts, preposition) in zip(kinds, wording, strict=True):
        if not counts:
            continue
        (before, after), matched = min(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        parts = [f"the prefix {before!r}" if before else "", f"the suffix {after!r}" if after else ""]
        what = " and ".join(part for part in parts if part)
        yield Mapping(kind=kind, detail=f"{verb} {what} {preposition} the ids of the system", matched=matched)


def _around(longer: str, shorter: str) -> tuple[str, str] | None:
    """Return what stands before and behind `shorter` in `longer`; None where it is not in it or as long."""
    at = longer.find(shorter)
    if at < 0 or len(longer) == len(shorter) or not shorter:
        return None
    return longer[:at], longer[at + len(shorter) :]


def _keys(items: list[RetrievedItem], ours: frozenset[str]) -> Iterator[Mapping]:
    found = Counter(
        key for item in items for key, value in item.metadata.items() if isinstance(value, str) and value in ours
    )
    for key, matched in sorted(found.items()):
        yield Mapping(kind="metadata", detail=f"read the id from the metadata key {key!r}", matched=matched)


def _ordinals(items: list[RetrievedItem], corpus: CorpusView | None) -> Iterator[Mapping]:
    if corpus is None:
        return
    ordinals = {str(chunk.ordinal) for chunk in corpus.chunks.values()}
    numbers = [item.id for item in items if item.id.isdecimal()]
    if len(numbers) == len(items) and all(int(number) < corpus.revision.chunks for number in numbers):
        known = sum(number in ordinals for number in numbers)
        yield Mapping(kind="ordinal", detail="map the ids as places in the corpus (ordinals, from 0)", matched=known)


def _texts(items: list[RetrievedItem], cases: Sequence[Case], corpus: CorpusView | None) -> Iterator[Mapping]:
    quotes = {comparable(one.quote) for case in cases for need in case.evidence for one in need.any_of if one.quote} - {
        ""
    }
    frozen = {comparable(chunk.text) for chunk in corpus.chunks.values() if chunk.text} if corpus else set()
    matched = sum(
        1
        for item in items
        if item.text and (comparable(item.text) in frozen or any(places(item.text, quote) for quote in quotes))
    )
    if matched:
        yield Mapping(kind="text", detail="match passages by their text: leave the id empty", matched=matched)
