"""GS125 personal-data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import asked, expected, quotes, remarks
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding
from goldsmith.text.private_data import Private, find_private

# Whom to write to or call may be part of a right answer.
_CONTACT = frozenset({"an e-mail address", "a telephone number", "an internet address"})


class PersonalData:
    """
    ## What it does
    Finds personal data in what people wrote into a case: in the question and the turns before it, accepted
    answers, claims, `must_ask`, `must_point_to`, notes and the description. Numbers of cards, accounts and
    identity papers are told by their check digits; an address or a telephone number is advice.

    Quotes are not looked at: they are the corpus's own words, which stand there whether they are quoted or not,
    and whose owners answer for them. What an answer repeats from a quote of its case is not named either. Reserved
    domains, sample numbers and mailboxes of an office (`support@`) are left alone.

    With `authorised` under `[privacy]` in `goldsmith.toml` the rule is silent, and every check prints what stands
    there.

    ## Why is this bad?
    A golden set is copied: into every checkout, every run, every report, and to whoever judges. Questions that
    were taken from logs carry the people who asked them.

    ## What to do
    Replace the datum by an invented one of the same form. Where the set must hold it, write who allowed it, when
    and why: `[privacy]`, `authorised = "…"`.
    """

    code, name, since = "GS125", "personal-data", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        if view.personal_data_allowed:
            return
        for index, case in view.live():
            for field, found in _personal(case):
                yield view.found(
                    self,
                    index,
                    f"{found.what} stands in {field}, characters {found.start + 1} to {found.end}",
                    field=field,
                    mend="write an invented one, or who allowed it: authorised under [privacy] in goldsmith.toml",
                    severity="advice" if found.what in _CONTACT else "warning",
                )


def _personal(case: Case) -> Iterator[tuple[str, Private]]:
    for field, text in (*asked(case), *remarks(case)):
        yield from ((field, found) for found in find_private(text) if found.kind == "personal")
    for field, text in expected(case):
        for found in find_private(text):
            datum = text[found.start : found.end]
            if found.kind == "personal" and not any(datum in quote for quote in quotes(case)):
                yield field, found
