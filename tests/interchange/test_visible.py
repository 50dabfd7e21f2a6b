"""What was changed beside an embedded case, and times of other tools."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from goldsmith.interchange.visible import in_place, utc_time
from goldsmith.records.case import AcceptedAnswer


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ("2026-04-02T02:00:00+02:00", "2026-04-02T00:00:00Z"),
        ("2026-04-02T00:00:00Z", "2026-04-02T00:00:00Z"),
        ("2026-04-02", "2026-04-02T00:00:00Z"),
        (date(2026, 4, 2), "2026-04-02T00:00:00Z"),
        (datetime(2026, 4, 2, 1, tzinfo=timezone(timedelta(hours=1))), "2026-04-02T00:00:00Z"),
        (datetime(2026, 4, 2, tzinfo=UTC), "2026-04-02T00:00:00Z"),
        ("9999-12-31T23:59:59-14:00", ""),
        ("soon", ""),
        (7, ""),
    ],
)
def test_a_time_is_utc_or_none(held: object, told: str) -> None:
    assert utc_time(held) == told


def test_what_stood_there_before_keeps_all_that_is_known_of_it() -> None:
    shown = [AcceptedAnswer(answer=text) for text in ("a", "b")]
    held = [AcceptedAnswer(answer=text, needs=("n",)) for text in ("a", "b")]

    now = in_place([shown[1], AcceptedAnswer(answer="c"), shown[1]], shown, held)

    assert now == (held[1], AcceptedAnswer(answer="c"), shown[1])
