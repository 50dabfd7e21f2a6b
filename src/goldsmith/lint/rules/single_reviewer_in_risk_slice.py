"""GS405 single-reviewer-in-risk-slice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import counted
from goldsmith.records.decision import Decision
from goldsmith.records.finding import Finding

_ONE_IN = 10


class SingleReviewerInRiskSlice:
    """
    ## What it does
    Finds risk slices of a set that is to be published in which fewer than one case in ten (at least one) was
    decided by two reviewers on the same content.

    ## Why is this bad?
    How far reviewers agree is not known where only one of them looked. The most dangerous cases rest on one
    person's reading.

    ## What to do
    Ask a second reviewer to decide a sample of the slice without seeing the first decision, and settle what
    they disagree on.
    """

    code, name, since = "GS405", "single-reviewer-in-risk-slice", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("ready",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        deciders: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        latest: dict[str, str] = {}
        for fact in view.golden.facts:
            latest[fact.case] = fact.case_digest
            if isinstance(fact, Decision):
                deciders[fact.case, fact.case_digest].add(fact.reviewer)
        total: dict[str, int] = {}
        double: dict[str, int] = {}
        for _, case in view.live():
            if case.risk is not None:
                total[case.risk] = total.get(case.risk, 0) + 1
                by_two = len(deciders.get((case.id, latest.get(case.id, "")), ())) > 1
                double[case.risk] = double.get(case.risk, 0) + by_two
        for word in sorted(total):
            wanted = -(-total[word] // _ONE_IN)
            if double[word] < wanted:
                yield view.found_in_set(
                    self,
                    f"risk {word}: {double[word]} of {counted(total[word], 'case')} reviewed by two, not {wanted}",
                    field="risk",
                    mend=f"ask a second reviewer to decide {wanted - double[word]} more of them",
                )
