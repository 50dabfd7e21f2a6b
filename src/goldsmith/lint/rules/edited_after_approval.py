"""GS402 edited-after-approval."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class EditedAfterApproval:
    """
    ## What it does
    Finds cases that were changed after they had been approved. In a set that is to be published it is an error.

    ## Why is this bad?
    An approval holds for exactly what was judged. What was changed since, nobody has confirmed.

    ## What to do
    Review the change and approve again, or take the change back.
    """

    code, name, since = "GS402", "edited-after-approval", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            status = view.states.get(case.id)
            if status is not None and status.state == "edited":
                yield view.found(
                    self,
                    index,
                    f"the case is no longer the one that was approved: {status.why}",
                    mend=f"goldsmith approve {case.id}, or take the change back",
                    severity=view.worse_when_ready("warning"),
                )
