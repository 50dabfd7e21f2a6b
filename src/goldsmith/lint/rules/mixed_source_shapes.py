"""GS226 mixed-source-shapes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import some
from goldsmith.records.finding import Finding

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_PATH = re.compile(r"/|\.[a-z0-9]{2,5}$")
_MEND = "write every source as the corpus does: goldsmith check --fix fills it in"


class MixedSourceShapes:
    """
    ## What it does
    Finds sets whose evidence names sources in several shapes: some as addresses, some as paths; with backslashes;
    or one source in different letter case. Names that the frozen corpus has as they are written are left alone.

    ## Why is this bad?
    The same page under two names is two pages to whoever compares ids: what was retrieved counts as missed.

    ## What to do
    Write every source as the corpus does; `goldsmith check --fix` fills it in from the frozen revision.
    """

    code, name, since = "GS226", "mixed-source-shapes", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        names = _unknown_names(view)
        spelled: dict[str, set[str]] = {}
        for name in names:
            spelled.setdefault(name.replace("\\", "/").casefold(), set()).add(name)
        shapes = Counter(_shape(name) for name in names)
        told = [f"{count:,} as {shape}" for shape, count in sorted(shapes.items())]
        if len(told) > 1:
            yield view.found_in_set(self, f"sources are named {', '.join(told)}", field="evidence", mend=_MEND)
        twins = sorted(min(group) for group in spelled.values() if len(group) > 1)
        if twins:
            message = f"sources are spelled in more than one way: {some([repr(name) for name in twins])}"
            yield view.found_in_set(self, message, field="evidence", mend=_MEND)


def _unknown_names(view: LintView) -> set[str]:
    """Return the names of sources that are not the corpus's own; where there is one, other rules look ids up."""
    documents = view.documents
    sources = {one.source for one in documents.values()} if documents is not None else set()
    alternatives = [item for _, case in view.live() for need in case.evidence for item in need.any_of]
    names = {item.source for item in alternatives if item.source is not None}
    if documents is None:
        names |= {item.document for item in alternatives if item.document is not None}
        names |= {item.chunk.partition("#")[0] for item in alternatives if item.chunk is not None}
    return {name for name in names - sources if name.strip()}


def _shape(name: str) -> str:
    if _ADDRESS.match(name):
        return "addresses"
    if "\\" in name:
        return "paths with backslashes"
    return "absolute paths" if name.startswith("/") else "relative paths" if _PATH.search(name) else "names"
