"""GS103 blank-question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class BlankQuestion:
    """
    ## What it does
    Finds cases whose question is empty or holds blanks only.

    ## Why is this bad?
    A system cannot be judged by its answer to nothing. What it says to an empty question measures its error
    handling, not its knowledge.

    ## What to do
    Write the question as the user would put it, or remove the case.
    """

    code, name, since = "GS103", "blank-question", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if not case.question.strip():
                yield view.found(
                    self,
                    index,
                    "the question is blank",
                    field="question",
                    mend="write the question, or remove the case",
                )
