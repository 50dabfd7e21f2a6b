"""Recognise a passage of a text of which only fingerprints are kept.

A text is cut into words (see :mod:`goldsmith.text.tokens`); every run of eight words is hashed to 64 bits. A run that
carries on in scripts without spaces counts two characters as one word, so sixteen Chinese characters are a run too.
All runs are kept, not a sample: then one hit proves a verbatim run of that length, and seven words in common prove
nothing and are not reported. A text shorter than one run has no fingerprint and cannot be recognised.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from goldsmith.text.spans import Span
from goldsmith.text.tokens import Token, tokenise

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

RUN_WORDS = 8
"""Words in one fingerprinted run; two characters of a script without spaces count as one word."""

SCHEME = "run8-1"
"""Name of how fingerprints are made; fingerprints of another scheme cannot be compared with these."""

_HALVES_PER_WORD = 2
_JOINERS = str.maketrans("", "", "\u200c\u200d")


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPassage:
    """A stretch of a text that stands word for word in the fingerprinted one."""

    span: Span
    """In the text that was searched."""
    words: float
    """Its length; a character of a script without spaces is half a word."""


def fingerprints(text: str) -> tuple[int, ...]:
    """Return the fingerprints of ``text``: unsigned 64-bit numbers, ascending, each once.

    The same on every machine. Case, white space, punctuation, invisible characters and normal form make no difference.
    """
    return tuple(sorted({value for value, _, _ in _runs(tokenise(text))}))


def shared_passages(text: str, known: AbstractSet[int], *, minimum: int = RUN_WORDS) -> tuple[SharedPassage, ...]:
    """Return every stretch of at least ``minimum`` words of ``text`` whose runs are all in ``known``, in order.

    ``minimum`` below :data:`RUN_WORDS` raises ``ValueError``: shorter runs leave no fingerprint.
    """
    if minimum < RUN_WORDS:
        msg = f"minimum is {minimum}; runs shorter than {RUN_WORDS} words have no fingerprint"
        raise ValueError(msg)
    tokens = tokenise(text)
    stretches: list[tuple[int, int]] = []
    previous = -1
    for value, first, last in _runs(tokens):
        if value not in known:
            continue
        # Only runs that begin at neighbouring words are one stretch: a gap means that a longer run was not verbatim.
        if stretches and previous == first - 1:
            stretches[-1] = (stretches[-1][0], last)
        else:
            stretches.append((first, last))
        previous = first
    passages = (_passage(tokens[first:last]) for first, last in stretches)
    return tuple(passage for passage in passages if passage.words >= minimum)


def shared_passage(text: str, known: AbstractSet[int], *, minimum: int = RUN_WORDS) -> SharedPassage | None:
    """Return the longest of :func:`shared_passages`, the first of equals, or None where there is none."""
    return max(shared_passages(text, known, minimum=minimum), key=lambda passage: passage.words, default=None)


def _passage(tokens: tuple[Token, ...]) -> SharedPassage:
    return SharedPassage(
        span=Span(tokens[0].start, tokens[-1].end),
        words=sum(map(_halves, tokens)) / _HALVES_PER_WORD,
    )


def _runs(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int, int]]:
    """Yield hash, first and one past last token of the shortest run of full length that begins at each token."""
    words = [token.text.translate(_JOINERS) for token in tokens]
    need = RUN_WORDS * _HALVES_PER_WORD
    last = length = 0
    for first, token in enumerate(tokens):
        while length < need and last < len(tokens):
            length += _halves(tokens[last])
            last += 1
        if length < need:
            return
        digest = blake2b("\x1f".join(words[first:last]).encode("utf-8", "surrogatepass"), digest_size=8).digest()
        yield int.from_bytes(digest, "big"), first, last
        length -= _halves(token)


def _halves(token: Token) -> int:
    return 1 if token.unspaced else _HALVES_PER_WORD
