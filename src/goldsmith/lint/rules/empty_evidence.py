"""GS217 empty-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.evidence import Alternative
from goldsmith.records.finding import Finding


class EmptyEvidence:
    """
    ## What it does
    Finds needs without any alternative, and alternatives that name neither a chunk nor a document nor a quote,
    or whose span is not a span.

    ## Why is this bad?
    Nothing can meet such a need, so the case can never be complete.

    ## What to do
    Name the chunk, or the document and the words.
    """

    code, name, since = "GS217", "empty-evidence", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for at, need in enumerate(case.evidence):
                if not need.any_of:
                    yield view.found(
                        self,
                        index,
                        "this need has no alternative",
                        field=f"evidence.{at}",
                        mend="name a passage, or remove the need",
                    )
                for choice, item in enumerate(need.any_of):
                    problem = _problem(item)
                    if problem:
                        yield view.found(
                            self,
                            index,
                            problem,
                            field=f"evidence.{at}.any_of.{choice}",
                            mend="write the chunk id, or {document: …, quote: …}",
                        )


def _problem(item: Alternative) -> str:
    named = (item.chunk, item.document, item.source, item.quote)
    if not any(text is not None and text.strip() for text in named):
        return "the evidence names neither chunk nor document nor words"
    if item.quote is not None and not item.quote.strip():
        return "the quote is blank"
    if item.span is not None and not 0 <= item.span[0] < item.span[1]:
        return f"{item.span[0]}-{item.span[1]} is not a span: it must start at 0 or later and end behind its start"
    return ""
