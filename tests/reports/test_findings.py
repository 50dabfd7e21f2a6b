"""The findings of a check on one screen."""

from __future__ import annotations

from dataclasses import replace

from goldsmith.records.finding import CheckReport, Finding
from goldsmith.reports.findings import render_findings

DANGLING = Finding(
    code="GS201",
    name="dangling-evidence",
    severity="error",
    message="evidence 'fees#1' is not in the corpus revision",
    case="fees-002",
    field="evidence[0]",
    file="golden/cases/fees.yaml",
    line=12,
    mend="goldsmith corpus find TEXT",
)


def report(*findings: Finding, **more: object) -> CheckReport:
    whole = CheckReport(
        set_name="help-desk",
        cases=40,
        corpus="2026-09-08",
        findings=findings,
        states={"approved": 31, "candidate": 9, "edited": 0},
    )
    return replace(whole, **more)  # type: ignore[arg-type]  # a test names the fields that it changes


def advice(number: int, code: str = "GS110") -> Finding:
    return replace(DANGLING, code=code, name="missing-axis-label", severity="advice", case=f"c-{number}", mend="")


def test_a_finding_has_its_place_its_message_and_its_mend() -> None:
    assert render_findings(report(DANGLING)).splitlines() == [
        "1 error, 0 warnings, 0 advice",
        "help-desk · 40 cases (31 approved, 9 candidate) · corpus 2026-09-08",
        "",
        "x GS201 dangling-evidence   golden/cases/fees.yaml:12 [fees-002] evidence[0]",
        "    evidence 'fees#1' is not in the corpus revision",
        "    mend: goldsmith corpus find TEXT",
        "",
        "Next: mend the errors; goldsmith explain GS201 says more",
    ]


def test_findings_of_one_rule_are_told_together_and_counted() -> None:
    lines = render_findings(report(*(advice(number) for number in range(5)))).splitlines()

    assert lines[3:9] == [
        "- GS110 missing-axis-label   5 findings",
        "    evidence 'fees#1' is not in the corpus revision",
        "    golden/cases/fees.yaml:12 [c-0] evidence[0]",
        "    golden/cases/fees.yaml:12 [c-1] evidence[0]",
        "    golden/cases/fees.yaml:12 [c-2] evidence[0]",
        "    … and 2 places more",
    ]


def test_places_with_messages_of_their_own_tell_each() -> None:
    group = [replace(advice(number), message=f"message {number}") for number in range(2)]

    assert render_findings(report(*group)).splitlines()[4:6] == [
        "    golden/cases/fees.yaml:12 [c-0] evidence[0]: message 0",
        "    golden/cases/fees.yaml:12 [c-1] evidence[0]: message 1",
    ]


def test_a_thousand_findings_fit_a_screen_and_all_are_shown_on_demand() -> None:
    many = report(*(advice(number, f"GS{200 + number % 20}") for number in range(1000)))
    short = render_findings(many).splitlines()
    whole = render_findings(many, everything=True)

    assert (len(short) <= 40, short[-3].endswith("goldsmith check --all"), "[c-999]" in whole) == (True, True, True)


def test_waived_errors_stand_last_and_keep_nothing_from_starting() -> None:
    text = render_findings(report(replace(DANGLING, waived=True), advice(1)))

    assert (text.index("GS110") < text.index("GS201 dangling-evidence (waived)"), text.splitlines()[0]) == (
        True,
        "0 errors, 0 warnings, 1 advice, 1 waived",
    )


def test_a_proposal_keeps_its_indent_and_odd_text_is_escaped() -> None:
    odd = replace(DANGLING, message="bad \x1b[2J\u202e text", mend="write:\n  claims:\n    - required: x")

    assert render_findings(report(odd)).splitlines()[4:8] == [
        "    bad \\u001b[2J\\u202e text",
        "    mend: write:",
        "            claims:",
        "              - required: x",
    ]


def test_a_mend_is_wrapped_and_never_cut() -> None:
    mend = "write one of: " + ", ".join(f"word_{number:02}" for number in range(40))
    lines = render_findings(report(replace(DANGLING, mend=mend)), width=80).splitlines()
    told = lines[5 : lines.index("", 5)]

    assert " ".join(line.strip() for line in told) == f"mend: {mend}"
    assert max(map(len, lines)) <= 80


def test_a_proposal_is_told_line_by_line_and_whole() -> None:
    proposal = "write:\nclaims:\n" + "\n".join(f"  - required: {'a long claim ' * 12}{n}" for n in range(6))
    text = render_findings(report(replace(DANGLING, mend=proposal)), width=80)

    assert [line for line in proposal.splitlines()[1:] if f"          {line}" not in text.splitlines()] == []


def test_a_long_path_leaves_room_for_case_and_message() -> None:
    far = replace(DANGLING, file="/repo/somebody/a/very/long/way/down/to/the/golden/sets/cases/fees.yaml")
    single = render_findings(report(far), width=90).splitlines()
    several = render_findings(report(far, replace(far, case="fees-003", message="another")), width=90).splitlines()

    assert (single[3], several[4]) == (
        "x GS201 dangling-evidence   /repo/somebo…en/sets/cases/fees.yaml:12 [fees-002] evidence[0]",
        "    /repo/…es/fees.yaml:12 [fees-002] evidence[0]: evidence 'fees#1' is not in the corpus…",
    )


def test_an_unfit_set_says_so_and_what_could_not_be_checked() -> None:
    lines = render_findings(report(ready=False, not_applicable=("GS210: the revision holds no text",))).splitlines()

    assert (lines[0], lines[3:5]) == (
        "NOT READY   0 errors, 0 warnings, 0 advice",
        ["Not checked:", "  GS210: the revision holds no text"],
    )


def test_suppressed_findings_are_counted_and_told_with_their_reason_on_demand() -> None:
    held = report(replace(DANGLING, suppressed="the fee page follows in May"), advice(1))

    assert render_findings(held).splitlines()[0] == "0 errors, 0 warnings, 1 advice, 1 suppressed"
    assert "GS201" not in render_findings(held)
    assert "x GS201 dangling-evidence suppressed: the fee page follows in May   golden" in render_findings(
        held, everything=True
    )


def test_notes_stand_below_the_headline() -> None:
    lines = render_findings(report(notes=("2 of 40 cases changed since main",))).splitlines()

    assert lines[2:4] == ["2 of 40 cases changed since main", ""]
