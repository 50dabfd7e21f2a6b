"""Numbers written as words in English, Russian and Chinese.

Russian words are known in every case. Ordinals (second, второй, 第二) are not numbers of things and are left out.
Halves in words (half a year, полгода, 半年) are not read, except полтора.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple


class WordNumber(NamedTuple):
    """A number in words."""

    value: Decimal
    start: int
    end: int
    weak: bool
    """True for a word that is a number only before a unit: one, один, семью, a single Chinese numeral."""


_ENGLISH = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
} | {
    word: (index + 2) * 10 for index, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_RUSSIAN_FORMS = """
0 ноль нуль ноля нуля нолю нулю нолем нулем ноле нуле
1 один одна одно одну одного одной одному одним одном
2 два две двух двум двумя
3 три трех трем тремя
4 четыре четырех четырем четырьмя
5 пять пяти пятью
6 шесть шести шестью
7 семь семи семью
8 восемь восьми восемью восьмью
9 девять девяти девятью
10 десять десяти десятью
40 сорок сорока
50 пятьдесят пятидесяти пятьюдесятью
60 шестьдесят шестидесяти шестьюдесятью
70 семьдесят семидесяти семьюдесятью
80 восемьдесят восьмидесяти восемьюдесятью восьмьюдесятью
90 девяносто девяноста
100 сто ста
200 двести двухсот двумстам двумястами двухстах
300 триста трехсот тремстам тремястами трехстах
400 четыреста четырехсот четыремстам четырьмястами четырехстах
500 пятьсот пятисот пятистам пятьюстами пятистах
600 шестьсот шестисот шестистам шестьюстами шестистах
700 семьсот семисот семистам семьюстами семистах
800 восемьсот восьмисот восьмистам восемьюстами восьмистах
900 девятьсот девятисот девятистам девятьюстами девятистах
"""
_TEENS = "одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат"


def _russian() -> dict[str, int]:
    words: dict[str, int] = {}
    for line in _RUSSIAN_FORMS.strip().split("\n"):
        value, *forms = line.split()
        words |= dict.fromkeys(forms, int(value))
    stems = [*((11 + index, stem) for index, stem in enumerate(_TEENS.split())), (20, "двадцат"), (30, "тридцат")]
    return words | {stem + ending: value for value, stem in stems for ending in ("ь", "и", "ью")}


_VALUES = _ENGLISH | _russian()
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12} | {
    stem + ending: scale
    for stem, scale, endings in (
        ("тысяч", 10**3, ("а", "и", "", "у", "е", "ей", "ам", "ами", "ах")),
        ("миллион", 10**6, ("", "а", "ов", "у", "ам", "ом", "ами", "е", "ах")),
        ("миллиард", 10**9, ("", "а", "ов", "у", "ам", "ом", "ами", "е", "ах")),
    )
    for ending in endings
}
_ABBREVIATED = {"тыс": 10**3, "млн": 10**6, "млрд": 10**9, "bn": 10**9, "mln": 10**6}
_CHINESE_SCALES = {"千": 10**3, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "百万": 10**6, "千万": 10**7}
SCALES = _SCALES | _ABBREVIATED | _CHINESE_SCALES
"""Words after a number in digits that multiply it."""

_HALVES = {"полтора": Decimal("1.5"), "полторы": Decimal("1.5"), "полутора": Decimal("1.5")}
_WEAK = frozenset(
    {"one", "один", "одна", "одно", "одну", "одного", "одной", "одному", "одним", "одном", "семью", "сорока"}
)
_HUNDRED = "hundred"
_KNOWN = frozenset({*_VALUES, *_SCALES, *_HALVES, _HUNDRED})
_WORD = re.compile(r"[^\W\d_]+")
_GLUE = re.compile(r" and | |-")


def word_numbers(text: str) -> tuple[WordNumber, ...]:
    """Return the numbers in words of ``text``, which must be in lower case and folded, in order."""
    return tuple(sorted((*_spaced(text.replace("ё", "е")), *_chinese(text)), key=lambda found: found.start))


def _spaced(text: str) -> list[WordNumber]:
    words = [match for match in _WORD.finditer(text) if match[0] in _KNOWN]
    found: list[WordNumber] = []
    index = 0
    while index < len(words):
        reader = _Reader()
        first = index
        while index < len(words) and (index == first or _glued(text, words[index - 1], words[index])):
            if not reader.take(words[index][0]):
                break
            index += 1
        if index == first:
            index += 1
            continue
        start, end = words[first].start(), words[index - 1].end()
        begin = _begin(text, start, words[first][0])
        if begin is not None:
            weak = index == first + 1 and words[first][0] in _WEAK
            found.append(WordNumber(reader.value(), begin, end, weak))
    return found


def _glued(text: str, left: re.Match[str], right: re.Match[str]) -> bool:
    gap = text[left.end() : right.start()]
    # "one and two" are two numbers; "one hundred and two" is one.
    return _GLUE.fullmatch(gap) is not None and (gap != " and " or left[0] == _HUNDRED or left[0] in _SCALES)


def _begin(text: str, start: int, word: str) -> int | None:
    """Return where the number begins, with the article that "a hundred" needs; None for a word out of place."""
    if text[max(0, start - 1) : start] in {"-", "_"}:
        return None
    if word == _HUNDRED or (word in _SCALES and word.isascii()):
        return start - 2 if re.search(r"(?:^|\W)a $", text[max(0, start - 3) : start]) else None
    return start


class _Reader:
    """Adds number words up as long as each one can continue the number before it."""

    def __init__(self) -> None:
        self._total = Decimal(0)
        self._group: Decimal | None = None
        # The next simple word must be smaller than this; the next scale word smaller than the last one.
        self._room = 1000
        self._scale_room = 10**15

    def take(self, word: str) -> bool:
        if word in _SCALES:
            return self._take_scale(_SCALES[word])
        if word == _HUNDRED:
            if self._group is not None and not 1 <= self._group <= 9:
                return False
            self._group, self._room = (self._group or Decimal(1)) * 100, 100
            return True
        if word in _HALVES:
            if self._group is not None or self._total:
                return False
            self._group, self._room = _HALVES[word], 0
            return True
        return self._take_value(_VALUES[word])

    def value(self) -> Decimal:
        return self._total + (self._group or Decimal(0))

    def _take_scale(self, scale: int) -> bool:
        if scale >= self._scale_room:
            return False
        self._total += (self._group or Decimal(1)) * scale
        self._group, self._room, self._scale_room = None, 1000, scale
        return True

    def _take_value(self, value: int) -> bool:
        if value >= self._room or (value == 0 and (self._group is not None or self._total)):
            return False
        self._group = (self._group or Decimal(0)) + value
        if value >= 100:
            self._room = 100
        else:
            self._room = 10 if value >= 20 and value % 10 == 0 else 0
        return True


_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_NUMERAL = re.compile(f"[{''.join((*_DIGITS, *_TENS, *_MYRIADS))}]+")
_NOT_NUMBERS = frozenset({"万一", "十万", "千万", "百万", "万万", "千百"})
_POSITIONAL = 3


def _chinese(text: str) -> list[WordNumber]:
    found = []
    for match in _NUMERAL.finditer(text):
        before = text[match.start() - 1 : match.start()]
        value = None if before == "第" or before.isdigit() else _chinese_value(match[0])
        if value is not None:
            weak = len(match[0]) == 1 or match[0] in _NOT_NUMBERS
            found.append(WordNumber(Decimal(value), match.start(), match.end(), weak))
    return found


def _chinese_value(numeral: str) -> int | None:
    """Return the value of a numeral, None where the signs are not one number (三四 is "three or four")."""
    if all(sign in _DIGITS for sign in numeral):
        if 1 < len(numeral) < _POSITIONAL:
            return None
        return int("".join(str(_DIGITS[sign]) for sign in numeral))
    total = section = 0
    digit: int | None = None
    last_unit = 0
    for sign in numeral:
        if sign in _DIGITS:
            if digit:
                return None
            digit = _DIGITS[sign]
            last_unit = 0 if digit == 0 else last_unit
        elif sign in _TENS:
            section += (1 if digit is None or digit == 0 else digit) * _TENS[sign]
            digit, last_unit = None, _TENS[sign]
        else:
            total = (total + section + (digit or 0)) * _MYRIADS[sign]
            section, digit, last_unit = 0, None, _MYRIADS[sign]
    # A last digit right behind a unit counts the next lower one: 一百二 is 120, 一百零二 is 102.
    tail = (digit or 0) * (last_unit // 10 if last_unit > 10 else 1)
    return total + section + tail
