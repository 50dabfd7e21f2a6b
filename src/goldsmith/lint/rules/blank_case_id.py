"""GS119 blank-case-id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding
from goldsmith.text.confusable import identity_skeleton


class BlankCaseId:
    """
    ## What it does
    Finds ids that are empty or hold only characters that nobody sees.

    ## Why is this bad?
    Results, decisions and findings are kept and told by id. A case without one cannot be spoken of.

    ## What to do
    Give the case a short id that says what it asks, such as `refund-window`.
    """

    code, name, since = "GS119", "blank-case-id", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if not any(map(str.isalnum, case.id)) and not identity_skeleton(case.id):
                yield view.found(
                    self, index, "the id is blank", field="id", mend="give the case an id, such as refund-window"
                )
