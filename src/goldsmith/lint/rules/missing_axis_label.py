"""GS502 missing-axis-label."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding

_LABELS = ("job", "difficulty", "risk", "origin")


class MissingAxisLabel:
    """
    ## What it does
    Finds cases of a set that is to be published which are not labelled by job, difficulty, risk or origin.

    ## Why is this bad?
    A case without the label drops out of every slice on that axis. The slice that looks fine may be missing its
    hardest cases.

    ## What to do
    Add the labels. `risk` says what a wrong answer costs, `origin` whether a user really asked it.
    """

    code, name, since = "GS502", "missing-axis-label", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("ready",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            missing = [name for name in _LABELS if getattr(case, name) is None]
            if missing:
                yield view.found(
                    self,
                    index,
                    f"not labelled: {', '.join(missing)}",
                    field=missing[0],
                    mend=f"write {', '.join(missing)}",
                )
