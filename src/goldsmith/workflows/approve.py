"""Record what a reviewer decided, bound to the digest of exactly what they judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from goldsmith._base.canonical import digest
from goldsmith._base.registry import unknown_name
from goldsmith.errors import InputError
from goldsmith.ondisk.reviews import append_facts
from goldsmith.records.case import Case
from goldsmith.records.decision import Confirmations, Decision, DecisionWord, Trigger
from goldsmith.records.digests import case_digest, fact_digest
from goldsmith.records.evidence import Alternative
from goldsmith.workflows.check import resolutions_of
from goldsmith.workflows.open_set import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a reviewer says of some cases."""

    cases: tuple[str, ...]
    reviewer: str
    decision: DecisionWord
    reason: str
    confirmations: Confirmations | None
    trigger: Trigger = "new"


def approve(project: Project, judged: Judged, *, now: datetime) -> tuple[Decision, ...]:
    """Append one decision for each case and return them.

    Raises InputError without a case, reviewer or reason, for an id that several cases have, for an approval that does
    not confirm all three things, and for an approval of evidence that is not pinned: it would bind to an id and not to
    what the passage says.
    """
    _refuse_incomplete(judged)
    names = tuple(dict.fromkeys(judged.cases))
    known = _known(project, names)
    if judged.decision == "approved":
        _refuse_unpinned(project, set(names))
    last = {fact.case: fact_digest(fact) for fact in project.golden.facts}
    decisions = tuple(_decision(known[name], judged, last.get(name), now) for name in names)
    append_facts(project.loaded.reviews_file, decisions)
    return decisions


def _known(project: Project, names: tuple[str, ...]) -> dict[str, Case]:
    known = {case.id: case for case in project.golden.cases}
    count = Counter(case.id for case in project.golden.cases)
    for name in names:
        if name not in known:
            raise unknown_name("cases", name, tuple(sorted(known)))
        if count[name] > 1:
            message = f"{count[name]} cases have the id {name!r}, so nobody could tell which of them was judged"
            raise InputError(message, next_step="give each its own id, then approve")
    return known


def _refuse_incomplete(judged: Judged) -> None:
    if not judged.cases:
        message = "a decision needs a case"
        raise InputError(message, next_step="name the cases that you judged")
    if not judged.reviewer.strip():
        message = "a decision needs a reviewer"
        raise InputError(message, next_step="name yourself: --reviewer NAME (or set GOLDSMITH_REVIEWER)")
    if not judged.reason.strip():
        message = "a decision needs a reason, so that it can be understood later"
        raise InputError(message, next_step='say why: --reason "the source states the 30 days"')
    held = judged.confirmations
    if judged.decision == "approved" and not (
        held and held.question_plausible and held.answer_within_source and held.evidence_sufficient
    ):
        message = (
            "an approval says three things: the question is plausible, the answer says no more than the source, "
            "and the evidence is sufficient"
        )
        raise InputError(
            message,
            next_step="confirm all three (--confirm-all), or record another decision: --decision rejected",
        )


def _refuse_unpinned(project: Project, names: set[str]) -> None:
    resolutions = resolutions_of(project)
    if resolutions is None:
        cases = (case for case in project.golden.cases if case.id in names)
        loose = {case.id for case in cases for need in case.evidence if any(map(_is_a_name, need.any_of))}
        first = "goldsmith freeze FOLDER, "
    else:
        held = [item for item in resolutions if item.case in names and not item.complete]
        loose = {item.case for item in held}
        certain = all(item.state in {"found", "document_level"} for item in held)
        first = "" if certain else "mend the evidence that goldsmith check names, "
    if loose:
        listed = ", ".join(sorted(loose))
        message = f"the evidence of {listed} is not pinned to the corpus, so an approval would bind to a name only"
        raise InputError(message, next_step=f"{first}goldsmith check --fix, look at the result, then approve")


def _is_a_name(item: Alternative) -> bool:
    return item.quote is None and item.sha256 is None and item.foreign_hash is None


def _decision(case: Case, judged: Judged, previous: str | None, now: datetime) -> Decision:
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    current = case_digest(case)
    selected = tuple(
        dict.fromkeys(name for need in case.evidence for item in need.any_of if (name := item.chunk or item.document))
    )
    identity = digest([case.id, judged.reviewer, at, judged.decision, current, previous])
    return Decision(
        id=f"d-{identity[:12]}",
        case=case.id,
        reviewer=judged.reviewer,
        at=at,
        decision=judged.decision,
        reason=judged.reason,
        evidence=selected,
        confirmations=judged.confirmations,
        case_digest=current,
        trigger=judged.trigger,
        previous=previous,
    )
