"""GS506 missing-permission-profile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class MissingPermissionProfile:
    """
    ## What it does
    Finds cases of a set that is to be published which do not say who asks.

    ## Why is this bad?
    What a right answer may rest on depends on what the user may see. Without an identity no leak can be found
    in the case.

    ## What to do
    Write `identity` with at least a user. For a public question name the least privileged one, such as `{user:
    anonymous}`.
    """

    code, name, since = "GS506", "missing-permission-profile", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ("ready",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            if case.identity is None or not case.identity.user.strip():
                yield view.found(
                    self,
                    index,
                    "the case does not say who asks",
                    field="identity",
                    mend="write identity: {user: …}; for a public question the least privileged user",
                )
