"""Work out what a move of a set to another corpus revision asks of people. The set itself is not touched."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldsmith.corpus.crossing import find_elsewhere
from goldsmith.corpus.document_text import DocumentText
from goldsmith.corpus.locate import Lookup
from goldsmith.corpus.tracing import trace
from goldsmith.errors import InputError
from goldsmith.ondisk.incidents import load_incidents
from goldsmith.ondisk.refreshes import load_plan, plan_path, plan_turn, save_plan
from goldsmith.ondisk.revisions import StoredRevision, all_chunk_texts, chunks_of, documents, load_revision
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk
from goldsmith.records.corpus_diff import CorpusDiff
from goldsmith.records.decision import Decision
from goldsmith.records.golden_set import CorpusPin
from goldsmith.records.incident import open_incidents
from goldsmith.records.refresh import CaseImpact, FreshText, RefreshPlan, RefreshRequest, TracedAlternative
from goldsmith.refresh.declared import is_about_permission
from goldsmith.refresh.facts import ChangedFacts
from goldsmith.refresh.impacts import impacts
from goldsmith.refresh.requests import requests
from goldsmith.refresh.rivals import homes, rivals
from goldsmith.refresh.topics import standing_in
from goldsmith.workflows.check import look_up, states_of
from goldsmith.workflows.corpus_diff import diff_stored, fresh_chunks
from goldsmith.workflows.left_open import left_open
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.refresh_base import with_other_bases
from goldsmith.workflows.standing import runnable

_READ_ALONG = 300
_INHERITED = frozenset({"renamed", "split", "merged"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Move:
    """From one revision to another, and the cases that were last judged against the first."""

    before: StoredRevision
    after: StoredRevision
    cases: tuple[Case, ...]


def plan_refresh(project: Project, after: StoredRevision) -> RefreshPlan:
    """Return what moving the set of `project` from its revision to `after` asks, and keep it as the open plan.

    Answers that were given before hold where the same is asked again; other requests of an earlier plan are superseded.
    Raises InputError where the set is held against no revision.
    """
    if project.stored is None:
        message = "the set is held against no corpus revision, so nothing can have changed since"
        raise InputError(message, next_step="pin the one it was judged against: corpus: {label: …} in set.yaml")
    previous, current = pin_of(project.stored), pin_of(after)
    found: dict[str, CaseImpact] = {}
    asked: list[RefreshRequest] = []
    for move in _moves(project, after):
        held = _impacts(project, move)
        found |= {item.case: item for item in held}
        first = {case.id for case in move.cases if is_about_permission(case)}
        asked += requests(held, previous=pin_of(move.before), current=current, first=first)
    live = runnable(project.golden, states_of(project))
    plan = RefreshPlan(
        set_name=project.golden.header.name,
        previous=previous,
        current=current,
        impacts=tuple(found[case.id] for case in live if case.id in found),
        requests=tuple(asked),
    )
    path = path_of(project)
    with plan_turn(path):
        plan = _continued(plan, load_plan(path), settled=_settled_requests(project, current))
        save_plan(path, plan)
    return plan


def path_of(project: Project) -> Path:
    """Return where the open plan of the set stands."""
    return plan_path(project.state, project.golden.header.name, project.chosen.path)


def pin_of(stored: StoredRevision) -> CorpusPin:
    """Return how a set names a revision."""
    return CorpusPin(label=stored.record.label, digest=stored.record.digest)


def _settled_requests(project: Project, current: CorpusPin) -> frozenset[str]:
    """Return the requests that a move to `current` settled already, before it was cut short."""
    facts = (fact for fact in project.golden.facts if isinstance(fact, Decision))
    return frozenset(fact.request for fact in facts if fact.request is not None and fact.corpus == current.digest)


def _continued(plan: RefreshPlan, earlier: RefreshPlan | None, *, settled: Collection[str]) -> RefreshPlan:
    """Return `plan` with what was answered before, and the names of what is asked no more."""
    if earlier is None:
        return plan
    asked = {request.id for request in plan.requests}
    answers = {answer.request: answer for answer in (*earlier.kept, *earlier.answers)}
    held = tuple(answer for name, answer in answers.items() if name in asked or name in settled)
    kept = tuple(answer for name, answer in answers.items() if name not in asked and name not in settled)
    gone = {request.id for request in earlier.requests} - asked - set(settled)
    same = (earlier.previous, earlier.current) == (plan.previous, plan.current)
    carried = {name for name in earlier.superseded if name not in asked} if same else set()
    return replace(plan, answers=held, kept=kept, superseded=tuple(sorted(gone | carried)))


def _moves(project: Project, after: StoredRevision) -> Iterator[_Move]:
    """Yield the cases by the revision against which they were last judged: the pinned one, but for those left open."""
    pinned = project.stored
    if pinned is None:
        return
    left, settled = left_open(project), _settled_under(project, after)
    bases: dict[str, list[Case]] = {}
    for case in runnable(project.golden, states_of(project)):
        label = after.record.label if case.id in settled else left.get(case.id, pinned.record.label)
        bases.setdefault(label, []).append(case)
    held = {one.record.label: one for one in (pinned, after)}
    for label, cases in bases.items():
        before = held[label] if label in held else load_revision(project.root, label)
        yield _Move(before=before, after=after, cases=tuple(cases))


def _settled_under(project: Project, after: StoredRevision) -> frozenset[str]:
    """Return the cases whose last decision holds them, as they are written, against `after`: of a move cut short."""
    last = {fact.case: fact for fact in project.golden.facts}
    held = ((case, last.get(case.id)) for case in project.golden.cases)
    return frozenset(
        case.id
        for case, fact in held
        if isinstance(fact, Decision)
        and fact.corpus == after.record.digest
        and fact.case_digest == project.once.digest(case)
    )


def _impacts(project: Project, move: _Move) -> tuple[CaseImpact, ...]:
    diff = diff_stored(move.before, move.after)
    before = look_up(move.before, move.cases)
    traced = _traced(move, before, heirs_of(diff))
    digests = {case.id: project.once.digest(case) for case in move.cases}
    found = impacts(move.cases, digests, traced, _facts(project, move, diff, traced))
    # Of a move that was cut short, what was settled need not be pinned anew yet.
    settled = _settled_under(project, move.after)
    cases = [case for case in move.cases if case.id not in settled]
    return with_other_bases(found, cases, traced, before, move.before.record.label)


def heirs_of(diff: CorpusDiff) -> dict[str, tuple[str, ...]]:
    """Return which documents each document became, where it goes by other ids now."""
    return {
        name: change.after
        for change in diff.documents
        if _INHERITED & set(change.kinds) and change.after
        for name in change.before
    }


def _traced(move: _Move, before: Lookup, heirs: Mapping[str, tuple[str, ...]]) -> tuple[TracedAlternative, ...]:
    named = {chunk.document for own in before.chunks.values() for chunk in own} | set(before.chunks)
    after = look_up(move.after, move.cases, also={heir for name in named for heir in heirs.get(name, ())})
    traced = trace(move.cases, before, after, heirs=heirs)
    missing = [item for item in traced if item.quote == "gone"]
    if not missing or move.after.record.text != "full":
        return traced
    found = find_elsewhere(missing, all_chunk_texts(move.after), cases=move.cases)
    places = {(one.case, one.need, one.alternative): one for one in found}
    return tuple(places.get((item.case, item.need, item.alternative), item) for item in traced)


def _facts(project: Project, move: _Move, diff: CorpusDiff, traced: Sequence[TracedAlternative]) -> ChangedFacts:
    heirs, own = heirs_of(diff), homes(traced)
    named = {name for documents in own.values() for name in documents}
    kept: list[FreshText] = []
    earlier = _Earlier(move.before, diff, heirs)

    def passing() -> Iterator[FreshText]:
        for item in fresh_chunks(move.before, move.after, diff=diff):
            if item.document in named:
                kept.append(item)
            yield item

    found = (
        ()
        if diff.same
        else rivals(
            move.cases,
            passing(),
            own=own,
            earlier=earlier,
            stood=lambda wanted: standing_in((text for _, _, text in all_chunk_texts(move.before)), wanted),
        )
    )
    return ChangedFacts(
        diff=diff,
        before={one.id: one for one in documents(move.before)},
        after={one.id: one for one in documents(move.after)},
        heirs=heirs,
        fresh=tuple(kept),
        earlier=earlier.texts(named),
        rivals=found,
        patterns=_patterns(project, move.cases),
    )


class _Earlier:
    """The text that each document of the later revision had in the earlier one, read when it is asked for.

    Opening a revision costs more than reading from it, so what is likely to be asked for next is read along: the
    documents that changed, some hundreds at once.
    """

    def __init__(self, before: StoredRevision, diff: CorpusDiff, heirs: Mapping[str, tuple[str, ...]]) -> None:
        self._before = before
        self._origins: dict[str, list[str]] = {}
        for name, became in heirs.items():
            for heir in became:
                self._origins.setdefault(heir, []).append(name)
        self._likely = sorted({name for change in diff.documents for name in change.before})
        self._held: dict[str, str] = {}

    def __call__(self, document: str) -> str:
        origins = [document, *self._origins.get(document, ())]
        held = self.texts(origins)
        return "\n\n".join(held[name] for name in origins if name in held)

    def texts(self, names: Iterable[str]) -> dict[str, str]:
        """Return the text of those of `names` that the earlier revision holds."""
        wanted = sorted(set(names))
        missing = [name for name in wanted if name not in self._held]
        if missing:
            self._read({*missing, *(near for name in missing for near in self._beside(name))})
        return {name: self._held[name] for name in wanted if self._held[name]}

    def _beside(self, name: str) -> list[str]:
        at = bisect_left(self._likely, name)
        return self._likely[at : at + _READ_ALONG] if self._likely[at : at + 1] == [name] else []

    def _read(self, names: Collection[str]) -> None:
        chunks: dict[str, list[Chunk]] = {}
        for chunk in chunks_of(self._before, names):
            chunks.setdefault(chunk.document, []).append(chunk)
        for name in names:
            own = sorted(chunks.get(name, ()), key=lambda item: item.ordinal)
            self._held[name] = DocumentText(own).text if own else ""


def _patterns(project: Project, cases: Sequence[Case]) -> dict[str, str]:
    """Return the open incident of each case that nobody approved: users ask it, and no approved case does."""
    states = states_of(project)
    ids = {case.id for case in cases if states[case.id].state != "approved"}
    waiting = open_incidents(load_incidents(project.loaded.incidents_file))
    return {item.case: item.id for item in waiting if item.case in ids}
