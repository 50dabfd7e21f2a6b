"""Quantities in running text: a value with its unit and its place, from digits or words.

A calendar year (2026 году, 2026年) has no unit. What is not a quantity is left out: dates, times of day and ratios
(10:30, 24/7), version numbers (1.2.3), numbers inside words or ids (g001, T-4411, 3rd), ordinals. A number is always
read whole: 10 is never found inside 100 or 1.10.

Separators: several groups of three, or two kinds of separator, leave no doubt. One comma before exactly three digits is
read as thousands, one dot before exactly three digits as a decimal point, and the other reading is kept beside it. A
blank between digits groups where exactly three follow.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from typing import Literal

from goldsmith.text.dates import find_dates
from goldsmith.text.normal import Folded, fold
from goldsmith.text.number_words import SCALES, word_numbers
from goldsmith.text.tokens import is_unspaced
from goldsmith.text.unit_reader import unit_after, unit_before
from goldsmith.text.units import convert

RangePart = Literal["none", "low", "high"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """An amount that a text states."""

    value: Decimal
    unit: str | None
    """One name from :data:`goldsmith.text.units.MEASURES`; None where none is written beside the number."""
    start: int
    end: int
    range_part: RangePart = "none"
    """``low`` and ``high`` for the two ends of a range such as "10 to 14 days"; both carry the unit."""
    other_reading: Decimal | None = None
    """The value in the other convention, where the separator leaves a doubt (1,000 or 1.000)."""


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of ``text`` in order, with spans in ``text`` that include sign and unit."""
    folded = fold(text, keep_case=True)
    taken = bytearray(len(folded.text))
    for date in find_dates(folded):
        _take(taken, bisect_left(folded.starts, date.span.start), bisect_left(folded.starts, date.span.end))
    found = [one for one in _in_digits(folded) if not any(taken[one.start : one.end])]
    for one in found:
        _take(taken, one.start, one.end)
    found += [one for one in _in_words(folded.text) if not any(taken[one.start : one.end])]
    found.sort(key=lambda one: one.start)
    placed = []
    for one in _with_ranges(found, folded.text):
        span = folded.original_span(one.start, one.end)
        placed.append(replace(one, start=span.start, end=span.end))
    return tuple(placed)


def agrees(quantity: Quantity, value: Decimal, unit: str | None, *, tolerance: Decimal = Decimal(0)) -> bool:
    """Say whether a quantity states ``value`` in ``unit``, within ``tolerance`` counted in ``unit``, ends included.

    Units are converted exactly inside one dimension (24 months agree with 2 years, never 30 days with a month).
    Where ``unit`` is None any unit will do. A doubtful separator agrees in either reading.
    """
    readings = [quantity.value] if quantity.other_reading is None else [quantity.value, quantity.other_reading]
    for reading in readings:
        amount = Fraction(reading)
        counted = amount if unit is None else convert(amount, source=quantity.unit, target=unit)
        if counted is not None and abs(counted - Fraction(value)) <= Fraction(tolerance):
            return True
    return False


# Groups by blanks or apostrophes first; otherwise digits with dots and commas, judged by `_read`.
_DIGITS = re.compile(r"(?<!\d)(?:\d{1,3}(?:(?: \d{3})+|(?:'\d{3})+)(?!\d)(?:[.,]\d+)?(?![.,]\d)|\d+(?:[.,]\d+)*)")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}")
_GROUP_DIGITS = 3
_MINUS_SIGNS = "-\u2212\u2010\u2011\u2013"
_LONG_DASHES = "\u2014\u2015"
_SCALE = re.compile(r" ?([^\W\d_]+)")
_MONEY_SCALE = {"k": 10**3, "m": 10**6, "b": 10**9}
_RUSSIAN_SUFFIX = re.compile(r"-(?:ти|х|и|ми|м)(?![^\W\d_])")
_CALENDAR_YEARS = range(1000, 2101)
_OF_A_YEAR = frozenset({"г", "год", "года", "году", "годом", "годе", "年"})


def _take(taken: bytearray, start: int, end: int) -> None:
    taken[start:end] = b"\x01" * (end - start)


