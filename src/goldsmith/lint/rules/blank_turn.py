"""GS120 blank-turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class BlankTurn:
    """
    ## What it does
    Finds earlier messages of a conversation that hold no text.

    ## Why is this bad?
    A user turn without a recorded answer is asked of the system. An empty one makes the system complain, and
    everything after it stands on that complaint.

    ## What to do
    Write what was said, or remove the turn.
    """

    code, name, since = "GS120", "blank-turn", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for at, message in enumerate(case.messages):
                if not message.content.strip():
                    yield view.found(
                        self,
                        index,
                        f"turn {at + 1} of the conversation ({message.role}) is blank",
                        field=f"messages.{at}.content",
                        mend="write what was said, or remove the turn",
                    )
