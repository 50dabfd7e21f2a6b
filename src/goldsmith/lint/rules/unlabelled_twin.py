"""GS221 unlabelled-twin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.weighing import field_of_flaw, named_by
from goldsmith.lint.wording import some
from goldsmith.records.finding import Finding


class UnlabelledTwin:
    """
    ## What it does
    Finds chunks that state what a piece of evidence states and that the case does not name: they hold its quote,
    or the sentence of it that says most of the answer, word for word or with the same figures and nearly the same
    words. Up to 10,000 chunks the whole corpus is searched; in a larger one, the documents that the evidence names.
    Planted documents, and those that another one replaces, are left out.

    ## Why is this bad?
    A system that retrieves the twin has what it needs, and is counted as if it had missed the evidence.

    ## What to do
    Read the twin. Where it supports the answer as well, add it to the need as an alternative (`any_of`).
    """

    code, name, since = "GS221", "unlabelled-twin", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ("revision", "text")

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for flaw in view.flaws or ():
            index = view.by_id().get(flaw.case)
            if flaw.kind == "twin" and index is not None:
                yield view.found(
                    self,
                    index,
                    f"{named_by(view.golden.cases[index], flaw)} has a twin that is not named: "
                    f"{some([repr(other) for other in flaw.others])}",
                    field=field_of_flaw(flaw),
                    mend="read it; if it supports the answer too, add it as an alternative (any_of) of this need",
                )
