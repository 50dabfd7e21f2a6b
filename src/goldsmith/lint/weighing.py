"""Hold what evidence says against what the case says: evidence that tells nothing, or nothing of its own, and passages
elsewhere that say the same.

Texts are compared by what they share (`goldsmith.text.support`), so each flaw is a hint for a person, never a proof.
Evidence in another language than the answer is left alone. A need that a claim or an accepted answer names is never
told to be without use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from goldsmith.lint.twins import Original, original, twins
from goldsmith.lint.wording import spelled
from goldsmith.records.case import Case
from goldsmith.records.claims import AnyOfMatch, Matcher, NumberMatch, ProhibitedClaim, ValueMatch
from goldsmith.records.corpus import Chunk, Document
from goldsmith.records.resolution import Resolution
from goldsmith.text.support import (
    Weights,
    body_of,
    is_bare_heading,
    is_figure,
    same_language,
    shown_units,
    units_of,
)

FlawKind = Literal["bare_heading", "unsupporting", "unneeded", "twin"]

MOST_CHUNKS = 10_000
"""Chunks up to which a whole corpus is searched for twins; in a larger one, those of the documents that the evidence
names."""
LEAST_UNITS = 4
"""Units without which an answer says too little to hold a passage against it: the question is added then."""
UNSUPPORTING = 0.15
"""Share of every answer and claim below which a passage supports none of them."""
ELSEWHERE = 0.5
"""Share of the answer that other needs must state, where this one states a little."""
NOTHING = 0.05
"""Share of the answer that counts as nothing."""
WHOLE = 0.8
"""Share of the answer that counts as the whole of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """Something to look at in the evidence of a case."""

    kind: FlawKind
    case: str
    need: int
    alternative: int
    """Places in the case, from 0."""
    others: tuple[str, ...] = ()
    """Chunks that say the same (twin), or all that this one says of the answer (unneeded)."""


@dataclass(frozen=True, slots=True)
class _Read:
    """An alternative with its text."""

    need: int
    alternative: int
    chunk: Chunk
    quote: str
    text: str
    units: frozenset[str]


def weigh_all(
    cases: Iterable[Case],
    resolutions: Iterable[Resolution],
    held: Iterable[Chunk],
    documents: Iterable[Document],
    *,
    texts: Callable[[], Iterable[tuple[str, str, str]]] | None,
) -> tuple[Flaw, ...]:
    """Return the flaws of the evidence of `cases` in a frozen corpus.

    `held` are the chunks of every document that the evidence names. `texts` gives id, document and text of every chunk
    of the corpus; None for a corpus of more than `MOST_CHUNKS`: then twins are looked for among `held`.
    """
    chunks = {one.id: one for one in held}
    aside = set_aside(documents)
    near = ((one.id, one.document, one.text or "") for one in chunks.values())
    corpus = (one for one in (near if texts is None else texts()) if one[1] not in aside)
    return weigh(cases, resolutions, chunks, corpus=corpus)


def weigh(
    cases: Iterable[Case],
    resolutions: Iterable[Resolution],
    chunks: Mapping[str, Chunk],
    *,
    corpus: Iterable[tuple[str, str, str]] = (),
) -> tuple[Flaw, ...]:
    """Return the flaws of the evidence of `cases`, in their order.

    `chunks` holds the chunks that evidence names, by id; one that is not there or has no text is passed over. `corpus`
    yields id, document and text of the chunks among which twins are looked for (see `MOST_CHUNKS`).
    """
    read = _read(resolutions, chunks)
    by_chunk = {one.chunk.id: one.units for own in read.values() for one in own}
    weights = Weights(by_chunk[name] for name in sorted(by_chunk))
    flaws: list[Flaw] = []
    originals: list[tuple[Flaw, Original]] = []
    for case in cases:
        # Taken out: of two cases with one id, the evidence cannot be told apart.
        own = [one for one in read.pop(case.id, ()) if one.need < len(case.evidence)]
        if not own or case.answerability == "unsupported":
            continue
        found = tuple(_of_case(case, own, weights))
        flaws += found
        originals += _originals(case, own, weights, {(one.need, one.alternative) for one in found})
    same = twins([one for _, one in originals], corpus, weights)
    for at, others in same.items():
        flaw = originals[at][0]
        flaws.append(
            Flaw(kind="twin", case=flaw.case, need=flaw.need, alternative=flaw.alternative, others=tuple(others))
        )
    return tuple(flaws)


def named_by(case: Case, flaw: Flaw) -> str:
    """Return the evidence that a flaw is about, as its author wrote it."""
    written = case.evidence[flaw.need].any_of if flaw.need < len(case.evidence) else ()
    return spelled(written[flaw.alternative]) if flaw.alternative < len(written) else "evidence"


def field_of_flaw(flaw: Flaw) -> str:
    """Return the path of the alternative inside its case."""
    return f"evidence.{flaw.need}.any_of.{flaw.alternative}"


def set_aside(documents: Iterable[Document]) -> frozenset[str]:
    """Return the documents that hold no twin worth naming: planted ones, and those that another replaces."""
    held = tuple(documents)
    return frozenset(one.id for one in held if one.planted) | {name for one in held for name in one.supersedes}


