"""GS122 impossible-format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class ImpossibleFormat:
    """
    ## What it does
    Finds format rules that no answer can keep: a negative length, or a least length above the greatest.

    ## Why is this bad?
    The case fails every system for a reason that is not the system's.

    ## What to do
    Correct `min_characters` and `max_characters`.
    """

    code, name, since = "GS122", "impossible-format", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if case.format is None:
                continue
            least, most = case.format.min_characters, case.format.max_characters
            if (most is not None and most < max(least or 0, 0)) or (least is not None and least < 0):
                yield view.found(
                    self,
                    index,
                    f"no answer has at least {least or 0} and at most {'any' if most is None else most} characters",
                    field="format",
                    mend="correct format.min_characters and format.max_characters",
                )
