"""Random texts in which a place is easily miscounted: emoji, marks, scripts from right to left, all line ends."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

PIECES = (
    "fee", "Straße", "naïve", "Cafe\u0301", "n\u0303o", "e\u0301\u0323", "💩", "👩\u200d👩\u200d👧", "👍🏽", "🇩🇪🇫🇷",
    "❤\ufe0f", "1\ufe0f\u20e3", "𝔘𝔫𝔦", "𠮷野家", "等待期为90天。", "ﾊﾝｶｸ", "한국어", "\u1112\u1161\u11ab", "مرحبا",
    "שָׁלוֹם", "می\u200cخواهم", "क्\u200dष", "\u202eabc\u202c", "a\u200bb", "\u00adsoft", "ﬁne", "½", "x²", "Ⅷ", "İstanbul",
    "ß", "\u2028", "\u00a0", "<b>&amp;</b>", "\\n", '"q"', "—", "…", "#", "- item", "|", "0.5", "1,000",
)  # fmt: skip
SEPARATORS = (" ", " ", " ", "\n", "\n\n", "\t", "  ")


class Quoted(NamedTuple):
    """A text, with LF line ends, and a passage that stands in it once."""

    text: str
    quote: str


def quoted(number: int) -> Quoted:
    """Return the text of this number; it is always the same one."""
    chance = Random(f"text {number}")
    marker = f"item{number}x"
    words = [chance.choice(PIECES) for _word in range(chance.randrange(3, 25))]
    at = chance.randrange(len(words))
    words.insert(at, marker)
    parts: list[str] = []
    for word in words:
        parts += [word, chance.choice(SEPARATORS)]
    first, last = 2 * chance.randrange(max(0, at - 3), at + 1), 2 * chance.randrange(at, min(len(words), at + 4)) + 1
    while parts[first].isspace() or parts[first] in {"#", "- item"}:
        first += 2
    while parts[last - 1].isspace():
        last -= 2
    return Quoted("Head " + "".join(parts[:-1]) + " tail.", "".join(parts[first:last]))
