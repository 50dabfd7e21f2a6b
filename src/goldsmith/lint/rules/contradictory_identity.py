"""GS107 contradictory-identity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class ContradictoryIdentity:
    """
    ## What it does
    Finds sources that a case both allows and denies to its identity.

    ## Why is this bad?
    One of the two lists is wrong. Denials win, so if the denial is the mistake, a right answer is reported as a
    leak.

    ## What to do
    Remove the source from one of the two lists.
    """

    code, name, since = "GS107", "contradictory-identity", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if case.identity is None:
                continue
            for name in sorted(set(case.identity.allowed) & set(case.identity.denied)):
                yield view.found(
                    self,
                    index,
                    f"source {name!r} is both allowed and denied to {case.identity.user!r}",
                    field="identity",
                    mend="remove it from identity.allowed or identity.denied",
                )
