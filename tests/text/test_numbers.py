"""Quantities in text: digits and words, units, ranges."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goldsmith.text.number_words import word_numbers
from goldsmith.text.numbers import Quantity, agrees, find_quantities

_Found = list[tuple[str, str | None]]


def _read(text: str) -> _Found:
    return [(format(one.value.normalize(), "f"), one.unit) for one in find_quantities(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("within 30 days", [("30", "day")]),
        ("a 10-day period", [("10", "day")]),
        ("10 business days", [("10", "business_day")]),
        ("costs $1,234.50 or 1.234,50 €", [("1234.5", "USD"), ("1234.5", "EUR")]),
        ("EUR 20, 20 USD, ¥100, 500 ₽", [("20", "EUR"), ("20", "USD"), ("100", "CNY"), ("500", "RUB")]),
        ("$5M and $10k and 5 million dollars", [("5000000", "USD"), ("10000", "USD"), ("5000000", "USD")]),
        ("90% of 100 MB in 500 ms", [("90", "percent"), ("100", "MB"), ("500", "millisecond")]),
        (
            "1\u202f000\xa0EUR, 1 000 000, 1'000, 12,34,567",
            [("1000", "EUR"), ("1000000", None), ("1000", None), ("1234567", None)],
        ),
        ("-5 °C, minus 5 percent, \u22125 kg", [("-5", "celsius"), ("-5", "percent"), ("-5", "kg")]),
        ("text\u201410 days", [("10", "day")]),
        ("в течение 30 календарных дней", [("30", "day")]),
        ("30-дневный срок, 5-ти дней", [("30", "day"), ("5", "day")]),
        ("5 тыс. руб. и 3,5 млн долларов", [("5000", "RUB"), ("3500000", "USD")]),
        ("等待期为90天，3万元", [("90", "day"), ("30000", "CNY")]),
        ("百分之30，10个工作日", [("30", "percent"), ("10", "business_day")]),
        ("２４か月ではなく２４ months", [("24", None), ("24", "month")]),
    ],
)
def test_digits_are_read_with_their_units(text: str, found: _Found) -> None:
    assert _read(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("thirty days or twenty-five hours", [("30", "day"), ("25", "hour")]),
        ("a hundred and five pages, two thousand three hundred", [("105", None), ("2300", None)]),
        ("one of the two users has one day", [("2", None), ("1", "day")]),
        ("thirty (30) days", [("30", "day"), ("30", "day")]),
        ("в течение тридцати дней", [("30", "day")]),
        ("двухсот пятидесяти рублей", [("250", "RUB")]),
        ("ста двадцатью тремя днями", [("123", "day")]),
        ("сто двадцать тысяч триста рублей", [("120300", "RUB")]),
        ("семью днями позже, но люблю семью", [("7", "day")]),
        ("полтора часа", [("1.5", "hour")]),
        ("三十日内，九十天，两年", [("30", "day"), ("90", "day"), ("2", "year")]),
        ("一百二十元，一百零二，一万二", [("120", "CNY"), ("102", None), ("12000", None)]),
        ("百分之三十", [("30", "percent")]),
        ("一个，万一，千万不要，三四天，十分好，第三十条", []),
    ],
)
def test_words_are_read_with_their_units(text: str, found: _Found) -> None:
    assert _read(text) == found


@pytest.mark.parametrize(
    "text",
    ["v1.2.3", "g001", "T-4411", "3rd", "10x", "2-factor", "two-factor", "24/7", "10:30", "#12",
     "1,2,3", "10.0.0.1", "10²", "1½",
     "about .5",
     "2026-03-01", "March 1, 2026", "1 марта 2026", "2026年3月1日", "10-й", "Второй, second, 第二"],
)  # fmt: skip
def test_what_is_no_quantity_is_left_out(text: str) -> None:
    assert find_quantities(text) == ()


def test_a_calendar_year_has_no_unit() -> None:
    assert _read("в 1186 году; 2026年; 3 года; 3年; 1500 лет") == [
        ("1186", None),
        ("2026", None),
        ("3", "year"),
        ("3", "year"),
        ("1500", "year"),
    ]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("10 to 14 days", "10", "14"),
        ("10\u201314 дней", "10", "14"),
        ("between 10 and 14 days", "10", "14"),
        ("от десяти до четырнадцати дней", "10", "14"),
        ("10至14天", "10", "14"),
        ("十到十四天", "10", "14"),
    ],
)
def test_the_ends_of_a_range_are_two_quantities_with_one_unit(text: str, low: str, high: str) -> None:
    found = find_quantities(text)

    assert [(str(one.value), one.unit, one.range_part) for one in found] == [(low, "day", "low"), (high, "day", "high")]


def test_numbers_that_only_stand_beside_each_other_are_no_range() -> None:
    assert [one.range_part for one in find_quantities("10 days and 14 days, 20 days")] == ["none", "none", "none"]


def test_a_doubtful_separator_keeps_the_other_reading() -> None:
    assert find_quantities("1,000 or 1.000") == (
        Quantity(value=Decimal(1000), unit=None, start=0, end=5, other_reading=Decimal("1.000")),
        Quantity(value=Decimal("1.000"), unit=None, start=9, end=14, other_reading=Decimal(1000)),
    )


def test_a_span_covers_sign_and_unit_in_the_original_text() -> None:
    text = "Kosten: \u22121\u202f000\xa0EUR."

    assert [text[one.start : one.end] for one in find_quantities(text)] == ["\u22121\u202f000\xa0EUR"]


@pytest.mark.parametrize(
    ("text", "value", "unit", "agreed"),
    [
        ("24 months", "2", "year", True),
        ("two weeks", "14", "day", True),
        ("30 days", "1", "month", False),
        ("30 days", "30", "business_day", False),
        ("30", "30", "day", False),
        ("30 days", "30", None, True),
        ("1.000 EUR", "1000", "EUR", True),
        ("20 EUR", "20", "USD", False),
        ("100", "10", None, False),
    ],
)
def test_amounts_agree_only_after_exact_conversion(text: str, value: str, unit: str | None, agreed: bool) -> None:
    (found,) = find_quantities(text)

    assert agrees(found, Decimal(value), unit) == agreed


def test_a_tolerance_is_counted_in_the_unit_that_is_asked_for() -> None:
    (found,) = find_quantities("1.05 km")

    assert agrees(found, Decimal(1000), "m", tolerance=Decimal(50))
    assert not agrees(found, Decimal(1000), "m", tolerance=Decimal(49))


@given(st.integers(1, 10**6), st.sampled_from(["{}", "pay {} EUR", "等待{}天", "в течение {} дней", "({})", "x={};"]))
def test_a_number_is_read_whole_wherever_it_stands(value: int, frame: str) -> None:
    assert [one.value for one in find_quantities(frame.format(value))] == [value]


@given(st.text(alphabet="0123456789.,- '天a$%", max_size=20))
@example("0 000.0.0")
def test_no_quantity_begins_or_ends_inside_a_longer_number(text: str) -> None:
    for one in find_quantities(text):
        before, after = text[: one.start], text[one.end :]
        assert not (before[-1:].isdigit() and text[one.start].isdigit())
        assert not (after[:1].isdigit() and text[one.end - 1].isdigit())
        assert not (text[one.start].isdigit() and before[-1:] in {".", ","} and before[-2:-1].isdigit())
        assert not (text[one.end - 1].isdigit() and after[:1] in {".", ","} and after[1:2].isdigit())


_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def _english(value: int) -> str:
    if value < len(_ONES):
        return _ONES[value]
    if value < 20:
        return ["seventeen", "eighteen", "nineteen"][value - 17]
    if value < 100:
        return _TENS[value // 10 - 2] + (f"-{_ONES[value % 10]}" if value % 10 else "")
    head, rest = (1000, value % 1000) if value >= 1000 else (100, value % 100)
    word = "thousand" if head == 1000 else "hundred"
    return f"{_english(value // head)} {word}" + (f" and {_english(rest)}" if rest else "")


@given(st.integers(0, 999_999))
def test_every_number_in_english_words_is_read_back(value: int) -> None:
    words = _english(value)

    assert [(one.value, one.start, one.end) for one in word_numbers(words)] == [(Decimal(value), 0, len(words))]


def _chinese(value: int) -> str:
    digits, text = "零一二三四五六七八九", ""
    for place, sign in ((10**4, "万"), (10**3, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, place)
        if digit:
            text += digits[digit] + sign
        elif text and value and not text.endswith("零"):
            text += "零"
    return text


@given(st.integers(10, 99_999))
def test_every_number_in_chinese_signs_is_read_back(value: int) -> None:
    assert [one.value for one in word_numbers(_chinese(value))] == [value]
