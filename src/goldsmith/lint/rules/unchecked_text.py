"""GS215 unchecked-text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import counted
from goldsmith.records.finding import Finding


class UncheckedText:
    """
    ## What it does
    Says how many quotes could not be looked up because the corpus revision holds no text.

    ## Why is this bad?
    An id that resolves proves only that the id is there. Whether the words still stand is not known.

    ## What to do
    Freeze with the text where it may be kept. Where it may not, have the words checked by somebody who may see
    them.
    """

    code, name, since = "GS215", "unchecked-text", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        unchecked = sum(1 for _ in view.resolved("text_absent"))
        if unchecked and view.revision is not None:
            yield view.found_in_set(
                self,
                f"{counted(unchecked, 'passage')} not read: corpus revision {view.revision.label!r} keeps no full text",
                mend="freeze with the text where it may be kept",
            )
