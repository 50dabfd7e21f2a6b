"""GS401 unreviewed-case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class UnreviewedCase:
    """
    ## What it does
    Finds cases of a set that is to be published which nobody has approved.

    ## Why is this bad?
    A case is a hypothesis until a person has read it beside its source. What is measured with unread cases is
    the author's guess.

    ## What to do
    Have each case reviewed: `goldsmith approve ID`. Leave out of the version what cannot be reviewed in time.
    """

    code, name, since = "GS401", "unreviewed-case", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("ready",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            status = view.states.get(case.id)
            if status is None or (status.state == "candidate" and "disputed" not in status.flags):
                yield view.found(
                    self,
                    index,
                    f"nobody has approved this case: {status.why if status else 'no decision yet'}",
                    mend=f"goldsmith approve {case.id}",
                )
