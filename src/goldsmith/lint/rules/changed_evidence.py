"""GS207 changed-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import because, field_of, spelled
from goldsmith.records.finding import Finding


class ChangedEvidence:
    """
    ## What it does
    Finds evidence whose chunk id is still there while its text is another than the one that was judged.

    ## Why is this bad?
    The id resolves, so everything looks well, and yet the passage may no longer hold the answer. After a
    re-chunking this happens to many cases at once.

    ## What to do
    Run `goldsmith refresh`: it shows the old passage beside those that are there now. Or name those which hold the
    answer yourself, and approve the case again. Nothing is mapped by itself: which passage is right is a judgment.
    """

    code, name, since = "GS207", "changed-evidence", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, item in view.resolved("changed"):
            yield view.found(
                self,
                index,
                because(
                    f"{spelled(view.written(index, item))} is there with another text than the one that was judged",
                    item,
                ),
                field=field_of(item),
                mend="read the passages that hold the words now, name them, and approve the case again",
            )
