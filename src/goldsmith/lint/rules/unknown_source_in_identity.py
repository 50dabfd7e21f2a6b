"""GS213 unknown-source-in-identity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import nearest, some
from goldsmith.records.finding import Finding

# A likeness takes milliseconds to find, and a set with more strangers than this was written for another corpus.
_HINTS = 100


class UnknownSourceInIdentity:
    """
    ## What it does
    Finds allowed and denied sources of an identity that are no document of the corpus revision. In a set that
    is to be published it is an error.

    ## Why is this bad?
    A misspelt denial denies nothing: the leak that the case was written to catch would pass.

    ## What to do
    Write the id of the document as the corpus has it: the part before `#` of the ids that
    `goldsmith corpus find TEXT` shows.
    """

    code, name, since = "GS213", "unknown-source-in-identity", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        documents = view.documents or {}
        known = sorted(documents)
        severity = view.worse_when_ready("warning")
        identities = (case.identity for _, case in view.live() if case.identity is not None)
        unknown = {name for one in identities for name in (*one.allowed, *one.denied) if name not in documents}
        hints = {name: nearest(name, documents) for name in sorted(unknown)[:_HINTS]}
        for index, case in view.live():
            if case.identity is None:
                continue
            for part, names in (("allowed", case.identity.allowed), ("denied", case.identity.denied)):
                for name in names:
                    if name not in documents:
                        yield view.found(
                            self,
                            index,
                            f"{part} source {name!r} is no document of the corpus{hints.get(name, '')}",
                            field=f"identity.{part}",
                            mend=f"write the id of a document: {some(known)}",
                            severity=severity,
                        )
