"""GS504 no-unanswerable-case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class NoUnanswerableCase:
    """
    ## What it does
    Finds sets in which the corpus supports an answer to every question.

    ## Why is this bad?
    A system that always answers, and makes up what it does not know, looks perfect on such a set.

    ## What to do
    Add questions that users ask and the corpus does not answer, with `answerability: unsupported` and
    `behaviour: refuse`.
    """

    code, name, since = "GS504", "no-unanswerable-case", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        if not any(case.answerability == "unsupported" for _, case in view.live()):
            yield view.found_in_set(
                self,
                "the corpus supports an answer to every question: whether the system refuses rightly is not tested",
                field="answerability",
                mend="write cases with answerability: unsupported and behaviour: refuse",
            )
