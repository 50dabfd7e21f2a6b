"""GS208 missing-quote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import because, field_of, shortened
from goldsmith.records.finding import Finding


class MissingQuote:
    """
    ## What it does
    Finds quotes that stand nowhere in the document that they are said to be from.

    ## Why is this bad?
    Either the source has changed, and with it perhaps the answer, or the quote was never exact. In both cases
    the evidence proves nothing.

    ## What to do
    Run `goldsmith refresh`: it shows what stands in the place of the words. Or copy them from the document as it stands
    now. If they are gone, ask a reviewer whether the answer still holds.
    """

    code, name, since = "GS208", "missing-quote", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("revision", "text")

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, item in view.resolved("quote_missing"):
            written = view.written(index, item)
            document = item.pinned.document or written.document or written.source or "the document"
            yield view.found(
                self,
                index,
                because(f"the quote {shortened(written.quote or '')} does not stand in {document!r}", item),
                field=f"{field_of(item)}.quote",
                mend="copy the words from the document; if they are gone, ask whether the answer still holds",
            )
