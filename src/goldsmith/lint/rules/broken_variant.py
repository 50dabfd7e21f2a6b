"""GS116 broken-variant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import nearest
from goldsmith.records.finding import Finding


class BrokenVariant:
    """
    ## What it does
    Finds cases that are a variant of a case which is not in the set, of themselves, or of each other in a
    circle.

    ## Why is this bad?
    Variants are compared with the case that they vary, and are kept in one split with it. Without it, neither
    can be done.

    ## What to do
    Write the id of the original case, or remove `variant_of`.
    """

    code, name, since = "GS116", "broken-variant", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        original: dict[str, str] = {}
        for index in view.in_order(range(len(view.golden.cases))):
            case = view.golden.cases[index]
            if case.variant_of is not None:
                original.setdefault(case.id, case.variant_of.case)
        known = {case.id for case in view.golden.cases}
        for index, case in view.live():
            if case.variant_of is None:
                continue
            name = case.variant_of.case
            if name not in known:
                problem = f"it varies {name!r}, which is not in the set{nearest(name, known)}"
            elif _leads_back(case.id, name, original):
                problem = "it varies itself" if name == case.id else f"it varies {name!r}, which in the end varies it"
            else:
                continue
            yield view.found(
                self,
                index,
                problem,
                field="variant_of.case",
                mend="write the id of the original case, or remove variant_of",
            )


def _leads_back(start: str, name: str, original: dict[str, str]) -> bool:
    at: str | None = name
    seen: set[str] = set()
    while at is not None and at != start and at not in seen:
        seen.add(at)
        at = original.get(at)
    return at == start
