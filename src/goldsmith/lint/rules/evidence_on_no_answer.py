"""GS202 evidence-on-no-answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import spelled
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding


class EvidenceOnNoAnswer:
    """
    ## What it does
    Finds cases that say the corpus supports no answer and yet name evidence.

    ## Why is this bad?
    The two contradict each other. A system that answers from that evidence would be failed, and retrieval would
    be measured where nothing is to be found.

    ## What to do
    If the passage answers the question, write `answerability: supported`. If it only comes near, remove it and
    say so in `notes`.
    """

    code, name, since = "GS202", "evidence-on-no-answer", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if case.answerability == "unsupported" and case.evidence:
                yield view.found(
                    self,
                    index,
                    f"the corpus is said to support no answer, yet evidence is named: {_first(case)}",
                    field="evidence",
                    mend="remove the evidence, or write answerability: supported",
                )


def _first(case: Case) -> str:
    first = next((item for need in case.evidence for item in need.any_of), None)
    return "an empty need" if first is None else spelled(first)
