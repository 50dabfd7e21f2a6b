"""GS204 dangling-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import because, field_of, spelled
from goldsmith.records.finding import Finding


class DanglingEvidence:
    """
    ## What it does
    Finds evidence that points to a chunk or a document which the corpus revision does not hold.

    ## Why is this bad?
    No system can retrieve what is not there, so recall falls for a reason that is not the system's.

    ## What to do
    Find where the passage stands now with `goldsmith corpus find TEXT` and name it. If it is gone for good, the
    case has lost its ground: retire it, or ask anew what is right.
    """

    code, name, since = "GS204", "dangling-evidence", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        label = view.revision.label if view.revision else ""
        for index, item in view.resolved("dangling"):
            yield view.found(
                self,
                index,
                because(f"evidence {spelled(view.written(index, item))} is not in corpus revision {label!r}", item),
                field=field_of(item),
                mend="goldsmith corpus find TEXT shows where the words stand; name that passage",
            )
