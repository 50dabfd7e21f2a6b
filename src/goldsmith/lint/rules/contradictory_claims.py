"""GS131 contradictory-claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import required
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.case import Case
from goldsmith.records.claims import (
    AnyOfMatch,
    Matcher,
    NumberMatch,
    PluginMatch,
    ProhibitedClaim,
    SimpleMatch,
    ValueMatch,
)
from goldsmith.records.finding import Finding
from goldsmith.text.normal import comparable


class ContradictoryClaims:
    """
    ## What it does
    Finds required claims that cannot be met without stating a prohibited one: both are decided by the same value,
    number, date or pattern, or the words of the prohibited one stand inside those of the required one.

    ## Why is this bad?
    No answer can pass. The case fails every system, and its prohibited claim may block a release.

    ## What to do
    Correct the matcher of the one that is wrong. Where both share a figure in different roles, decide each by words
    that only it has.
    """

    code, name, since = "GS131", "contradictory-claims", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            prohibited = [(at, claim) for at, claim in enumerate(case.claims) if isinstance(claim, ProhibitedClaim)]
            for at, claim in required(case) if prohibited else ():
                for other, denied in prohibited:
                    if _implies(view, case, claim.match, other):
                        yield view.found(
                            self,
                            index,
                            f"to state {shortened(claim.text)} is to state the prohibited {shortened(denied.text)}",
                            field=f"claims.{at}.match",
                            mend=f"correct the matcher of claims.{at} or of claims.{other}",
                        )


def _implies(view: LintView, case: Case, match: Matcher, prohibited: int) -> bool:
    """Say whether every way to meet `match` meets the prohibited claim as well."""
    ways = _ways(match)
    barred = _ways(case.claims[prohibited].match)
    return bool(ways) and all(
        any(_same(way, one) for one in barred) or _holds(view, case, way, prohibited) for way in ways
    )


def _ways(match: Matcher) -> tuple[SimpleMatch, ...]:
    if match == "judged" or isinstance(match, PluginMatch):
        return ()
    options = match.any_of if isinstance(match, AnyOfMatch) else (match,)
    return tuple(ValueMatch(value=one) if isinstance(one, str) else one for one in options)


def _same(required: SimpleMatch, prohibited: SimpleMatch) -> bool:
    if isinstance(required, NumberMatch) and isinstance(prohibited, NumberMatch):
        near = abs(required.number - prohibited.number) <= prohibited.tolerance
        return near and prohibited.unit in {None, required.unit}
    if isinstance(required, ValueMatch) and isinstance(prohibited, ValueMatch):
        return comparable(required.value) == comparable(prohibited.value) != ""
    return required == prohibited


def _holds(view: LintView, case: Case, way: SimpleMatch, prohibited: int) -> bool:
    if view.claims_in is None or not isinstance(way, ValueMatch):
        return False
    return view.claims_in(case, way.value)[prohibited].state == "stated"
