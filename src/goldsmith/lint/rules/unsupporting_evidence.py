"""GS219 unsupporting-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.weighing import field_of_flaw, named_by
from goldsmith.records.finding import Finding


class UnsupportingEvidence:
    """
    ## What it does
    Finds evidence that shares next to nothing with what the case says: no amount, no date, and almost none of the
    words that tell something, of any accepted answer or claim. Words are compared without their endings, and a
    word that stands everywhere in the evidence of the set counts little. Evidence in another language than the
    answer is left alone.

    ## Why is this bad?
    A system that retrieves what answers the question, and not this, is counted as if it had missed something; one
    that retrieves this is counted as if it had found something.

    ## What to do
    Read the passage beside the answer. Remove it where it does not support the answer, or name the passage that
    was meant. Where it does support it in other words, write what it supports as a claim.
    """

    code, name, since = "GS219", "unsupporting-evidence", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ("revision", "text")

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for flaw in view.flaws or ():
            index = view.by_id().get(flaw.case)
            if flaw.kind == "unsupporting" and index is not None:
                yield view.found(
                    self,
                    index,
                    f"{named_by(view.golden.cases[index], flaw)} shares next to nothing with the answer and the claims",
                    field=field_of_flaw(flaw),
                    mend="read it beside the answer; remove it, or name the passage that says so",
                )
