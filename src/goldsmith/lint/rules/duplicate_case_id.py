"""GS101 duplicate-case-id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class DuplicateCaseId:
    """
    ## What it does
    Finds two or more cases with the same id.

    ## Why is this bad?
    Results, decisions and regressions are kept by id. With two cases of one id, one of them would overwrite or
    borrow the results of the other without a word.

    ## What to do
    Give the later case an id of its own. If both ask the same, keep one.
    """

    code, name, since = "GS101", "duplicate-case-id", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        places: dict[str, list[int]] = {}
        for index, case in enumerate(view.golden.cases):
            places.setdefault(case.id, []).append(index)
        for name, indices in places.items():
            first, *others = view.in_order(indices)
            for index in others:
                yield view.found(
                    self,
                    index,
                    f"the id {name!r} is taken by {view.where(first)}",
                    field="id",
                    mend="give this case another id",
                )
