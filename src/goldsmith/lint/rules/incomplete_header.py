"""GS601 incomplete-header."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class IncompleteHeader:
    """
    ## What it does
    Finds sets that are to be published without an owner, a description or a version in `set.yaml`.

    ## Why is this bad?
    A published set outlives the people who wrote it. Whoever reads its figures must know what it covers, whom
    to ask, and which version they rest on.

    ## What to do
    Write `owner`, `description` and `version` in `set.yaml`.
    """

    code, name, since = "GS601", "incomplete-header", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("ready",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        header = view.golden.header
        missing = [name for name in ("owner", "description", "version") if not (getattr(header, name) or "").strip()]
        if missing:
            yield view.found_in_set(
                self,
                f"set.yaml does not say: {', '.join(missing)}",
                field=missing[0],
                mend=f"write {', '.join(missing)} in set.yaml",
            )
