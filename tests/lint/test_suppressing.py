"""Findings that a person accepts are marked with the reason, and a reason that is no longer needed is named."""

from __future__ import annotations

import pytest

from goldsmith.errors import UnknownNameError
from goldsmith.lint.engine import check, report
from goldsmith.records.finding import Finding
from goldsmith.records.settings import CheckSettings, Suppression
from tests.lint.building import case, view


def settings(*suppressions: Suppression) -> CheckSettings:
    """Return the settings of a check with these suppressions."""
    return CheckSettings(suppress=suppressions)


def suppression(code: str = "GS103", *cases: str, until: str | None = None) -> Suppression:
    """Return a suppression with a reason."""
    return Suppression(code=code, reason="asked by voice", cases=cases, until=until)


BLANK = (case("a", question=""), case("b", question=""))


def about(found: tuple[Finding, ...], *codes: str) -> list[tuple[str, str, str]]:
    """Return code, case and reason of the findings of these rules."""
    return [(one.code, one.case, one.suppressed) for one in found if one.code in codes]


def test_only_the_cases_that_it_names_are_suppressed_and_no_longer_count() -> None:
    told = report(view(*BLANK, settings=settings(suppression("blank-question", "a"))))

    assert about(told.findings, "GS103", "GS602") == [("GS103", "a", "asked by voice"), ("GS103", "b", "")]
    assert told.errors == 1


def test_without_cases_it_speaks_of_the_set_as_a_whole() -> None:
    found = check(view(*BLANK, settings=settings(suppression("GS505"), suppression("GS103"))))

    assert about(found, "GS103", "GS505", "GS602") == [
        ("GS505", "", "asked by voice"),
        ("GS602", "", ""),
        ("GS103", "a", ""),
        ("GS103", "b", ""),
    ]


def test_on_its_last_day_it_holds_and_the_day_after_it_is_a_finding() -> None:
    last, past = suppression("GS103", "a", until="2026-09-08"), suppression("GS103", "b", until="2026-09-07")
    found = check(view(*BLANK, settings=settings(last, past)))

    assert about(found, "GS103", "GS602", "GS603") == [
        ("GS603", "", ""),
        ("GS103", "a", "asked by voice"),
        ("GS103", "b", ""),
    ]
    assert next(one.message for one in found if one.code == "GS603") == (
        "the suppression of GS103 for b ended on 2026-09-07: asked by voice"
    )


def test_one_that_meets_no_finding_is_told_with_its_reason() -> None:
    found = check(view(case("a"), settings=settings(suppression("GS103", "a"))))

    assert [(one.severity, one.message) for one in found if one.code == "GS602"] == [
        ("advice", "the suppression of GS103 for a meets no finding: asked by voice")
    ]


def test_one_of_a_rule_that_could_not_be_applied_or_of_another_set_is_not_told() -> None:
    of_evidence, elsewhere = suppression("GS204", "a"), suppression("GS103", "z")
    seen = view(case("a"), settings=settings(of_evidence, elsewhere), of_other_sets=(elsewhere,))

    assert about(check(seen), "GS602") == []


def test_a_suppression_of_a_rule_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'blank-question'"):
        check(view(case("a"), settings=settings(suppression("blank-questions"))))


def test_personal_data_that_were_authorised_are_a_note_of_the_report() -> None:
    told = report(view(case("a"), personal_data_allowed="works council, 2026-03-01"))

    assert told.notes == ("personal data in the cases is authorised: works council, 2026-03-01",)


def test_of_two_suppressions_of_one_finding_the_second_is_unused() -> None:
    found = check(view(*BLANK, settings=settings(suppression("GS103", "a"), suppression("GS103", "a"))))

    assert about(found, "GS103", "GS602") == [
        ("GS602", "", ""),
        ("GS103", "a", "asked by voice"),
        ("GS103", "b", ""),
    ]
