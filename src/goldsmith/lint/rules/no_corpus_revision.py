"""GS214 no-corpus-revision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import counted
from goldsmith.records.finding import Finding


class NoCorpusRevision:
    """
    ## What it does
    Finds sets that do not say against which corpus revision their cases were judged. In a set that is to be
    published it is an error. A lone file of cases may leave it out.

    ## Why is this bad?
    A judgment holds only for the corpus against which it was made. Without the revision nobody can say whether
    a case still holds, or why a figure moved.

    ## What to do
    Run `goldsmith freeze` and write its label and digest under `corpus` in `set.yaml`.
    """

    code, name, since = "GS214", "no-corpus-revision", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        if view.golden.header.corpus is not None or (view.golden.bare and not view.ready):
            return
        unpinned = sum(1 for _, case in view.live() if case.corpus is None)
        if unpinned:
            label = view.revision.label if view.revision else "…"
            yield view.found_in_set(
                self,
                f"no corpus revision is pinned for {counted(unpinned, 'case')}",
                field="corpus",
                mend=f"write corpus: {{label: {label}}} in set.yaml"
                + ("" if view.revision else "; `goldsmith freeze` makes one"),
                severity=view.worse_when_ready("warning"),
            )
