"""GS205 evidence-in-failed-document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import because, field_of, spelled
from goldsmith.records.finding import Finding


class EvidenceInFailedDocument:
    """
    ## What it does
    Finds evidence in a document that is part of the corpus revision and that no parser could read.

    ## Why is this bad?
    The document has no passages, so no system can retrieve the evidence. The fault lies in the ingestion, and
    the case would blame the retrieval.

    ## What to do
    Mend the document or supply a readable copy, then `goldsmith freeze` again. Until then keep the case out, or
    take evidence from another document.
    """

    code, name, since = "GS205", "evidence-in-failed-document", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, item in view.resolved("document_failed"):
            name = item.pinned.document
            message = f"evidence {spelled(view.written(index, item))} lies in a document that no parser could read"
            yield view.found(
                self,
                index,
                because(message, item) if item.detail or name is None else f"{message}: {name!r}",
                field=field_of(item),
                mend="supply a readable copy and run `goldsmith freeze`, or name evidence in another document",
            )
