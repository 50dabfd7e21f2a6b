"""Words that the messages share: where something stands, and what is said there now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from goldsmith.records.refresh import Passage
from goldsmith.refresh.reading import read_sentences
from goldsmith.text.dates import find_dates
from goldsmith.text.normal import comparable
from goldsmith.text.numbers import find_quantities
from goldsmith.text.tokens import UNSPACED

LONGEST = 160
"""Characters of a quoted text in a message."""
MOST_COMPARED = 4_000
"""Characters of two texts that are compared word by word: a message names a change, it does not list all."""
_MOST_FIGURES = 3
"""Changed amounts that a message names; more are no sentence any more."""
_CONTEXT = 2
"""Words shown on each side of a change."""

_PIECES = re.compile(rf"[{UNSPACED}]|[^\s{UNSPACED}]+")


def place(document: str, section: str | None) -> str:
    """Return where something stands: the document, and the headings above it."""
    return f"{document} > {section}" if section else document


def quoted(text: str) -> str:
    """Return `text` on one line in quotation marks, cut where it is long."""
    plain = " ".join(text.split())
    return f'"{plain if len(plain) <= LONGEST else plain[: LONGEST - 1].rstrip() + "…"}"'


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 place``, ``2 places``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def some(names: Sequence[str], most: int = 3) -> str:
    """Return the first names with commas, and how many more there are."""
    told = ", ".join(names[:most])
    return told if len(names) <= most else f"{told} and {len(names) - most:,} more"


def words_of(passage: Passage) -> str:
    """Return the quoted words of a passage; all of it where it is not known which they are."""
    return passage.text if passage.span is None else passage.text[passage.span[0] : passage.span[1]]


def told_change(before: str, now: str) -> str:
    """Return what `now` says that `before` did not: other amounts and dates if that is it, else the words.

    Blanks and line ends are no change.
    """
    before, now = (" ".join(text[:MOST_COMPARED].split()) for text in (before, now))
    gone, new = _apart(_figures(before), _figures(now))
    if 0 < len(gone) == len(new) <= _MOST_FIGURES:
        return f"now says {' and '.join(new)}, not {' and '.join(gone)}"
    changes = list(_changes(before, now))
    if not changes:
        return "is written otherwise now"
    more = f", and {counted(len(changes) - 1, 'more change')}" if len(changes) > 1 else ""
    return changes[0] + more


def told_section(before: str, now: str) -> str:
    """Return what a section says now besides its quote that it did not, sentence by sentence."""
    earlier, later = ([one.text for one in read_sentences(text)] for text in (before, now))
    gone = _missing(earlier, later)
    new = _missing(later, earlier)
    if len(gone) == len(new) == 1:
        return f"the section {told_change(gone[0], new[0])}"
    parts = [f"new in the section: {quoted(new[0])}" + _more(new)] if new else []
    parts += [f"gone from the section: {quoted(gone[0])}" + _more(gone)] if gone else []
    return "; ".join(parts) or "other words of the section changed"


def _more(sentences_: Sequence[str]) -> str:
    return f" and {counted(len(sentences_) - 1, 'more sentence')}" if len(sentences_) > 1 else ""


def _missing(ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    held = set(map(comparable, theirs))
    return [sentence for sentence in ours if comparable(sentence) not in held]


def _figures(text: str) -> dict[str, str]:
    """Return the amounts and dates of `text` as they are written, by what they mean."""
    amounts = {f"{one.value.normalize()} {one.unit}": text[one.start : one.end] for one in find_quantities(text)}
    dates = {"/".join(reading.isoformat() for reading in one.readings): one.span.of(text) for one in find_dates(text)}
    return amounts | dates


def _apart(ours: dict[str, str], theirs: dict[str, str]) -> tuple[list[str], list[str]]:
    return (
        [text for key, text in ours.items() if key not in theirs],
        [text for key, text in theirs.items() if key not in ours],
    )


def _changes(before: str, now: str) -> Iterator[str]:
    old, new = list(_PIECES.finditer(before)), list(_PIECES.finditer(now))
    matcher = SequenceMatcher(None, [one[0] for one in old], [one[0] for one in new], autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "equal":
            continue
        gone, come = _stretch(before, old, start, end), _stretch(now, new, new_start, new_end)
        if kind == "replace":
            yield f"now says {quoted(come)}, not {quoted(gone)}"
        else:
            yield f"now says {quoted(come)}" if kind == "insert" else f"no longer says {quoted(gone)}"


def _stretch(text: str, pieces: Sequence[re.Match[str]], start: int, end: int) -> str:
    """Return the pieces from `start` to `end` with a little of what stands around them."""
    first, last = max(0, start - _CONTEXT), min(len(pieces), end + _CONTEXT) - 1
    if first > last:
        return ""
    inner = text[pieces[first].start() : pieces[last].end()]
    return f"{'…' if first else ''}{inner}{'…' if last < len(pieces) - 1 else ''}"
