"""One word of an axis that most cases share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from goldsmith.lint.view import Coded, LintView
from goldsmith.records.finding import Finding
from goldsmith.records.slices import words

LEAST_CASES = 20
"""Of fewer labelled cases a share says little."""

LARGEST_SHARE = 0.6


def dominant(counts: Counter[str]) -> tuple[str, int] | None:
    """Return the word that more than `LARGEST_SHARE` of at least `LEAST_CASES` have, with their number."""
    total = sum(counts.values())
    if total < LEAST_CASES:
        return None
    word, count = min(counts.items(), key=lambda item: (-item[1], item[0]))
    return (word, count) if count > LARGEST_SHARE * total else None


def dominant_word(rule: Coded, view: LintView, axis: str, mend: str) -> Iterator[Finding]:
    """Yield a finding where one word dominates an axis; cases without a word there do not count."""
    counts = Counter(word for _, case in view.live() for word in words(case, axis))
    found = dominant(counts)
    if found is not None:
        word, count = found
        total = sum(counts.values())
        yield view.found_in_set(
            rule,
            f"{count} of {total} cases ({count / total:.0%}) are {axis}={word}",
            field=axis,
            mend=mend,
        )
