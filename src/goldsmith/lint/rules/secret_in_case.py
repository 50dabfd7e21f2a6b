"""GS126 secret-in-case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.case_texts import asked, expected, quotes, remarks
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding
from goldsmith.text.private_data import find_private


class SecretInCase:
    """
    ## What it does
    Finds private keys, tokens with the form of a known service, passwords in addresses, and values that are
    named as a password or key and look drawn by chance. Samples and placeholders are left alone.

    An authorisation of personal data does not silence it: whoever holds the file holds the key.

    ## Why is this bad?
    A golden set is committed, copied and sent to systems and judges. A key that stood there once must be taken
    for known.

    ## What to do
    Withdraw the key where it was issued, then replace it here. Where it never opened anything, say so in a
    suppression: `[[check.suppress]]` with `code`, `cases` and `reason`.
    """

    code, name, since = "GS126", "secret-in-case", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            texts = (*asked(case), *expected(case), *remarks(case), *(("evidence", quote) for quote in quotes(case)))
            for field, text in texts:
                for found in find_private(text):
                    if found.kind == "secret":
                        yield view.found(
                            self,
                            index,
                            f"{found.what} stands in {field}, characters {found.start + 1} to {found.end}",
                            field=field,
                            mend="withdraw it where it was issued, then write an invented one here",
                        )
