"""GS602 unused-suppression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.suppressing import spelled
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class UnusedSuppression:
    """
    ## What it does
    Finds suppressions in `goldsmith.toml` that met nothing: none of their cases (without cases: nothing about the
    set) has a finding of that rule. Rules that could not be applied are left out.

    ## Why is this bad?
    What it covered was mended, and the next finding of the kind would be hidden by a reason that was given for
    another.

    ## What to do
    Remove the suppression. If it was meant for another case, correct the id.
    """

    code, name, since = "GS602", "unused-suppression", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for one in view.unused:
            yield view.found_in_set(
                self,
                f"the suppression of {spelled(one)} meets no finding: {one.reason}",
                field="check.suppress",
                mend="remove it from goldsmith.toml, or correct its code or cases",
            )