def _in_digits(folded: Folded) -> list[Quantity]:
    text = folded.text
    found = []
    position = 0
    while (match := _DIGITS.search(text, position)) is not None:
        position = match.end()
        readings = _read(match[0])
        if readings is None or not _stands_alone(folded, match.start(), match.end()):
            continue
        quantity = _complete(text, match.start(), match.end(), readings[0])
        if quantity is None:
            continue
        other = None if readings[1] is None else readings[1] * (quantity.value / readings[0] if readings[0] else 1)
        sign = _sign(folded, quantity.start)
        if sign:
            quantity = replace(quantity, value=-quantity.value, start=quantity.start - sign)
            other = None if other is None else -other
        found.append(replace(quantity, other_reading=other))
        position = max(position, quantity.end)
    return found


def _read(written: str) -> tuple[Decimal, Decimal | None] | None:
    """Return the value and the other possible value; None for what is not one number (1.2.3, 1,2,3)."""
    plain = written.replace(" ", "").replace("'", "")
    separators = [character for character in plain if character in ".,"]
    if len(written) > 1 and not written.strip("0"):
        return None
    if not separators:
        return Decimal(plain), None
    groups = re.split("[.,]", plain)
    if plain != written:
        return (Decimal(plain.replace(",", ".")), None) if len(separators) == 1 else None
    if len(separators) == 1:
        return _read_one(groups, separators[0])
    last_alone = separators[-1] not in separators[:-1] and len(set(separators[:-1])) == 1
    thousands = groups[:-1] if last_alone else groups
    if len(set(separators)) > 1 and not last_alone:
        return None
    if _are_groups(thousands) or (not last_alone and _INDIAN.fullmatch(plain)):
        whole = "".join(thousands)
        return Decimal(f"{whole}.{groups[-1]}" if last_alone else whole), None
    return None


def _read_one(groups: list[str], separator: str) -> tuple[Decimal, Decimal | None]:
    decimal, whole = Decimal(".".join(groups)), Decimal("".join(groups))
    if len(groups[1]) != _GROUP_DIGITS or len(groups[0]) > _GROUP_DIGITS or groups[0].startswith("0"):
        return decimal, None
    return (whole, decimal) if separator == "," else (decimal, whole)


def _are_groups(groups: list[str]) -> bool:
    return 1 <= len(groups[0]) <= _GROUP_DIGITS and all(len(group) == _GROUP_DIGITS for group in groups[1:])


def _is_letter(text: str, at: int) -> bool:
    return 0 <= at < len(text) and (text[at].isalpha() or text[at] == "_") and not is_unspaced(text[at])


def _is_digit(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at].isdigit()


def _stands_alone(folded: Folded, start: int, end: int) -> bool:
    """Say whether digits are a number by themselves: no part of a word, id, time, ratio or ordinal."""
    text = folded.text
    before, after = text[start - 1 : start], text[end : end + 1]
    if before and before in ".,:/" and _is_digit(text, start - 2):
        return False
    # A raised digit or a fraction behind the digits belongs to the number, as a point before them does (.5).
    if (after.isnumeric() and not is_unspaced(after)) or (before == "." and text[start - 2 : start - 1].strip() == ""):
        return False
    hyphen = before == "-" and folded.source[folded.starts[start - 1]] not in _LONG_DASHES
    if hyphen and (_is_letter(text, start - 2) or text[start - 2 : start - 1] == "-"):
        return False
    if after and after in ":/" and _is_digit(text, end + 1):
        return False
    currency_glued = unit_before(text, start) is not None
    return not (before and before in "#@\\第") and (currency_glued or not _is_letter(text, start - 1))


