"""GS204 dangling-evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import because, field_of, nearest, spelled
from goldsmith.records.evidence import Alternative
from goldsmith.records.finding import Finding

# A likeness takes milliseconds to find, and a set with more strangers than this was written for another corpus.
_HINTS = 100


class DanglingEvidence:
    """
    ## What it does
    Finds evidence that points to a chunk or a document which the corpus revision does not hold.

    ## Why is this bad?
    No system can retrieve what is not there, so recall falls for a reason that is not the system's.

    ## What to do
    If it was there in an earlier revision, run `goldsmith refresh`. Else find where the passage stands with
    `goldsmith corpus find TEXT` and name it. A document is named by its
    id, which often ends in `.md`. If it is gone for good, the
    case has lost its ground: retire it, or ask anew what is right. In a CSV file several ids in one cell are
    divided by semicolons; an id that holds a semicolon itself stands in a JSON list.

    ## Example
    ```
    id,question,expected_answer,expected_sources
    g001,Which clause applies?,Clause 3,"[""policy;v2.md#3""]"
    ```
    """

    code, name, since = "GS204", "dangling-evidence", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        label = view.revision.label if view.revision else ""
        dangling = list(view.resolved("dangling"))
        named = {_document(view.written(index, item)) for index, item in dangling if not item.detail}
        hints = {name: nearest(name, view.documents or {}) for name in sorted(named - {""})[:_HINTS]}
        times = Counter(index for index, _ in dangling)
        for index, item in dangling:
            written = view.written(index, item)
            message = because(f"evidence {spelled(written)} is not in corpus revision {label!r}", item)
            mend = "goldsmith corpus find TEXT shows where the words stand; name that passage"
            if times[index] > 1 and view.order(index)[0].lower().endswith(".csv"):
                mend += '; if one id holds a semicolon, write a JSON list: ["id;with#3"]'
            yield view.found(
                self,
                index,
                message if item.detail else message + hints.get(_document(written), ""),
                field=field_of(item),
                mend=mend,
            )


def _document(written: Alternative) -> str:
    """Return the name of the document that was meant, as far as it is written."""
    if written.document is not None:
        return written.document
    document, _, rest = (written.chunk or "").rpartition("#")
    return document or rest
