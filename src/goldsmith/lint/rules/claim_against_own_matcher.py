"""GS139 claim-against-own-matcher."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.claims import NumberMatch
from goldsmith.records.finding import Finding
from goldsmith.text.numbers import agrees, find_quantities
from goldsmith.text.units import same_unit, unit_named

_CALENDAR_YEARS = range(1900, 2101)


class ClaimAgainstOwnMatcher:
    """
    ## What it does
    Finds claims in words whose only amount is another than the number that decides them: "Within 30 days" with
    `match: {number: 31, unit: day}`. Looked at are claims that hold one number, with the unit of the matcher where
    it names one.

    ## Why is this bad?
    One of the two was mistyped. Reviewers read the words, and the number decides.

    ## What to do
    Look into the source, and correct the words or the matcher.
    """

    code, name, since = "GS139", "claim-against-own-matcher", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for at, claim in enumerate(case.claims):
                other = _other_amount(claim.text, claim.match) if isinstance(claim.match, NumberMatch) else ""
                if other:
                    yield view.found(
                        self,
                        index,
                        f"{shortened(claim.text)} says {other}, and its matcher looks for {_told(claim.match)}",
                        field=f"claims.{at}.match",
                        mend="correct the words or the matcher, whichever the source does not say",
                    )


def _other_amount(text: str, match: NumberMatch) -> str:
    unit = unit_named(match.unit) if match.unit else None
    if match.unit and unit is None:
        return ""
    found = [one for one in find_quantities(text) if unit is None or same_unit(one.unit, unit)]
    if len(found) != 1 or found[0].range_part != "none":
        return ""
    only = found[0]
    year = unit is None and only.unit is None and only.value in _CALENDAR_YEARS
    wanted, tolerance = Decimal(str(match.number)), Decimal(str(match.tolerance))
    if year or not (wanted.is_finite() and tolerance.is_finite()) or agrees(only, wanted, unit, tolerance=tolerance):
        return ""
    return text[only.start : only.end].strip()


def _told(match: object) -> str:
    number = match if isinstance(match, NumberMatch) else NumberMatch(number=0)
    return f"{number.number:.15g}" + (f" {number.unit}" if number.unit else "")
