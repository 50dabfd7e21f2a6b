"""Units of quantities: their names in English, Russian and Chinese, and exact conversion inside one dimension.

A minute, an hour, a day and a week are multiples of a second; a month, a quarter and a year are multiples of a month.
No number of days makes a month, and a working day is neither. Each currency is a dimension of its own.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Measure(NamedTuple):
    """What a unit measures and how many of the dimension's first unit it is."""

    dimension: str
    factor: Fraction


_SCALES: dict[str, dict[str, int | str]] = {
    "time": {"second": 1, "millisecond": "0.001", "minute": 60, "hour": 3600, "day": 86400, "week": 604800},
    "calendar": {"month": 1, "quarter": 3, "year": 12},
    "mass": {"g": 1, "mg": "0.001", "kg": 1000, "t": 1000000, "lb": "453.59237"},
    "length": {"m": 1, "mm": "0.001", "cm": "0.01", "km": 1000, "mi": "1609.344", "ft": "0.3048", "inch": "0.0254"},
    "volume": {"l": 1, "ml": "0.001"},
    "data": {
        "B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12,
        "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40,
    },
}  # fmt: skip
_ALONE = ("business_day", "percent", "percentage_point", "celsius", "fahrenheit")

CURRENCIES = ("USD", "EUR", "GBP", "RUB", "CNY", "JPY")

MEASURES: dict[str, Measure] = {
    unit: Measure(dimension, Fraction(factor)) for dimension, scale in _SCALES.items() for unit, factor in scale.items()
} | {unit: Measure(unit, Fraction(1)) for unit in (*_ALONE, *CURRENCIES)}
"""Every unit by its one name."""

# Written with their case: elsewhere m and M, or g and G, are different things.
SYMBOLS = {symbol: symbol for symbol in MEASURES if len(symbol) <= 3 and symbol.isalpha()} | {
    "%": "percent", "$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "₽": "RUB", "¥": "CNY", "RMB": "CNY",
    "°C": "celsius", "°F": "fahrenheit", "℃": "celsius", "℉": "fahrenheit",
    "KB": "kB", "Kb": "kB", "L": "l", "ms": "millisecond", "s": "second", "h": "hour", "d": "day",
}  # fmt: skip
"""Signs and abbreviations whose case matters. The yen sign is read as yuan; JPY and the word yen are yen."""

