"""GS118 placeholder-text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.case import Case
from goldsmith.records.finding import Finding

# Capitals only: small letters are words of some languages.
_PLACEHOLDER = re.compile(
    r"\b(?:TO[D]O|TBD|TBC|FIX[M]E|XX[X])\b|\b[Ll]orem ipsum\b"
    r"|[<\[](?:insert|your|write)\b[^>\]]{0,80}[>\]]|\[(?:\.{3}|…)\]"
)
# What every placeholder begins with: found much faster than the whole pattern.
_HINT = re.compile(r"T[OB]|FI|XX|orem|<|\[")
_NOTHING = frozenset({"?", "??", "???", "-", "--", "–", "—", "...", "…"})


class PlaceholderText:
    """
    ## What it does
    Finds text that was to be replaced and was not: a note to oneself in capitals, an empty bracket, or a lone
    question mark or dash instead of an answer.

    ## Why is this bad?
    A placeholder is compared with answers as if it were meant. The case fails every system, and nobody sees
    why.

    ## What to do
    Write what belongs there, or remove the field.
    """

    code, name, since = "GS118", "placeholder-text", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            for field, text in _texts(case):
                found = _PLACEHOLDER.search(text) if _HINT.search(text) else None
                alone = text.strip() in _NOTHING
                if found or alone:
                    yield view.found(
                        self,
                        index,
                        f"{shortened(text if alone or found is None else found[0])} looks like a placeholder",
                        field=field,
                        mend="write what belongs there, or remove the field",
                    )


def _texts(case: Case) -> Iterator[tuple[str, str]]:
    yield "question", case.question
    for at, accepted in enumerate(case.accept):
        yield f"accept.{at}.answer", accepted.answer
    for at, claim in enumerate(case.claims):
        yield f"claims.{at}", claim.text
    for name in ("must_ask", "must_point_to"):
        for text in getattr(case, name):
            yield name, text
