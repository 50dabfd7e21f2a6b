"""How far two texts are from each other, letter by letter, and which letters they share.

Whole columns of the dynamic programme are kept as the bits of one integer, so that a step costs a few operations for
each character of one text, however long the other is. Both texts may be empty and of any script.
"""

from __future__ import annotations

from collections.abc import Iterable

_PACKED = 8
"""Bits that an ASCII character takes where texts are compared as integers."""


def shared_beginning(one: str, other: str) -> int:
    """Return how many characters both texts begin with alike."""
    size = min(len(one), len(other))
    if one.isascii() and other.isascii():
        # The lowest bit that differs lies in the first character that differs; a NUL looks like the end of the text.
        apart = int.from_bytes(one.encode(), "little") ^ int.from_bytes(other.encode(), "little")
        return min(size, ((apart & -apart).bit_length() - 1) // _PACKED) if apart else size
    if one[:size] == other[:size]:
        return size
    low, high = 0, size
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


def edit_distance(one: str, other: str) -> int:
    """Return the least number of characters to put in, take out or replace that makes `other` of `one` (Levenshtein).

    The columns are those of :func:`distances_to_beginnings`.
    """
    if one and one[:1] == other[:1]:
        begin = shared_beginning(one, other)
        one, other = one[begin:], other[begin:]
    if one and one[-1:] == other[-1:]:
        end = shared_beginning(one[::-1], other[::-1])
        one, other = one[:-end], other[:-end]
    if len(one) > len(other):
        one, other = other, one
    if not one:
        return len(other)
    up, down = _column(one, other)
    return len(one) + up.bit_count() - down.bit_count()


def letters_alike(one: str, other: str) -> float:
    """Return 1 - d / n: the edit distance of both over the length of the longer; 1 for two empty texts."""
    longer = max(len(one), len(other))
    return 1 - edit_distance(one, other) / longer if longer else 1.0


def distances_to_beginnings(one: str, other: str, sizes: Iterable[int]) -> list[int]:
    """Return the edit distance of `one` to the first so many characters of `other`, for each of the sizes.

    The bit-parallel columns of Myers (1999), "A fast bit-vector algorithm for approximate string matching based on
    dynamic programming", in the form that Hyyrö (2003), "A bit-vector algorithm for computing Levenshtein and Damerau
    edit distances", gives them for the distance of whole texts.
    """
    up, down = _column(one, other)
    rows = ((1 << size) - 1 for size in sizes)
    return [len(one) + (up & row).bit_count() - (down & row).bit_count() for row in rows]


def _column(one: str, other: str) -> tuple[int, int]:
    """Return the last column for `one`: a bit for each character of `other` with which the distance grows, or falls."""
    places = _places(other)
    # Negative integers stand for columns without end: what lies beyond the last row never reaches back into it.
    up, down = -1, 0
    for character in one:
        match = places.get(character, 0)
        diagonal = (((match & up) + up) ^ up) | match | down
        right_up = ((down | ~(diagonal | up)) << 1) | 1
        up = ((diagonal & up) << 1) | ~(diagonal | right_up)
        down = right_up & diagonal
    rows = (1 << len(other)) - 1
    return up & rows, down & rows


def shared_blocks(one: str, other: str) -> list[tuple[int, int, int]]:
    """Return a longest common subsequence as stretches: where each begins in `one`, in `other`, and its length.

    Of several the one whose letters stand furthest towards the end. Time and memory grow with the product of both
    lengths, by one bit each. Hyyrö (2004), "Bit-parallel LCS-length computation revisited".
    """
    places = _places(one)
    column = rows = (1 << len(one)) - 1
    # A zero says that the common subsequence grows with that character of `one`.
    columns = [column]
    for character in other:
        match = column & places.get(character, 0)
        column = ((column + match) | (column - match)) & rows
        columns.append(column)
    return _traced(one, other, columns)


def _traced(one: str, other: str, columns: list[int]) -> list[tuple[int, int, int]]:
    blocks: list[tuple[int, int, int]] = []
    at, to, size = len(one), len(other), 0
    while at and to:
        if one[at - 1] == other[to - 1]:
            at, to, size = at - 1, to - 1, size + 1
            continue
        if size:
            blocks.append((at, to, size))
            size = 0
        if columns[to] >> (at - 1) & 1:
            at -= 1
        else:
            to -= 1
    if size:
        blocks.append((at, to, size))
    return blocks[::-1]


def _places(text: str) -> dict[str, int]:
    places: dict[str, int] = {}
    bit = 1
    for character in text:
        places[character] = places.get(character, 0) | bit
        bit <<= 1
    return places
