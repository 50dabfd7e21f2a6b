"""GS212 denied-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.access import denies
from goldsmith.records.finding import Finding


class DeniedEvidence:
    """
    ## What it does
    Finds evidence in a document that the identity of the case may not see, by the case itself or by the access
    rules of the corpus.

    ## Why is this bad?
    The case asks for a leak: to score well the system would have to retrieve what it must keep from this user.

    ## What to do
    If the user must not get the answer, remove the evidence and write `answerability: unsupported` and the
    right `behaviour`. If the user may, correct the identity.
    """

    code, name, since = "GS212", "denied-evidence", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        documents = view.documents or {}
        looked_up = {(index, item.need, item.alternative): item.pinned.document for index, item in view.resolved()}
        for index, case in view.live():
            if case.identity is None:
                continue
            for at, need in enumerate(case.evidence):
                for choice, item in enumerate(need.any_of):
                    name = looked_up.get((index, at, choice)) or item.document
                    why = denies(case.identity, name, documents) if name is not None else ""
                    if why:
                        yield view.found(
                            self,
                            index,
                            f"{case.identity.user!r} may not see {name!r}, which the evidence names: {why}",
                            field=f"evidence.{at}.any_of.{choice}",
                            mend="remove the evidence and say what a right refusal is, or correct the identity",
                        )
