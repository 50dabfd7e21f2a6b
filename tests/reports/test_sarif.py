"""Findings as SARIF 2.1.0: what the standard demands of each part, and fingerprints that survive an edit elsewhere."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.finding import CheckReport, Finding
from goldsmith.reports.sarif import FINGERPRINT, render_sarif

TWIN = Finding(
    code="GS301",
    name="duplicate-question",
    severity="warning",
    message="'x' is asked by 'a' too, at golden/a b.yaml:3",
    case="b",
    field="question",
    file="golden/a b.yaml",
    line=9,
    mend="keep one",
)
WHOLE = Finding(code="GS505", name="no-high-risk-case", severity="advice", message="none", suppressed="a small set")
PAGES = {"GS301": "# GS301 duplicate-question\n\n## What it does\nFinds twins.\n"}


def report(*findings: Finding, name: str = "desk") -> CheckReport:
    return CheckReport(set_name=name, cases=2, corpus="", findings=findings, place="golden/set.yaml")


def log(*reports: CheckReport) -> Any:
    return json.loads(render_sarif(reports, version="1.2.3", pages=PAGES))


def faults(found: Any) -> list[str]:
    """Return what breaks the standard: required properties, indices, words of the enumerations, lines from 1."""
    run = found["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    wrong = [] if found["version"] == "2.1.0" and run["tool"]["driver"]["name"] else ["log"]
    wrong += [f"rule {rule['id']}" for rule in rules if not (rule["shortDescription"]["text"] and rule["name"])]
    for result in run["results"]:
        physical = [place["physicalLocation"] for place in result.get("locations", ()) if "physicalLocation" in place]
        sound = (
            rules[result["ruleIndex"]]["id"] == result["ruleId"]
            and result["level"] in {"error", "warning", "note", "none"}
            and bool(result["message"]["text"])
            and all(place.get("region", {}).get("startLine", 1) >= 1 for place in physical)
            and all(re.fullmatch(r"[!#$&-;=?-Z_a-z~%]+", place["artifactLocation"]["uri"]) for place in physical)
            and all(one["kind"] in {"inSource", "external"} for one in result.get("suppressions", ()))
        )
        wrong += [] if sound else [f"result {result['ruleId']}"]
    return wrong


def test_a_finding_has_rule_level_message_place_and_help() -> None:
    run = log(report(TWIN))["runs"][0]

    assert run["tool"]["driver"]["rules"] == [
        {
            "id": "GS301",
            "name": "duplicate-question",
            "shortDescription": {"text": "duplicate question"},
            "help": {
                "text": "GS301 duplicate-question\n\nWhat it does\nFinds twins.",
                "markdown": "# GS301 duplicate-question\n\n## What it does\nFinds twins.",
            },
        }
    ]
    assert {key: value for key, value in run["results"][0].items() if key != "partialFingerprints"} == {
        "ruleId": "GS301",
        "ruleIndex": 0,
        "level": "warning",
        "message": {"text": "[b] 'x' is asked by 'a' too, at golden/a b.yaml:3\n\nmend: keep one"},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": "golden/a%20b.yaml"}, "region": {"startLine": 9}},
                "logicalLocations": [{"fullyQualifiedName": "b.question", "kind": "member"}],
            }
        ],
    }


def test_a_finding_on_the_set_stands_in_its_file_and_what_is_accepted_says_why() -> None:
    waived = replace(TWIN, waived=True)
    results = log(report(WHOLE, waived))["runs"][0]["results"]

    assert results[0]["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "golden/set.yaml"}}}]
    assert [one["suppressions"][0]["justification"] for one in results] == ["a small set", "waived"]


def fingerprints(*findings: Finding) -> list[str]:
    return [one["partialFingerprints"][FINGERPRINT] for one in log(report(*findings))["runs"][0]["results"]]


def test_a_fingerprint_stays_when_lines_move_and_differs_between_cases() -> None:
    moved = replace(TWIN, line=40, message=TWIN.message.replace(":3", ":30"))
    other = replace(TWIN, case="c")

    assert fingerprints(TWIN) == fingerprints(moved) != fingerprints(other)
    assert len(set(fingerprints(TWIN, TWIN))) == 2


def test_several_sets_are_one_run_and_no_finding_is_a_run_without_results() -> None:
    two = log(report(TWIN), report(WHOLE, name="other"))

    assert [one["ruleIndex"] for one in two["runs"][0]["results"]] == [0, 1]
    assert log(report())["runs"][0]["results"] == []


FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(["GS101", "GS505"]),
    name=st.just("some-name"),
    severity=st.sampled_from(["error", "warning", "advice"]),
    message=st.text(min_size=1),
    case=st.text(),
    field=st.text(),
    file=st.text(),
    line=st.integers(0, 99),
    mend=st.text(),
    waived=st.booleans(),
    suppressed=st.text(),
)


@given(st.lists(FINDINGS, max_size=5))
def test_whatever_findings_hold_the_log_keeps_to_the_standard(findings: list[Finding]) -> None:
    assert faults(log(report(*findings))) == []
