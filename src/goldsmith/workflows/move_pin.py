"""Move a set to another corpus revision: settle what was answered, pin anew what is proved, and record who said so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from goldsmith._base.canonical import digest
from goldsmith._base.plain_data import plain
from goldsmith.errors import ConflictError, InputError
from goldsmith.ondisk.corpus_lock import write_lock
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.refreshes import forget, load_move, load_plan, plan_turn, save_move
from goldsmith.ondisk.revisions import StoredRevision, documents
from goldsmith.ondisk.set_pin import write_pin
from goldsmith.ondisk.short_forms import shorten_needs
from goldsmith.ondisk.splice import refuse_cells
from goldsmith.ondisk.splice_fields import set_fields
from goldsmith.records.case import Case
from goldsmith.records.decision import Confirmations, Decision, DecisionWord, ReviewFact, State
from goldsmith.records.digests import case_digest, fact_digest
from goldsmith.records.refresh import Answer, CaseImpact, Impact, RefreshAnswer, Refreshed, RefreshPlan
from goldsmith.workflows.check import states_of
from goldsmith.workflows.handbook import digest_in_use
from goldsmith.workflows.left_open import left_open, refreshed
from goldsmith.workflows.open_set import LOCK, Project, open_project
from goldsmith.workflows.refresh import path_of
from goldsmith.workflows.refresh_answers import refuse_unsettled, renewed, unanswerable

_WORDS: Mapping[Answer, DecisionWord] = {
    "stands": "approved",
    "unanswerable": "approved",
    "retire": "retired",
    "revise": "rejected",
}
_SIXTY = {"evidence": "expected_sources", "accept": "expected_answer"}
_ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirming:
    """Who confirms what is machine-proved, all of it together."""

    reviewer: str
    leave_open: bool = False
    """Move although requests are open: their cases are stale until somebody decides."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """One case as it will stand, and what is recorded of it."""

    before: Case
    after: Case
    index: int
    answer: RefreshAnswer | None
    impact: CaseImpact


def move_pin(
    project: Project, plan: RefreshPlan, after: StoredRevision, confirming: Confirming, *, now: datetime
) -> Refreshed:
    """Write what `plan` proves and what was answered, move the pin to `after`, and return the fact that records it.

    Decisions are appended first, then the cases are spliced, then the move is recorded, and last the pin moves:
    whatever is cut short in between, planning and moving once more goes on from there. Raises InputError without a
    reviewer, and for open requests that are not to be left open; ConflictError where the set or the plan was changed
    meanwhile.
    """
    if not confirming.reviewer.strip():
        message = "moving the corpus needs the name of who confirms it"
        raise InputError(message, next_step="name yourself: --reviewer NAME (or set GOLDSMITH_REVIEWER)")
    if plan.current.digest != after.record.digest:
        message = "the plan speaks of another corpus revision"
        raise ConflictError(message, next_step="run goldsmith refresh again")
    path = path_of(project)
    settled = _settled(project, plan)
    _refuse_unwritable(project, settled)
    with plan_turn(path):
        _refuse_overtaken(project, plan)
        _refuse_open(plan, confirming)
        fact = _begun(project, _fact(project, plan, settled, confirming, now))
        _record(project, plan, settled, confirming, now)
        _write(project, settled)
        if fact not in refreshed(project):
            append_facts(project.loaded.refreshes_file, [fact])
        _pin(project, plan, after)
        forget(path)
    return fact


def needs_moving(project: Project, plan: RefreshPlan) -> bool:
    """Say whether there is anything to settle: another corpus, an answer, or a move that was cut short."""
    if plan.previous != plan.current or plan.answers or plan.open:
        return True
    return load_move(path_of(project)) is not None


def _refuse_open(plan: RefreshPlan, confirming: Confirming) -> None:
    if plan.open and not confirming.leave_open:
        named = ", ".join(request.case for request in plan.open[:5]) + (" …" if len(plan.open) > 5 else "")
        message = f"{len(plan.open)} request(s) are not answered: {named}"
        raise InputError(message, next_step="goldsmith refresh --answer, or leave them open (and stale): --leave-open")


def _refuse_overtaken(project: Project, plan: RefreshPlan) -> None:
    """Raise ConflictError where the set is no longer as it was opened, or the plan not the one that is kept."""
    label = project.stored.record.label if project.stored else None
    now = open_project(project.root, file=project.loaded.path.resolve(), corpus=label)
    # Where the files are named differs with the folder of the call.
    held = [(one.header, one.cases, one.facts) for one in (now.golden, project.golden)]
    if held[0] != held[1] or load_plan(path_of(project)) != plan:
        message = "the set, or what was said about it, was changed by somebody else meanwhile; nothing was written"
        raise ConflictError(message, next_step="run the same command again")


def _begun(project: Project, fact: Refreshed) -> Refreshed:
    """Return the fact of this move: the one that was written down when it first began, where it was cut short since.

    What it settled then is no longer in the plan, so only that fact tells all of it.
    """
    path = path_of(project)
    begun = load_move(path)
    if begun is not None and begun.current == fact.current and set(fact.answered) <= set(begun.answered):
        return begun
    save_move(path, fact)
    return fact


def _settled(project: Project, plan: RefreshPlan) -> tuple[_Settled, ...]:
    answers = {answer.case: answer for answer in plan.answers}
    waiting = {request.case for request in plan.open}
    places = {case.id: (index, case) for index, case in enumerate(project.golden.cases)}
    found = []
    for impact in plan.impacts:
        if impact.case in waiting:
            continue
        index, case = places[impact.case]
        answer = answers.get(impact.case)
        found.append(_Settled(case, _as_settled(case, impact, answer), index, answer, impact))
    return tuple(found)


def _as_settled(case: Case, impact: CaseImpact, answer: RefreshAnswer | None) -> Case:
    if answer is not None and answer.answer == "unanswerable":
        return unanswerable(case)
    if answer is not None and answer.answer != "stands":
        return case
    if answer is not None:
        refuse_unsettled(case, impact.reasons)
    return renewed(case, impact.reasons)


def _refuse_unwritable(project: Project, settled: Sequence[_Settled]) -> None:
    for item in settled:
        if item.after != item.before:
            refuse_cells(project.loaded.files[item.index], project.loaded.raws[item.index])


def _record(
    project: Project, plan: RefreshPlan, settled: Sequence[_Settled], confirming: Confirming, now: datetime
) -> None:
    """Append the decision on each case whose approval would not follow it by itself, unless it stands already."""
    states = states_of(project)
    facts = project.golden.facts
    last: dict[str, ReviewFact] = {fact.case: fact for fact in facts}
    # What an interrupted call recorded is not recorded again.
    done: set[tuple[str, ...]] = {
        (fact.request, fact.case_digest) for fact in facts if isinstance(fact, Decision) and fact.request
    }
    done |= {(fact.case, fact.reviewer, fact.case_digest) for fact in facts}
    decisions = []
    for item in settled:
        said = _said(item, confirming, states[item.before.id].state)
        if said is None:
            continue
        current = case_digest(item.after)
        key = (item.answer.request, current) if item.answer is not None else (item.before.id, said[0], current)
        if key not in done:
            before = last.get(item.before.id)
            decisions.append(_decision(item, said, plan, now, fact_digest(before) if before else None))
    if decisions:
        handbook = digest_in_use(project)
        append_facts(project.loaded.reviews_file, (replace(one, handbook_digest=handbook) for one in decisions))


def _said(item: _Settled, confirming: Confirming, state: State) -> tuple[str, DecisionWord, str] | None:
    """Return reviewer, decision and reason where something is to be recorded of the case."""
    if item.answer is not None:
        word = _WORDS[item.answer.answer]
        # Who says that a candidate still stands has not reviewed it.
        stands_as_candidate = item.answer.answer == "stands" and state not in {"approved", "edited"}
        return None if stands_as_candidate else (item.answer.reviewer, word, _reason(item.answer))
    if state == "approved" and case_digest(item.before) != case_digest(item.after):
        told = "; ".join(dict.fromkeys(reason.message for reason in item.impact.reasons))
        return confirming.reviewer, "approved", f"confirmed with others: {told}"
    return None


def _reason(answer: RefreshAnswer) -> str:
    marks = {"revise": "to be revised: ", "unanswerable": "no source answers it any more: "}
    return marks.get(answer.answer, "") + answer.reason


def _decision(
    item: _Settled, said: tuple[str, DecisionWord, str], plan: RefreshPlan, now: datetime, previous: str | None
) -> Decision:
    reviewer, word, reason = said
    at = item.answer.at if item.answer is not None else _utc(now)
    current = case_digest(item.after)
    every = [one for need in item.after.evidence for one in need.any_of]
    identity = digest([item.before.id, reviewer, at, word, current, previous])
    return Decision(
        id=f"d-{identity[:12]}",
        case=item.before.id,
        reviewer=reviewer,
        at=at,
        decision=word,
        reason=reason,
        evidence=tuple(dict.fromkeys(name for one in every if (name := one.chunk or one.document))),
        confirmations=_ALL if word == "approved" else None,
        case_digest=current,
        trigger="refresh",
        request=item.answer.request if item.answer is not None else None,
        corpus=plan.current.digest,
        previous=previous,
    )


def _utc(now: datetime) -> str:
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _write(project: Project, settled: Sequence[_Settled]) -> None:
    files: dict[Path, list[tuple[RawRecord, Mapping[str, object]]]] = {}
    for item in settled:
        if item.after != item.before:
            raw = project.loaded.raws[item.index]
            values = _values(item, raw, project.chosen.fields)
            files.setdefault(project.loaded.files[item.index], []).append((raw, values))
    for path, changes in files.items():
        set_fields(path, changes)


def _values(item: _Settled, raw: RawRecord, names: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of the record that are others now, under the names that its file uses."""
    values: dict[str, Any] = {"evidence": shorten_needs(item.after.evidence)}
    if item.after.answerability != item.before.answerability or not item.after.evidence:
        values |= {"answerability": item.after.answerability, "behaviour": item.after.behaviour}
        written = raw.fields()
        values |= {
            name: plain(getattr(item.after, name)) for name in ("accept", "claims") if names.get(name, name) in written
        }
    return {_name(name, raw, names): held for name, held in values.items()}


