"""GS210 unpinned-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import field_of, spelled
from goldsmith.records.finding import Finding


class UnpinnedEvidence:
    """
    ## What it does
    Finds evidence that is there in the corpus revision and that the case does not pin down to chunk, version,
    hash and words. In a set that is to be published it is an error.

    ## Why is this bad?
    Only pinned evidence lets a later check see whether the passage has changed since it was judged.

    ## What to do
    Run `goldsmith check --fix`: it fills in what the revision knows, and changes no other byte of the file.
    """

    code, name, since = "GS210", "unpinned-evidence", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        severity = view.worse_when_ready("advice")
        for index, item in view.resolved("found", "document_level"):
            if not item.complete:
                yield view.found(
                    self,
                    index,
                    f"evidence {spelled(view.written(index, item))} is not pinned",
                    field=field_of(item),
                    mend="goldsmith check --fix",
                    severity=severity,
                )
