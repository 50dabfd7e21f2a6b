"""Dates in running text and instants in stored fields."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.dates import FoundDate, Instant, InstantFault, InstantProblem, find_dates, parse_instant
from goldsmith.text.spans import Span

_FIRST_OF_MARCH = date(2026, 3, 1)


@pytest.mark.parametrize(
    "written",
    [
        "2026-03-01",
        "2026/03/01",
        "2026.3.1",
        "1 March 2026",
        "1st of March 2026",
        "March 1, 2026",
        "Mar. 1st, 2026",
        "1-Mar-2026",
        "1 марта 2026",
        "1-го марта 2026",
        "01.03.2026",
        "2026年3月1日",
        "2026 年 3 月 1 号",
    ],
)
def test_one_day_is_read_from_many_spellings(written: str) -> None:
    text = f"From {written}, it applies."

    assert find_dates(text) == (FoundDate(readings=(_FIRST_OF_MARCH,), span=Span(5, 5 + len(written))),)


def test_a_slash_date_gives_both_readings_where_both_exist() -> None:
    found = find_dates("01/02/2026 or 13/02/2026 or 02/13/2026 or 05/05/2026")

    assert [one.readings for one in found] == [
        (date(2026, 2, 1), date(2026, 1, 2)),
        (date(2026, 2, 13),),
        (date(2026, 2, 13),),
        (date(2026, 5, 5),),
    ]


@pytest.mark.parametrize(
    "text",
    ["30 February 2026", "v1.2.2026.3", "12026-03-01", "2026-03-011", "March 2026", "part 1-2026-03-01", "99/99/2026"],
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert find_dates(text) == ()


def test_the_date_of_a_time_stamp_is_found() -> None:
    assert find_dates("at 2026-03-01T10:00:00Z") == (FoundDate(readings=(_FIRST_OF_MARCH,), span=Span(3, 13)),)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("2026-02-30", "impossible"),
        ("2026-03-01T25:00:00", "impossible"),
        ("0001-01-01T00:00:00+05:00", "impossible"),
        ("2026-03-01T10:00:00+01:75", "impossible"),
        ("31.31.2026", "impossible"),
        ("01/02/2026", "ambiguous_order"),
        ("1767225600", "bare_number"),
        ("20260301", "bare_number"),
        ("13/02/2026", "not_iso"),
        ("2026-03-01Z", "not_iso"),
        ("yesterday", "not_iso"),
        (" ", "empty"),
    ],
)
def test_a_field_that_is_no_instant_says_why(text: str, fault: InstantFault) -> None:
    problem = parse_instant(text)

    assert isinstance(problem, InstantProblem)
    assert problem.fault == fault
    assert "write it as" in problem.message


def test_the_fields_of_a_real_file_are_read_or_refused(shared_case: Callable[[str], Path]) -> None:
    folder = shared_case("056-dates-and-zones")
    written = re.findall(r'reviewed_at: "?([^"}]+)', (folder / "golden.yaml").read_text(encoding="utf-8"))

    impossible, ambiguous, zoneless, offset, bare = map(parse_instant, written)

    assert [getattr(one, "fault", "") for one in (impossible, ambiguous, bare)] == [
        "impossible",
        "ambiguous_order",
        "bare_number",
    ]
    assert zoneless == Instant(moment=datetime(2026, 3, 29, 2, 30, tzinfo=UTC), assumed_utc=True, date_only=False)
    assert isinstance(zoneless, Instant)
    assert zoneless.assumed_utc
    assert offset == Instant(moment=datetime(2026, 3, 2, 4, 30, tzinfo=UTC), assumed_utc=False, date_only=False)


def test_effective_dates_are_ordered_as_instants_not_as_text(shared_case: Callable[[str], Path]) -> None:
    sources = json.loads((shared_case("056-dates-and-zones") / "sources.json").read_text(encoding="utf-8"))
    written = {source["doc_id"]: source["effective_date"] for source in sources}

    old, new = parse_instant(written["old.md"]), parse_instant(written["new.md"])

    assert isinstance(old, Instant)
    assert isinstance(new, Instant)
    assert old < new
    assert written["old.md"] > written["new.md"]
    assert (old.date_only, new.date_only) == (True, False)


@given(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)), st.integers(-23 * 60, 23 * 60))  # noqa: DTZ001 - hypothesis wants naive bounds
def test_an_instant_written_in_any_zone_is_read_back(naive: datetime, minutes: int) -> None:
    moment = naive.replace(tzinfo=timezone(timedelta(minutes=minutes)))

    assert parse_instant(moment.isoformat()) == Instant(
        moment=moment.astimezone(UTC), assumed_utc=False, date_only=False
    )


@given(st.dates())
def test_every_iso_date_is_found_and_read(day: date) -> None:
    assert find_dates(f"({day.isoformat()})") == (FoundDate(readings=(day,), span=Span(1, 11)),)
    assert isinstance(parse_instant(day.isoformat()), Instant)
