"""Names of units and exact conversion."""

from __future__ import annotations

from fractions import Fraction

import pytest

from goldsmith.text.units import IDEOGRAPHS, MEASURES, SYMBOLS, WORDS, convert, same_unit, unit_named


@pytest.mark.parametrize(
    ("written", "unit"),
    [("days", "day"), ("Дней", "day"), ("工作日", "business_day"), ("working_days", "business_day"), ("€", "EUR"),
     ("MB", "MB"), ("m", "m"), ("M", None), ("", None), ("EUR", "EUR"), ("недели", "week"), ("%", "percent")],
)  # fmt: skip
def test_every_spelling_has_one_name(written: str, unit: str | None) -> None:
    assert unit_named(written) == unit


def test_every_alias_names_a_known_unit() -> None:
    assert {*SYMBOLS.values(), *WORDS.values(), *IDEOGRAPHS.values()} <= set(MEASURES)


def test_units_convert_exactly_inside_one_dimension_only() -> None:
    assert convert(Fraction(24), source="month", target="year") == 2
    assert convert(Fraction(2), source="week", target="day") == 14
    assert convert(Fraction(1), source="GiB", target="B") == 2**30
    assert convert(Fraction(30), source="day", target="month") is None
    assert convert(Fraction(5), source=None, target="day") is None
    assert convert(Fraction(5), source=None, target=None) == 5


def test_no_unit_agrees_only_with_no_unit() -> None:
    assert [same_unit(None, None), same_unit(None, "day"), same_unit("USD", "EUR"), same_unit("hour", "week")] == [
        True,
        False,
        False,
        True,
    ]
