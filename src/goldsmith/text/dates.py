"""Dates in running text, and instants in stored fields.

In running text a date is what a reader takes for one; where two readings are possible both are given. A stored field
is held to ISO 8601, because records are compared and sorted by it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import chain
from typing import Literal

from goldsmith.text.normal import Folded, fold
from goldsmith.text.spans import Span

_MONTHS_ENGLISH = (
    "jan(?:uary)?", "feb(?:ruary)?", "mar(?:ch)?", "apr(?:il)?", "may", "june?", "july?", "aug(?:ust)?",
    "sept?(?:ember)?", "oct(?:ober)?", "nov(?:ember)?", "dec(?:ember)?",
)  # fmt: skip
_MONTHS_RUSSIAN = (
    "январ[ья]", "феврал[ья]", "марта?", "апрел[ья]", "ма[йя]", "июн[ья]", "июл[ья]", "августа?",
    "сентябр[ья]", "октябр[ья]", "ноябр[ья]", "декабр[ья]",
)  # fmt: skip
_ENGLISH = f"(?:{'|'.join(_MONTHS_ENGLISH)})"
_RUSSIAN = f"(?:{'|'.join(_MONTHS_RUSSIAN)})"
_MONTH_NUMBER = tuple(
    (re.compile(pattern), number)
    for names in (_MONTHS_ENGLISH, _MONTHS_RUSSIAN)
    for number, pattern in enumerate(names, start=1)
)
_DAY = r"(?P<day>\d{1,2})"
_YEAR = r"(?P<year>\d{4})"
_FOUR_DIGITS = re.compile(r"\d{4}")
_BEFORE = r"(?<![\w.,/:-])"
_AFTER = r"(?![\w/-]|[.,:]\d)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{_BEFORE}{_YEAR}(?P<sep>[-/.])(?P<month>\d{{1,2}})(?P=sep){_DAY}(?:(?=t\d\d:)|{_AFTER})",
        rf"{_BEFORE}{_DAY}(?:st|nd|rd|th)?(?: of)?[ -](?P<name>{_ENGLISH})\.?,?[ -]{_YEAR}{_AFTER}",
        rf"{_BEFORE}(?P<name>{_ENGLISH})\.? {_DAY}(?:st|nd|rd|th)?,? {_YEAR}{_AFTER}",
        rf"{_BEFORE}{_DAY}(?:-?го)? (?P<name>{_RUSSIAN}),? {_YEAR}{_AFTER}",
        rf"(?<!\d){_YEAR} ?年 ?(?P<month>\d{{1,2}}) ?月 ?{_DAY} ?[日号號]",
        rf"{_BEFORE}{_DAY}\.(?P<month>\d{{1,2}})\.{_YEAR}{_AFTER}",
        rf"{_BEFORE}(?P<slash>{_DAY}/(?P<month>\d{{1,2}})/{_YEAR}){_AFTER}",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundDate:
    """A date in a text."""

    readings: tuple[date, ...]
    """One, or two where day and month can be exchanged (``01/02/2026``); day first, then month first."""
    span: Span


def find_dates(text: str | Folded) -> tuple[FoundDate, ...]:
    """Return the dates with day, month and year in ``text``, in order.

    Read are ISO dates (also with ``/`` or ``.`` when the year leads), day and month names in English and Russian,
    Chinese dates, dotted dates with the day first, and slash dates, in either order where both are possible. A date
    that the calendar does not have (30 February) is not a date.
    """
    if _FOUR_DIGITS.search(text if isinstance(text, str) else text.text) is None:
        return ()
    folded = fold(text) if isinstance(text, str) else text
    lowered = folded.text.lower()
    # A letter whose lower form is longer would move every later offset; such text is left as it is.
    lowered = lowered if len(lowered) == len(folded.text) else folded.text
    found = []
    for match in chain.from_iterable(form.finditer(lowered) for form in _FORMS):
        readings = _readings(match)
        if readings:
            found.append(FoundDate(readings=readings, span=folded.original_span(*match.span())))
    return tuple(sorted(found, key=lambda one: one.span))


def _readings(match: re.Match[str]) -> tuple[date, ...]:
    parts = match.groupdict()
    year, day = int(parts["year"]), int(parts["day"])
    month = int(parts["month"]) if parts.get("month") else _month(parts["name"])
    orders = [(day, month), (month, day)] if parts.get("slash") else [(day, month)]
    possible = (_calendar(year, one_month, one_day) for one_day, one_month in orders)
    return tuple(dict.fromkeys(one for one in possible if one is not None))


def _month(name: str) -> int:
    return next(number for pattern, number in _MONTH_NUMBER if pattern.fullmatch(name))


def _calendar(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Instant:
    """A moment; equality and order look at the moment alone."""

    moment: datetime
    """In UTC, with its zone."""
    assumed_utc: bool = field(compare=False)
    """True when the text gave a time and no zone: it was taken as UTC, and the reader must be told."""
    date_only: bool = field(compare=False)
    """True when the text gave a date alone: the moment is its midnight in UTC."""


InstantFault = Literal["empty", "impossible", "ambiguous_order", "bare_number", "not_iso"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstantProblem:
    """Why a text is not an instant, and what to write instead."""

    fault: InstantFault
    message: str


_ISO = re.compile(
    r"(?P<date>(\d{4})-(\d\d)-(\d\d))"
    r"(?P<time>[Tt ](?P<h>\d\d):(?P<m>\d\d)(?::(?P<s>\d\d)(?:[.,](?P<f>\d+))?)?)?"
    r"(?: ?(?P<zone>[Zz]|[+-]\d\d(?::?\d\d)?))?",
    re.ASCII,
)
_DAY_MONTH = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
_WRITE_ISO = "write it as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ"
_LAST_MONTH = 12


def parse_instant(text: str) -> Instant | InstantProblem:
    """Read a stored date or time.

    Taken: an ISO 8601 date, or date and time, with seconds and fraction (cut at microseconds) and zone optional. A
    date alone is its midnight in UTC. A time without zone is taken as UTC and marked. Everything else is a problem:
    a day that the calendar does not have, a date whose day and month can be exchanged, a bare number.
    """
    written = text.strip()
    if not written:
        return InstantProblem(fault="empty", message=f"no date is given; {_WRITE_ISO}")
    match = _ISO.fullmatch(written)
    if match is None or (match["zone"] and not match["time"]):
        return _refused(written)
    hour, minute, second = (int(match[name] or 0) for name in ("h", "m", "s"))
    microsecond = int((match["f"] or "0")[:6].ljust(6, "0"))
    try:
        zone = _zone(match["zone"])
        local = datetime(int(match[2]), int(match[3]), int(match[4]), hour, minute, second, microsecond, tzinfo=zone)
        moment = local.astimezone(UTC)
    except (ValueError, OverflowError):
        return InstantProblem(fault="impossible", message=f"{written!r} is not in the calendar; {_WRITE_ISO}")
    timed = match["time"] is not None
    return Instant(moment=moment, assumed_utc=timed and not match["zone"], date_only=not timed)


def _zone(written: str | None) -> timezone:
    if written is None or written in "Zz":
        return UTC
    digits = written[1:].replace(":", "").ljust(4, "0")
    hours, minutes = int(digits[:2]), int(digits[2:])
    if minutes >= 60:
        msg = "an hour has sixty minutes"
        raise ValueError(msg)
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if written[0] == "-" else offset)


def _refused(written: str) -> InstantProblem:
    if _NUMBER.fullmatch(written):
        return InstantProblem(fault="bare_number", message=f"{written!r} is a bare number, not a date; {_WRITE_ISO}")
    parts = _DAY_MONTH.fullmatch(written)
    if parts is None:
        return InstantProblem(fault="not_iso", message=f"{written!r} is not an ISO 8601 date; {_WRITE_ISO}")
    first, second = int(parts[1]), int(parts[2])
    if first > _LAST_MONTH and second > _LAST_MONTH:
        return InstantProblem(fault="impossible", message=f"{written!r} is not in the calendar; {_WRITE_ISO}")
    if first == second or first > _LAST_MONTH or second > _LAST_MONTH:
        return InstantProblem(fault="not_iso", message=f"{written!r} is not an ISO 8601 date; {_WRITE_ISO}")
    return InstantProblem(
        fault="ambiguous_order", message=f"{written!r} can be read day first or month first; {_WRITE_ISO}"
    )
