"""GS115 unusable-waiver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import nearest
from goldsmith.records.case import Waiver
from goldsmith.records.finding import Finding
from goldsmith.records.gate import HARD_GATES
from goldsmith.text.dates import InstantProblem, parse_instant

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class UnusableWaiver:
    """
    ## What it does
    Finds waivers of a gate that does not exist, without a name or a reason, whose last day is not a date, or
    that have expired.

    ## Why is this bad?
    A waiver lets a known failure through, so somebody must answer for it and it must end. One that is misspelt
    or over protects nothing: the gate will block again.

    ## What to do
    Name a gate, who waives it, why, and until when. When it has expired: fix the cause, or decide anew and move
    the date.
    """

    code, name, since = "GS115", "unusable-waiver", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for at, waiver in enumerate(case.waivers):
                for part, problem in _problems(waiver, view.today):
                    yield view.found(
                        self,
                        index,
                        problem,
                        field=f"waivers.{at}.{part}",
                        mend=f"mend the waiver (gates: {', '.join(HARD_GATES)}), or remove it",
                    )


def _problems(waiver: Waiver, today: str) -> Iterator[tuple[str, str]]:
    if waiver.gate not in HARD_GATES:
        yield (
            "gate",
            f"there is no gate {waiver.gate!r}{nearest(waiver.gate, HARD_GATES)}",
        )
    for part, text in (("who", waiver.who), ("why", waiver.why)):
        if not text.strip():
            yield part, f"the waiver of {waiver.gate!r} does not say {part}"
    if _DAY.fullmatch(waiver.until) is None or isinstance(parse_instant(waiver.until), InstantProblem):
        yield "until", f"{waiver.until!r} is not a day of the calendar; write it as YYYY-MM-DD"
    elif waiver.until < today:
        yield "until", f"the waiver of {waiver.gate!r} by {waiver.who} expired on {waiver.until}"