def _name(name: str, raw: RawRecord, names: Mapping[str, str]) -> str:
    written = raw.fields()
    return next((one for one in (names.get(name, name), _SIXTY.get(name, name)) if one in written), name)


def _pin(project: Project, plan: RefreshPlan, after: StoredRevision) -> None:
    write_lock(project.root / LOCK, after.record, documents(after))
    if project.loaded.path.is_dir():
        write_pin(project.loaded.path / "set.yaml", plan.current)


def _fact(
    project: Project, plan: RefreshPlan, settled: Sequence[_Settled], confirming: Confirming, now: datetime
) -> Refreshed:
    waiting = tuple(request.case for request in plan.open)
    left = left_open(project)
    at = _utc(now)
    together: dict[Impact, list[str]] = {}
    for item in settled:
        if item.answer is None:
            together.setdefault(item.impact.impact, []).append(item.before.id)
    return Refreshed(
        id="m-" + digest([plan.previous.digest, plan.current.digest, at, confirming.reviewer])[:12],
        at=at,
        by=confirming.reviewer,
        previous=plan.previous,
        current=plan.current,
        counts=dict(sorted(Counter(impact.impact for impact in plan.impacts).items())),
        moved=tuple(together.get("anchor_moved", ())),
        renamed=tuple(together.get("document_renamed", ())),
        elsewhere=tuple(together.get("changed_elsewhere", ())),
        answered=tuple(answer.request for answer in plan.answers),
        to_revise=tuple(sorted({answer.case for answer in plan.answers if answer.answer == "revise"})),
        left_open={name: left.get(name, plan.previous.label) for name in waiting},
        superseded=tuple(dict.fromkeys((*plan.superseded, *(request.id for request in plan.open)))),
    )
