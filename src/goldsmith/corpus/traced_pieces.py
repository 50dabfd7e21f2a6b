"""In which pieces the words of one passage stand in a later text, where they are no longer together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from goldsmith.corpus.passages import Page
from goldsmith.corpus.traced_places import Place
from goldsmith.text.alignment import in_comparison_form, inside_word
from goldsmith.text.spans import Span
from goldsmith.text.tokens import UNSPACED, is_unspaced

_MOST_PIECES = 4
_PIECE_CHARACTERS = 24
_PIECE_UNSPACED = 6
_PUT_IN_WORDS = 4
"""Fewer words than this between two pieces, within a sentence, make another sentence of it: the quote is edited."""
_PUT_IN_UNSPACED = 8
_MARKS = " \t\n\"'“”«»()[]*_"
_EDGE = 40
"""Characters beside a piece that are read for where a sentence, a paragraph, a heading or an item of a list ends."""
_BREAK = re.compile(r"[*_\"'”»)\]]*[ \t]*(?:\Z|\n[ \t]*(?:\n|\Z|[-*+#>|]|\d{1,3}[.)][ \t]))")
_BREAK_BEHIND = re.compile(r"(?:\n[ \t]*\n|\A\s*|\n(?=[ \t]*(?:[-*+#>|]|\d{1,3}[.)][ \t])))[-*+#>|\s_\"'“«(\[\d.)]*\Z")
_PUNCTUATION = re.compile(r"[.,;:!?…。，；：！？、]+\Z")
_PUNCTUATION_AHEAD = re.compile(r"[.,;:!?…。，；：！？、]+(?!\w)|[。，；：！？、]+")
_HEADING = re.compile(r"\n {0,3}#{1,6}[ \t]")
_ITEM_MARK = re.compile(r"[-*+>]|#{1,6}|\d{1,3}[.)]")
_BEFORE_ITEM = re.compile(r"(?:\A|[.!?:;…。！？：；\"'”»)\]*_])\s*\Z")
"""What a line ends in before a numbered item: a number that begins a line inside a sentence is a figure of it."""
_WORD = re.compile(f"[{UNSPACED}]|[^\\s{UNSPACED}]+")
_SENTENCE_END = re.compile(r"[.!?…](?=[\s\"')\]]|$)|[。！？]")


def in_pieces(quote: str, before: Page, old: Span, pages: Sequence[Page]) -> Place | None:
    """Return the stretches in which the whole quote stands, in its order; None where any word of it does not.

    A piece is a sentence or more, or long, and none overlaps another. Between two of them one sentence ends, or a
    paragraph: words that were put into a sentence make another one of it, and that is no split. The mark of an item or
    of a heading that stands inside the quote is no word: the next item may go by another one, or by none.
    """
    needle = in_comparison_form(quote)
    every = [match.span() for match in _WORD.finditer(needle)]
    marks = _item_marks(old.of(before.text.text), len(every))
    words = [word for at, word in enumerate(every) if at not in marks]
    behind_mark = {at - among for among, at in enumerate(sorted(marks))}
    found: list[_Piece] = []
    first = 0
    while first < len(words):
        if len(found) == _MOST_PIECES:
            return None
        asked = _Asked(needle, words, first, before, old)
        piece = max((_longest(asked, page, found) for page in pages), key=lambda one: one[0], default=None)
        if piece is None or not piece[0]:
            return None
        count, page, at = piece
        end = _end_of(page.text.ground.plain, at + len(_bare(asked.text(count))))
        if first in behind_mark and found and _only_marks_between(found[-1], page, at):
            found[-1] = page, found[-1][1], end
        else:
            found.append((page, at, end))
        first += count
    if len(found) < 2 or not all(_apart(one, other) for one, other in pairwise(found)):
        return None
    return Place(
        quote="split",
        stretches=tuple((page, page.text.ground.span(start, end)) for page, start, end in found),
        method="folded",
        confidence=1.0,
        detail=f"the words stand in {len(found)} places now",
    )


def _item_marks(text: str, words: int) -> frozenset[int]:
    """Return which of the words of the quote, as it stood, are marks of items or headings; not its very first."""
    marks, at, above = set(), 0, ""
    for line in text.splitlines():
        own = _WORD.findall(line)
        named = bool(own) and _ITEM_MARK.fullmatch(own[0]) is not None
        if at and named and (not own[0][0].isdigit() or _BEFORE_ITEM.search(above)):
            marks.add(at)
        at, above = at + len(own), line
    # Where folding made other words of it, nothing is known of their places.
    return frozenset(marks) if at == words else frozenset()


def _only_marks_between(piece: _Piece, page: Page, at: int) -> bool:
    """Say whether the next piece, at `at`, is the next item behind a piece."""
    gap = page.text.ground.plain[piece[2] : at]
    return piece[0] is page and piece[2] <= at and all(map(_ITEM_MARK.fullmatch, _WORD.findall(gap)))


_Piece = tuple[Page, int, int]
"""A page, and where in its comparison form the piece begins and ends."""
_Longest = tuple[int, Page, int]
"""How many words on stand together, in which page, and from which place of its comparison form on."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What of a quote is not placed yet."""

    needle: str
    words: Sequence[tuple[int, int]]
    first: int
    before: Page
    old: Span

    def text(self, count: int) -> str:
        """Return so many of its words."""
        return self.needle[self.words[self.first][0] : self.words[self.first + count - 1][1]]

    def is_all(self, count: int) -> bool:
        """Say whether so many words are the rest of it."""
        return self.first + count == len(self.words)

    def begins_sentence(self) -> bool:
        """Say whether what is asked next begins a sentence inside the quote."""
        return self.first > 0 and _ends_sentence(self.needle[: self.words[self.first - 1][1]])


