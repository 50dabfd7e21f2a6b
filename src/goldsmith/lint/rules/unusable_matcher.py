"""GS109 unusable-matcher."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from math import isfinite
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.claims import AnyOfMatch, DateMatch, Matcher, NumberMatch, PatternMatch, PluginMatch, ValueMatch
from goldsmith.records.finding import Finding
from goldsmith.text.dates import InstantProblem, parse_instant
from goldsmith.text.normal import comparable
from goldsmith.text.patterns import fault_of


class UnusableMatcher:
    """
    ## What it does
    Finds matchers that can never decide their claim: a pattern that is no regular expression, or that repeats
    what itself repeats and so may never end; a date that the calendar does not have; an empty `any_of`; a blank
    value; a number that is not finite, or a negative tolerance; a `matcher` that no plug-in brings. Patterns of
    `format` are looked at too.

    ## Why is this bad?
    The claim would stay undecided in every run, or one answer would hold up the whole run.

    ## What to do
    Mend the matcher. A pattern is best kept plain; where it lists alternatives, `any_of` reads better. The file of a
    plug-in is named under `plugins` in goldsmith.toml.
    """

    code, name, since = "GS109", "unusable-matcher", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for at, claim in enumerate(case.claims):
                for fault in (*_faults(claim.match), *_unknown(claim.match, view.matchers)):
                    yield view.found(
                        self, index, fault, field=f"claims.{at}.match", mend="mend the matcher, or write match: judged"
                    )
            if case.format is not None and case.format.pattern is not None:
                fault = fault_of(case.format.pattern)
                if fault:
                    yield view.found(
                        self,
                        index,
                        f"the pattern cannot be used: {fault}",
                        field="format.pattern",
                        mend="mend the pattern",
                    )


def _faults(match: Matcher | str) -> Iterator[str]:
    match match:
        case AnyOfMatch(any_of=options):
            if not options:
                yield "any_of is empty: nothing can match"
            for option in options:
                yield from _faults(ValueMatch(value=option) if isinstance(option, str) else option)
        case NumberMatch():
            yield from _number_faults(match)
        case ValueMatch(value=value) if not comparable(value):
            yield "the value is blank"
        case DateMatch(date=date):
            read = parse_instant(date)
            if isinstance(read, InstantProblem):
                yield read.message
        case PatternMatch(pattern=pattern) if fault := fault_of(pattern):
            yield f"the pattern cannot be used: {fault}"
        case _:
            return


def _unknown(match: Matcher, known: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(match, PluginMatch) or match.matcher in known:
        return
    near = get_close_matches(match.matcher, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else "" if known else "; no plug-in brings any"
    yield f"no matcher is called {match.matcher!r}{hint}"


def _number_faults(match: NumberMatch) -> Iterator[str]:
    if not isfinite(match.number):
        yield f"{match.number} is not a finite number"
    if not (isfinite(match.tolerance) and match.tolerance >= 0):
        yield f"the tolerance is {match.tolerance:g}; it must be 0 or more"