def _read(resolutions: Iterable[Resolution], chunks: Mapping[str, Chunk]) -> dict[str, list[_Read]]:
    read: dict[str, list[_Read]] = {}
    for item in resolutions:
        chunk = chunks.get(item.pinned.chunk or "") if item.state in {"found", "moved"} else None
        if chunk is not None and chunk.text:
            text = chunk.text if item.pinned.quote is None else f"{item.pinned.quote}\n{chunk.text}"
            body = body_of(chunk.text, chunk.section)
            # A heading is no support, but where it is a date it says when what stands below it happened.
            heading = filter(is_figure, shown_units(chunk.text.strip().removesuffix(body)))
            units = shown_units(body).union(heading, units_of(item.pinned.quote or ""))
            read.setdefault(item.case, []).append(
                _Read(item.need, item.alternative, chunk, item.pinned.quote or "", text, units)
            )
    return read


def _of_case(case: Case, own: Sequence[_Read], weights: Weights) -> Iterator[Flaw]:
    told = _told(case)
    useless: set[tuple[int, int]] = set()
    for one in own:
        kind: FlawKind | None = None
        if is_bare_heading(one.chunk.text or "", one.chunk.section):
            kind = "bare_heading"
        elif told and _supports_nothing(one, told, [it for it in own if it.need != one.need], weights):
            kind = "unsupporting"
        if kind is not None:
            useless.add((one.need, one.alternative))
            yield Flaw(kind=kind, case=case.id, need=one.need, alternative=one.alternative)
    left = [one for one in own if (one.need, one.alternative) not in useless]
    if told and len({one.need for one in left}) > 1:
        yield from _unneeded(case, left, told, weights)


def _told(case: Case) -> list[str]:
    """Return what the case says that evidence must support: each accepted answer, each claim; with the question where
    it is too short to be looked for."""
    texts = [one.answer for one in case.accept]
    claims = (claim for claim in case.claims if not isinstance(claim, ProhibitedClaim))
    texts += [" ".join((claim.text, *_values(claim.match))) for claim in claims]
    return [
        text if len(units_of(text)) >= LEAST_UNITS else f"{text}\n{case.question}" for text in texts if text.strip()
    ]


def _values(match: Matcher) -> tuple[str, ...]:
    match match:
        case ValueMatch(value=value):
            return (value,)
        case NumberMatch(number=number, unit=unit):
            return (f"{number:.15g} {unit or ''}",)
        case AnyOfMatch(any_of=options):
            return tuple(one for one in options if isinstance(one, str))
        case _:
            return ()


def _supports_nothing(one: _Read, told: Sequence[str], others: Sequence[_Read], weights: Weights) -> bool:
    elsewhere = frozenset[str]().union(*(it.units for it in others))
    for text in told:
        said = units_of(text)
        shared = said & one.units
        share = weights.share(one.units, said)
        if any(map(is_figure, shared)) or share >= UNSUPPORTING:
            return False
        if share >= NOTHING and weights.share(elsewhere, said) < ELSEWHERE:
            return False
        # A short quote that the answer or the question repeats is support, however long the answer is.
        quoted = units_of(one.quote)
        if quoted and weights.share(said, quoted) >= ELSEWHERE:
            return False
    # Last, because it takes longest and is seldom needed.
    return _comparable(one, told)


def _comparable(one: _Read, told: Sequence[str]) -> bool:
    return any(same_language(text, one.text) for text in told)


def _unneeded(case: Case, left: Sequence[_Read], told: Sequence[str], weights: Weights) -> Iterator[Flaw]:
    named = {name for one in (*case.accept, *case.claims) for name in getattr(one, "needs", ())}
    said = frozenset[str]().union(*map(units_of, told))
    needs: dict[int, list[_Read]] = {}
    for one in (one for one in left if _comparable(one, told)):
        needs.setdefault(one.need, []).append(one)
    # What any system that meets the need has seen, whichever alternative it found.
    sure = {at: frozenset.intersection(*(one.units for one in own)) for at, own in needs.items()}
    # Those that say least go first, and no longer count for the others: of two that say the same, one stays.
    for at in sorted(needs, key=lambda at: (weights.share(sure[at], said), -at)):
        if case.evidence[at].need in named or len(sure) == 1:
            continue
        # Two quotes of one passage are met by it alike, and were told apart on purpose.
        apart = [other for other in sure if other != at and not _in_one_passage(needs[at], needs[other])]
        rest = frozenset[str]().union(*(sure[other] for other in apart))
        own = said & frozenset[str]().union(*(one.units for one in needs[at]))
        added = own - rest
        if any(map(is_figure, added)) or weights.share(added, said) > NOTHING or weights.share(rest, said) < WHOLE:
            continue
        others = sorted((it for it in left if it.need in apart), key=lambda it: -weights.share(it.units, own))
        del sure[at]
        yield Flaw(kind="unneeded", case=case.id, need=at, alternative=0, others=(others[0].chunk.id,))


def _in_one_passage(left: Sequence[_Read], right: Sequence[_Read]) -> bool:
    shared = {one.chunk.id for one in left} & {one.chunk.id for one in right}
    return bool(shared) and any(one.quote for one in (*left, *right))


def _originals(
    case: Case, own: Sequence[_Read], weights: Weights, flawed: set[tuple[int, int]]
) -> Iterator[tuple[Flaw, Original]]:
    said = frozenset[str]().union(*map(units_of, _told(case)))
    named = frozenset(one.chunk.id for one in own)
    for one in own:
        made = original(one.text, one.quote, said & one.units, weights)
        if made is not None and (one.need, one.alternative) not in flawed:
            place = Flaw(kind="twin", case=case.id, need=one.need, alternative=one.alternative)
            yield (
                place,
                Original(
                    keys=made,
                    said=said & one.units,
                    named=named,
                    document=one.chunk.document,
                    quoted=bool(one.quote),
                ),
            )
