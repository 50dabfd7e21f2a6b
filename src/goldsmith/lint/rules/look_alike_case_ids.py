"""GS102 look-alike-case-ids."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding
from goldsmith.text.confusable import Difference, difference, identity_skeleton

_LEVELS: tuple[Difference, ...] = ("invisible", "form", "case", "look_alike", "distinct", "exact")
_WORDS: dict[Difference, str] = {
    "invisible": "a character that nobody sees",
    "form": "its Unicode normal form",
    "case": "letter case or width",
    "look_alike": "a letter of another script that looks the same",
    "distinct": "what few readers see",
    "exact": "nothing",
}


class LookAlikeCaseIds:
    """
    ## What it does
    Finds ids that a person cannot tell apart, or only with care: they differ by letter case, by a blank or
    another character that nobody sees, by Unicode normal form, or by a Cyrillic or Greek letter that looks
    Latin.

    A difference that cannot be seen at all is an error, one that can is a warning.

    ## Why is this bad?
    Somebody will type one and mean the other. Spreadsheets and file systems fold such ids into one, and then
    results of one case stand under the other.

    ## What to do
    Rename the later one. Retype the id by hand rather than copying it: the hidden character comes along with a
    copy.
    """

    code, name, since = "GS102", "look-alike-case-ids", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        groups: dict[str, dict[str, list[int]]] = {}
        for index, case in enumerate(view.golden.cases):
            groups.setdefault(_skeleton(case.id), {}).setdefault(case.id, []).append(index)
        for group in groups.values():
            if len(group) > 1:
                firsts = view.in_order(view.in_order(indices)[0] for indices in group.values())
                for later, index in enumerate(firsts[1:], start=1):
                    yield _twin(self, view, index, firsts[:later])


def _twin(rule: LookAlikeCaseIds, view: LintView, index: int, earlier: list[int]) -> Finding:
    cases = view.golden.cases
    name = cases[index].id
    kinds = [(_LEVELS.index(_kind(cases[other].id, name)), place) for place, other in enumerate(earlier)]
    level, place = min(kinds)
    twin = earlier[place]
    return view.found(
        rule,
        index,
        f"the id {name!a} differs only by {_WORDS[_LEVELS[level]]} from {cases[twin].id!a} at {view.where(twin)}",
        field="id",
        mend="rename it; type the new id by hand",
        severity="error" if _LEVELS[level] in {"invisible", "form"} else "warning",
    )


def _skeleton(name: str) -> str:
    # The same for ASCII, at a tenth of the time: such an id holds nothing that looks like anything else.
    return " ".join(name.split()).casefold() if name.isascii() else identity_skeleton(name)


def _kind(left: str, right: str) -> Difference:
    kind = difference(left, right)
    # Full width and plain letters fold alike and yet look different; only what is canonically equal cannot be seen.
    if kind == "form" and unicodedata.normalize("NFC", left) != unicodedata.normalize("NFC", right):
        return "case"
    return kind
