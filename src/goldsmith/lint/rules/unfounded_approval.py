"""GS404 unfounded-approval."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.decision import Decision, ReviewFact
from goldsmith.records.finding import Finding


class UnfoundedApproval:
    """
    ## What it does
    Finds approvals without a reviewer, without a reason, or without the three confirmations: the question is
    plausible, the answer says no more than the source, the evidence is sufficient. Only the last word of each
    reviewer on a case counts.

    ## Why is this bad?
    An approval that cannot be traced to a person and a reason is no more than a mark in a file.

    ## What to do
    Decide again: `goldsmith approve ID --reviewer NAME --reason WHY`.
    """

    code, name, since = "GS404", "unfounded-approval", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        places = view.by_id()
        last: dict[tuple[str, str], ReviewFact] = {}
        for fact in view.golden.facts:
            if fact.case in places:
                last[fact.case, fact.reviewer] = fact
        for fact in last.values():
            for problem in _problems(fact):
                yield view.found(
                    self,
                    places[fact.case],
                    f"the approval of {fact.at[:10]} {problem}",
                    field="reviews",
                    mend=f"decide again: goldsmith approve {fact.case} --reviewer NAME --reason WHY",
                )


def _problems(fact: ReviewFact) -> Iterator[str]:
    if fact.decision != "approved":
        return
    if not fact.reviewer.strip():
        yield "names no reviewer"
    if not fact.reason.strip():
        yield f"by {fact.reviewer} gives no reason"
    if isinstance(fact, Decision):
        held = fact.confirmations
        if held is None:
            yield f"by {fact.reviewer} lacks the three confirmations"
        elif not (held.question_plausible and held.answer_within_source and held.evidence_sufficient):
            yield f"by {fact.reviewer} denies {_denied(fact)}"


def _denied(fact: Decision) -> str:
    held = fact.confirmations
    words = ("question_plausible", "answer_within_source", "evidence_sufficient")
    return ", ".join(word.replace("_", " ") for word in words if held is not None and not getattr(held, word))
