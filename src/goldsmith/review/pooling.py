"""The pool of a case: what several retrievers brought for its question, and how far each passage supports the case.

A pool depends on the retrievers that made it: what none of them brings, nobody is shown. It shortens a search; it never
ends one. Nothing here decides anything: a passage that counts as support without a look is one that a person may still
be shown, and the share of those that people did not mark is told.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import zip_longest

from goldsmith.ports.retriever import Ranked
from goldsmith.records.case import Case
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.prelabel import CountedShare, RetrieverShare
from goldsmith.records.workbench import Labelled, PooledPassage
from goldsmith.stats.intervals import wilson
from goldsmith.stats.undefined import Undefined
from goldsmith.text.support import Weights, is_figure, shown_units, units_of

SCORED_BY = "shared-units-1"
"""Name and version of what gives the scores."""
DEPTH = 50
_WITHOUT_FIGURE = 0.5
"""What is left of a score where an amount or a date of the answer does not stand in the passage."""
_LONE = 0.8
"""What is left where a statement is a single unit."""
_WITHOUT_ANSWER = 0.5
"""Most that a passage can score where nothing says what the answer is."""
_MOST_KEPT = 20_000
"""Passages whose units are kept: one passage comes into many pools."""
_SILENT = frozenset({"outside_my_field", "source_unreadable", "retired"})
"""Words of people who say nothing of the passages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A chunk as it is scored."""

    chunk: str
    document: str
    heading: str
    """Title of the document and sections above the chunk."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """A chunk of a pool, and who brought it."""

    chunk: str
    retrievers: tuple[str, ...]
    """By name, ascending. Empty: nobody, and the case names it as evidence."""


def searched(case: Case) -> str:
    """Return what is searched for: the question, after the last turn of the user where it follows one."""
    turns = [message.content for message in case.messages if message.role == "user"]
    return "\n".join((*turns[-1:], case.question))


def pool(
    ranked: Mapping[str, Sequence[Ranked]], *, depth: int = DEPTH, named: Iterable[str] = ()
) -> tuple[Brought, ...]:
    """Return the chunks that any retriever ranked among its first `depth`, and those in `named`, by id.

    `ranked` holds the ranks of one question by the name of the retriever; `named` the evidence of the case.
    """
    held: dict[str, set[str]] = {chunk: set() for chunk in named}
    for name, items in ranked.items():
        for item in items[: max(depth, 0)]:
            held.setdefault(item.chunk, set()).add(name)
    return tuple(Brought(chunk=chunk, retrievers=tuple(sorted(held[chunk]))) for chunk in sorted(held))


def interleaved(first: Sequence[Ranked], second: Sequence[Ranked], *, depth: int = DEPTH) -> tuple[Ranked, ...]:
    """Return the first `depth` chunks of two ranks of one retriever, taken by turns, each once.

    The question finds passages on its topic, the question together with the answer those that state the answer. By
    turns, neither drives the other out.
    """
    held: dict[str, Ranked] = {}
    for pair in zip_longest(first, second):
        for item in pair:
            if item is not None:
                held.setdefault(item.chunk, item)
    return tuple(held.values())[: max(depth, 0)]


class Relevance:
    """How far a passage supports a case, from 0 to 1, by the units that they share (:mod:`goldsmith.text.support`).

    With ``share(x)`` the share of the units of ``x`` that the passage, or the heading above it, states, each unit
    weighted by how rare it is in the corpus::

        score = max over the statements a:  sqrt(share(question) * share(a)) * f(a) * l(a)
        f(a)  = 1 where every amount and date of a stands in the passage, in whatever spelling, else 1/2
        l(a)  = 1 where a states two units or more, else 0.8: a lone word or number stands in many passages

    Statements are the accepted answers and the required claims. The geometric mean asks for both: a passage about the
    question without the answer scores low, and so does one that holds the word of the answer about something else.
    Where a case has no statement, or only such as state nothing by themselves ("It is."), the score is half of
    ``share(question)``: a passage on the topic is not yet support.

    It reads words, not meaning: a negation or a condition changes no score. One instance serves one revision: it knows
    a chunk again by its id.
    """

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._shown: dict[str, frozenset[str]] = {}

    def score(self, case: Case, passage: Passage) -> float:
        """Return the score of one passage."""
        shown = self._units(passage)
        asked = self._weights.share(shown, units_of(case.question))
        stated = [units for text in statements(case) if (units := units_of(text))]
        if not stated:
            return _within(asked * _WITHOUT_ANSWER)
        shares = (math.sqrt(asked * self._weights.share(shown, units)) * _factor(shown, units) for units in stated)
        return _within(max(shares))

    def _units(self, passage: Passage) -> frozenset[str]:
        if passage.chunk not in self._shown:
            if len(self._shown) >= _MOST_KEPT:
                self._shown.clear()
            self._shown[passage.chunk] = shown_units(f"{passage.heading}\n{passage.text}")
        return self._shown[passage.chunk]


def _factor(shown: frozenset[str], units: frozenset[str]) -> float:
    figures = 1.0 if all(unit in shown for unit in units if is_figure(unit)) else _WITHOUT_FIGURE
    return figures * (_LONE if len(units) == 1 else 1.0)


def _within(score: float) -> float:
    return min(1.0, max(0.0, score))


def states_an_answer(case: Case) -> bool:
    """Say whether a case says what a passage must state: without it no passage can score high."""
    return any(map(units_of, statements(case)))


def statements(case: Case) -> tuple[str, ...]:
    """Return what an answer must say, in words: the accepted answers, then the required claims.

    None of a case that the corpus cannot answer: how a refusal is worded stands in no passage.
    """
    if case.answerability == "unsupported":
        return ()
    claims = (claim.required for claim in case.claims if isinstance(claim, RequiredClaim))
    return (*(one.answer for one in case.accept), *claims)


def scored(
    case: Case, brought: Sequence[Brought], passages: Mapping[str, Passage], relevance: Relevance, *, auto_above: float
) -> tuple[PooledPassage, ...]:
    """Return the passages of a pool with their scores, by document and chunk; none is drawn for a look yet.

    A chunk that is not in `passages` has no text to score and is left out. The order says nothing of what a passage
    scored, who brought it or whether the case names it: the score knows the drafted answer.
    """
    found = []
    for item in brought:
        passage = passages.get(item.chunk)
        if passage is None:
            continue
        score = relevance.score(case, passage)
        found.append(
            PooledPassage(
                chunk=item.chunk,
                document=passage.document,
                score=score,
                source="auto" if score > auto_above else "human_required",
                audited=False,
                retrievers=item.retrievers,
            )
        )
    return tuple(sorted(found, key=lambda one: (one.document, one.chunk)))


def audited(
    pools: Mapping[str, Sequence[PooledPassage]], *, share: float, seed: int
) -> dict[str, tuple[PooledPassage, ...]]:
    """Return the pools, by case, with a share of their `auto` passages drawn for a look.

    Each passage is drawn by itself, by `seed`, the case and the chunk: what else is in the pools changes nothing. Where
    there is any `auto` passage, at least one of all is drawn.
    """
    lots = {
        (case, one.chunk): _lot(seed, case, one.chunk)
        for case, passages in pools.items()
        for one in passages
        if one.source == "auto"
    }
    drawn = {key for key, lot in lots.items() if lot < share} or set(sorted(lots, key=lambda key: (lots[key], key))[:1])
    return {
        case: tuple(replace(one, audited=(case, one.chunk) in drawn) for one in passages)
        for case, passages in pools.items()
    }


def _lot(seed: int, case: str, chunk: str) -> float:
    """Return a number from 0 up to 1 that looks drawn by chance."""
    return int.from_bytes(sha256(f"{seed}\0{case}\0{chunk}".encode("utf-8", "surrogatepass")).digest()[:6]) / 2**48


def audit_error(rounds: Iterable[tuple[Sequence[PooledPassage], Labelled]]) -> CountedShare:
    """Return how many of the `auto` passages that were drawn for a look are no evidence; no other passage counts.

    A round is its pool with the label that holds. One whose word is that the person could not judge says nothing of the
    passages. People mark what is enough, not all that is true, so the share is an upper bound: the twin of a marked
    passage counts as an error.
    """
    looked_at = not_marked = 0
    for passages, label in rounds:
        if label.decision in _SILENT:
            continue
        marked = {chunk for mark in label.marks for chunk in mark.chunks}
        shown = [one.chunk for one in passages if one.source == "auto" and one.audited]
        looked_at += len(shown)
        not_marked += sum(chunk not in marked for chunk in shown)
    return _counted(not_marked, looked_at, why="no audited passage was labelled yet")


def pool_recall(pools: Mapping[str, Sequence[Brought]], known: Mapping[str, frozenset[str]]) -> CountedShare:
    """Return how many of the `known` chunks, by case, a retriever brought into `pools`, by case.

    That a pool holds named evidence in any case counts for nothing.
    """
    size = sum(len(chunks) for chunks in known.values())
    return _counted(
        sum(bool(names) for names in _who_brought(pools, known)), size, why="no approved case names a passage"
    )


def retriever_shares(
    pools: Mapping[str, Sequence[Brought]], known: Mapping[str, frozenset[str]], versions: Mapping[str, str]
) -> tuple[RetrieverShare, ...]:
    """Return what each retriever of `versions`, name to version, brought of the `known` chunks, by name."""
    every = _who_brought(pools, known)
    return tuple(
        RetrieverShare(
            retriever=name,
            version=versions[name],
            brought=sum(name in names for names in every),
            alone=sum(names == (name,) for names in every),
        )
        for name in sorted(versions)
    )


def _who_brought(pools: Mapping[str, Sequence[Brought]], known: Mapping[str, frozenset[str]]) -> list[tuple[str, ...]]:
    return [
        one.retrievers
        for case, passages in pools.items()
        for one in passages
        if one.chunk in known.get(case, frozenset())
    ]


def _counted(part: int, of: int, *, why: str) -> CountedShare:
    interval = wilson(part, of)
    if isinstance(interval, Undefined):
        return CountedShare(part=part, of=of, share=None, interval=None, why=why)
    return CountedShare(part=part, of=of, share=part / of, interval=(interval.low, interval.high))
