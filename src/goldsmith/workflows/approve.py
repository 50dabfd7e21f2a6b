"""Record what a reviewer decided, bound to the digest of exactly what they judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from goldsmith._base.canonical import digest
from goldsmith._base.registry import unknown_name
from goldsmith.errors import InputError
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.revisions import view
from goldsmith.records.case import Case
from goldsmith.records.decision import Adjudication, Confirmations, Decision, DecisionWord, ReviewFact, Trigger
from goldsmith.records.digests import case_digest, fact_digest
from goldsmith.records.evidence import Alternative
from goldsmith.workflows.check import resolutions_of
from goldsmith.workflows.handbook import digest_in_use
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ToJudge:
    """The cases that a decision is about, found to be such that it can be recorded."""

    open: tuple[Case, ...]
    stands: tuple[Decision, ...]
    """Approvals of the others: the same reviewer's last word, on exactly what the case says now."""


def approve(project: Project, judged: Judged, *, now: datetime) -> tuple[Decision, ...]:
    """Append one decision for each case and return them; an approval that stands already is not written again.

    Each names the handbook beside the set, as long as that is the one of today's set.
    Raises InputError without a case, reviewer or reason, for an id that several cases have, for an approval that does
    not confirm all three things, and for an approval of evidence that is not pinned: it would bind to an id and not to
    what the passage says.
    """
    cases = to_judge(project, judged).open
    _refuse_unconfirmed(judged)
    last = {fact.case: fact_digest(fact) for fact in project.golden.facts}
    handbook = digest_in_use(project) if cases else None
    decisions = tuple(
        replace(_decision(case, judged, last.get(case.id), now), handbook_digest=handbook) for case in cases
    )
    if decisions:
        append_facts(project.loaded.reviews_file, decisions)
    return decisions


def to_judge(project: Project, judged: Judged) -> ToJudge:
    """Return the cases that `judged` names, before anybody is asked to confirm anything.

    Raises InputError as `approve` does, confirmations aside.
    """
    _refuse_incomplete(judged)
    names = tuple(dict.fromkeys(judged.cases))
    known = _known(project, names)
    if judged.decision != "approved":
        return ToJudge(open=tuple(known[name] for name in names), stands=())
    _refuse_unpinned(project, set(names))
    facts: dict[str, list[ReviewFact]] = {}
    for fact in project.golden.facts:
        facts.setdefault(fact.case, []).append(fact)
    stands = {}
    for name in names:
        last = _last_approval(facts.get(name, []), judged.reviewer)
        if last is not None and last.case_digest == project.once.digest(known[name]):
            stands[name] = last
    return ToJudge(open=tuple(known[name] for name in names if name not in stands), stands=tuple(stands.values()))


def passages(project: Project, cases: Sequence[Case]) -> dict[str, str]:
    """Return the words of every passage that `cases` name without quoting it, by chunk id."""
    every = [item for case in cases for need in case.evidence for item in need.any_of]
    names = sorted({item.chunk for item in every if item.chunk is not None and item.quote is None})
    if project.stored is None or not names:
        return {}
    chunks = view(project.stored, names).chunks.values()
    return {chunk.id: held for chunk in chunks if (held := chunk.text or chunk.preview) is not None}


def _last_approval(facts: Sequence[ReviewFact], reviewer: str) -> Decision | None:
    """Return the last word of `reviewer` on a case where it is an approval that nobody resolved since."""
    resolved = {name for fact in facts if isinstance(fact, Adjudication) for name in fact.resolves}
    last = next((fact for fact in reversed(facts) if fact.reviewer == reviewer), None)
    approved = isinstance(last, Decision) and last.decision == "approved" and last.id not in resolved
    return last if approved and isinstance(last, Decision) else None


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


def _refuse_unconfirmed(judged: Judged) -> None:
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
