"""GS113 bad-weight."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding

_MOST = 1000


class BadWeight:
    """
    ## What it does
    Finds weights of cases and claims that are negative or not a number (errors), zero, or above 1000
    (warnings).

    ## Why is this bad?
    A negative weight rewards failure; a zero one hides the case from every mean while it still counts as
    covered; a huge one makes all others meaningless.

    ## What to do
    Use weights near 1. To leave a case out, retire it: that is a decision with a reason.
    """

    code, name, since = "GS113", "bad-weight", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for field, weight in _weights(case):
                if weight == 1:
                    continue
                if not isfinite(weight) or weight < 0:
                    yield view.found(
                        self,
                        index,
                        f"the weight is {weight:g}; it must be above 0",
                        field=field,
                        mend="write a weight near 1",
                    )
                elif weight == 0 or weight > _MOST:
                    problem = "hides it from every mean" if weight == 0 else "outweighs all others"
                    yield view.found(
                        self,
                        index,
                        f"the weight {weight:g} {problem}",
                        field=field,
                        mend="write a weight near 1",
                        severity="warning",
                    )


def _weights(case: Case) -> Iterator[tuple[str, float]]:
    yield "weight", case.weight
    for at, claim in enumerate(case.claims):
        yield f"claims.{at}.weight", claim.weight
