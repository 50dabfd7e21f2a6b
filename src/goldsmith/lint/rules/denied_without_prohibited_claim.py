"""GS124 denied-without-prohibited-claim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.claims import ProhibitedClaim
from goldsmith.records.finding import Finding


class DeniedWithoutProhibitedClaim:
    """
    ## What it does
    Finds cases that expect a refusal from a system whose user is denied a source, and that prohibit no claim.

    ## Why is this bad?
    A denied source that is retrieved, cited or copied is seen without any claim. One that the system read
    elsewhere and tells in other words is not: only a prohibited claim sees a reworded leak.

    ## What to do
    Write what the denied source says as a prohibited claim, with the value, number or date that gives it away.

    ## Example
    ```
    claims:
      - prohibited: The bonus for 2026 is 9,000 euro.
        match: {number: 9000, unit: euro}
    ```
    """

    code, name, since = "GS124", "denied-without-prohibited-claim", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if (
                case.behaviour == "refuse"
                and case.identity is not None
                and case.identity.denied
                and not any(isinstance(claim, ProhibitedClaim) for claim in case.claims)
            ):
                yield view.found(
                    self,
                    index,
                    "a reworded leak of the denied sources is only seen by a prohibited claim, and there is none",
                    field="claims",
                    mend="write what they say as a claim: - prohibited: …, with a match",
                )
