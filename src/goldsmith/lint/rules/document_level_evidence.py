"""GS206 document-level-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import field_of
from goldsmith.records.finding import Finding


class DocumentLevelEvidence:
    """
    ## What it does
    Finds evidence that names a whole document in a set where other evidence names chunks. Where the document's
    name stands in the place of a chunk id, it is an error; where the author wrote `document:` by itself, a
    warning.

    ## Why is this bad?
    Any passage of the document would count as found, also one that says nothing of the matter. Such a case is
    easier than its neighbours, so it is scored apart as document-level evidence and never mixed with them.

    ## What to do
    Name the chunk, or add a quote: `{document: …, quote: …}` and then `goldsmith check --fix`. If the whole
    document is meant, write `{document: …}` with a `supports` that says why.
    """

    code, name, since = "GS206", "document-level-evidence", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        whole = list(view.resolved("document_level"))
        if len(whole) == sum(1 for _ in view.resolved()):
            return
        for index, item in whole:
            written = view.written(index, item)
            in_place_of_chunk = written.chunk is not None
            name = written.chunk or written.document or written.source or item.pinned.document
            yield view.found(
                self,
                index,
                f"the evidence is the whole document {name!r}, where other evidence names chunks",
                field=field_of(item),
                mend=f"add the words that support the answer: {{document: {name}, quote: …}}"
                + (f"; if the whole document is meant, write {{document: {name}}}" if in_place_of_chunk else ""),
                severity="error" if in_place_of_chunk else "warning",
            )
