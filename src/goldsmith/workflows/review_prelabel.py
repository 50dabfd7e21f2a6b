"""Lay before reviewers what several retrievers bring for each case, scored, before anybody looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from goldsmith._base.atomic import write_atomically
from goldsmith._base.registry import unknown_name
from goldsmith.corpus.locate import Lookup, resolve_all
from goldsmith.errors import InputError
from goldsmith.ondisk.revisions import StoredRevision, chunks_in_rows, index, row_texts
from goldsmith.ondisk.work_facts import fact_text
from goldsmith.ports.retriever import Ranked, Retriever
from goldsmith.ports.review_store import NewFact
from goldsmith.records.case import Case
from goldsmith.records.prelabel import CasePool, CountedShare, Prelabelled
from goldsmith.records.resolution import Resolution
from goldsmith.records.workbench import Pooled, PooledPassage
from goldsmith.reports.prelabel import export_line
from goldsmith.review.pooling import (
    DEPTH,
    SCORED_BY,
    Brought,
    Passage,
    Relevance,
    audit_error,
    audited,
    interleaved,
    pool,
    pool_recall,
    retriever_shares,
    scored,
    searched,
    statements,
    states_an_answer,
)
from goldsmith.text.support import Weights, units_of
from goldsmith.workflows.check import look_up, states_of
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_seat import subject_of
from goldsmith.workflows.standing import runnable

_SAMPLE = 2_000
"""Passages from which it is learnt which words are common in a corpus."""
_CASES_AT_ONCE = 50
_GOOD_RECALL = 0.9

One = TypeVar("One")
_Ranks = tuple[tuple[Ranked, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prelabelling:
    """What is asked of a pre-label."""

    retrievers: tuple[Retriever, ...]
    depth: int = DEPTH
    cases: tuple[str, ...] = ()
    """Ids; empty: all."""


@dataclass(slots=True, kw_only=True)
class _Pools:
    """Cases with what is in their pools, before and after scoring."""

    cases: dict[str, Case]
    rounds: Mapping[str, int]
    brought: dict[str, tuple[Brought, ...]] = field(default_factory=dict)
    by_question: dict[str, tuple[Brought, ...]] = field(default_factory=dict)
    known: dict[str, frozenset[str]] = field(default_factory=dict)
    """Chunks that approved cases name."""
    passages: dict[str, tuple[PooledPassage, ...]] = field(default_factory=dict)


def prelabel(project: Project, asked: Prelabelling) -> Prelabelled:
    """Return the pools of the cases of the set that are neither rejected nor retired. Nothing is written.

    Raises InputError where no corpus is frozen or the depth is none, UnknownNameError for a case that is not there.
    """
    live = {case.id: case for case in runnable(project.golden, states_of(project))}
    told = _told(project, asked, _pooled(project, asked, _Pools(cases=_chosen(live, asked), rounds={})))
    return replace(told, next_step=_next_step(told))


def prelabel_rounds(desk: Desk, asked: Prelabelling, *, person: str) -> Prelabelled:
    """Lay a pool before every open review that has none, in the name of `person`, and return what was laid.

    A case is pooled as it stood when its review was opened. Raises as `prelabel` does.
    """
    open_rounds = {one.case: one for one in desk.bench().current() if one.state in {"waiting", "disputed"}}
    bare = {name: one for name, one in open_rounds.items() if one.pool is None}
    wanted = bare if not asked.cases else {name: one for name, one in bare.items() if name in asked.cases}
    for name in asked.cases:
        if name not in open_rounds:
            raise unknown_name("cases with an open review", name, tuple(sorted(open_rounds)))
    cases = {name: desk.case_shown(one.opened) for name, one in wanted.items()}
    rounds = {name: one.number for name, one in wanted.items()}
    project = desk.project
    found = _pooled(project, asked, _Pools(cases=cases, rounds=rounds))
    for names in _some(sorted(found.passages)):
        desk.store.append([_fact(name, found, author=person, at=desk.stamp()) for name in names])
    told = replace(_told(project, asked, found), already=len(open_rounds) - len(bare), audit=audit_of_auto(desk))
    return replace(told, next_step=_next_step(told))


def _fact(name: str, found: _Pools, *, author: str, at: str) -> NewFact:
    number = found.rounds[name]
    fact = Pooled(round=number, passages=found.passages[name], scored_by=SCORED_BY)
    return NewFact(subject=subject_of(name), author=author, at=at, body=fact_text(fact), key=f"pooled:{number}")


def audit_of_auto(desk: Desk) -> CountedShare:
    """Return how many of the `auto` passages that people were shown are no evidence, over all settled reviews."""
    rounds = (one for work in desk.bench().work.values() for one in work.rounds)
    return audit_error((one.pool.passages, one.word) for one in rounds if one.pool is not None and one.word is not None)


def export_text(project: Project, found: Prelabelled) -> str:
    """Return what people are to look at: one line of JSON for each case (`goldsmith.reports.prelabel.export_line`)."""
    stored = searched_revision(project)
    lines: list[str] = []
    for pools in _some(found.pools):
        texts = _texts(project, stored, [item.chunk for one in pools for item in one.passages])
        lines += [export_line(one, {item.chunk: texts[item.chunk].text for item in one.passages}) for one in pools]
    return "".join(f"{line}\n" for line in lines)


def save_export(path: Path, text: str) -> None:
    """Write an export, whole or not at all."""
    write_atomically(path, text.encode("utf-8", "backslashreplace"))


def searched_revision(project: Project) -> StoredRevision:
    """Return the revision that a pre-label of `project` searches. Raises InputError where none is frozen."""
    if project.stored is None:
        message = "no corpus is frozen, so there is nothing to search"
        raise InputError(message, next_step="freeze one: goldsmith freeze FOLDER_OF_DOCUMENTS")
    return project.stored


def _some(every: Sequence[One]) -> Iterator[Sequence[One]]:
    """Yield them few enough at a time that the texts of their pools fit in memory."""
    for at in range(0, len(every), _CASES_AT_ONCE):
        yield every[at : at + _CASES_AT_ONCE]


def _chosen(live: Mapping[str, Case], asked: Prelabelling) -> dict[str, Case]:
    for name in asked.cases:
        if name not in live:
            raise unknown_name("cases that are neither rejected nor retired", name, tuple(sorted(live)))
    return {name: live[name] for name in sorted(set(asked.cases) or live)}


def _pooled(project: Project, asked: Prelabelling, found: _Pools) -> _Pools:
    stored = searched_revision(project)
    if asked.depth < 1:
        raise InputError(f"the depth is {asked.depth}", next_step="ask for 1 rank or more: --depth 50")
    cases = list(found.cases.values())
    _look_for_evidence(project, stored, found)
    named = {name: [one.chunk for one in held] for name, held in found.brought.items()}
    ranks = {one.name: _ranks(one, cases, asked.depth) for one in asked.retrievers}
    for place, case in enumerate(cases):
        by_question = {name: held[place] for name, (held, _) in ranks.items()}
        both = {name: interleaved(*(held[place] for held in pair), depth=asked.depth) for name, pair in ranks.items()}
        found.by_question[case.id] = pool(by_question, depth=asked.depth)
        found.brought[case.id] = pool(both, depth=asked.depth, named=named[case.id])
    _score(project, stored, found)
    return found


def _look_for_evidence(project: Project, stored: StoredRevision, found: _Pools) -> None:
    """Put the passages that the cases name into their pools, and note those that somebody approved."""
    cases = list(found.cases.values())
    lookup = look_up(stored, cases)
    states = states_of(project)
    chunks: dict[str, set[str]] = {name: set() for name in found.cases}
    for item in resolve_all(cases, lookup):
        chunks[item.case].update(_chunks_of(item, lookup))
    for name, held in chunks.items():
        found.brought[name] = tuple(Brought(chunk=chunk, retrievers=()) for chunk in sorted(held))
        if name in states and states[name].state == "approved":
            found.known[name] = frozenset(held)


def _chunks_of(item: Resolution, lookup: Lookup) -> Iterator[str]:
    """Yield the chunks that hold a part of one alternative, as far as the revision knows its place."""
    pinned = item.pinned
    for chunk in lookup.chunks.get(pinned.document or "", ()):
        if item.state == "split" and pinned.span is not None and chunk.start is not None and chunk.end is not None:
            if chunk.start < pinned.span[1] and pinned.span[0] < chunk.end:
                yield chunk.id
        elif chunk.id == pinned.chunk:
            yield chunk.id


def _ranks(one: Retriever, cases: Sequence[Case], depth: int) -> tuple[_Ranks, _Ranks]:
    """Return the ranks by the question of each case, and by the question with what an answer must say."""
    by_question = one.search([searched(case) for case in cases], depth)
    stating = [case for case in cases if statements(case)]
    texts = ["\n".join((searched(case), *statements(case))) for case in stating]
    by_answer = dict(zip((case.id for case in stating), one.search(texts, depth), strict=True))
    return by_question, tuple(by_answer.get(case.id, ()) for case in cases)


def _score(project: Project, stored: StoredRevision, found: _Pools) -> None:
    settings = project.settings.workbench
    relevance = Relevance(_weights(stored))
    unseen: dict[str, tuple[PooledPassage, ...]] = {}
    for names in _some(list(found.cases)):
        passages = _texts(project, stored, (one.chunk for name in names for one in found.brought[name]))
        for name in names:
            case, brought = found.cases[name], found.brought[name]
            unseen[name] = scored(case, brought, passages, relevance, auto_above=settings.auto_above)
    found.passages = audited(unseen, share=settings.audit_share, seed=settings.seed)


def _weights(stored: StoredRevision) -> Weights:
    """Return how rare words are in the corpus, by passages taken from it at even distances."""
    size = stored.record.chunks
    rows = sorted({place * size // _SAMPLE for place in range(_SAMPLE)}) if size > _SAMPLE else list(range(size))
    return Weights(units_of(text) for text in row_texts(stored, rows).values())


def _texts(project: Project, stored: StoredRevision, chunks: Iterable[str]) -> dict[str, Passage]:
    """Return the passages with these ids that have a text."""
    titles: dict[str, str] = project.once.get(
        "titles", lambda: {one.id: one.title or one.id for one in project.documents}
    )
    rows = index(stored).keys.find(sorted(set(chunks)))
    return {
        chunk.id: Passage(
            chunk=chunk.id,
            document=chunk.document,
            heading=f"{titles[chunk.document]}\n{chunk.section or ''}",
            text=chunk.text,
        )
        for chunk in chunks_in_rows(stored, sorted(rows.values()))
        if chunk.text is not None
    }


def _told(project: Project, asked: Prelabelling, found: _Pools) -> Prelabelled:
    names = sorted(found.cases)
    return Prelabelled(
        set_name=project.golden.header.name,
        corpus=searched_revision(project).record.label,
        depth=asked.depth,
        scored_by=SCORED_BY,
        auto_above=project.settings.workbench.auto_above,
        pools=tuple(
            CasePool(
                case=name,
                round=found.rounds.get(name),
                question=found.cases[name].question,
                passages=found.passages[name],
            )
            for name in names
        ),
        unstated=tuple(name for name in names if not states_an_answer(found.cases[name])),
        recall=pool_recall(found.brought, found.known),
        recall_by_question=pool_recall(found.by_question, found.known),
        retrievers=retriever_shares(found.brought, found.known, {one.name: one.version for one in asked.retrievers}),
        next_step="",
    )


def _next_step(told: Prelabelled) -> str:
    share = told.recall.share
    if not told.pools:
        return "goldsmith serve" if told.already else "goldsmith add: there is no case to search for"
    if share is not None and share < _GOOD_RECALL:
        return f"goldsmith review prelabel --depth {2 * told.depth}: the pools miss evidence that people approved"
    if told.pools[0].round is not None:
        return "goldsmith serve: reviewers find the passages beside their cases"
    return "goldsmith serve opens the reviews; goldsmith review prelabel --reviews lays the passages before them"
