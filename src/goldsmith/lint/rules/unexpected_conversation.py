"""GS117 unexpected-conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class UnexpectedConversation:
    """
    ## What it does
    Finds cases with earlier messages in a set whose `set.yaml` says `interaction: single_turn`.

    ## Why is this bad?
    A system that is asked single questions never sees the earlier turns, so the case tests something else than
    it says.

    ## What to do
    Write `interaction: multi_turn` in `set.yaml`, or put what the earlier turns establish into the question.
    """

    code, name, since = "GS117", "unexpected-conversation", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        if view.golden.bare or view.golden.header.interaction != "single_turn":
            return
        for index, case in view.live():
            if case.messages:
                yield view.found(
                    self,
                    index,
                    f"the case has {len(case.messages)} earlier messages, and set.yaml says single_turn",
                    field="messages",
                    mend="write interaction: multi_turn in set.yaml",
                )
