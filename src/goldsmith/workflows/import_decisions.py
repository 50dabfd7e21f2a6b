"""What a source says that people decided: counted, and written as decisions only where the user says that they count.

An approval of ours says three things that no other tool asks for, and binds to what a passage says. So it is written
only where whoever imports gives the three confirmations, and only where the evidence is pinned.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from goldsmith._base.canonical import digest
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.reviews import load_facts
from goldsmith.records.case import Case
from goldsmith.records.decision import Adjudication, Confirmations, Decision, ReviewFact
from goldsmith.records.digests import case_digest, fact_digest
from goldsmith.records.evidence import Alternative
from goldsmith.records.interchange import ForeignDecision, LossLine

NOT_COUNTED = "a decision of the source, which counts only if you say so: --decisions"
UNCONFIRMED = (
    "an approval says that the question is plausible, that the answer says no more than the source and that the "
    "evidence is sufficient: the source asked nobody, so confirm it with --confirm-all"
)
UNPINNED = (
    "the evidence is not pinned, so an approval would bind to a name: freeze, goldsmith check --fix, import again"
)
_ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)


class DecisionDesk:
    """Takes the decisions of a source, and writes those that count when everything else is written."""

    def __init__(self, title: str, counts: bool, confirmed: bool, now: datetime) -> None:  # noqa: FBT001 - two answers
        self._title, self._counts, self._confirmed = title, counts, confirmed
        self._now = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._waiting: list[tuple[Case, ForeignDecision]] = []
        self.uncounted = 0

    def add(self, record: str, case: Case, decision: ForeignDecision) -> Iterator[LossLine]:
        """Take a decision; yield a line that says why it is not written."""
        told = self._why_not(case, decision)
        if told:
            self.uncounted += 1
            yield LossLine(record=record, fate="dropped", field="", told=told, found=decision.decision)
            return
        self._waiting.append((case, decision))

    def _why_not(self, case: Case, decision: ForeignDecision) -> str:
        if not self._counts:
            return NOT_COUNTED
        if decision.decision != "approved":
            return ""
        if not self._confirmed:
            return UNCONFIRMED
        return UNPINNED if any(_is_a_name(item) for need in case.evidence for item in need.any_of) else ""

    def settle(self, reviews: Path) -> int:
        """Append the decisions that do not stand yet, and return how many these are."""
        if not self._waiting:
            return 0
        facts = load_facts(reviews)
        last = {fact.case: fact_digest(fact) for fact in facts}
        words = {(fact.case, fact.reviewer): fact for fact in facts}
        new: list[Decision] = []
        for case, decision in self._waiting:
            made = self._made(case, decision, last.get(case.id))
            if not _stands(words.get((case.id, made.reviewer)), made):
                new.append(made)
                last[case.id] = fact_digest(made)
                words[case.id, made.reviewer] = made
        if new:
            append_facts(reviews, new)
        return len(new)

    def _made(self, case: Case, decision: ForeignDecision, previous: str | None) -> Decision:
        approved = decision.decision == "approved"
        reviewer = decision.reviewer.strip() or self._title
        given = "; the confirmations were given on import" if approved else ""
        reason = f"imported from {self._title}{given}"
        if decision.reason.strip():
            reason = f"{reason}: {decision.reason.strip()}"
        current, at = case_digest(case), decision.at or self._now
        named = (item.chunk or item.document for need in case.evidence for item in need.any_of)
        identity = digest([case.id, reviewer, at, decision.decision, current, previous])
        return Decision(
            id=f"d-{identity[:12]}",
            case=case.id,
            reviewer=reviewer,
            at=at,
            decision=decision.decision,
            reason=reason,
            evidence=tuple(dict.fromkeys(name for name in named if name)),
            confirmations=_ALL if approved else None,
            case_digest=current,
            previous=previous,
        )


def _stands(there: ReviewFact | None, made: Decision) -> bool:
    if there is None or isinstance(there, Adjudication):
        return False
    return (there.decision, there.case_digest) == (made.decision, made.case_digest)


def _is_a_name(item: Alternative) -> bool:
    return item.sha256 is None and item.foreign_hash is None
