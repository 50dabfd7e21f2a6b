"""GS303 variant-in-another-split."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class VariantInAnotherSplit:
    """
    ## What it does
    Finds variants whose split is another than that of the case that they vary.

    ## Why is this bad?
    Whoever tunes on one has seen the other. The figure on the closed part is then too good, and nobody can tell by
    how much.

    ## What to do
    Put the whole family into one split.
    """

    code, name, since = "GS303", "variant-in-another-split", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        by_id = view.by_id()
        for index, case in view.live():
            original = None if case.variant_of is None else by_id.get(case.variant_of.case)
            if original is None or original == index:
                continue
            varied = view.golden.cases[original]
            split = varied.split
            if split is not None and case.split is not None and split != case.split:
                yield view.found(
                    self,
                    index,
                    f"it is in split {case.split!r}, and {varied.id!r}, which it varies, in {split!r}",
                    field="split",
                    mend=f"write split: {split}, or move the whole family",
                )
