"""GS403 disputed-case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class DisputedCase:
    """
    ## What it does
    Finds cases on whose content reviewers disagree. In a set that is to be published it is an error.

    ## Why is this bad?
    Where people who know the field disagree, either the question is ambiguous or the source is. A system cannot
    be failed on it.

    ## What to do
    Let a third person settle it. Often the question needs the word that makes it unambiguous, or the case is
    one that should ask back.
    """

    code, name, since = "GS403", "disputed-case", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            status = view.states.get(case.id)
            if status is not None and "disputed" in status.flags:
                yield view.found(
                    self,
                    index,
                    status.why,
                    mend="let a third person settle it, or reword the question",
                    severity=view.worse_when_ready("warning"),
                )