def _complete(text: str, start: int, end: int, value: Decimal) -> Quantity | None:
    """Add scale word and unit; None where letters right behind the digits make it no number (10x, 3rd, 2-factor)."""
    prefix = unit_before(text, start)
    bare_end = end
    if prefix is not None:
        start = prefix[1]
        letter = text[end : end + 1].lower()
        if letter in _MONEY_SCALE and not _is_letter(text, end + 1):
            value, end = value * _MONEY_SCALE[letter], end + 1
    scaled = _scale(text, end)
    if scaled is not None:
        value, end = value * scaled[0], scaled[1]
    suffix = _RUSSIAN_SUFFIX.match(text, end)
    # Contracts write "thirty (30) days".
    bracketed = text[start - 1 : start] == "(" and text[end : end + 1] == ")"
    unit = unit_after(text, suffix.end() if suffix else end + bracketed)
    if unit is not None:
        calendar = _is_calendar_year(value, text[end : unit[1]])
        return Quantity(value=value, unit=None if calendar else unit[0], start=start, end=end if calendar else unit[1])
    hyphen = text[end : end + 1] == "-"
    if end == bare_end and not suffix and _is_letter(text, end + hyphen):
        return None
    return Quantity(value=value, unit=prefix[0] if prefix else None, start=start, end=end)


def _is_calendar_year(value: Decimal, unit: str) -> bool:
    # Behind a number such as 2026 these words name the year; a count of years would be written лет or "years".
    return unit.strip(" -").lower() in _OF_A_YEAR and value == int(value) and int(value) in _CALENDAR_YEARS


def _scale(text: str, end: int) -> tuple[int, int] | None:
    match = _SCALE.match(text, end)
    if match is None:
        return None
    word = match[1].lower()
    if word in SCALES:
        after = match.end()
        return SCALES[word], after + (text[after : after + 1] == "." and word in {"тыс", "млн", "млрд"})
    for length in (2, 1):
        if word[:length] in SCALES and is_unspaced(word[0]):
            return SCALES[word[:length]], match.start(1) + length
    return None


def _sign(folded: Folded, start: int) -> int:
    """Return how many characters before ``start`` say minus."""
    text = folded.text
    for word in ("minus ", "минус ", "负"):
        if text[max(0, start - len(word)) : start].lower() == word:
            return len(word)
    # The folded text has one sign for all dashes, but an em dash is never a minus.
    if text[start - 1 : start] == "-" and folded.source[folded.starts[start - 1]] in _MINUS_SIGNS:
        before = text[start - 2 : start - 1] if start > 1 else ""
        return int(before in {"", " "} or before in '("[=:,')
    return 0


def _in_words(text: str) -> list[Quantity]:
    lowered = text.lower()
    if len(lowered) != len(text):
        return []
    found = []
    numbers = word_numbers(lowered)
    for number, following in zip_longest(numbers, numbers[1:]):
        unit, prefix = unit_after(text, number.end), unit_before(text, number.start)
        if prefix is not None:
            found.append(Quantity(value=number.value, unit=prefix[0], start=prefix[1], end=number.end))
            continue
        opens = following is not None and _RANGE.fullmatch(text[number.end : following.start].strip()) is not None
        if (
            unit is None
            and not opens
            and (number.weak or text[number.end : number.end + 1] == "-" or _is_letter(text, number.end))
        ):
            continue
        if unit is not None and _is_calendar_year(number.value, text[number.end : unit[1]]):
            unit = None
        name, end = (None, number.end) if unit is None else unit
        found.append(Quantity(value=number.value, unit=name, start=number.start, end=end))
    return found


_RANGE = re.compile(r"(?:up )?to|through|-|до|по|至|到|~|～", re.IGNORECASE)
_PAIR = {"and": "between", "и": "между"}


def _with_ranges(found: list[Quantity], text: str) -> list[Quantity]:
    """Mark neighbours that are the two ends of a range; the first end takes the unit of the second."""
    marked = list(found)
    for index in range(len(marked) - 1):
        low, high = marked[index], marked[index + 1]
        if text[low.end : high.start] == " (" and low.value == high.value:
            marked[index] = replace(low, unit=low.unit or high.unit)
        elif low.range_part == "none" and _joined(low, high, text):
            unit = low.unit or high.unit
            marked[index] = replace(low, unit=unit, range_part="low")
            marked[index + 1] = replace(high, unit=high.unit or unit, range_part="high")
    return marked


def _joined(low: Quantity, high: Quantity, text: str) -> bool:
    if low.unit and high.unit and low.unit != high.unit:
        return False
    gap = text[low.end : high.start].strip().lower()
    if gap in _PAIR:
        before = text[max(0, low.start - 10) : low.start]
        return before.rstrip().lower().endswith(_PAIR[gap])
    return _RANGE.fullmatch(gap) is not None