def _longest(asked: _Asked, page: Page, found: Sequence[_Piece]) -> _Longest:
    plain = page.text.ground.plain
    start = max((end for one, _, end in found if one is page), default=0)
    left = asked.words[asked.first :]
    # Of the last word the mark behind it may be another.
    count = min(_standing_together(asked.needle, left, plain, start) + 1, len(left))
    while count:
        text = asked.text(count)
        if _is_piece(asked, text):
            bare = _bare(text)
            at = _found_whole(plain, bare, start)
            while at >= 0 and not _is_clean(asked, page, at, count):
                at = _found_whole(plain, bare, at + 1)
            if at >= 0 and not _is_another(asked, page, text):
                return count, page, at
        count -= 1
    return 0, page, 0


def _is_clean(asked: _Asked, page: Page, at: int, count: int) -> bool:
    """Say whether no sentence is cut at either edge of the piece but those at the edges of the quote."""
    text, plain = asked.text(count), page.text.ground.plain
    end = _end_of(plain, at + len(_bare(text)))
    span = page.text.ground.span(at, end)
    behind = page.text.shown[max(0, span.start - _EDGE) : span.start]
    ahead = page.text.shown[span.end : span.end + _EDGE]
    begins = asked.first == 0 or _ends_sentence(behind.rstrip(_MARKS)) or _BREAK_BEHIND.search(behind) is not None
    open_end = asked.is_all(count) and not _ends_sentence(text)
    ends = open_end or _ends_sentence(plain[at:end]) or _BREAK.match(ahead) is not None
    return begins and ends


def _bare(text: str) -> str:
    """Return the text without the punctuation behind it; all of it where there is nothing else."""
    return _PUNCTUATION.sub("", text) or text


def _end_of(plain: str, end: int) -> int:
    """Return where the punctuation behind a piece ends."""
    found = _PUNCTUATION_AHEAD.match(plain, end)
    return end if found is None else found.end()


def _ends_sentence(text: str) -> bool:
    return _SENTENCE_END.search(text, max(0, len(text) - 2)) is not None


def _is_another(asked: _Asked, page: Page, text: str) -> bool:
    """Say whether the words stand as often as they did besides in the quote, or less: then theirs are gone."""
    was = [span for span in asked.before.text.ground.alike(text) if not span.overlaps(asked.old)]
    return bool(was) and page.document.id == asked.before.document.id and len(page.text.ground.alike(text)) <= len(was)


def _standing_together(needle: str, words: Sequence[tuple[int, int]], plain: str, start: int) -> int:
    """Return how many words on, from the first, have their letters together somewhere after `start`."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if plain.find(needle[words[0][0] : words[middle - 1][1]], start) >= 0:
            low = middle
        else:
            high = middle - 1
    return low


def _found_whole(plain: str, text: str, start: int) -> int:
    """Return where `text` stands without cutting a word; -1 where it does not."""
    at = plain.find(text, start)
    while at >= 0 and (inside_word(plain, at) or inside_word(plain, at + len(text))):
        at = plain.find(text, at + 1)
    return at


def _is_piece(asked: _Asked, text: str) -> bool:
    """Say whether it is a sentence or more of the quote, or long enough to be no chance."""
    if _ends_sentence(text) and (asked.first == 0 or asked.begins_sentence()):
        return True
    unspaced = " " not in text
    return len(text) >= (_PIECE_UNSPACED if unspaced and any(map(is_unspaced, text)) else _PIECE_CHARACTERS)


def _apart(one: _Piece, other: _Piece) -> bool:
    """Say whether a heading, or more than a few words within a sentence, stands between two pieces."""
    page, _, end = one
    if other[0] is not page or other[1] < end:
        return True
    ground = page.text.ground
    gap = ground.plain[end : other[1]]
    if _SENTENCE_END.search(ground.plain[max(0, end - 1) : other[1]]):
        return True
    if gap.strip() and _HEADING.search(page.text.shown, ground.span(end - 1, end).end, ground.span(*other[1:]).start):
        return True
    words = _WORD.findall(gap)
    return len(words) >= (_PUT_IN_WORDS if " " in gap.strip() else _PUT_IN_UNSPACED)