_ENGLISH = """
day: day days
business_day: business-day business-days working-day working-days workday workdays
day: calendar-day calendar-days
week: week weeks wk wks
month: month months calendar-month calendar-months mo mos
quarter: quarter quarters
year: year years yr yrs
hour: hour hours hr hrs
minute: minute minutes min mins
second: second seconds sec secs
millisecond: millisecond milliseconds msec
percent: percent pct per-cent
percentage_point: percentage-point percentage-points
USD: dollar dollars us-dollar us-dollars usd
EUR: euro euros eur
GBP: pound-sterling pounds-sterling gbp
RUB: rouble roubles ruble rubles rub
CNY: yuan renminbi rmb cny
JPY: yen jpy
kg: kilogram kilograms kilogramme kilogrammes kg kgs
g: gram grams gramme grammes
mg: milligram milligrams mg
t: tonne tonnes metric-ton metric-tons
lb: lb lbs
km: kilometre kilometres kilometer kilometers km
m: metre metres meter meters
cm: centimetre centimetres centimeter centimeters cm
mm: millimetre millimetres millimeter millimeters mm
mi: mile miles
ft: foot feet
inch: inch inches
l: litre litres liter liters
ml: millilitre millilitres milliliter milliliters ml
B: byte bytes
kB: kilobyte kilobytes
MB: megabyte megabytes mb
GB: gigabyte gigabytes gb
TB: terabyte terabytes tb
KiB: kib kibibyte kibibytes
MiB: mib mebibyte mebibytes
GiB: gib gibibyte gibibytes
TiB: tib tebibyte tebibytes
celsius: degree-celsius degrees-celsius
fahrenheit: degree-fahrenheit degrees-fahrenheit
"""
_RUSSIAN = """
day: день дня дней дню дням днем днями дне днях дн сутки суток суткам сутками сутках сут
business_day: рабочий-день рабочего-дня рабочих-дней рабочих-дня рабочим-дням рабочими-днями рабочих-днях
day: календарный-день календарного-дня календарных-дней календарных-дня календарным-дням календарных-днях
week: неделя недели недель неделю неделе неделям неделей неделями неделях нед
month: месяц месяца месяцев месяцу месяцам месяцем месяцами месяце месяцах мес
quarter: квартал квартала кварталов кварталу кварталам кварталом кварталах
year: год года лет году годам годом годами годах годы
hour: час часа часов часу часам часом часами часе часах ч
minute: минута минуты минут минуту минуте минутам минутой минутами минутах мин
second: секунда секунды секунд секунду секунде секундам секундой секундами секундах сек
millisecond: миллисекунда миллисекунды миллисекунд мс
percent: процент процента процентов проценту процентам процентом процентами проценте процентах
percentage_point: процентный-пункт процентного-пункта процентных-пункта процентных-пунктов
USD: доллар доллара долларов доллару долларам долларом долларами долларах долл
EUR: евро
GBP: фунт-стерлингов фунта-стерлингов фунтов-стерлингов
RUB: рубль рубля рублей рублю рублям рублем рублями рубле рублях руб р
CNY: юань юаня юаней юаням юанях
JPY: иена иены иен иену
kg: килограмм килограмма килограммов кг
g: грамм грамма граммов г гр
mg: миллиграмм миллиграмма миллиграммов мг
t: тонна тонны тонн тонну т
km: километр километра километров километрах км
m: метр метра метров метрах м
cm: сантиметр сантиметра сантиметров см
mm: миллиметр миллиметра миллиметров мм
l: литр литра литров л
ml: миллилитр миллилитра миллилитров мл
B: байт байта байтов
kB: килобайт килобайта килобайтов кб
MB: мегабайт мегабайта мегабайтов мб
GB: гигабайт гигабайта гигабайтов гб
TB: терабайт терабайта терабайтов тб
"""
_CHINESE = """
business_day: 个工作日 工作日 個工作日
day: 天 日 个自然日 自然日 个日历日
week: 周 个星期 星期 个礼拜 礼拜 週
month: 个月 個月
quarter: 个季度
year: 年
hour: 小时 个小时 小時 个钟头 钟头
minute: 分钟 分鐘
second: 秒 秒钟
millisecond: 毫秒
percent: 个百分比
percentage_point: 个百分点
USD: 美元 美金
EUR: 欧元
GBP: 英镑
RUB: 卢布
CNY: 元 元人民币 人民币 块 块钱
JPY: 日元
kg: 公斤 千克
g: 克
mg: 毫克
t: 吨
km: 公里 千米
m: 米
cm: 厘米
mm: 毫米
l: 升
ml: 毫升
"""


def _table(lines: str) -> dict[str, str]:
    rows = (line.split(":") for line in lines.split("\n") if line)
    return {alias.replace("-", " "): unit for unit, aliases in rows for alias in aliases.split()}


WORDS = _table(_ENGLISH) | _table(_RUSSIAN)
"""Unit words in lower case, ё written е; two-word names with one space."""

IDEOGRAPHS = _table(_CHINESE)
"""Unit words that follow a number without a space."""

RUSSIAN_ADJECTIVES = {
    "дневн": "day", "суточн": "day", "недельн": "week", "месячн": "month", "летн": "year", "годичн": "year",
    "часов": "hour", "минутн": "minute", "секундн": "second", "процентн": "percent",
}  # fmt: skip
"""Stems of what stands behind the hyphen in a word such as 30-дневный."""


def unit_named(name: str) -> str | None:
    """Return the one name of a unit for any of its spellings, or None for a word that is no unit."""
    written = name.strip()
    if written in MEASURES:
        return written
    plain = " ".join(written.lower().replace("ё", "е").replace("_", " ").split())
    return SYMBOLS.get(written) or WORDS.get(plain) or IDEOGRAPHS.get(plain)


def same_unit(left: str | None, right: str | None) -> bool:
    """Say whether amounts in the two units can be compared exactly. No unit agrees only with no unit."""
    if left is None or right is None or left == right:
        return left == right
    return left in MEASURES and right in MEASURES and MEASURES[left].dimension == MEASURES[right].dimension


def convert(value: Fraction, *, source: str | None, target: str | None) -> Fraction | None:
    """Return ``value`` counted in ``target``, exactly, or None where the units have no common measure."""
    if not same_unit(source, target):
        return None
    if source is None or target is None or source == target:
        return value
    return value * MEASURES[source].factor / MEASURES[target].factor
