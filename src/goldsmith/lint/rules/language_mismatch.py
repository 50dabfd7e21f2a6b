"""GS134 language-mismatch."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import shortened
from goldsmith.records.finding import Finding

_LATIN = ("LATIN", "FULLWIDTH")
_SCRIPTS = (
    dict.fromkeys("en de fr es it pt nl sv da nb nn no fi pl cs sk hu ro tr et lv lt hr sl id ms vi ca".split(), _LATIN)
    | dict.fromkeys("ru uk bg be mk".split(), ("CYRILLIC",))
    | {"zh": ("CJK",), "ja": ("HIRAGANA", "KATAKANA", "CJK"), "ko": ("HANGUL", "CJK"), "el": ("GREEK",)}
    | {"he": ("HEBREW",), "ar": ("ARABIC",), "fa": ("ARABIC",), "th": ("THAI",), "hi": ("DEVANAGARI",)}
)
_LEAST = 6
"""Letters: a shorter question may be a name or a number."""
_SHARE = 0.1


class LanguageMismatch:
    """
    ## What it does
    Finds questions in another script than the one in which the language of their label is written, such as
    `language: ru` over a question in Latin letters. Languages that are written in several scripts are left alone,
    and so are cases with the challenge `cross_lingual`.

    ## Why is this bad?
    The slice by language counts the case in the wrong place. Generators of questions are known to answer in
    English whatever was asked for.

    ## What to do
    Correct the label, or ask the question in the language that it names.
    """

    code, name, since = "GS134", "language-mismatch", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        for index, case in view.live():
            wanted = _SCRIPTS.get((case.language or "").strip().lower().replace("_", "-").partition("-")[0])
            # A subtag of four letters names a script of its own.
            if wanted is None or "cross_lingual" in case.challenges or _names_script(case.language or ""):
                continue
            seen = _letters(case.question)
            total = sum(seen.values())
            if total >= _LEAST and sum(seen.get(script, 0) for script in wanted) < _SHARE * total:
                found = max(sorted(seen), key=lambda script: seen[script])
                yield view.found(
                    self,
                    index,
                    f"language is {case.language!r}, in {found.title()} letters is {shortened(case.question)}",
                    field="language",
                    mend="correct the label, or ask the question in that language",
                )


def _names_script(language: str) -> bool:
    return any(len(part) == len("Latn") and part.isalpha() for part in language.replace("_", "-").split("-")[1:])


def _letters(text: str) -> dict[str, int]:
    """Return how many letters of each script there are."""
    counts: dict[str, int] = {}
    for character in text:
        if character.isalpha():
            script = unicodedata.name(character, "UNKNOWN").partition(" ")[0]
            counts[script] = counts.get(script, 0) + 1
    return counts
