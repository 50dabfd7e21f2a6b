"""GS216 moved-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import because, field_of, spelled
from goldsmith.records.finding import Finding


class MovedEvidence:
    """
    ## What it does
    Finds evidence whose words are intact and stand under another chunk or in another place than the case says.

    ## Why is this bad?
    The judgment holds, since the words are the same, but the pinned place points elsewhere. A measure that goes
    by the chunk id would look for the wrong passage.

    ## What to do
    Run `goldsmith check --fix` to pin the new place, and read the change before you commit it.
    """

    code, name, since = "GS216", "moved-evidence", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, item in view.resolved("moved"):
            yield view.found(
                self,
                index,
                because(f"the words of {spelled(view.written(index, item))} are intact and stand elsewhere now", item),
                field=field_of(item),
                mend="goldsmith check --fix, then read the change",
            )
