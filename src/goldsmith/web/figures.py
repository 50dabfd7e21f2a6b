"""Figures and the words of axes as a page writes them: rounded as the reports do, with the signs of the language."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.reports import figures
from goldsmith.web.visit import Language, Visit
from goldsmith.web.words import catalogue

NONE = "–"
"""Stands where there is no value; beside it the page says why."""


def share(visit: Visit, number: float | None) -> str:
    """Return a share or coefficient between -1 and 1, with two digits; a dash where there is none."""
    return NONE if number is None else _in(visit.language, figures.value(number, "share"))


def percent(visit: Visit, number: float | None) -> str:
    """Return a share as per cent; a dash where there is none."""
    return NONE if number is None else _in(visit.language, figures.percent(number)).replace(" ", "\N{NO-BREAK SPACE}")


def interval(visit: Visit, ends: tuple[float, float] | None) -> str:
    """Return the ends of an interval of a share; nothing where there is none."""
    return "" if ends is None else _ends(visit, share(visit, ends[0]), share(visit, ends[1]))


def percents(visit: Visit, ends: tuple[float, float] | None) -> str:
    """Return the ends of an interval as per cent; nothing where there is none."""
    if ends is None:
        return ""
    low, high = (percent(visit, end).removesuffix("\N{NO-BREAK SPACE}%") for end in ends)
    return f"{_ends(visit, low, high)}\N{NO-BREAK SPACE}%"


def tenths(visit: Visit, number: float) -> str:
    """Return a number of hours or minutes with one decimal, where it has one."""
    return _in(visit.language, f"{number:.1f}".removesuffix(".0"))


def points(visit: Visit, number: float | None) -> str:
    """Return a difference of shares in points, rounded up so that what is said of it stays true."""
    if number is None:
        return NONE
    tenths = -int(-number * 1000 // 1)
    text = f"{tenths / 10:.1f}".removesuffix(".0")
    return _in(visit.language, text)


def change(visit: Visit, number: float | None, unit: str, ends: tuple[float, float] | None = None) -> str:
    """Return a signed change with its interval; a dash where there is none."""
    if number is None:
        return NONE
    text = figures.change(number, unit, ends).replace("-", "\N{MINUS SIGN}")
    return _in(visit.language, text.replace(", ", "; ") if visit.language == "ru" else text)


def value(visit: Visit, number: float | None, unit: str) -> str:
    """Return a value in its unit; a dash where there is none."""
    return NONE if number is None else _in(visit.language, figures.value(number, unit))


def axis_name(visit: Visit, axis: str) -> str:
    """Return what an axis is called; one that a set adds goes by its own name."""
    key = f"axis.{axis}"
    return visit.say(key) if key in catalogue() else axis


def axis_word(visit: Visit, axis: str, word: str) -> str:
    """Return what a word of an axis is called; one that a set adds goes by its own name."""
    for key in (f"axis.{axis}.{word}", f"axis.level.{word}" if axis in {"risk", "hallucination_risk"} else ""):
        if key in catalogue():
            return visit.say(key)
    return word


def slice_name(visit: Visit, words: Mapping[str, str]) -> str:
    """Return what the cases of a slice have in common."""
    return ", ".join(f"{axis_name(visit, axis)}: {axis_word(visit, axis, word)}" for axis, word in words.items())


def _ends(visit: Visit, low: str, high: str) -> str:
    return f"[{low}; {high}]" if visit.language == "ru" else f"[{low}, {high}]"


def _in(language: Language, text: str) -> str:
    return text.replace(".", ",") if language == "ru" else text
