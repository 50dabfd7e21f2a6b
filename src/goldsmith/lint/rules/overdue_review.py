"""GS406 overdue-review."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import counted
from goldsmith.records.finding import Finding


class OverdueReview:
    """
    ## What it does
    Finds cases that somebody decided about, and nobody for longer than `review_after_days` under `[check]` in
    `goldsmith.toml`; a year where nothing is written there.

    ## Why is this bad?
    Rules change without their documents telling: an exception that nobody grants any more, a desk that was closed.
    An approval of long ago says what was right then.

    ## What to do
    Look at the case beside its source, and decide again: `goldsmith approve`.
    """

    code, name, since = "GS406", "overdue-review", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        latest: dict[str, str] = {}
        for fact in view.golden.facts:
            latest[fact.case] = max(latest.get(fact.case, ""), fact.at[:10])
        today = _day(view.today)
        for index, case in view.live():
            seen = _day(latest.get(case.id, ""))
            if seen is None or today is None:
                continue
            days = (today - seen).days
            if days > view.settings.review_after_days:
                yield view.found(
                    self,
                    index,
                    f"nobody has looked at it for {counted(days, 'day')}, since {seen.isoformat()}",
                    mend=f"look at it beside its source, then goldsmith approve {case.id}",
                )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
