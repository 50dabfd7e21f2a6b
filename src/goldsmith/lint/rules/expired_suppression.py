"""GS603 expired-suppression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.suppressing import is_expired, spelled
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class ExpiredSuppression:
    """
    ## What it does
    Finds suppressions in `goldsmith.toml` whose last day has passed.

    ## Why is this bad?
    It was accepted for a time, and the time is over: the finding counts again.

    ## What to do
    Mend what was put off, and remove the suppression. To put it off again, write a new day and why.
    """

    code, name, since = "GS603", "expired-suppression", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for one in view.settings.suppress:
            if is_expired(one, view.today):
                yield view.found_in_set(
                    self,
                    f"the suppression of {spelled(one)} ended on {one.until}: {one.reason}",
                    field="check.suppress",
                    mend="mend what was put off and remove it, or give a new day and why",
                )
