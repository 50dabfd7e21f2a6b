"""GS209 ambiguous-quote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import because, field_of, shortened
from goldsmith.records.finding import Finding


class AmbiguousQuote:
    """
    ## What it does
    Finds quotes that stand in several places of their document while nothing says which is meant. In a set that
    is to be published it is an error.

    ## Why is this bad?
    The evidence cannot be pinned to one passage, and a passage that has the words by chance would count as
    found.

    ## What to do
    Quote a few words more, or name the chunk.
    """

    code, name, since = "GS209", "ambiguous-quote", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ("revision", "text")

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, item in view.resolved("ambiguous"):
            quote = view.written(index, item).quote or ""
            yield view.found(
                self,
                index,
                because(f"the quote {shortened(quote)} stands in several places", item),
                field=f"{field_of(item)}.quote",
                mend="quote some words more, or name the chunk",
                severity=view.worse_when_ready("warning"),
            )
