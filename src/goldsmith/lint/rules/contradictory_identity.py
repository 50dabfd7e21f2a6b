"""GS107 contradictory-identity."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding
from goldsmith.text.confusable import identity_skeleton


class ContradictoryIdentity:
    """
    ## What it does
    Finds sources that a case both allows and denies to its identity. A source that is spelled in two ways (another
    letter case, a blank, a letter that looks the same), and a document on one list of which the other names a
    passage, are a warning.

    ## Why is this bad?
    One of the two lists is wrong. Denials win, so if the denial is the mistake, a right answer is reported as a
    leak. A denial that is spelled unlike the document denies nothing.

    ## What to do
    Remove the source from one of the two lists. Write ids of documents as the corpus has them: access holds for
    whole documents, never for a passage.
    """

    code, name, since = "GS107", "contradictory-identity", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if case.identity is None:
                continue
            allowed, denied = set(case.identity.allowed), set(case.identity.denied)
            for name in sorted(allowed & denied):
                yield view.found(
                    self,
                    index,
                    f"source {name!r} is both allowed and denied to {case.identity.user!r}",
                    field="identity",
                    mend="remove it from identity.allowed or identity.denied",
                )
            for left, right in _alike(allowed - denied, denied - allowed, view.documents or {}):
                yield view.found(
                    self,
                    index,
                    f"{left!r} is allowed to {case.identity.user!r} and {right!r} is denied: they look like one source",
                    field="identity",
                    mend="write the id of the document as the corpus has it, on one list",
                    severity="warning",
                )


def _alike(allowed: set[str], denied: set[str], documents: Collection[str]) -> Iterator[tuple[str, str]]:
    by_look: dict[str, list[str]] = {}
    for name in sorted(allowed):
        by_look.setdefault(_look(name, documents), []).append(name)
    for name in sorted(denied):
        for other in by_look.get(_look(name, documents), ()):
            # Two documents of the corpus may differ by what few readers see.
            if not (name in documents and other in documents):
                yield other, name


def _look(name: str, documents: Collection[str]) -> str:
    document = name if name in documents else name.rpartition("#")[0] or name
    return identity_skeleton(document)
