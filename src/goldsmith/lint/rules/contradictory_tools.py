"""GS121 contradictory-tools."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class ContradictoryTools:
    """
    ## What it does
    Finds tools that a case both allows and forbids.

    ## Why is this bad?
    One of the two lists is wrong, and whether a call of the tool breaks a gate depends on which.

    ## What to do
    Remove the tool from one of the two lists.
    """

    code, name, since = "GS121", "contradictory-tools", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for name in sorted(set(case.allowed_tools or ()) & set(case.forbidden_tools)):
                yield view.found(
                    self,
                    index,
                    f"tool {name!r} is both allowed and forbidden",
                    field="forbidden_tools",
                    mend="remove it from allowed_tools or forbidden_tools",
                )
