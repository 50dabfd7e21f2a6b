"""GS220 unneeded-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.weighing import named_by
from goldsmith.records.finding import Finding


class UnneededEvidence:
    """
    ## What it does
    Finds a need whose removal changes nothing: all that its passage says of the answer, the passages of the other
    needs say too, and those say nearly the whole answer. Of two needs that say the same, one is named. A need that
    a claim or an accepted answer names is never told to be without use.

    ## Why is this bad?
    Every need must be met. A need that asks for more than the answer rests on lowers the recall of every system,
    the good ones most.

    ## What to do
    Where both passages say the same, make them alternatives of one need (`any_of`). Where this one says nothing
    of its own, remove it. Where it does, write that as a claim and name the need there.
    """

    code, name, since = "GS220", "unneeded-evidence", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ("revision", "text")

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for flaw in view.flaws or ():
            index = view.by_id().get(flaw.case)
            if flaw.kind == "unneeded" and index is not None:
                yield view.found(
                    self,
                    index,
                    f"all that {named_by(view.golden.cases[index], flaw)} says of the answer stands in other needs "
                    f"too, most of it in {flaw.others[0]!r}",
                    field=f"evidence.{flaw.need}",
                    mend="make both alternatives of one need (any_of), or remove this one",
                )
