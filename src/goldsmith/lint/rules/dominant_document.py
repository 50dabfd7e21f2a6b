"""GS512 dominant-document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.dominance import dominant
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding

_LEAST_DOCUMENTS = 5


class DominantDocument:
    """
    ## What it does
    Finds sets of at least twenty cases with evidence of which more than 60 % rest on one document, although the
    corpus has five or more.

    ## Why is this bad?
    The figures are those of one document. Generators are known to draw their questions from few files.

    ## What to do
    Write cases on the documents that users ask about most, and on those where a wrong answer does harm.
    """

    code, name, since = "GS512", "dominant-document", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        documents = view.documents
        if documents is None or len(documents) < _LEAST_DOCUMENTS:
            return
        resting = {
            (index, item.pinned.document) for index, item in view.resolved() if item.pinned.document in documents
        }
        counts = Counter(name for _, name in resting if name is not None)
        cases = len({index for index, _ in resting})
        found = dominant(counts)
        if found is not None and found[1] <= cases:
            name, count = found
            yield view.found_in_set(
                self,
                f"{count} of {cases} cases with evidence rest on document {name!r}, of {len(documents)} in the corpus",
                field="evidence",
                mend="write cases on other documents",
            )
