"""The XML is XML, whatever the texts hold, and tells each kind of outcome apart."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.response import Failure
from goldsmith.reports.junit import render_junit
from tests.reports.detail import saying, whole_verdict
from tests.reports.payloads import PAYLOADS
from tests.reports.sample import broken, case_result, gate, plan, verdict


def read(text: str) -> dict[str, dict[str, ET.Element]]:
    """Return the test cases by suite and name."""
    root = ET.fromstring(text)  # noqa: S314 - our own text
    return {str(suite.get("name")): {str(case.get("name")): case for case in suite.iter("testcase")} for suite in root}


def outcome(case: ET.Element) -> tuple[str, str | None, str | None]:
    return (case[0].tag, case[0].get("type"), case[0].get("message")) if len(case) else ("", None, None)


def test_gates_and_cases_tell_their_outcomes_apart() -> None:
    lost = case_result("returns-009", failure=Failure(kind="timeout", message="after 60 s"))
    cases = tuple(lost if item.result.case == "returns-009" else item for item in verdict().cases)
    suites = read(render_junit(verdict(cases=cases)))

    assert {name: outcome(case)[:2] for name, case in suites["gates"].items()} == {
        "authorization": ("failure", "broken"),
        "material_accuracy": ("error", "undecided"),
        "refusal": ("", None),
        "citations": ("failure", "broken"),
        "recall@5 >= 0.8 (risk=high)": ("failure", "broken"),
    }
    assert {name: outcome(suites["cases"][name]) for name in ("returns-001", "warranty-007", "returns-009")} == {
        "returns-001": ("", None, None),
        "warranty-007": (
            "failure", "ranked_below", 'required claim missing: "The warranty of the Larch oven lasts 24 months."'
        ),
        "returns-009": ("error", "timeout", "no answer: timeout after 60 s"),
    }  # fmt: skip
    assert outcome(suites["cases"]["warranty-002"]) == (
        "skipped", None, 'only a judge can decide: "The pump is covered."'
    )  # fmt: skip


def test_the_counts_are_those_of_the_cases() -> None:
    root = ET.fromstring(render_junit(verdict()))  # noqa: S314 - our own text

    assert [{name: one.get(name) for name in ("tests", "failures", "errors", "skipped")} for one in (root, *root)] == [
        {"tests": "45", "failures": "9", "errors": "1", "skipped": "1"},
        {"tests": "5", "failures": "3", "errors": "1", "skipped": "0"},
        {"tests": "40", "failures": "6", "errors": "0", "skipped": "1"},
    ]


def test_a_failure_says_what_led_to_it() -> None:
    failure = read(render_junit(verdict()))["cases"]["warranty-007"][0]

    assert str(failure.text).splitlines()[1:4] == [
        "against the baseline:",
        "  ranked below: warranty-2026#3a90ff17bc03 fell from rank 2 to 9 (k = 5)",
        '  claim missing: required claim "24 months" missing',
    ]


def test_how_long_a_case_took_is_told_in_seconds() -> None:
    assert read(render_junit(verdict()))["cases"]["returns-001"].get("time") == "0.812"


def hostile(text: str) -> str:
    item = saying(text)
    return render_junit(
        whole_verdict(
            plan=plan(set_name=text, corpus=text, system=text),
            gates=(gate(text, "failed", broken(text, text)),),
            cases=(item,),
        )
    )


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_text_is_read_back_character_for_character(payload: str) -> None:
    gates = read(hostile(payload))["gates"]

    assert (list(gates), str(gates[payload][0].text)) == ([payload], f"{payload}: {payload}")


@given(st.text(st.characters()))
def test_every_text_gives_xml(text: str) -> None:
    assert len(read(hostile(text).encode("utf-8", "strict").decode())) == 2
