"""GS201 forgotten-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class ForgottenEvidence:
    """
    ## What it does
    Finds cases that say the corpus supports an answer and name no evidence for it.

    ## Why is this bad?
    Without evidence nobody can check the expected answer, no measure of retrieval applies, and no change of the
    corpus will ever ask for the case again.

    ## What to do
    Name the passages that support the answer. If there are none, the case is `unsupported`.
    """

    code, name, since = "GS201", "forgotten-evidence", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if case.answerability == "supported" and not case.evidence:
                yield view.found(
                    self,
                    index,
                    "the corpus is said to support an answer, and no evidence is named",
                    field="evidence",
                    mend="write evidence: [chunk id or {document, quote}]; `goldsmith corpus find TEXT` finds it",
                )
