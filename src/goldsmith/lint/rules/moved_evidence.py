"""GS216 moved-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import because, field_of, spelled
from goldsmith.records.evidence import Alternative
from goldsmith.records.finding import Finding


class MovedEvidence:
    """
    ## What it does
    Finds evidence whose words are intact and stand under another chunk or in another place than the case says, or
    run over several chunks where one held them whole.

    ## Why is this bad?
    The judgment holds, since the words are the same, but the pinned place points elsewhere. A measure that goes
    by the chunk id would look for the wrong passage. Where the words were split, no single chunk is the evidence any
    more.

    ## What to do
    Read the passage where it stands now and write its place into the case, as the finding proposes. The approval
    holds, since it is bound to the words. Where they run over several chunks, run `goldsmith refresh`: it shows all
    of them and asks.
    """

    code, name, since = "GS216", "moved-evidence", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, item in view.resolved("moved"):
            yield view.found(
                self,
                index,
                because(f"the words of {spelled(view.written(index, item))} are intact and stand elsewhere now", item),
                field=field_of(item),
                mend=_place(view.written(index, item), item.pinned),
            )
        for index, item in view.resolved("split"):
            yield view.found(
                self,
                index,
                because(f"no chunk holds the words of {spelled(view.written(index, item))} whole any more", item),
                field=field_of(item),
                mend="goldsmith refresh",
            )


def _place(before: Alternative, now: Alternative) -> str:
    """Return the fields to write, as they stand in a case file."""
    parts = []
    if now.document != before.document:
        parts.append(f"document: {now.document}")
    if now.chunk != before.chunk:
        parts.append(f"chunk: {now.chunk}")
    if now.sha256 != before.sha256 and now.sha256 is not None:
        parts.append(f"sha256: {now.sha256}")
    if now.span != before.span and now.span is not None:
        parts.append(f"span: [{now.span[0]}, {now.span[1]}]")
    return f"read it there, then write {', '.join(parts)}" if parts else "read it there and name that place"
