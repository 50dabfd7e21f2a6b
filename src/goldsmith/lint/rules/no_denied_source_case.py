"""GS503 no-denied-source-case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.access import denies_anything
from goldsmith.records.case import Identity
from goldsmith.records.finding import Finding


class NoDeniedSourceCase:
    """
    ## What it does
    Finds sets in which no case is asked by somebody who may not see some source. In a set that is to be
    published it is an error, unless the corpus is frozen and every document of it is for everybody.

    ## Why is this bad?
    Whether the system keeps a source from those who may not see it is not tested at all. One such leak costs
    more than any wrong answer.

    ## What to do
    Write a case whose identity is denied the document that holds the answer, with the behaviour that is right
    then.
    """

    code, name, since = "GS503", "no-denied-source-case", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        documents = view.documents or {}
        if view.documents is not None and all(
            one.tenant is None and one.allowed_principals is None for one in documents.values()
        ):
            return
        asked: dict[Identity, bool] = {}
        for _, case in view.live():
            identity = case.identity
            if identity is not None and identity not in asked:
                asked[identity] = denies_anything(identity, documents)
                if asked[identity]:
                    return
        yield view.found_in_set(
            self,
            "no case is asked by somebody who may not see some source: permission leaks are not tested",
            field="identity",
            mend="write a case with identity: {user: …, denied: [document id]} and behaviour: refuse",
            severity=view.worse_when_ready("advice"),
        )
