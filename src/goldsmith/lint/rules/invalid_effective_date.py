"""GS114 invalid-effective-date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding
from goldsmith.text.dates import InstantProblem, parse_instant


class InvalidEffectiveDate:
    """
    ## What it does
    Finds effective dates of evidence that are not ISO 8601 dates, or that the calendar does not have.

    ## Why is this bad?
    The effective date says which version of a rule the case was judged by. One that cannot be read, or that can
    be read two ways, cannot be compared with the documents.

    ## What to do
    Write the date as YYYY-MM-DD, in quotes.
    """

    code, name, since = "GS114", "invalid-effective-date", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for at, need in enumerate(case.evidence):
                for choice, item in enumerate(need.any_of):
                    read = None if item.effective is None else parse_instant(item.effective)
                    if isinstance(read, InstantProblem):
                        yield view.found(
                            self,
                            index,
                            read.message,
                            field=f"evidence.{at}.any_of.{choice}.effective",
                            mend='write it as "YYYY-MM-DD", or remove it and run `goldsmith check --fix`',
                        )
