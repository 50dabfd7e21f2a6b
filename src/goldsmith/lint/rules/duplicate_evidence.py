"""GS203 duplicate-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import spelled
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative
from goldsmith.records.finding import Finding


class DuplicateEvidence:
    """
    ## What it does
    Finds a passage that stands twice in the evidence of a case: twice in one need (a warning), or alone in two
    needs that no name and no quote tells apart (an error).

    ## Why is this bad?
    Needs that ask for the same passage are found or missed together, so the passage counts twice in recall and
    the case once too often.

    ## What to do
    Remove the copy. Where one passage truly meets two needs, name both needs and quote the words that meet
    each.
    """

    code, name, since = "GS203", "duplicate-evidence", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if len(case.evidence) == 1 and len(case.evidence[0].any_of) == 1:
                continue
            yield from _inside_needs(self, view, index, case)
            seen: dict[tuple[object, ...], int] = {}
            for at, need in enumerate(case.evidence):
                if len(need.any_of) != 1 or need.need is not None:
                    continue
                first = seen.setdefault(_same(need.any_of[0]), at)
                if first != at:
                    yield view.found(
                        self,
                        index,
                        f"{spelled(need.any_of[0])} is named twice, as evidence {first + 1} and {at + 1}",
                        field=f"evidence.{at}",
                        mend="remove the copy",
                        severity="error",
                    )


def _inside_needs(rule: DuplicateEvidence, view: LintView, index: int, case: Case) -> Iterator[Finding]:
    for at, need in enumerate(case.evidence):
        keys = [_same(item) for item in need.any_of] if len(need.any_of) > 1 else []
        for choice, key in enumerate(keys):
            if key in keys[:choice]:
                yield view.found(
                    rule,
                    index,
                    f"{spelled(need.any_of[choice])} stands twice in one need",
                    field=f"evidence.{at}.any_of.{choice}",
                    mend="remove the copy",
                )


def _same(item: Alternative) -> tuple[object, ...]:
    return item.chunk, item.document, item.source, item.version, item.quote, item.span
