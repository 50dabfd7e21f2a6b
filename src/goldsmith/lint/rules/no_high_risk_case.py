"""GS505 no-high-risk-case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class NoHighRiskCase:
    """
    ## What it does
    Finds sets without any case of high risk.

    ## Why is this bad?
    The answers that do harm when they are wrong are those for which the set is kept. Where none is marked, no
    gate can ask more of them.

    ## What to do
    Ask those who know the field which wrong answer would hurt most, write those cases, and mark them `risk:
    high`.
    """

    code, name, since = "GS505", "no-high-risk-case", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        if not any(case.risk == "high" for _, case in view.live()):
            yield view.found_in_set(
                self,
                "no case is marked as high risk",
                field="risk",
                mend="write risk: high on the cases where a wrong answer does harm",
            )
