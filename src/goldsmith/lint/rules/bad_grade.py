"""GS123 bad-grade."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class BadGrade:
    """
    ## What it does
    Finds relevance grades of evidence below 1.

    ## Why is this bad?
    A grade is what finding the passage is worth. What is worth nothing is no evidence, and a negative worth
    makes graded measures meaningless.

    ## What to do
    Write 1 or more. Remove what is not evidence.
    """

    code, name, since = "GS123", "bad-grade", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for at, need in enumerate(case.evidence):
                for choice, item in enumerate(need.any_of):
                    if item.grade < 1:
                        yield view.found(
                            self,
                            index,
                            f"the grade is {item.grade}; it must be 1 or more",
                            field=f"evidence.{at}.any_of.{choice}.grade",
                            mend="write 1 or more, or remove the passage",
                        )
