"""GS138 repeated-claim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import required
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.claims import Matcher
from goldsmith.records.finding import Finding


class RepeatedClaim:
    """
    ## What it does
    Finds required claims of one case that the same value, number, date or pattern decides.

    ## Why is this bad?
    One fact counts twice: an answer that has it gets the weight of both, and one that lacks it loses both.

    ## What to do
    Keep one, with the weight that it should have, or decide each by what only it says.
    """

    code, name, since = "GS138", "repeated-claim", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            first: dict[Matcher, int] = {}
            for at, claim in required(case):
                if claim.match == "judged":
                    continue
                held = first.setdefault(claim.match, at)
                if held != at:
                    yield view.found(
                        self,
                        index,
                        f"{shortened(claim.text)} has the matcher of {shortened(case.claims[held].text)}",
                        field=f"claims.{at}.match",
                        mend=f"keep one of claims.{held} and claims.{at}, or decide each by what only it says",
                    )
