"""Findings as GitHub shows them beside the lines of a pull request."""

from __future__ import annotations

from dataclasses import replace

from goldsmith.records.finding import CheckReport, Finding
from goldsmith.reports.annotations import MOST, render_annotations

BLANK = Finding(
    code="GS103",
    name="blank-question",
    severity="error",
    message="100% blank",
    case="a",
    file="golden/cases/a,b:c.yaml",
    line=3,
    mend="write one\r\nor two",
)


def report(*findings: Finding) -> CheckReport:
    return CheckReport(set_name="desk", cases=2, corpus="", findings=findings, place="golden/set.yaml")


def test_a_finding_is_one_line_whatever_it_holds() -> None:
    assert render_annotations([report(BLANK)]) == (
        "::error file=golden/cases/a%2Cb%3Ac.yaml,line=3,title=GS103 blank-question"
        "::[a] 100%25 blank%0Amend: write one%0D%0Aor two"
    )


def test_a_finding_on_the_set_stands_in_the_file_of_the_set_and_advice_is_a_notice() -> None:
    whole = replace(BLANK, severity="advice", case="", file="", line=0, mend="", message="none")
    warned = replace(whole, severity="warning")

    assert render_annotations([report(whole, warned)]).splitlines() == [
        "::warning file=golden/set.yaml,title=GS103 blank-question::none",
        "::notice file=golden/set.yaml,title=GS103 blank-question::none",
    ]


def test_what_is_waived_or_suppressed_is_not_shown() -> None:
    assert render_annotations([report(replace(BLANK, waived=True), replace(BLANK, suppressed="known"))]) == ""


def test_at_most_fifty_are_shown_the_gravest_first_and_the_rest_is_counted() -> None:
    many = [replace(BLANK, severity="advice", line=line) for line in range(1, MOST + 3)]
    lines = render_annotations([report(*many), report(BLANK)]).splitlines()

    assert (len(lines), lines[0].startswith("::error"), lines[-1]) == (
        MOST + 1,
        True,
        "::notice title=goldsmith::… and 3 findings more: goldsmith check --all",
    )


def test_a_finding_on_the_set_names_what_it_is_about() -> None:
    axis = replace(BLANK, severity="advice", case="", field="behaviour", file="", line=0, mend="", message="few")

    assert render_annotations([report(axis)]).endswith("::behaviour: few")
