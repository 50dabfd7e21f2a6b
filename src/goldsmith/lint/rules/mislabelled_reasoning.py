"""GS136 mislabelled-reasoning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import counted
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding

_SEVERAL = ("multi_hop", "multi_passage")


class MislabelledReasoning:
    """
    ## What it does
    Finds cases marked `reasoning: single` with two needs or more that no one passage meets, and cases marked
    `multi_hop` or `multi_passage` with only one need.

    ## Why is this bad?
    All needs are required for a complete answer. Either a need is missing, and recall is measured against half of
    the evidence, or one is not needed, and recall falls for a passage that nobody misses, or the slice is wrong.

    ## What to do
    Where one passage would do, make the needs alternatives of one (`any_of`). Where several are needed, name them
    all and correct the label.
    """

    code, name, since = "GS136", "mislabelled-reasoning", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            needs = len(case.evidence)
            if (case.reasoning == "single" and needs > 1 and not _in_one_passage(case)) or (
                case.reasoning in _SEVERAL and needs == 1
            ):
                yield view.found(
                    self,
                    index,
                    f"reasoning is {case.reasoning}, and an answer needs {counted(needs, 'passage')}",
                    field="reasoning",
                    mend="correct reasoning, or the needs: what one passage can do alone is an alternative (any_of)",
                )


def _in_one_passage(case: Case) -> bool:
    """Say whether one chunk holds an alternative of every need."""
    chunks = [{item.chunk for item in need.any_of if item.chunk is not None} for need in case.evidence]
    return bool(set.intersection(*chunks))
