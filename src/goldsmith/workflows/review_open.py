"""Open reviews of the cases that need a person: candidates, edited and disputed ones, refresh requests, what is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from goldsmith._base.registry import unknown_name
from goldsmith.errors import ConflictError, InputError
from goldsmith.ondisk.work_facts import fact_text, snapshot
from goldsmith.ports.review_store import NewFact
from goldsmith.records.case import Case
from goldsmith.records.decision import Trigger
from goldsmith.records.digests import case_digest
from goldsmith.records.opening import Opening
from goldsmith.records.person import Person
from goldsmith.records.refresh import RefreshRequest
from goldsmith.records.workbench import Closed, Opened
from goldsmith.review.casework import CaseWork, Round
from goldsmith.review.policy import Policy, needed_labels
from goldsmith.workflows.check import states_of
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_requests import open_plan
from goldsmith.workflows.review_seat import cases_now, handle_for, subject_of
from goldsmith.workflows.review_sources import shelves

WHY: Mapping[Trigger, str] = {
    "new": "nobody has decided on it yet",
    "edit": "it changed since somebody decided on it",
    "refresh": "the corpus changed around it",
    "audit": "it is looked at again",
}
"""Why a review is opened. Nothing that tells what anybody decided, or who wrote the case."""
_AT_ONCE = 200
"""Reviews that are opened by one write."""
_TRIES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    case: Case
    digest: str
    trigger: Trigger
    request: RefreshRequest | None = None


def open_reviews(
    desk: Desk, *, person: Person, cases: Sequence[str] | None = None, trigger: Trigger | None = None
) -> Opening:
    """Open a round of every case that needs a person and has none open, and close those whose case is gone.

    Those are candidates (disputed ones too), edited cases, and cases of open refresh requests. What was reviewed and
    applied is not asked again, whatever became of it, while it says what was shown or what was written. `cases` names
    others instead (sentinels that are due, a batch), with their trigger (``audit`` unless it is said). Called again, or
    by two at once, it opens nothing twice. Raises UnknownNameError for a case that the set does not hold.
    """
    desk.look_again()
    closed = _close_gone(desk, person) if cases is None else ()
    wanted = _named(desk, cases, trigger or "audit") if cases is not None else _needing(desk)
    needed = _needed(desk, [item.case for item in wanted])
    opened: list[str] = []
    left = iter(wanted)
    while some := tuple(islice(left, _AT_ONCE)):
        opened += _open(desk, person, some, needed)
    with desk.turn() as bench:
        waiting = len(bench.states["waiting"])
    return Opening(
        opened=tuple(opened),
        closed=closed,
        waiting=waiting,
        double=sum(1 for name in opened if needed[name] > 1),
        hands=sum(1 for one in desk.people.values() if one.may("label")),
    )


def moved(desk: Desk, one: Round) -> Case | None:
    """Return the case as it stands, where it is no longer what the round shows; None: it is, or it is gone."""
    case = cases_now(desk).get(one.case)
    return case if case is not None and desk.project.once.digest(case) != one.opened.case_digest else None


def reopen(desk: Desk, person: Person, case: str, *, key: str | None = None) -> None:
    """Close the open round of a case that was edited meanwhile, and open the next on what the case says now.

    What was said in the closed round stays in its history and settles nothing. Raises InputError where the case has no
    open round or did not change, ConflictError where somebody says something on it at this moment.
    """
    with desk.turn() as bench:
        one = bench.round_of(case)
        work = bench.work.get(case)
    now = moved(desk, one) if one is not None else None
    if one is None or work is None or now is None or not one.is_open:
        message = "the case has no open review, or says what its review shows"
        raise InputError(message, next_step="go on with the review as it is")
    wanted = _Wanted(case=now, digest=desk.project.once.digest(now), trigger="edit")
    ends = Closed(round=one.number, why="the case was edited")
    facts = [
        NewFact(subject=subject_of(case), author=person.name, at=desk.stamp(), body=fact_text(ends), key=key),
        _new(desk, person, wanted, number=one.number + 1, needed=_needed(desk, [now], least=one.opened.needed)[case]),
    ]
    desk.store.append(facts, expects={subject_of(case): work.facts})


def open_proposed(desk: Desk, person: Person, case: Case, *, key: str | None = None) -> str:
    """Open the review of a case that a person wrote at the workbench; return its handle.

    It stands in no file until it is applied, and its author does not label it. Raises InputError for an id that is
    taken.
    """
    with desk.turn() as bench:
        work = bench.work.get(case.id)
    if case.id in cases_now(desk) or (work is not None and not _is_proposal_of(work, person, case)):
        message = f"there is a case with the id {case.id!r} already"
        raise InputError(message, next_step="choose another id")
    fact = Opened(
        round=1,
        case_digest=case_digest(case),
        snapshot=snapshot(case),
        trigger="new",
        why=WHY["new"],
        needed=_needed(desk, [case])[case.id],
        corpus=_corpus(desk, None),
        proposed=True,
    )
    desk.say(person.name, subject_of(case.id), fact, key=key or f"proposed:{fact.case_digest}", expects=0)
    return handle_for(desk, case.id)


def _needed(desk: Desk, cases: Sequence[Case], *, least: int = 1) -> dict[str, int]:
    """Return how many labels each of `cases` needs, at least `least`; one where nobody else could give a second."""
    if desk.local is not None:
        return {case.id: 1 for case in cases}
    settings = desk.settings
    policy = Policy(second_share=settings.second_share, least_second=settings.least_second, seed=settings.seed)
    needed = needed_labels(cases, policy, opened=_opened(desk))
    return {name: max(least, labels) for name, labels in needed.items()}


def _is_proposal_of(work: CaseWork, person: Person, case: Case) -> bool:
    """Say whether the very same proposal was sent before."""
    first = work.rounds[0] if work.rounds else None
    return (
        first is not None
        and first.opened.proposed
        and first.opened_by == person.name
        and first.opened.case_digest == case_digest(case)
    )


def _needing(desk: Desk) -> list[_Wanted]:
    project = desk.project
    states = states_of(project)
    plan = open_plan(desk)
    requests = {request.case: request for request in reversed(plan.open)} if plan is not None else {}
    count = Counter(case.id for case in project.golden.cases)
    found = []
    with desk.turn() as bench:
        works = dict(bench.work)
    for case in project.golden.cases:
        request, state = requests.get(case.id), states[case.id].state
        if count[case.id] > 1 or (request is None and state not in {"candidate", "edited"}):
            continue
        trigger: Trigger = "refresh" if request is not None else "edit" if state == "edited" else "new"
        item = _Wanted(case=case, digest=project.once.digest(case), trigger=trigger, request=request)
        if _is_due(works.get(case.id), item):
            found.append(item)
    return found


def _named(desk: Desk, names: Iterable[str], trigger: Trigger) -> list[_Wanted]:
    known = cases_now(desk)
    found = []
    with desk.turn() as bench:
        works = dict(bench.work)
    for name in dict.fromkeys(names):
        if name not in known:
            raise unknown_name("cases", name, tuple(sorted(known)))
        if not _has_open(works.get(name)):
            case = known[name]
            found.append(_Wanted(case=case, digest=desk.project.once.digest(case), trigger=trigger))
    return found


def _is_due(work: CaseWork | None, item: _Wanted) -> bool:
    """Say whether a case needs a round that it does not have."""
    last = work.current if work is not None else None
    if work is None or last is None:
        return True
    if last.is_open:
        return False
    if item.request is not None:
        return not any(one.applied is not None and one.opened.request == item.request.id for one in work.rounds)
    return not last.answers(item.digest)


def _opened(desk: Desk) -> dict[str, tuple[str | None, int]]:
    """Return the risk of every case that was opened, and how many labels its last round needs."""
    known = cases_now(desk)
    with desk.turn() as bench:
        rounds = [work.current for work in bench.work.values()]
    held = {}
    for one in rounds:
        if one is not None:
            case = known.get(one.case) or (desk.case_shown(one.opened) if one.opened.proposed else None)
            held[one.case] = (case.risk if case is not None else None, one.opened.needed)
    return held


def _open(desk: Desk, person: Person, some: Iterable[_Wanted], needed: Mapping[str, int]) -> list[str]:
    """Open these reviews by one write; where somebody says something on one of them meanwhile, those that are left."""
    left = list(some)
    for _ in range(_TRIES):
        with desk.turn() as bench:
            works = {item.case.id: bench.work.get(item.case.id, CaseWork(case=item.case.id)) for item in left}
        left = [item for item in left if not _has_open(works[item.case.id])]
        facts = [
            _new(desk, person, item, number=len(works[item.case.id].rounds) + 1, needed=needed[item.case.id])
            for item in left
        ]
        try:
            desk.store.append(facts, expects={subject_of(item.case.id): works[item.case.id].facts for item in left})
        except ConflictError:
            continue
        return [item.case.id for item in left]
    return []


def _has_open(work: CaseWork | None) -> bool:
    return work is not None and work.current is not None and work.current.is_open


def _new(desk: Desk, person: Person, item: _Wanted, *, number: int, needed: int) -> NewFact:
    fact = Opened(
        round=number,
        case_digest=item.digest,
        snapshot=snapshot(item.case),
        trigger=item.trigger,
        why=WHY[item.trigger],
        needed=needed,
        corpus=_corpus(desk, item.request),
        request=item.request.id if item.request is not None else None,
    )
    return NewFact(
        subject=subject_of(item.case.id),
        author=person.name,
        at=desk.stamp(),
        body=fact_text(fact),
        key=f"opened:{item.digest}:{number}",
    )


def _corpus(desk: Desk, request: RefreshRequest | None) -> str | None:
    """Return the revision that is shown beside a case: the one that a refresh request moves to, else the pinned one."""
    current = request.current.digest if request is not None else None
    if current is not None and shelves(desk, current) is not None:
        return current
    revision = desk.project.revision
    return revision.digest if revision is not None else None


def _close_gone(desk: Desk, person: Person) -> tuple[str, ...]:
    """Close the open rounds whose case is no longer in the set, or retired there."""
    states = states_of(desk.project)
    with desk.turn() as bench:
        works = [work for work in bench.work.values() if _has_open(work)]
    closed = []
    for work in works:
        one = work.current
        status = states.get(work.case)
        if one is None or (status is None and one.opened.proposed) or (status and status.state != "retired"):
            continue
        why = "the case is retired" if status is not None else "the case is no longer in the set"
        fact = Closed(round=one.number, why=why)
        try:
            desk.say(
                person.name, subject_of(work.case), fact, key=f"closed:{one.opened.case_digest}:{one.number}",
                expects=work.facts,
            )  # fmt: skip
        except ConflictError:
            continue  # somebody said something on it at this moment: the next call closes it
        closed.append(work.case)
    return tuple(closed)
