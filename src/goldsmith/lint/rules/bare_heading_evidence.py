"""GS222 bare-heading-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.weighing import field_of_flaw, named_by
from goldsmith.records.finding import Finding


class BareHeadingEvidence:
    """
    ## What it does
    Finds evidence whose chunk is a heading and nothing else: one line, no sentence, no amount, no date.

    ## Why is this bad?
    A heading supports no answer. The chunk was named because its title fits the question; a system that retrieves
    it has found nothing, and one that does not is counted as if it had missed something.

    ## What to do
    Name the passage below the heading, or remove the need. Where the heading stands alone because of how the
    documents were cut, let the chunking keep it with its section.
    """

    code, name, since = "GS222", "bare-heading-evidence", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ("revision", "text")

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for flaw in view.flaws or ():
            index = view.by_id().get(flaw.case)
            if flaw.kind == "bare_heading" and index is not None:
                yield view.found(
                    self,
                    index,
                    f"{named_by(view.golden.cases[index], flaw)} is a heading without a sentence: it supports nothing",
                    field=field_of_flaw(flaw),
                    mend="name the passage below the heading, or remove the need",
                )
