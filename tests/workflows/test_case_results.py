"""A case of a run with everything that a reader wants to open."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.records.verdict import CaseResult, Verdict
from goldsmith.workflows.case_results import MOST_RETRIEVED, cut
from tests.workflows.shop import CASES, SORRY, ask, make_shop, right_answers

QUESTION = "How long may I return goods?"
WAIVED = CASES.replace(
    "  risk: high\n",
    "  risk: high\n  waivers:\n"
    "    - {gate: citations, who: Ana, why: voice line, until: '2026-11-29'}\n"
    "    - {gate: authorization, who: Ben, why: shared, until: '2026-11-30'}\n",
)


@pytest.fixture
def told(tmp_path: Path) -> Verdict:
    """Return the verdict on a system that leaks, streams, cites what is nowhere and misses a claim."""
    project = make_shop(tmp_path, cases=WAIVED)
    chunk = project.golden.cases[0].evidence[0].any_of[0].chunk
    answers = right_answers(project)
    answers[QUESTION] = {
        "answer": "You may not.",
        "retrieved": [chunk, chunk, *(f"nowhere#{number}" for number in range(30))],
        "citations": ["nowhere#99"],
        "events": [{"kind": "text", "text": "Perhaps in "}, {"kind": "text", "text": "May."}, {"kind": "end"}],
    }
    answers["How does the safe open?"] = {**SORRY, "retrieved": ["staff.md"], "citations": []}
    return ask(project, answers)


def case(told: Verdict, name: str) -> CaseResult:
    return next(item for item in told.cases if item.result.case == name)


def test_evidence_stands_in_its_document(told: Verdict) -> None:
    (need,) = case(told, "window").evidence
    (passage,) = need.passages

    assert (need.rank, passage.document, passage.found) == (1, "returns.md", True)
    assert (passage.before, passage.marked, passage.after.strip()) == (
        "# Returns\n\n",
        "You may return goods within 30 days.",
        "",
    )


def test_what_was_retrieved_says_what_it_is(told: Verdict) -> None:
    shown = case(told, "window").retrieved

    assert shown is not None
    assert (len(shown), case(told, "window").retrieved_total) == (MOST_RETRIEVED, 32)
    assert [(item.rank, bool(item.needs), item.known) for item in shown[:3]] == [
        (1, True, "yes"), (None, True, "yes"), (2, False, "no"),
    ]  # fmt: skip
    assert shown[0].text == "# Returns You may return goods within 30 days."


def test_a_denied_passage_is_marked(told: Verdict) -> None:
    shown = case(told, "safe").retrieved

    assert [(item.id, item.denied) for item in shown or ()] == [("staff.md", True)]
    assert case(told, "safe").leaks != ()


def test_claims_citations_and_what_was_withdrawn_are_kept(told: Verdict) -> None:
    window = case(told, "window")

    assert [(one.id, one.retrieved, one.known) for one in window.cited or ()] == [("nowhere#99", "no", "no")]
    assert [(claim.text, claim.state) for claim in window.claims] == [("Within 30 days.", "not_stated")]
    assert [(part.text, part.first, part.last, part.withdrawn) for part in window.streamed] == [
        ("Perhaps in May.", 1, 2, True),
        ("", 3, 3, False),
    ]


def test_who_asked_and_what_was_not_shown_are_kept(told: Verdict) -> None:
    safe = case(told, "safe")

    assert safe.identity is not None
    assert (safe.identity.user, ("profile", "guest") in safe.labels) == ("guest", True)
    assert {"stream", "trace"} <= set(safe.not_observed)
    assert dict(told.not_observed)["trace"] == 3


def test_a_waiver_holds_through_its_last_day_and_ended_ones_come_first(told: Verdict) -> None:
    assert [(item.gate, item.expired, item.used) for item in told.waivers] == [
        ("citations", True, True),
        ("authorization", False, False),
    ]


def test_a_text_is_cut_with_a_mark() -> None:
    assert [cut("abcd", 4), cut("abcde", 4)] == ["abcd", "abc…"]
