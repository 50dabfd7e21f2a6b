"""The forecast of a set: what waits, for whom, at what pace, and what to leave out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.records.forecast import LabelsLeft, Pace, PersonShare
from goldsmith.workflows.review_forecast import review_forecast
from goldsmith.workflows.review_open import open_reviews
from tests.workflows.reviewers import desk_in
from tests.workflows.reviewing import APPROVED, REJECTED, labelled, marked

PEOPLE = """\
documents = "documents"

[workbench]
second_share = 1.0

[people.owner]
roles = ["evaluation_owner"]

[people.ana]
hours_per_week = 2
languages = ["en"]

[people.ben]
hours_per_week = 1

[people.reader]
roles = ["product_owner"]
hours_per_week = 40
"""
QUOTE = "within 30 days"
CASES = "".join(
    f"- id: {name}\n  question: When, {name}?\n  risk: {risk}\n  language: {language}\n  job: lookup\n"
    f"  accept: [Within 30 days.]\n  evidence: [{{document: returns, quote: {QUOTE}}}]\n"
    for name, risk, language in [
        ("a", "high", "en"), ("b", "high", "de"), *((f"l{n:02}", "low", "en") for n in range(24)),
    ]
)  # fmt: skip
PACE = Pace(risk="low", minutes=8.0, interval=None, labels=0, basis="assumed")


def test_labels_of_cases_that_are_not_opened_yet_count_as_those_that_are(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, cases=CASES, settings=PEOPLE)
    before = review_forecast(desk)
    open_reviews(desk, person=desk.person("owner"))
    after = review_forecast(desk)

    assert before == after
    assert before.left == (
        LabelsLeft(risk="low", cases=24, labels=48, hours=48 * 8 / 60),
        LabelsLeft(risk="high", cases=2, labels=4, hours=4 * 8 / 60),
    )
    assert before.paces == (replace(PACE, risk="high"), PACE)


def test_only_those_who_may_are_counted_on_and_who_alone_may_sets_the_date(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, cases=CASES, settings=PEOPLE)
    found = review_forecast(desk)

    assert found.people == (
        PersonShare(name="ana", hours_per_week=2.0, may=25, alone=25),
        PersonShare(name="ben", hours_per_week=1.0, may=26, alone=26),
        PersonShare(name="owner", hours_per_week=None, may=26, alone=0),
        PersonShare(name="reader", hours_per_week=40.0, may=0, alone=0),
    )
    assert (found.weekly, found.nobody, found.unstaffed, found.slowest) == (3.0, 0, 1, ("ben",))
    assert found.weeks == pytest.approx(26 * 8 / 60)
    assert found.done_on == "2026-10-03"


def test_hours_altogether_are_shared_out_as_the_stated_ones(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, cases=CASES, settings=PEOPLE)
    found = review_forecast(desk, hours=6)

    assert found.weekly == pytest.approx(6.0)
    assert found.weeks == pytest.approx(26 * 8 / 60 / 2)
    for hours in (0, -1, float("nan"), float("inf")):
        with pytest.raises(InputError, match="finish nothing"):
            review_forecast(desk, hours=hours)


def test_where_nobody_has_hours_there_is_no_date(tmp_path: Path) -> None:
    settings = "\n".join(line for line in PEOPLE.splitlines() if not line.startswith("hours"))
    desk = desk_in(tmp_path, cases=CASES, settings=settings)
    found = review_forecast(desk)

    assert (found.weeks, found.done_on, found.weekly) == (None, None, 0.0)
    assert found.next_step.startswith("write hours_per_week under [people.NAME]")
    assert review_forecast(desk, hours=6).weeks == pytest.approx(52 * 8 / 60 / 6)


def test_the_pace_is_that_of_the_labels_that_were_timed(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, cases=CASES, settings=PEOPLE)
    open_reviews(desk, person=desk.person("owner"))
    for number in range(6):
        timed = replace(APPROVED, seconds=60.0 * (number + 1))
        labelled(desk, f"l{number:02}", timed, "ana", marks=marked(desk, "returns", QUOTE))
    found = review_forecast(desk)

    assert {one.risk: (one.minutes, one.interval, one.basis) for one in found.paces} == {
        "high": (3.5, (1.0, 6.0), "all"),
        "low": (3.5, (1.0, 6.0), "own"),
    }
    assert found.labels == 46


def test_for_a_wished_date_second_labels_and_then_cases_of_low_risk_are_left_out(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, cases=CASES, settings=PEOPLE)
    found = review_forecast(desk, by=date(2026, 9, 22))
    soon = review_forecast(desk, by=date(2026, 9, 9))
    late = review_forecast(desk, by=date(2026, 10, 3))

    assert (late.meets, late.drops) == (True, ())
    assert (found.meets, [(one.kind, one.labels) for one in found.drops]) == (True, [("second", 11)])
    assert found.weekly_needed == pytest.approx(3.0 * found.weeks / 2 if found.weeks else None)
    assert [(one.kind, one.labels) for one in soon.drops] == [("second", 24), ("case", 5)]
    assert (soon.meets, soon.exit_status) == (False, 1)
    assert soon.next_step.startswith("goldsmith review forecast --by 2026-09-09 --hours ")
    with pytest.raises(InputError, match="is not in the future"):
        review_forecast(desk, by=date(2026, 9, 8))


def test_a_dispute_waits_for_one_who_settles_and_nothing_else(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, cases=CASES[: CASES.index("- id: b")], settings=PEOPLE)
    open_reviews(desk, person=desk.person("owner"))
    labelled(desk, "a", APPROVED, "ana", marks=marked(desk, "returns", QUOTE))
    labelled(desk, "a", REJECTED, "ben", marks=marked(desk, "returns", QUOTE))
    found = review_forecast(desk)

    assert (found.labels, found.unstaffed) == (1, 1)
    assert [(one.name, one.may) for one in found.people if one.may] == [("owner", 1)]


def test_labels_that_nobody_may_give_are_told(tmp_path: Path) -> None:
    only = 'documents = "documents"\n\n[people.ana]\nlanguages = ["fr"]\nhours_per_week = 2\n'
    desk = desk_in(tmp_path, cases=CASES, settings=only)
    found = review_forecast(desk)

    assert (found.nobody, found.exit_status) == (found.labels, 1)
    assert found.next_step.startswith("add somebody to goldsmith.toml")


def test_when_everything_is_said_there_is_nothing_left(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, cases=CASES[: CASES.index("- id: b")], settings=PEOPLE)
    open_reviews(desk, person=desk.person("owner"))
    labelled(desk, "a", APPROVED, "ana", "ben", marks=marked(desk, "returns", QUOTE))
    found = review_forecast(desk)

    assert (found.labels, found.hours, found.weeks, found.next_step) == (0, 0.0, 0.0, "goldsmith review apply")
