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
    Finds waivers of a gate that does not exist, without a name or a reason, or whose last day is not a date. An
    expired one is a warning, because the gate turns red by itself; one for more than a year ahead is advice.

    ## Why is this bad?
    A waiver lets a known failure through, so somebody must answer for it and it must end. One that is misspelt
    or over protects nothing: the gate will block again. One without an end in sight switches the gate off.

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
                for part, problem, severity, mend in _problems(waiver, view.today):
                    yield view.found(
                        self,
                        index,
                        problem,
                        field=f"waivers.{at}.{part}",
                        mend=mend,
                        severity=severity,
                    )


def _problems(waiver: Waiver, today: str) -> Iterator[tuple[str, str, Severity, str]]:
    """Yield part, problem, severity and mend of everything that is wrong with a waiver."""
    mend = f"mend the waiver (gates: {', '.join(HARD_GATES)}), or remove it"
    if waiver.gate not in HARD_GATES:
        yield "gate", f"there is no gate {waiver.gate!r}{nearest(waiver.gate, HARD_GATES)}", "error", mend
    for part, text in (("who", waiver.who), ("why", waiver.why)):
        if not text.strip():
            yield part, f"the waiver of {waiver.gate!r} does not say {part}", "error", mend
    if _DAY.fullmatch(waiver.until) is None or isinstance(parse_instant(waiver.until), InstantProblem):
        yield "until", f"{waiver.until!r} is not a day of the calendar; write it as YYYY-MM-DD", "error", mend
    elif waiver.until < today:
        message = f"the waiver of {waiver.gate!r} by {waiver.who} expired on {waiver.until}: the gate blocks again"
        yield "until", message, "warning", "mend the cause and remove the waiver, or decide anew and move the date"
    elif waiver.until > f"{int(today[:4]) + 1:04}{today[4:]}":
        message = f"the waiver of {waiver.gate!r} by {waiver.who} holds until {waiver.until}, more than a year ahead"
        yield "until", message, "advice", "let it end within a year, so that somebody decides anew"
