"""Marks between the form and the page: read from what was posted, and drawn into the text that they stand in.

A script posts each mark whole. Without one, every passage carries a choice of need and a field for the exact words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeGuard, cast, get_args

from goldsmith.ports.pages import Call
from goldsmith.text.spans import Unit
from goldsmith.workflows.review_marks import MarkGiven

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_MARKS = 200
"""Of one form; more are no evidence any more."""
MOST_NEEDS = 9
"""That can be chosen for a passage without a script."""
_MOST_DIGITS = 9
_BEYOND = 10**_MOST_DIGITS
"""No document has so many characters."""
_HEADING = re.compile(r"^(#{1,6} )([^\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """One mark as a form carries it."""

    need: int
    """From 0."""
    document: str
    """Its opaque name."""
    start: int
    end: int
    quote: str | None
    """None: the page did not put the words together, since the mark goes over several paragraphs."""
    unit: Unit = "codepoint"
    passage: str | None = None
    """Opaque name of a passage that is marked as a whole, since there is no text of it here."""

    @property
    def json(self) -> str:
        """What the field `mark` holds."""
        return json.dumps(asdict(self), sort_keys=True)

    @property
    def given(self) -> MarkGiven:
        """The mark as it is handed in."""
        quote = None if self.passage is not None else self.quote
        return MarkGiven(
            need=self.need, source=self.document, start=self.start, end=self.end, quote=quote, unit=self.unit,
            passage=self.passage,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A stretch of text with the needs for which it is marked, from 1."""

    text: Markup
    needs: tuple[int, ...]

    @property
    def shown(self) -> Markup:
        """The same text, with the headings of Markdown as headings; the script of the page draws them alike."""
        from markupsafe import Markup

        # Nothing but whole escaped text is put between our own tags.
        return Markup(_HEADING.sub(r'<span class="head"><span class="soft">\1</span>\2</span>', str(self.text)))  # noqa: S704


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """What a form said of evidence."""

    marks: tuple[Marked, ...]
    none: bool
    """None of the sources answers."""
    missing: tuple[str, ...] = ()
    """Exact words that do not stand in their passage."""


def exact(text: str) -> Markup:
    """Return `text` as HTML of which a browser makes the same text, code point for code point."""
    from markupsafe import Markup, escape

    # A browser turns a carriage return into a line feed and drops NUL: offsets behind it would be others.
    return Markup(str(escape(text)).replace("\r", "&#13;").replace("\0", "\ufffd"))  # noqa: S704 - escaped just before


def dense(marks: Iterable[Marked]) -> tuple[Marked, ...]:
    """Return `marks` with needs numbered from 0 without gaps, and nothing twice."""
    held = tuple(dict.fromkeys(marks))
    order = {need: place for place, need in enumerate(sorted({mark.need for mark in held}))}
    return tuple(replace(mark, need=order[mark.need]) for mark in held)


def posted(call: Call) -> Posted:
    """Return the marks of a form: those that it carries whole but for those dropped, then those made by hand."""
    dropped = {place for place in map(number_in, call.form.get("drop", ())) if place is not None}
    carried = [read_mark(text) for text in call.form.get("mark", ())[:MOST_MARKS]]
    marks = [mark for place, mark in enumerate(carried) if mark is not None and place not in dropped]
    missing: list[str] = []
    for name in call.form:
        if name.startswith("need-"):
            _by_hand(call, name.removeprefix("need-"), marks, missing)
    # The box stays ticked while marks are made by hand: what was marked last counts.
    return Posted(marks=dense(marks), none=bool(call.posted("none")) and not marks, missing=tuple(missing))


def read_mark(text: str) -> Marked | None:
    """Return the mark that a field holds; None for what no page of ours wrote."""
    return mark_from(data_in(text))


def mark_from(held: object) -> Marked | None:
    """Return the mark that plain data hold; None where they hold none."""
    if not isinstance(held, Mapping):
        return None
    fields: dict[str, Any] = {name: held.get(name) for name in ("need", "document", "start", "end", "quote", "passage")}
    numbers = [fields[name] for name in ("need", "start", "end")]
    if not all(isinstance(item, int) and not isinstance(item, bool) and 0 <= item < _BEYOND for item in numbers):
        return None
    texts = [fields["document"], *(fields[name] for name in ("quote", "passage") if fields[name] is not None)]
    if not all(is_text(item) for item in texts):
        return None
    unit = held.get("unit")
    return Marked(**fields, unit=cast("Unit", unit) if unit in get_args(Unit) else "codepoint")


def _by_hand(call: Call, place: str, marks: list[Marked], missing: list[str]) -> None:
    need, words = number_in(call.posted(f"need-{place}")), call.posted(f"words-{place}").strip()
    if need is None or not 1 <= need <= MOST_NEEDS:
        return
    passage = read_mark(call.posted(f"passage-{place}"))
    if passage is None:
        return
    if passage.passage is not None:
        marks.append(replace(passage, need=need - 1))
        return
    text = passage.quote or ""
    found = _places(words, text) if words else _trimmed(text)
    if found is None:
        missing.append(words)
        return
    start, end = found
    marks.append(
        replace(
            passage,
            need=need - 1,
            start=passage.start + start,
            end=passage.start + end,
            quote=text[start:end],
        )
    )


def data_in(text: str) -> object:
    """Return the plain data that a JSON text holds; None for what is none, or lies too deep to be ours."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def number_in(text: str) -> int | None:
    """Return the whole number that a field holds; None for what is none, or has more digits than any of ours."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else None


def is_text(held: object) -> TypeGuard[str]:
    """Say whether `held` is text that can be shown and kept: half of a character in two halves is none."""
    if not isinstance(held, str):
        return False
    try:
        held.encode()
    except UnicodeEncodeError:
        return False
    return True


def _places(words: str, text: str) -> tuple[int, int] | None:
    """Return where the words stand first; blanks and line ends are alike, since a field has one line only."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = re.search(pattern, text) or re.search(pattern, text, re.IGNORECASE)
    return found.span() if found else None


def _trimmed(text: str) -> tuple[int, int] | None:
    kept = text.strip()
    start = len(text) - len(text.lstrip())
    return (start, start + len(kept)) if kept else None


def stretches(text: str, *, start: int, document: str, marks: Sequence[Marked]) -> tuple[Stretch, ...]:
    """Return `text`, which begins at `start` of `document`, cut where marks begin and end."""
    end = start + len(text)
    own = [mark for mark in marks if mark.document == document and mark.start < end and start < mark.end]
    edges = {edge - start for mark in own for edge in (mark.start, mark.end) if start < edge < end}
    cuts = sorted({0, len(text), *edges})
    return tuple(
        Stretch(text=exact(text[left:right]), needs=_over(own, start + left, start + right))
        for left, right in pairwise(cuts)
    )


def _over(marks: Sequence[Marked], start: int, end: int) -> tuple[int, ...]:
    return tuple(sorted({mark.need + 1 for mark in marks if mark.start <= start and end <= mark.end}))


def grouped(marks: Sequence[Marked]) -> tuple[tuple[int, tuple[tuple[int, Marked], ...]], ...]:
    """Return needs, from 1, each with its alternatives and their places in `marks`."""
    needs = sorted({mark.need for mark in marks})
    return tuple(
        (need + 1, tuple((place, mark) for place, mark in enumerate(marks) if mark.need == need)) for need in needs
    )
