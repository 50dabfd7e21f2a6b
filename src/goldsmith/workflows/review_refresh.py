"""Refresh requests at the workbench: one change of the sources after the other, old beside new, each with one word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from goldsmith._base.registry import unknown_name
from goldsmith.ondisk.revisions import documents, list_revisions
from goldsmith.records.access import denies
from goldsmith.records.case import Case
from goldsmith.records.corpus import Document
from goldsmith.records.person import Person
from goldsmith.records.refresh import Answer, Passage, Reason, RefreshPlan, RefreshRequest
from goldsmith.review.word_changes import Piece, changed_words
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.refresh_answers import Said, answer_requests, why_not_standing
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_discretion import covered
from goldsmith.workflows.review_requests import open_plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that the change does to a case, in two columns."""

    message: str
    where_old: str
    where_new: str
    old: tuple[Piece, ...]
    """Empty: it did not stand there before."""
    new: tuple[Piece, ...]
    """Empty: it stands nowhere now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request that a person may answer."""

    request: str
    case: Case
    previous: str
    current: str
    """Labels of the two revisions."""
    changes: tuple[Change, ...]
    cannot_stand: str
    """Why `stands` is no answer; empty: it is one."""


def requests_for(desk: Desk, person: Person) -> tuple[str, ...]:
    """Return the ids of the open requests that `person` may answer, those about one passage together.

    Left out are requests with a passage that the person may not see, and those of a case that the person still has to
    judge without knowing what it says.
    """
    project = desk.project
    plan = open_plan(desk)
    return tuple(request.id for request in _open(desk, project, plan, person)) if plan else ()


def asked(desk: Desk, person: Person, request: str) -> Asked:
    """Return one open request. Raises UnknownNameError for one that is not open to `person`."""
    project = desk.project
    plan, found = _found(desk, project, person, request)
    case = next(case for case in project.golden.cases if case.id == found.case)
    return Asked(
        request=found.id,
        case=case,
        previous=plan.previous.label,
        current=plan.current.label,
        changes=tuple(_change(reason) for reason in found.reasons),
        cannot_stand=why_not_standing(case, found.reasons),
    )


def answer(desk: Desk, person: Person, request: str, word: Answer, *, reason: str = "") -> None:
    """Keep what `person` says to a request. Raises UnknownNameError, and InputError where a case cannot stand."""
    project = desk.project
    plan, found = _found(desk, project, person, request)
    said = Said(names=(found.id,), answer=word, reviewer=person.name, reason=reason)
    answer_requests(project, plan, said, now=desk.now())


def _found(desk: Desk, project: Project, person: Person, request: str) -> tuple[RefreshPlan, RefreshRequest]:
    plan = open_plan(desk)
    held = {one.id: one for one in (_open(desk, project, plan, person) if plan else ())}
    if plan is None or request not in held:
        raise unknown_name("changes that you are asked about", request, tuple(held))
    return plan, held[request]


def _open(desk: Desk, project: Project, plan: RefreshPlan, person: Person) -> Iterator[RefreshRequest]:
    sides = _documents(project, plan) if person.sees is not None else ()
    known = {case.id for case in project.golden.cases}
    hidden = covered(desk, person)
    for request in plan.open:
        if request.case in known and request.case not in hidden and _may_see(person, request, sides):
            yield request


def _documents(project: Project, plan: RefreshPlan) -> tuple[Mapping[str, Document], ...]:
    """Return the documents of both revisions: who may see a source may be what changed."""
    labels = (plan.previous.label, plan.current.label)

    def read() -> tuple[Mapping[str, Document], ...]:
        held = [one for one in list_revisions(project.root) if one.record.label in labels]
        return tuple({item.id: item for item in documents(one)} for one in held)

    return project.once.get(f"documents of {labels}", read)


def _may_see(person: Person, request: RefreshRequest, sides: tuple[Mapping[str, Document], ...]) -> bool:
    if person.sees is None:
        return True
    names = {passage.document for reason in request.reasons for passage in _passages(reason)}
    for name in names:
        holding = [side for side in sides if name in side]
        if not holding or any(denies(person.sees, name, side) for side in holding):
            return False
    return True


def _passages(reason: Reason) -> tuple[Passage, ...]:
    return reason.now if reason.before is None else (reason.before, *reason.now)


def _change(reason: Reason) -> Change:
    new = "\n\n".join(passage.text for passage in reason.now)
    before, now = changed_words(reason.before.text if reason.before else "", new)
    return Change(
        message=reason.message,
        where_old=_where(reason.before) if reason.before else "",
        where_new=", ".join(dict.fromkeys(map(_where, reason.now))),
        old=before,
        new=now,
    )


def _where(passage: Passage) -> str:
    return f"{passage.document} > {passage.section}" if passage.section else passage.document
