"""GS108 unknown-need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import nearest
from goldsmith.records.case import Case
from goldsmith.records.claims import ProhibitedClaim
from goldsmith.records.finding import Finding


class UnknownNeed:
    """
    ## What it does
    Finds claims and accepted answers that name a need which the case does not have, and two needs of one name.

    ## Why is this bad?
    A claim is tied to its evidence by that name. With a wrong one nobody learns that the passage which supports
    the claim was never retrieved.

    ## What to do
    Write the name of a need of this case, or give the need that name.
    """

    code, name, since = "GS108", "unknown-need", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if not (case.evidence or case.claims or case.accept):
                continue
            counts = Counter(need.need for need in case.evidence if need.need is not None)
            for name in sorted(name for name, times in counts.items() if times > 1):
                yield view.found(
                    self,
                    index,
                    f"{counts[name]} needs are called {name!r}",
                    field="evidence",
                    mend="give each need its own name",
                )
            for field, name in _named(case):
                if name not in counts:
                    yield view.found(
                        self,
                        index,
                        f"no need is called {name!r}{nearest(name, counts)}",
                        field=field,
                        mend=f"use one of: {', '.join(sorted(counts))}"
                        if counts
                        else f"add need: {name} to the evidence",
                    )


def _named(case: Case) -> Iterator[tuple[str, str]]:
    for at, claim in enumerate(case.claims):
        if not isinstance(claim, ProhibitedClaim):
            for name in claim.needs:
                yield f"claims.{at}.needs", name
    for at, accepted in enumerate(case.accept):
        for name in accepted.needs:
            yield f"accept.{at}.needs", name
